import Foundation

/// The settings of a `cdq.json` beside a target's files: what the build plugin cannot be told otherwise.
package struct GenerateConfig: Hashable, Sendable {
  package var backend: Backend?
  package var access: AccessLevel?

  /// What is wrong with a file, in words.
  package struct Invalid: Error, Hashable, Sendable {
    package var message: String
  }

  package init(backend: Backend? = nil, access: AccessLevel? = nil) {
    self.backend = backend
    self.access = access
  }

  /// Reads `{"backend": "closure", "accessLevel": "package"}`; both keys are optional, others are errors.
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
      default:
        throw Invalid(message: "unknown key '\(key)'; there are 'accessLevel' and 'backend'")
      }
    }
  }

  /// The values of an option, for an error about another one.
  package static func list<Option: CaseIterable & RawRepresentable<String>>(_ option: Option.Type) -> String {
    Option.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
  }
}
