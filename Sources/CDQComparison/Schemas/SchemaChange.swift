/// One difference between two versions of a schema.
package struct SchemaChange: Hashable, Sendable {
  package var subject: Subject
  package var kind: Kind
  package var impact: Impact

  package init(_ subject: Subject, _ kind: Kind, _ impact: Impact) {
    self.subject = subject
    self.kind = kind
    self.impact = impact
  }

  /// What changed, by its name in the new version; what was removed by its old one.
  package enum Subject: Hashable, Sendable {
    case entity(String)
    case property(entity: String, name: String)
    case enumeration(String)
    case enumerationCase(enumeration: String, name: String)

    /// `City`, `City.name`, `Income.low`
    package var path: String {
      switch self {
      case .entity(let name), .enumeration(let name): name
      case .property(let owner, let name), .enumerationCase(let owner, let name): "\(owner).\(name)"
      }
    }

    /// `entity`, `property`, `enum`, `case`
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
    /// What it is, such as `Int64?`; nil for what has no type.
    case added(String?)
    case removed(String?)
    case renamed(from: String)
    /// A removed property that the entity now inherits.
    case inherited(from: String)
    /// A fact as text, nil where nothing is said.
    case changed(Fact, from: String?, to: String?)
  }

  /// Whether queries written for the old version can still be used.
  package enum Impact: String, Hashable, Sendable, Codable {
    /// A query that uses it breaks, or its result or a parameter gets another type.
    case breaking
    /// No query notices.
    case compatible
  }

  /// A fact about an entity, a property or an enum.
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
  /// `City.name: renamed from 'title'`
  package var description: String {
    "\(subject.word) \(subject.path): \(explanation)"
  }

  /// What happened to the subject.
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
