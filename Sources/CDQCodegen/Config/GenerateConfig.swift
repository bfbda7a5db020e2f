package import CDQSyntax

/// The settings of a `cdq.json` beside a target's files: what the build plugin cannot be told otherwise.
///
/// `Grammar/config.schema.json` is its published form.
package struct GenerateConfig: Hashable, Sendable {
  package var backend: Backend?
  package var access: AccessLevel?
  /// Version of the Core Data models; nil for their current one.
  package var modelVersion: String?
  /// Modules that generated files import, such as those of the user's own types.
  package var imports: [String] = []
  /// Modules the target depends on whose schemas it uses; nil for all of them.
  package var dependencies: [String]?
  /// Levels of diagnostics, by code or group.
  package var rules: [Rule] = []

  package struct Rule: Hashable, Sendable {
    /// A code or a group.
    package var word: String
    package var level: DiagnosticLevels.Level
  }

  /// The keys there are.
  package enum Key: String, CaseIterable, Sendable {
    /// The place of the JSON Schema, for editors.
    case schema = "$schema"
    case accessLevel, backend, dependencies, imports, modelVersion, rules
  }

  package init(backend: Backend? = nil, access: AccessLevel? = nil) {
    self.backend = backend
    self.access = access
  }

  /// Reads a file, as far as it is right; what is not is in `diagnostics`, each at its place.
  package init(_ source: SourceText, _ diagnostics: inout [Diagnostic]) {
    self.init()
    var reader = ConfigChecker(source: source)
    reader.read(into: &self)
    diagnostics += reader.diagnostics
  }

  /// What the rules ask for, in the form `DiagnosticLevels.set` takes.
  package var settings: [(level: DiagnosticLevels.Level, word: String)] {
    rules.map { (level: $0.level, word: $0.word) }
  }

  /// The values of an option, for an error about another one.
  package static func list<Option: CaseIterable & RawRepresentable<String>>(_ option: Option.Type) -> String {
    Option.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }
}
