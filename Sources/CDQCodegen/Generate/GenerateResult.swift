package import CDQSyntax

/// What was generated, or why not.
package struct GenerateResult: Sendable {
  /// One file per source that is to be generated, in the order of the sources; a source without anything for Swift has
  /// a file too, as a build plans for it. Empty when there was an error.
  package var files: [GeneratedFile]
  package var diagnostics: [Diagnostic]
}

/// A Swift file.
package struct GeneratedFile: Hashable, Sendable {
  /// `GenerateSource.name` of what it comes from.
  package var source: String
  /// File name without folder.
  package var name: String
  package var text: String
}
