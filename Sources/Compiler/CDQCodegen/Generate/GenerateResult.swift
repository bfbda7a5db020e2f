package import CDQSyntax

/// The generated files, or the errors that prevented them.
package struct GenerateResult: Sendable {
  /// One file per source of the target, in the order of the sources, even for a source without declarations, because
  /// builds plan a file for it. Empty when there was an error.
  package var files: [GeneratedFile]
  package var diagnostics: [Diagnostic]
}

/// A generated file, in Swift or JSON.
package struct GeneratedFile: Hashable, Sendable {
  /// `GenerateSource.name` of the source.
  package var source: String
  /// The name of the file, without a folder.
  package var name: String
  package var text: String
}
