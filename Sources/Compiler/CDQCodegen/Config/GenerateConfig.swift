package import CDQSyntax

/// The settings of a `cdq.json` in the folder of a target, from which the build plugin takes its options.
///
/// The JSON Schema `Grammar/config.schema.json` describes the file.
package struct GenerateConfig: Hashable, Sendable {
  package var backend: BackEndName?
  package var access: AccessLevel?
  /// The first release of Apple's systems on which the code runs; nil for the first that has SwiftData.
  package var deployment: AppleRelease?
  /// The database that the back end `sql` writes statements for; nil for SQLite.
  package var dialect: StatementDialect?
  /// The path of a mapping file, from the folder of the settings; nil for tables of cdq's own layout.
  package var mapping: String?
  /// The place of that path in the file.
  package var mappingSpan = SourceSpan(at: 0)
  /// Whether the back end `sql` generates what changes a database, too.
  package var writes = false
  /// The version of the Core Data models that the code is for; nil for the current version.
  package var modelVersion: String?
  /// The name of the Swift module that the code becomes part of; nil for the name that the build makes of the target.
  package var module: String?
  /// Modules that generated files import, such as those that declare the user's own types.
  package var imports: [String] = []
  /// Names of the modules whose schemas the target uses; nil for all modules that it depends on.
  package var dependencies: [String]?
  /// Levels of diagnostics, by code or by group.
  package var rules: [Rule] = []

  package struct Rule: Hashable, Sendable {
    /// A code such as `like-percent`, or a group such as `lints`.
    package var word: String
    package var level: DiagnosticLevels.Level
  }

  /// The keys of the file.
  package enum Key: String, CaseIterable, Sendable {
    /// The location of the JSON Schema, which editors read.
    case schema = "$schema"
    case accessLevel, backend, dependencies, deployment, dialect, imports, mapping, modelVersion, module, rules, writes
  }

  package init(backend: BackEndName? = nil, access: AccessLevel? = nil) {
    self.backend = backend
    self.access = access
  }

  /// Reads a file. Settings that are wrong are skipped, and `diagnostics` gets an error for each, at its place.
  package init(_ source: SourceText, _ diagnostics: inout [Diagnostic]) {
    self.init()
    var reader = ConfigChecker(source: source)
    reader.read(into: &self)
    diagnostics += reader.diagnostics
  }

  /// The rules in the form that `DiagnosticLevels.set` takes.
  package var settings: [(level: DiagnosticLevels.Level, word: String)] {
    rules.map { (level: $0.level, word: $0.word) }
  }

  /// The help of messages about a file that is not where settings may name one.
  static let placeOfFiles = "put the file beside cdq.json, or into a folder there"

  /// The values of an option as a list for error messages, such as `'public', 'package', 'internal'`.
  package static func list<Option: CaseIterable & RawRepresentable<String>>(_ option: Option.Type) -> String {
    Option.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }
}
