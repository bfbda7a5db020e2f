import CDQIR

/// A dialect of SQL as a table: the spelling of each type, operator and function, or the reason why it has none.
///
/// The generator has no code for one dialect. What dialects do differently is an entry here.
public struct SQLDialect: Sendable {
  /// The dialects that have a table.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case sqlite, postgres
  }

  /// The spelling of a call or an operator, with `#1` and `#2` for the operands.
  public enum Form: Hashable, Sendable {
    /// Exact SQL.
    case template(String)
    /// Exact SQL, except that the database stops with an error where a value is out of range; the driver then runs the
    /// query in memory.
    case checked(String)
    /// The dialect has no exact SQL for it. The text is a clause that says why.
    case refused(String)
  }

  /// The classes of types that have spellings of their own.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    case bool, integer, real, decimal, text, date, data, uuid, url

    /// The family of an evaluated type, with an enum represented by its raw type; nil for types without values in a
    /// column, such as collections.
    init?(_ type: ValueType) {
      switch type {
      case .bool: self = .bool
      case .int16, .int32, .int64: self = .integer
      case .float, .double, .duration: self = .real
      case .decimal: self = .decimal
      case .string, .enumeration: self = .text
      case .date: self = .date
      case .data, .opaque: self = .data
      case .uuid: self = .uuid
      case .url: self = .url
      case .object, .collection, .null: return nil
      }
    }
  }

  /// How text operators are expressed.
  public enum TextMatching: Hashable, Sendable {
    /// By a registered function that gives exactly the language's answer.
    case function(String)
    /// By SQL that finds all rows that match, and perhaps others.
    case superset
  }

  /// How a list of values is bound.
  public enum ListForm: Hashable, Sendable {
    /// As one parameter for each value.
    case expanded(limit: Int)
    /// As one parameter, an array of the database.
    case array
  }

  public let name: Name
  /// The name of the database for readers.
  public let title: String
  /// The mark in front of a parameter's number.
  let parameterMark: String
  /// The type that a parameter is cast to; empty for none.
  let parameterCasts: [Family: String]
  /// The type of a column of our layout.
  let columnTypes: [ValueType: String]
  /// `a IS NOT DISTINCT FROM b`: equality with nil equal to nil.
  let same: String
  /// `a IS DISTINCT FROM b`.
  let different: String
  /// The clause behind a value that makes its order that of the language.
  let collations: [Family: String]
  /// The columns of a type can hold NaN, which the database takes for equal to itself and above all numbers.
  let hasNaN: Bool
  /// Whether an integer is compared with a real number without rounding either.
  let comparesNumbersExactly: Bool
  /// The greatest value that is not NaN.
  let infinity: String
  /// The text in NFC.
  let normalized: String
  /// The folded text in NFC under the options `#2`; nil without one.
  let folded: String?
  /// How texts of ASCII are folded, for a dialect whose rules for other texts differ; nil where it is not needed.
  let asciiFolding: ASCIIFolding?
  let textMatching: TextMatching
  package let lists: ListForm
  /// The elements of a collection attribute as a table, with the columns `value` and `ordinal`.
  let elements: String
  /// The value of an element, for types whose elements are not in their usual form; a refusal for those that are not
  /// exact.
  let elementForms: [Family: Form]
  let functions: [FunctionIR.Function: [Family: Form]]
  let arithmetic: [ArithmeticIR.Operator: [Family: Form]]
  let aggregates: [AggregateFunction: [Family: Form]]
  let casts: [ConversionKey: Form]
  /// The expression that reads a column, by its encoding.
  let encodings: [ColumnEncoding: String]
  /// The expression that a select writes for a type, where the driver cannot read the value itself.
  let outputs: [Family: String]
  /// The statement in front of a query that shows its plan.
  public let explain: String

  /// A conversion from one family to another.
  struct ConversionKey: Hashable, Sendable {
    let from: Family
    let to: Family

    init(_ from: Family, _ to: Family) {
      self.from = from
      self.to = to
    }
  }

  /// The table of a dialect.
  public static func named(_ name: Name) -> SQLDialect {
    switch name {
    case .sqlite: sqlite
    case .postgres: postgres
    }
  }

  /// A name as an identifier, in quotation marks, whatever is in it.
  public func identifier(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// The name of a table as an identifier, with its schema.
  public func identifier(_ table: TableName) -> String {
    (table.schema.map { identifier($0) + "." } ?? "") + identifier(table.name)
  }
}

extension SQLDialect.Form {
  /// The text of a form with its operands; nil for a refused form.
  static func fill(_ template: String, _ operands: [String]) -> String {
    var result = ""
    var rest = template[...]
    while let mark = rest.firstIndex(of: "#") {
      result += rest[..<mark]
      let next = rest.index(after: mark)
      guard next < rest.endIndex, let place = rest[next].wholeNumberValue, operands.indices.contains(place - 1) else {
        result += "#"
        rest = rest[next...]
        continue
      }
      result += operands[place - 1]
      rest = rest[rest.index(after: next)...]
    }
    return result + rest
  }
}
