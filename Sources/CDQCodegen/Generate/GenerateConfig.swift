package import CDQSyntax
import Foundation

/// The settings of a `cdq.json` beside a target's files: what the build plugin cannot be told otherwise.
package struct GenerateConfig: Hashable, Sendable {
  package var backend: Backend?
  package var access: AccessLevel?
  /// Version of the Core Data models; nil for their current one.
  package var modelVersion: String?
  /// Levels of diagnostics, by code or group.
  package var rules: [String: DiagnosticLevels.Level] = [:]

  /// What is wrong with a file, in words.
  package struct Invalid: Error, Hashable, Sendable {
    package var message: String
  }

  package init(backend: Backend? = nil, access: AccessLevel? = nil) {
    self.backend = backend
    self.access = access
  }

  /// Reads `{"backend": "closure", "accessLevel": "package", "rules": {"lints": "warn", "like-percent": "deny"}}`; all
  /// keys are optional, others are errors; `modelVersion` is the name of a version of the models.
  package init(json bytes: [UInt8]) throws(Invalid) {
    let parsed: Any?
    do { parsed = try JSONSerialization.jsonObject(with: Data(bytes)) } catch { parsed = nil }
    guard let object = parsed as? [String: Any] else { throw Invalid(message: "the file is no JSON object") }
    self.init()
    for key in object.keys.sorted() {
      let value = object[key] as? String ?? "\(object[key] ?? "null")"
      switch key {
      case "backend":
        guard let found = Backend(rawValue: value) else {
          throw Invalid(message: "'backend' is '\(value)'; it can be \(GenerateConfig.list(Backend.self))")
        }
        backend = found
      case "accessLevel":
        guard let found = AccessLevel(rawValue: value) else {
          throw Invalid(message: "'accessLevel' is '\(value)'; it can be \(GenerateConfig.list(AccessLevel.self))")
        }
        access = found
      case "rules": rules = try GenerateConfig.rules(object[key])
      case "modelVersion":
        guard object[key] is String else { throw Invalid(message: "'modelVersion' is no text") }
        modelVersion = value
      default:
        throw Invalid(message: "unknown key '\(key)'; there are 'accessLevel', 'backend', 'modelVersion' and 'rules'")
      }
    }
  }

  private static func rules(_ value: Any?) throws(Invalid) -> [String: DiagnosticLevels.Level] {
    guard let words = value as? [String: String] else {
      throw Invalid(message: "'rules' is an object of codes and levels, such as {\"lints\": \"warn\"}")
    }
    var rules: [String: DiagnosticLevels.Level] = [:]
    for (code, word) in words {
      guard let level = DiagnosticLevels.Level(rawValue: word) else {
        throw Invalid(
          message: "the rule for '\(code)' is '\(word)'; it can be \(GenerateConfig.list(DiagnosticLevels.Level.self))")
      }
      rules[code] = level
    }
    return rules
  }

  /// The levels that the rules ask for.
  package func levels() throws(Invalid) -> DiagnosticLevels {
    var levels = DiagnosticLevels(.compiling)
    do throws(DiagnosticLevels.SettingError) {
      try levels.set(rules.sorted { $0.key < $1.key }.map { (level: $0.value, word: $0.key) })
    } catch {
      throw Invalid(message: "'rules': \(error.message); \(error.help)")
    }
    return levels
  }

  /// The values of an option, for an error about another one.
  package static func list<Option: CaseIterable & RawRepresentable<String>>(_ option: Option.Type) -> String {
    Option.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }
}
