package import CDQSyntax

/// The access level of generated declarations.
package enum AccessLevel: String, Hashable, Sendable, CaseIterable {
  case `public`, package, `internal`

  /// The access modifier; empty for `internal`, which is the default of Swift.
  var modifier: String { self == .internal ? "" : rawValue }
}

/// Options for generating code.
package struct GenerateOptions: Hashable, Sendable {
  package var backend: BackEndName
  /// The access level; nil for the default of the back end: `internal` for `closure`, which uses the user's own types,
  /// else `public`.
  package var access: AccessLevel?
  /// The name of the Swift module that the code becomes part of; the schema is called after it, as in
  /// `Schema.countries`.
  package var module: String
  /// Modules that files with queries import, for back ends that use types which they do not generate.
  package var imports: [String] = []
  /// The first release of Apple's systems on which the code runs; nil for the first that has SwiftData.
  package var deployment: AppleRelease?
  /// The database that the back end `sql` writes statements for.
  package var dialect = StatementDialect.sqlite
  /// The text of a mapping file, which names the tables that the back end `sql` reads; nil for those of cdq's own layout.
  package var mapping: SourceText?
  /// Whether the back end `sql` generates `delete` queries and what a transaction needs of the structs, for the product
  /// `CDQDatabase`.
  package var writes = false
  /// Whether the back end `ir` writes queries to JSON files instead of Swift files.
  package var writesJSON = false

  package init(backend: BackEndName = .memory, access: AccessLevel? = nil, module: String = "cdq") {
    self.backend = backend
    self.access = access
    self.module = module
  }

  var effectiveAccess: AccessLevel { access ?? backend.backEnd.facts.access }
  var effectiveDeployment: AppleRelease { deployment ?? .first }
}

/// A `.cdq` file or a Core Data model from which code is generated.
package struct GenerateSource: Hashable, Sendable {
  /// `SourceText.name` of a `.cdq` file, or the path of a model bundle, which owns all declarations in the files
  /// inside.
  package var name: String
  /// The path in generated code, with `/`, relative to the package or to the folder that the user gave.
  package var path: String
  /// The hash of the inputs for the header of the generated file; nil for a header without one.
  package var fingerprint: InputFingerprint?
  /// The Swift module that already has the code of this source; nil for a source of the target itself.
  package var module: String?

  package init(name: String, path: String, module: String? = nil) {
    self.name = name
    self.path = path
    self.module = module
  }

  /// The name of the generated file, such as `Queries.cdq.swift`. Different paths can have the same name, which
  /// `generateSwift` reports.
  package var outputName: String {
    let words = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let flat = String(words.joined(separator: "_").map { GenerateSource.isPlain($0) ? $0 : "_" })
    return flat + (flat.hasSuffix(".cdq") ? ".swift" : ".cdq.swift")
  }

  /// Whether build systems accept the character in a file name: quotes and `\` break the lists of files that they write
  /// for swiftc, and shells and makefiles interpret other symbols.
  private static func isPlain(_ character: Character) -> Bool {
    guard character.isASCII else { return true }
    return character.isLetter || character.isNumber || " _-.+()".contains(character)
  }

  /// Whether a declaration in the file of that name belongs to this source.
  package func holds(_ file: String) -> Bool {
    file == name || (file.hasPrefix(name) && file.utf8.dropFirst(name.utf8.count).first == UInt8(ascii: "/"))
  }
}
