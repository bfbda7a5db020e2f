/// What kind of Swift is written for a query.
package enum Backend: String, Hashable, Sendable, CaseIterable {
  /// Functions on a `Store`, and a struct per entity.
  case memory
  /// Functions over a sequence of the user's own types.
  case closure
  /// Fetch requests on a managed object context, and subclasses of `NSManagedObject` where nobody else writes them.
  case coredata
  /// Fetch descriptors on a model context, and `@Model` classes.
  case swiftdata
  /// The queries as data, to be run by the library.
  case ir

  /// The smallest module of the runtime that has what generated code calls.
  var runtimeModule: String {
    switch self {
    case .memory: "CDQStore"
    case .closure, .coredata, .swiftdata, .ir: "CDQValues"
    }
  }

  /// Whether it writes types for the entities of the schema.
  package var writesTypes: Bool {
    switch self {
    case .memory, .coredata, .swiftdata: true
    case .closure, .ir: false
    }
  }

  /// Whether its functions can name types that it does not write.
  var namesTypesOfOthers: Bool {
    switch self {
    case .closure, .coredata, .swiftdata: true
    case .memory, .ir: false
    }
  }

  /// What stands for an object in its code.
  var objects: SwiftTypeNames.Objects {
    switch self {
    case .memory, .closure, .ir: .identities
    case .coredata: .references
    case .swiftdata: .models
    }
  }
}

/// How generated declarations can be seen.
package enum AccessLevel: String, Hashable, Sendable, CaseIterable {
  case `public`, package, `internal`

  /// The modifier; the default level needs none.
  var modifier: String { self == .internal ? "" : rawValue }
}

/// How Swift is generated.
package struct GenerateOptions: Hashable, Sendable {
  package var backend: Backend
  /// nil for what suits the back end: `public` where it writes the types itself, `internal` over the user's own.
  package var access: AccessLevel?
  /// Name of the Swift module the code becomes part of; it names the schema in `Schema.countries`.
  package var module: String
  /// Modules that files with queries import, where the back end does not write the types itself.
  package var imports: [String] = []
  /// Whether queries become JSON files instead of Swift; for the back end `ir`.
  package var writesJSON = false

  package init(backend: Backend = .memory, access: AccessLevel? = nil, module: String = "cdq") {
    self.backend = backend
    self.access = access
    self.module = module
  }

  var effectiveAccess: AccessLevel { access ?? (backend == .closure ? .internal : .public) }
}

/// A `.cdq` file or a Core Data model that generated code comes from.
package struct GenerateSource: Hashable, Sendable {
  /// `SourceText.name` of a `.cdq` file. A model bundle's path: what is declared in a file inside belongs to it.
  package var name: String
  /// The path that generated code shows, with `/`, relative to the package or the folder that was given.
  package var path: String
  /// The hash of its inputs that the header shows; nil to show none.
  package var fingerprint: InputFingerprint?
  /// The Swift module that has the code of this source already; nil to generate it.
  package var module: String?

  package init(name: String, path: String, module: String? = nil) {
    self.name = name
    self.path = path
    self.module = module
  }

  /// Name of the file that the code goes to. Different paths can have one name, which `generateSwift` reports.
  package var outputName: String {
    let words = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let flat = String(words.joined(separator: "_").map { GenerateSource.isPlain($0) ? $0 : "_" })
    return flat + (flat.hasSuffix(".cdq") ? ".swift" : ".cdq.swift")
  }

  /// Whether build systems take the character in the name of a file: quotes and `\` break the lists they write for Swift,
  /// and other symbols mean something to shells and makefiles.
  private static func isPlain(_ character: Character) -> Bool {
    guard character.isASCII else { return true }
    return character.isLetter || character.isNumber || " _-.+()".contains(character)
  }

  /// Whether something declared in the text of that name belongs to this source.
  package func holds(_ file: String) -> Bool {
    file == name || (file.hasPrefix(name) && file.utf8.dropFirst(name.utf8.count).first == UInt8(ascii: "/"))
  }
}
