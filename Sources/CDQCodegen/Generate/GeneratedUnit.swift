import CDQIR

/// A generated file in the making: its declarations, and what they need imported.
struct GeneratedUnit: Sendable {
  let access: AccessLevel
  /// The module of the runtime that the code imports: the smallest one that has what its back end calls.
  let runtimeModule: String
  /// Whether what is declared belongs to no actor, though the module's code does by default.
  let isNonisolated: Bool
  var declarations: [SwiftDeclaration] = []
  /// Prepared queries, in an enum that only this file sees.
  private var prepared: [SwiftDeclaration] = []
  private var preparedHolder = ""
  private var runtime: Use = .none
  private var foundation: Use = .none
  /// Modules by name: those of dependencies, and Apple's frameworks.
  private var modules: [String: Use] = [:]

  /// How visibly a module is used, which its import must say.
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

  /// Notes that the code names or reads types of modules of dependencies.
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

  /// Adds what another part of the file has and needs.
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

  /// An import that only bodies need is bare: it then means the same in every mode, while an explicit `internal import`
  /// is an error beside a bare import of the module in another file.
  private func importLine(_ module: String, _ use: Use) -> String? {
    switch use {
    case .none: nil
    case .inside: "import \(module)"
    case .inSignatures: access == .internal ? "import \(module)" : "\(access.rawValue) import \(module)"
    }
  }
}
