import CDQIR

/// The declarations of a generated file and the modules that they need, while the file is being made.
struct GeneratedUnit: Sendable {
  let access: AccessLevel
  /// The runtime module that the file imports: the smallest one that declares everything that the back end calls.
  let runtimeModule: String
  /// Whether types are declared `nonisolated`, whatever the default isolation of the module is.
  let isNonisolated: Bool
  var declarations: [SwiftDeclaration] = []
  /// The prepared queries, which are members of a private enum of the file.
  private var prepared: [SwiftDeclaration] = []
  private var preparedHolder = ""
  private var runtime: Use = .none
  private var foundation: Use = .none
  /// How the file uses modules of dependencies and of Apple's frameworks, by name.
  private var modules: [String: Use] = [:]

  /// How a file uses a module: not at all, in bodies, or in signatures, which need an import with an access level.
  private enum Use: Int, Sendable {
    case none, inside, inSignatures
  }

  init(access: AccessLevel, runtimeModule: String, isNonisolated: Bool = true) {
    self.access = access
    self.runtimeModule = runtimeModule
    self.isNonisolated = isNonisolated
  }

  mutating func usesRuntime(publicly: Bool) {
    runtime = max(runtime, publicly)
  }

  mutating func usesFoundation(publicly: Bool) {
    foundation = max(foundation, publicly)
  }

  /// Records that the code names or reads types of these modules.
  mutating func uses(_ names: Set<String>, publicly: Bool) {
    for name in names { modules[name] = max(modules[name] ?? .none, publicly) }
  }

  mutating func usesCoreData() {
    uses(["CoreData"], publicly: true)
  }

  mutating func addPrepared(_ declaration: SwiftDeclaration, holder: String) {
    prepared.append(SwiftRenderer.written(declaration))
    preparedHolder = holder
  }

  /// Adds the declarations of another part of the file, and the modules that they need.
  mutating func merge(_ part: GeneratedUnit) {
    declarations += part.declarations
    prepared += part.prepared
    if !part.preparedHolder.isEmpty { preparedHolder = part.preparedHolder }
    runtime = max(runtime, part.runtime)
    foundation = max(foundation, part.foundation)
    modules.merge(part.modules, uniquingKeysWith: max)
  }

  private func max(_ use: Use, _ publicly: Bool) -> Use {
    max(use, publicly ? .inSignatures : .inside)
  }

  private func max(_ one: Use, _ other: Use) -> Use {
    one.rawValue > other.rawValue ? one : other
  }

  func file(header: [String]) -> SwiftFile {
    var imports: [String] = []
    if let line = importLine(runtimeModule, runtime) { imports.append(line) }
    if let line = importLine("Foundation", foundation) { imports.append(line) }
    for (module, use) in modules.sorted(by: { $0.key < $1.key }) {
      if let line = importLine(module, use) { imports.append(line) }
    }
    var declarations = declarations
    if !prepared.isEmpty {
      declarations.append(
        SwiftDeclaration(access: "private", .type(.enum, name: preparedHolder, conformances: [], prepared)))
    }
    if isNonisolated { declarations = declarations.map(\.nonisolated) }
    return SwiftFile(header: header, imports: imports, declarations: declarations)
  }

  /// The import of a module. One that only bodies need has no access level: it means the same in every language mode,
  /// and an explicit `internal import` is an error beside an import without a level in another file.
  private func importLine(_ module: String, _ use: Use) -> String? {
    switch use {
    case .none: nil
    case .inside: "import \(module)"
    case .inSignatures: access == .internal ? "import \(module)" : "\(access.rawValue) import \(module)"
    }
  }
}
