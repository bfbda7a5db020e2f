import CDQIR
import Foundation

/// A value in SQL: an expression over columns, or a constant whose parameter is added where it is used, since its form
/// depends on what it is compared with.
struct SQLOperand {
  /// The expression; empty for a constant.
  var text = ""
  /// The value of a constant; nil for an expression.
  var constant: Value?
  /// The evaluated type, with an enum represented by its raw type.
  var type: ValueType
  var isOptional: Bool
  /// Whether the text is a column, which may be written twice.
  var isColumn = false
  /// The text as the column holds it, where `text` is its NFC form.
  var stored: String?
  /// The argument that the text is the mark of; nil for any other operand.
  var source: SQLBinding.Source?
  /// The columns with the folded text, by the letters of the options.
  var folds: [String: String] = [:]
  /// The greatest numbers of digits of a Decimal, where the type of a column says so.
  var digits: NumberDigits?
  /// Whether the text is a column as it is, whose own order is that of the values, so that no collation is to be named.
  var isInOrder = false
  /// How an index serves the column; nil where `text` is the column as it is, or the column has no index.
  var access: ColumnAccess?
  /// The form that makes this constant or argument one of the type of the column that it is compared with.
  var form: String?
  /// The test of the column that this constant or argument is compared with.
  var test: String?

  var family: SQLDialect.Family? { SQLDialect.Family(type) }

  /// An expression.
  init(_ text: String, _ type: ValueType, isOptional: Bool, isColumn: Bool = false) {
    (self.text, self.type, self.isOptional, self.isColumn) = (text, type, isOptional, isColumn)
  }

  /// A constant.
  init(constant: Value, _ type: ValueType) {
    (self.constant, self.type, isOptional) = (constant, type, constant.isNull)
  }

  var isNullConstant: Bool { constant?.isNull ?? false }

  /// Whether it is a constant NaN.
  var isNaNConstant: Bool {
    switch constant {
    case .double(let number), .duration(let number): number.isNaN
    case .decimal(let number): number.isNaN
    case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
    default: false
    }
  }
}

/// An object in SQL: the columns of its key.
struct SQLObject {
  var entity: String
  /// The key columns of the object, in the order of the mapping; a foreign key where one holds them.
  var key: [String]
  var isOptional: Bool
  /// The row of the object, which is joined when it is first asked for.
  var row: () throws(SQLRefusal) -> SQLTableRow
}

/// An element of a collection: an object, or a scalar.
enum SQLElement {
  case row(SQLTableRow)
  case object(SQLObject)
  case scalar(SQLOperand)
}

/// The tables of a `FROM` clause, which grow while paths are translated.
final class SQLSource {
  /// A table, and how it is joined to those in front of it.
  private struct Table {
    let text: String
    /// The condition of the join; nil for a table that is joined to each row.
    let link: String?
    /// The row at the end of a to-one step, which need not be there; nil for any other table.
    let target: SQLTableRow?
    /// The words in front of the table.
    let word: String
  }

  private var tables: [Table] = []
  /// Conditions that hold for the rows of a collection: the link to its owner, and filters.
  var conditions: [String] = []
  /// The first condition of the rows of a path, if it is the link to the owner.
  var link: SQLLink?
  /// The columns that order the rows as they are in memory; nil when there are none.
  var order: [String]? = []

  init(_ text: String = "") {
    if !text.isEmpty { join(text, on: nil) }
  }

  var isEmpty: Bool { tables.isEmpty }

  /// Adds a table after the others. The first one has no condition of a join.
  func join(_ text: String, on link: String?, word: String = "JOIN") {
    tables.append(Table(text: text, link: link, target: nil, word: word))
  }

  /// Adds the table of a row at the end of a to-one step.
  func join(_ text: String, on link: String, to target: SQLTableRow) {
    tables.append(Table(text: text, link: link, target: target, word: "LEFT JOIN"))
  }

  /// The tables with their joins. A database may begin with a table that is joined by `JOIN`, but not with one that is
  /// joined by `LEFT JOIN`.
  var text: String {
    var result = ""
    for (index, table) in tables.enumerated() {
      if index > 0 { result += " \(table.target?.isRequired == true ? "JOIN" : table.word) " }
      result += table.text
      if index > 0, let link = table.link { result += " ON \(link)" }
    }
    return result
  }

  var whereClause: String { conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ") }
}

/// The link between the first rows of a path and the object that the path starts from.
struct SQLLink {
  /// The columns of the owner.
  var owners: [String]
  /// The columns of the first rows that are equal to them.
  var targets: [String]
  /// How often the owner comes up repeatedly.
  var repeats: Int
}

/// A row of an entity's table in a `FROM` clause, with the rows that to-one paths have joined.
final class SQLTableRow {
  let alias: String
  let entity: String
  let isOptional: Bool
  let source: SQLSource
  var targets: [String: SQLTableRow] = [:]
  /// How many steps of the path to the row multiply: 0 if each row comes up once in a statement, in how many ways rows are
  /// reached grows with the power of it.
  var repeats = 0
  /// Whether the condition of the query holds for no row that has none of it.
  var isRequired = false

  init(alias: String, entity: String, isOptional: Bool, source: SQLSource) {
    self.alias = alias
    self.entity = entity
    self.isOptional = isOptional
    self.source = source
  }
}

/// A condition in SQL.
struct SQLCondition {
  var text: String
  /// Whether the condition finds just the rows that the language wants; if not, it finds those and perhaps others.
  var isExact = true
  /// Whether the condition is never NULL.
  var isTwoValued: Bool
  /// The value of a condition that is the same for all rows.
  var constant: Bool?
  /// The parameters without whose arguments the condition is not there; nil for one that always is.
  var presence: SQLPresence?
  /// Whether the text is true where the condition is not there, so that it can stay in a conjunction.
  var isTrueWhenAbsent = false

  // No bare word: in SQLite, TRUE and FALSE mean a column of that name if a table of the statement has one.
  static let always = SQLCondition(text: "1 = 1", isTwoValued: true, constant: true)
  static let never = SQLCondition(text: "1 = 0", isTwoValued: true, constant: false)
  /// The condition of all rows, in place of one that has no SQL.
  static let unknown = SQLCondition(text: "1 = 1", isExact: false, isTwoValued: true, constant: true)

  static func of(_ truth: Bool) -> SQLCondition { truth ? always : never }

  /// A condition that may be NULL, or not.
  init(text: String, isExact: Bool = true, isTwoValued: Bool, constant: Bool? = nil) {
    (self.text, self.isExact, self.isTwoValued, self.constant) = (text, isExact, isTwoValued, constant)
  }

  /// The text without parentheses around all of it.
  var withoutParentheses: String {
    guard text.hasPrefix("("), !text.hasPrefix("(SELECT "), text.hasSuffix(")") else { return text }
    let last = text.count - 1
    var depth = 0
    var quote: Character?
    for (index, character) in text.enumerated() {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
        if depth == 0, index < last { return text }
      }
    }
    return String(text.dropFirst().dropLast())
  }

  /// The negation; all rows where this condition is not exact.
  func negated(_ dialect: SQLDialect) -> SQLCondition {
    guard isExact else { return .unknown }
    if let constant { return .of(!constant) }
    let text = isTwoValued ? "NOT (\(text))" : "(\(SQLDialect.Form.fill(dialect.isNotTrue, [text])))"
    var result = SQLCondition(text: text, isTwoValued: true)
    result.presence = presence
    return result
  }

  /// The conjunction or disjunction of conditions.
  static func joined(_ conditions: [SQLCondition], isAnd: Bool) -> SQLCondition {
    let isOptional = { (condition: SQLCondition) in condition.presence != nil && !(isAnd && condition.isTrueWhenAbsent) }
    let optional = conditions.filter(isOptional)
    if !optional.isEmpty { return joined(conditions.filter { !isOptional($0) }, optional, isAnd: isAnd) }
    let isExact = conditions.allSatisfy(\.isExact)
    // A constant that decides the result, or one that changes nothing.
    if conditions.contains(where: { $0.constant == !isAnd && $0.isExact }) { return .of(!isAnd) }
    if !isAnd, conditions.contains(where: { $0.constant == true }) { return .unknown }
    let rest = conditions.filter { $0.constant == nil }
    if rest.isEmpty { return isExact ? .of(isAnd) : .unknown }
    let isTwoValued = rest.allSatisfy(\.isTwoValued)
    if rest.count == 1 { return SQLCondition(text: rest[0].text, isExact: isExact, isTwoValued: isTwoValued) }
    let text = chain(rest.map(\.text), isAnd ? " AND " : " OR ")
    return SQLCondition(text: "(\(text))", isExact: isExact, isTwoValued: isTwoValued)
  }

  /// The greatest number of conditions that one chain of AND or OR has. Databases read a chain as a tree whose depth is its
  /// length, and SQLite takes none deeper than 1000.
  private static let longestChain = 40

  /// Conditions with a word between them; many are divided into groups in parentheses, which changes no result.
  private static func chain(_ texts: [String], _ word: String) -> String {
    var texts = texts
    while texts.count > longestChain {
      texts = stride(from: 0, to: texts.count, by: longestChain).map { start in
        let group = texts[start..<min(start + longestChain, texts.count)]
        return group.count == 1 ? group[start] : "(\(group.joined(separator: word)))"
      }
    }
    return texts.joined(separator: word)
  }

  /// The conjunction or disjunction of conditions, of which some are not always there.
  private static func joined(_ fixed: [SQLCondition], _ optional: [SQLCondition], isAnd: Bool) -> SQLCondition {
    if fixed.isEmpty, optional.count == 1 { return optional[0] }
    if optional.count > longestChain {
      let groups = stride(from: 0, to: optional.count, by: longestChain).map { start in
        joined([], Array(optional[start..<min(start + longestChain, optional.count)]), isAnd: isAnd)
      }
      return joined(fixed + groups, isAnd: isAnd)
    }
    let base = joined(fixed, isAnd: isAnd)
    if base.constant == !isAnd { return base }
    var text = base.text
    for condition in optional {
      text += "{\(condition.presence?.word ?? ""): \(isAnd ? "AND" : "OR") \(condition.text)}"
    }
    let all = [base] + optional
    var result = SQLCondition(
      text: "(\(text))", isExact: all.allSatisfy(\.isExact), isTwoValued: all.allSatisfy(\.isTwoValued))
    if fixed.isEmpty {
      result.isTrueWhenAbsent = isAnd
      result.presence = SQLPresence(terms: optional.reduce(into: []) { $0.formUnion($1.presence?.terms ?? []) })
    }
    return result
  }
}
