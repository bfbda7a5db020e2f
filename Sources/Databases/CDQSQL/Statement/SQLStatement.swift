public import CDQIR
public import Foundation

/// A statement for a database: its text and the values of its parameters. No value ever stands in the text.
public struct SQLStatement: Hashable, Sendable {
  /// The text, with numbered parameters in the spelling of the dialect.
  public var text: String
  /// The values of the parameters, in the order of their numbers.
  public var bindings: [SQLDatum]
  /// The columns of the result.
  public var columns: [SQLColumn]

  /// A statement of the given parts.
  public init(text: String, bindings: [SQLDatum] = [], columns: [SQLColumn] = []) {
    self.text = text
    self.bindings = bindings
    self.columns = columns
  }
}

/// A value as a driver binds it.
public enum SQLDatum: Hashable, Sendable {
  case null
  case int(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

/// A column of a statement's result.
public struct SQLColumn: Hashable, Sendable {
  /// The name of the attribute, of the item of a `select`, or of the part of a key.
  public var name: String
  /// The type of its values; an enum is represented by its raw type.
  public var type: ValueType
  /// Whether a value may be NULL.
  public var isOptional: Bool
  /// The enum whose raw values the column holds; nil for any other type.
  public var enumeration: String?

  /// The column of a table that it is, as `orders.total`; nil for anything else.
  package var place: String?

  /// The name for messages.
  package var shownName: String { place ?? name }

  /// A column of values of a type.
  public init(name: String, type: ValueType, isOptional: Bool = true, enumeration: String? = nil) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.enumeration = enumeration
  }
}

/// The reason why a part of a query has no exact SQL in a dialect. The driver then evaluates the condition itself, or
/// refuses the query.
public struct SQLRefusal: Error, Hashable, Sendable {
  /// What the database cannot do, as a clause such as "PostgreSQL has no regular expressions of ICU".
  public var reason: String
  /// What to write instead; nil when there is nothing.
  public var help: String?
  /// The part of the query that has no exact SQL, followed by the parts around it, where a statement is written for
  /// generated code; empty for all of the query.
  package var nodes: [IRNode] = []
  /// Whether the mapping has no place for a property. The objects in memory have no value of it either.
  package var isWithoutPlace = false

  /// A refusal with a reason.
  public init(_ reason: String, help: String? = nil) {
    self.reason = reason
    self.help = help
  }

  /// The refusal of a property without a place.
  var withoutPlace: SQLRefusal {
    var result = self
    result.isWithoutPlace = true
    return result
  }

  /// The refusal with one more node around it.
  func at(_ node: IRNode) -> SQLRefusal {
    var result = self
    result.nodes.append(node)
    return result
  }
}
