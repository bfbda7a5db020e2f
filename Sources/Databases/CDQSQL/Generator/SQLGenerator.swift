package import CDQIR

/// The translator of one query into SQL, by a physical mapping and the table of a dialect.
///
/// A condition that the dialect cannot express exactly becomes a weaker one, which finds more rows; the driver tests
/// those in memory. A value without exact SQL refuses the condition that it is in.
package final class SQLGenerator {
  let schema: Schema
  let mapping: DatabaseMapping
  package let dialect: SQLDialect
  let constants: any SQLConstants
  package var bindings: [SQLDatum] = []
  private var aliases = 0
  /// The entities of the rows in the statement, by the names that the statement gives the rows.
  private(set) var rows: [String: String] = [:]
  /// The elements that variables stand for, by the id of the variable.
  var variables: [Int: SQLElement] = [:]
  /// Columns that hold the values of expressions in a grouped query.
  var substitutions: [ExpressionIR: SQLOperand] = [:]
  /// The reasons why conditions are not exact, in order and without repetition.
  package private(set) var reasons: [SQLRefusal] = []
  /// The first entity or property of the query that the mapping has no place for.
  var missing: SQLRefusal?
  /// Whether the database may stop with an error where the language has a value.
  package var mayRaise = false
  /// The number of regular expressions in the statement.
  var patterns = 0

  /// The parameters of a statement that is written before the arguments are known; nil where they are known.
  var template: TemplateParameters?

  /// Whether the condition of the query finds few rows by the look of it.
  var findsFewRows = false
  /// The paths of the query's objects that are nil in no row that its condition finds.
  var present: Set<[StepIR]> = []
  /// The number of divided paths that are being translated, one inside the other.
  var divisions = 0

  /// The number of conditions, values and collections that are being translated, one inside the other.
  private var depth = 0
  /// The greatest `depth`, with which a debug build needs less than 512 KB of stack. Deeper parts are left to memory.
  private static let greatestDepth = 36

  /// Runs the translation of a node, unless it is nested too deeply.
  func nested<Result>(_ body: () throws(SQLRefusal) -> Result) throws(SQLRefusal) -> Result {
    guard depth < SQLGenerator.greatestDepth else {
      throw SQLRefusal("the query is nested too deeply for SQL")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  /// Whether to refuse what may stop the database with an error, since it has done so before.
  var avoidsErrors = false

  package init(
    schema: Schema, mapping: DatabaseMapping, dialect: SQLDialect, constants: any SQLConstants
  ) {
    self.schema = schema
    self.mapping = mapping
    self.dialect = dialect
    self.constants = constants
  }

  func alias() -> String {
    aliases += 1
    return dialect.rowName + String(aliases)
  }

  /// A row of the table of an entity, with a name of its own in the statement.
  func row(of entity: String, isOptional: Bool, in source: SQLSource) -> SQLTableRow {
    let row = SQLTableRow(alias: alias(), entity: entity, isOptional: isOptional, source: source)
    rows[row.alias] = entity
    return row
  }

  /// Notes that the mapping has no place for a property. The objects in memory have no value of it either, so that a
  /// query that reads it has no answer.
  func unplaced(_ name: String, of entity: String) -> SQLRefusal {
    let refusal = SQLRefusal(
      "the database has no column or table for '\(entity).\(name)'",
      help: "'@column(\"…\")' in the schema or a mapping names it")
    missing = missing ?? refusal
    return refusal
  }

  func note(_ refusal: SQLRefusal) {
    if !reasons.contains(where: { $0.reason == refusal.reason && $0.help == refusal.help }) { reasons.append(refusal) }
  }

  /// Notes that a condition was translated, which has the first reason if that has no place yet.
  func noteTranslation(of predicate: PredicateIR) {
    if isTemplate, reasons.first?.nodes.isEmpty == true { reasons[0].nodes = [.predicate(predicate)] }
  }

  // MARK: Rows

  func entityMapping(_ name: String) throws(SQLRefusal) -> EntityMapping {
    guard let found = mapping.entities[name] else {
      let refusal = SQLRefusal(
        "the database has no table of '\(name)'", help: "'@@table(\"…\")' in the schema or a mapping names it")
      missing = missing ?? refusal
      throw refusal
    }
    return found
  }

  func column(_ row: SQLTableRow, _ name: String) -> String { "\(row.alias).\(dialect.identifier(name))" }

  func key(_ row: SQLTableRow) throws(SQLRefusal) -> [String] {
    try entityMapping(row.entity).key.map { column(row, $0) }
  }

  /// The row at the end of a to-one step, which is joined once.
  func target(of row: SQLTableRow, _ step: StepIR) throws(SQLRefusal) -> SQLTableRow {
    if let known = row.targets[step.name] { return known }
    guard case .relationship(let relationship)? = schema.property(named: step.name, of: step.entity) else {
      throw SQLRefusal("'\(step.entity)' has no relationship '\(step.name)'")
    }
    let target = self.row(of: relationship.destination, isOptional: true, in: row.source)
    let table = dialect.identifier(try entityMapping(target.entity).table)
    target.repeats = max(row.repeats, 1)
    let link = try link(from: row, step, to: target)
    row.source.join("\(table) AS \(target.alias)", on: link, to: target)
    row.targets[step.name] = target
    return target
  }

  func place(_ step: StepIR, from row: SQLTableRow) throws(SQLRefusal) -> RelationshipMapping {
    if let place = mapping.entities[row.entity]?.relationships[step.name] { return place }
    // A step of a sub-entity, from a row that is known as its parent's.
    if let place = mapping.entities[step.entity]?.relationships[step.name] { return place }
    throw unplaced(step.name, of: step.entity)
  }

  /// The condition that links a row to the target of a step, for a foreign key in either table.
  func link(from row: SQLTableRow, _ step: StepIR, to target: SQLTableRow) throws(SQLRefusal) -> String {
    switch try place(step, from: row) {
    case .foreignKey(let key):
      let columns = try referenced(key, target)
      return pairs(key.columns.map { column(row, $0) }, columns.map { column(target, $0) })
    case .inverse(let key):
      let columns = try referenced(key, row)
      return pairs(key.columns.map { column(target, $0) }, columns.map { column(row, $0) })
    case .joinTable: throw SQLRefusal("'\(step.entity).\(step.name)' is a join table, but to-one")
    }
  }

  func referenced(_ key: RelationshipMapping.ForeignKey, _ row: SQLTableRow) throws(SQLRefusal) -> [String] {
    if let columns = key.references { return columns }
    return try entityMapping(row.entity).key
  }

  func pairs(_ left: [String], _ right: [String]) -> String {
    zip(left, right).map { "\($0) = \($1)" }.joined(separator: " AND ")
  }

  /// The condition that a row of a table of several entities is of one of some entities; nil when all are.
  func entityCondition(_ row: SQLTableRow, includesSubentities: Bool) throws(SQLRefusal) -> String? {
    guard let discriminator = try entityMapping(row.entity).discriminator else { return nil }
    let names = [row.entity] + (includesSubentities ? schema.descendants(of: row.entity).map(\.name) : [])
    if includesSubentities, schema.root(of: row.entity) == row.entity { return nil }
    let values = names.compactMap { mapping.entities[$0]?.discriminator?.value }
    if values.isEmpty { return SQLCondition.never.text }
    let list = values.map { value in
      switch value {
      case .int(let number): bind(.int(number), .integer)
      case .text(let text): bind(.text(text), .text)
      }
    }
    return "\(column(row, discriminator.column)) IN (\(list.joined(separator: ", ")))"
  }

  // MARK: Parameters

  /// Adds a parameter and returns its mark.
  func bind(_ datum: SQLDatum, _ family: SQLDialect.Family?) -> String {
    bindings.append(datum)
    let mark = "\(dialect.parameterMark)\(bindings.count)"
    if family == .date, let form = dialect.dateParameter { return SQLDialect.Form.fill(form, [mark]) }
    if family == .decimal, dialect.hasFixedDecimals, case .text(let digits) = datum { return mark + dialect.decimalCast(digits) }
    return mark + (family.flatMap { dialect.parameterCasts[$0] } ?? "")
  }

  /// The text of an operand, with a constant bound as the given type.
  func text(_ operand: SQLOperand, as type: ValueType? = nil) throws(SQLRefusal) -> String {
    guard let constant = operand.constant else { return operand.tested(operand.text) }
    let type = type ?? operand.type
    return operand.tested(
      bind(try dialect.datum(constant, schema.rawType(of: type)), SQLDialect.Family(schema.rawType(of: type))))
  }
}
