package import CDQIR
import CDQJSON

/// A dialect of SQL as a table: the spelling of each type, operator and function, or the reason why it has none.
///
/// The generator has no code for one dialect. What dialects do differently is an entry here. The tables of the databases
/// that generated code asks are in this module, `SQLDialect.standard`; `CDQDuckDB` has that of DuckDB.
public struct SQLDialect: Sendable {
  /// The dialects that have a table.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case sqlite, postgres, duckdb
  }

  /// The spelling of a call or an operator, with `#1` and `#2` for the operands.
  public enum Form: Hashable, Sendable {
    /// Exact SQL.
    case template(String)
    /// Exact SQL, except that the database stops with an error where a value is out of range; the driver then runs the
    /// query in memory.
    case checked(String)
    /// Exact SQL, if the operands are Decimal numbers whose types show that the result has no more digits than a Decimal.
    case digits(String)
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
  package enum TextMatching: Sendable {
    /// By a registered function that gives exactly the language's answer.
    case function(String)
    /// By SQL that finds all rows that match, and perhaps others.
    case superset(TextTests)
  }

  /// How a list of values is bound.
  public enum ListForm: Hashable, Sendable {
    /// As one parameter for each value.
    case expanded(limit: Int)
    /// As one parameter, an array of the database.
    case array
  }

  public package(set) var name: Name
  /// The name of the database for readers.
  public package(set) var title: String
  /// The mark around a name, which is doubled within it.
  package var quote = "\""
  /// The mark in front of a parameter's number.
  package var parameterMark: String
  /// The type that a parameter is cast to; empty for none.
  package var parameterCasts: [Family: String]
  /// The type of a column of our layout.
  package var columnTypes: [ValueType: String]
  /// `a IS NOT DISTINCT FROM b`: equality with nil equal to nil.
  package var same: String
  /// `a IS DISTINCT FROM b`.
  package var different: String
  /// The clause after a value that makes its order that of the language.
  package var collations: [Family: String]
  /// The columns of a type can hold NaN, which the database takes for equal to itself and above all numbers.
  package var hasNaN: Bool
  /// Whether an integer is compared with a real number without rounding either.
  package var comparesNumbersExactly: Bool
  /// The greatest value that is not NaN.
  package var infinity: String
  /// The text in NFC; nil for a dialect that has no normalization.
  package var normalized: String?
  /// The folded text in NFC under the options `#2`; nil without one.
  package var folded: String?
  /// How texts of ASCII are folded, for a dialect whose rules for other texts differ; nil where it is not needed.
  package var asciiFolding: ASCIIFolding?
  package var textMatching: TextMatching
  package var lists: ListForm
  package var elements: Elements
  /// The value of an element, for types whose elements are not in their usual form; a refusal for those that are not
  /// exact.
  package var elementForms: [Family: Form]
  package var functions: [FunctionIR.Function: [Family: Form]]
  package var arithmetic: [ArithmeticIR.Operator: [Family: Form]]
  package var aggregates: [AggregateFunction: [Family: Form]]
  package var casts: [ConversionKey: Form]
  /// The expression that reads a column, by its encoding, for encodings that do not depend on the attribute's type.
  package var encodings: [ColumnEncoding: String]
  /// The expression that reads a column and stops the query at a value that is not of the type, by the encoding and the
  /// attribute's type: `#1` is the column, `#2` its name as a literal, `#3` the key of the row, and `#4` the part of a
  /// function's name that refuses NULL.
  package var checkedForms: [ColumnEncoding: [ValueType: String]] = [:]
  /// The condition that finds what is not of a type in the column `#1`, by an index of the column, and the least value of
  /// the type.
  package var strayValues: [ValueType: (test: String, least: String)] = [:]
  /// The bounds of the columns of dates that are compared in another form.
  package var valueBounds: [ColumnEncoding: ValueBounds] = [:]
  /// The expression that a select writes for a type, where the driver cannot read the value itself.
  package var outputs: [Family: String]
  /// A condition that is the value `#1` of the type Bool.
  package var truth = "#1"
  /// A condition that is true where `#1` is, and else false.
  package var isTrue = "(#1) IS TRUE"
  /// A condition that is false where `#1` is true, and else true.
  package var isNotTrue = "(#1) IS NOT TRUE"
  /// The form of a date in a column of our layout: `secondsSince2001`, or one in microseconds.
  package var dateEncoding = ColumnEncoding.timestampWithZone
  /// The places on the stack of the database's parser, which is SQLite's; nil where a statement may nest as deep as it will.
  var parserStack: Int?
  /// Whether a subquery that reads an outer row runs again for each of them, so that a set which is made once is better.
  var runsSubqueriesByRow = false
  /// Whether a text can hold U+0000.
  package var holdsZeroCharacter = true
  /// The expression of a date that is bound as microseconds since 1970, the parameter `#1`; nil where it is bound as a
  /// text, or as seconds since 2001.
  package var dateParameter: String?
  /// Whether a Decimal has a fixed number of digits after the point, and 38 at most: it is never NaN then, and
  /// comparisons of two types may overflow.
  package var hasFixedDecimals = false
  /// Whether a subquery that reads outer rows takes a parameter as its `OFFSET`; if not, the number stands in the text.
  package var bindsOffsets = true
  /// Whether aggregates take an `ORDER BY`; if not, they keep the order of a subquery.
  package var ordersAggregates = true
  /// The beginning of the names by which a statement calls the rows of its tables; a number follows it.
  package var rowName = "t"
  /// What a statement that is written before its arguments are known binds where there is no limit.
  package var noLimit = SQLDatum.null
  /// What sorts after all texts; nil where nothing does.
  package var behindTexts: SQLDatum?
  package var layout: LayoutForms
  /// The statement in front of a query that shows its plan.
  public package(set) var explain: String
  /// The forms that make a value one of the type of a column of an encoding, so that the column is compared as it is, by its
  /// index. They must keep the order.
  package var argumentForms: [ColumnEncoding: String] = [:]

  /// What the values of a column in the order of its dates are compared with, so that its index serves: bounds of the date
  /// `#1`, between which all values are that a comparison finds, and perhaps some more.
  package struct ValueBounds: Sendable {
    /// Not greater than any value from the date or number on.
    var low: String
    /// Not less than any value up to it.
    var high: String
    /// Not less than any value before it.
    var before: String
    /// The condition that finds what is of another form in the column `#1`, by an index of the column.
    var stray: String
    /// The least value of the form.
    var least: String

    /// Bounds of numbers, or of texts.
    init(low: String, high: String, before: String? = nil, stray: String, least: String) {
      (self.low, self.high, self.before, self.stray, self.least) = (low, high, before ?? high, stray, least)
    }
  }

  /// A conversion from one family to another.
  package struct ConversionKey: Hashable, Sendable {
    package let from: Family
    package let to: Family

    package init(_ from: Family, _ to: Family) {
      self.from = from
      self.to = to
    }
  }

  /// The dialects of the databases that programs write and that generated code asks.
  public static let standard: [SQLDialect] = [sqlite, postgres]

  /// The table of a standard dialect; nil for DuckDB, whose table is in `CDQDuckDB`.
  public static func named(_ name: Name) -> SQLDialect? { standard.first { $0.name == name } }

  /// The table of another dialect, which starts as a copy of this one.
  package func copy(named name: Name, title: String) -> SQLDialect {
    var copy = self
    (copy.name, copy.title) = (name, title)
    return copy
  }

  /// The expression that reads a column of an encoding for an attribute of a type; nil if it has no such form.
  package func columnForm(_ encoding: ColumnEncoding, _ type: ValueType) -> String? {
    checkedForms[encoding]?[type] ?? encodings[encoding] ?? (encoding.isUsual(in: self) ? "#1" : nil)
  }

  /// A name as an identifier, in quotation marks, whatever is in it.
  public func identifier(_ name: String) -> String {
    StringLiteral.quoted(name, quote == "`" ? .sqlBackquotedName : .sqlName)
  }

  /// The name of a table as an identifier, with its schema.
  public func identifier(_ table: TableName) -> String {
    (table.schema.map { identifier($0) + "." } ?? "") + identifier(table.name)
  }
}

extension SQLDialect.Form {
  /// The text of a form with its operands.
  package static func fill(_ template: String, _ operands: [String]) -> String {
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
