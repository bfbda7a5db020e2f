/// A difference between two versions of a schema.
package struct SchemaChange: Hashable, Sendable {
  package var subject: Subject
  package var kind: Kind
  package var impact: Impact

  package init(_ subject: Subject, _ kind: Kind, _ impact: Impact) {
    self.subject = subject
    self.kind = kind
    self.impact = impact
  }

  /// The changed part, with its name in the new version; a removed part has its old name.
  package enum Subject: Hashable, Sendable {
    case entity(String)
    case property(entity: String, name: String)
    case enumeration(String)
    case enumerationCase(enumeration: String, name: String)

    /// The qualified name: `City`, `City.name`, `Income.low`.
    package var path: String {
      switch self {
      case .entity(let name), .enumeration(let name): name
      case .property(let owner, let name), .enumerationCase(let owner, let name): "\(owner).\(name)"
      }
    }

    /// The keyword or noun of the part: `entity`, `property`, `enum`, `case`.
    package var word: String {
      switch self {
      case .entity: "entity"
      case .property: "property"
      case .enumeration: "enum"
      case .enumerationCase: "case"
      }
    }
  }

  package enum Kind: Hashable, Sendable {
    /// A part that only the new version has, with the type of a property, the raw type of an enum or the raw value of a
    /// case; nil for entities.
    case added(String?)
    case removed(String?)
    case renamed(from: String)
    /// A property that the entity no longer declares, but inherits.
    case inherited(from: String)
    /// A changed fact with both values as text; nil where the version does not give the fact.
    case changed(Fact, from: String?, to: String?)
  }

  /// Whether queries written for the old version still work.
  package enum Impact: String, Hashable, Sendable, Codable {
    /// A query that uses the part may break, or its result or a parameter may get another type.
    case breaking
    /// All queries check and keep their types.
    case compatible
  }

  /// An aspect of an entity, a property, an enum or a case. The raw value is its name in messages.
  package enum Fact: String, Hashable, Sendable, Codable, CaseIterable {
    case type
    case optional
    case defaultValue = "default"
    case transient
    case derived
    case constraints
    case destination
    case inverse
    case deleteRule = "delete rule"
    case count
    case ordered
    case renamedFrom = "renaming identifier"
    case jsonKey = "json key"
    case scalar
    case className = "class"
    case userInfo = "user info"
    case parent
    case abstract
    case unique
    case index
    case rawValue = "raw value"
  }
}

extension SchemaChange: CustomStringConvertible {
  /// The change in one line, such as `property City.name: renamed from 'title'`.
  package var description: String {
    "\(subject.word) \(subject.path): \(explanation)"
  }

  /// The kind of the change with its values, such as `type changed: Int32 -> Int64`.
  package var explanation: String {
    switch kind {
    case .added(let what): "added" + (what.map { ", \($0)" } ?? "")
    case .removed(let what): "removed" + (what.map { ", was \($0)" } ?? "")
    case .renamed(let old): "renamed from '\(old)'"
    case .inherited(let owner): "moved to '\(owner)', from which it is inherited"
    case .changed(let fact, nil, let new?): "\(fact.rawValue) added: \(new)"
    case .changed(let fact, let old?, nil): "\(fact.rawValue) removed: \(old)"
    case .changed(let fact, let old, let new): "\(fact.rawValue) changed: \(old ?? "none") -> \(new ?? "none")"
    }
  }
}
