import CDQDatabase
import CDQIR
import CDQSQL
import CDQWhy

/// A sentence on what the indexes of a database do for a query, as the database's own plan says: which conditions an index
/// serves, which tables are read as a whole, and which index would change that.
struct PlanSentence {
  private let ir: QueryIR
  private let database: Database
  private let plan: DatabasePlan
  private let steps: [PlanStep]
  private let sorts: Bool

  init(_ ir: QueryIR, _ plan: DatabasePlan, _ database: Database) {
    (self.ir, self.database, self.plan) = (ir, database, plan)
    let lines = plan.explanation.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
    let read = PlanStep.steps(lines, database.dialect.name)
    // The rows that only test whether a column has the type of the schema are of no interest.
    (steps, sorts) = (read.steps.filter { plan.rows[$0.row] != nil }, read.sorts)
  }

  /// The sentence; nil for a database whose plans cdq does not read.
  var text: String? {
    if steps.isEmpty { return nil }
    let printer = IRPrinter(parameters: ir.parameters)
    func quoted(_ conditions: [PredicateIR]) -> String { Self.list(conditions.map { "'\(printer.text($0))'" }) }
    let conditions = conditions.map { (condition: $0, servers: servers(of: $0)) }
    let served = conditions.filter { !$0.servers.isEmpty }
    let others = conditions.filter(\.servers.isEmpty).map(\.condition)
    var parts: [String] = []
    if !served.isEmpty {
      let names = served.flatMap(\.servers).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      parts.append("\(Self.list(names)) \(names.count == 1 ? "serves" : "serve") \(quoted(served.map(\.condition)))")
    }
    let tables = wholeTables
    if tables.isEmpty {
      if !others.isEmpty { parts.append("\(quoted(others)) \(others.count == 1 ? "is" : "are") tested on the rows found") }
    } else if others.isEmpty, stopsEarly {
      parts.append("\(order) gives the order, so that only the first rows of \(Self.list(tables)) are read")
    } else {
      let reason = others.isEmpty ? conditions.isEmpty ? "" : ", to be joined" : ", to test \(quoted(others))"
      parts.append("every row of \(Self.list(tables)) is read\(conditions.isEmpty && sorts ? " and sorted" : reason)")
      if !others.isEmpty || conditions.isEmpty, let advice { parts.append(advice) }
    }
    if let kept = ResultRules(query: ir).firstOfEach { parts.append(kept) }
    return parts.joined(separator: "; ")
  }

  private static func list(_ names: [String]) -> String {
    names.count < 3 ? names.joined(separator: " and ") : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  // MARK: What the plan says

  /// The conditions that must all hold.
  private var conditions: [PredicateIR] {
    var (open, found) = ([ir.predicate], [PredicateIR]())
    while let next = open.popLast() {
      switch next {
      case .and(let operands): open += operands.reversed()
      case .whenPresent(_, let operand): open.append(operand)
      case .constant(true): break
      default: found.append(next)
      }
    }
    return found
  }

  /// The tables of which every row is read.
  private var wholeTables: [String] {
    var names: [String] = []
    for step in steps where !step.isSearch {
      guard let entity = plan.rows[step.row], let table = database.mapping.entities[entity]?.table.name else { continue }
      if !names.contains(table) { names.append(table) }
    }
    return names
  }

  /// Whether the database reads its first rows in the order of the query, and no others.
  private var stopsEarly: Bool { ir.limit != nil && !sorts }

  /// What has the order of the rows that are read first.
  private var order: String { steps.first { !$0.isSearch }?.index.map { "the index \($0)" } ?? "the table" }

  /// The indexes, or the key, in which a condition chooses the rows.
  private func servers(of condition: PredicateIR) -> [String] {
    var names: [String] = []
    for (entity, columns) in columns(of: condition) {
      for step in steps where step.isSearch && plan.rows[step.row].map({ isSame($0, entity) }) == true {
        guard columns.contains(where: { step.narrows($0) }) || step.narrows("rowid") && columns == key(of: entity) else {
          continue
        }
        names.append(step.index.map { "the index \($0)" } ?? "the key")
      }
    }
    return names
  }

  private func key(of entity: String) -> [String] { database.mapping.entities[entity]?.key ?? [] }

  private func isSame(_ entity: String, _ other: String) -> Bool {
    database.mapping.entities[entity]?.table == database.mapping.entities[other]?.table
  }

  /// The columns of the values that a condition compares, by entity.
  private func columns(of condition: PredicateIR) -> [(entity: String, columns: [String])] {
    var found: [(entity: String, columns: [String])] = []
    IRNode.predicate(condition).walk { node in
      guard case .expression(.path(let path)) = node, let step = path.steps.last,
        let mapping = database.mapping.entities[step.entity]
      else { return true }
      if let column = mapping.attributes[step.name] {
        found.append((step.entity, [column.column] + (column.folds ?? [:]).values))
      } else if case .foreignKey(let key)? = mapping.relationships[step.name] {
        found.append((step.entity, key.columns))
      }
      return true
    }
    return found
  }

  // MARK: What would help

  /// A condition that an index on an attribute narrows, or a key of the order.
  private struct Use {
    let entity: String
    let attribute: String
    /// Whether the index finds equal values; if not, values in order.
    let isEquality: Bool
  }

  /// The statement that makes an index of a table that is read as a whole; nil where the query has no use for one.
  private var advice: String? {
    var uses = conditions.flatMap(uses)
    if conditions.isEmpty, ir.limit != nil, case .keys(let keys) = ir.sort {
      uses = keys.compactMap { use($0.expression, isEquality: false) }
      if uses.count < keys.count { return nil }
    }
    let wanted = steps.lazy.filter { !$0.isSearch }.compactMap { step in plan.rows[step.row] }
      .first { entity in uses.contains { isSame($0.entity, entity) } }
    // Or it is read as a whole since the rows that lead to it are looked up by its keys, and not by the condition.
    guard let wanted = wanted ?? conditions.lazy.filter({ servers(of: $0).isEmpty }).flatMap(self.uses).first?.entity else { return conditions.isEmpty ? nil : "no index can serve that" }
    uses.removeAll { !isSame($0.entity, wanted) }
    // After a range, an index narrows nothing.
    let ranges = uses.filter { !$0.isEquality }
    uses = uses.filter(\.isEquality) + (conditions.isEmpty ? ranges : Array(ranges.prefix(1)))
    uses = uses.reduce(into: []) { list, use in
      if !list.contains(where: { $0.attribute == use.attribute }) { list.append(use) }
    }
    return statement(for: uses, of: wanted)
  }

  private func statement(for uses: [Use], of entity: String) -> String? {
    let names = uses.map(\.attribute)
    let known = database.schema.lineage(of: entity)
    let isThere = known.contains { entity in
      entity.indexes.contains { $0.keys.first?.attribute == names[0] } || entity.uniquenessConstraints.contains { $0.first == names[0] }
    }
    if isThere { return "the database prefers that to the index that begins with '\(names[0])'" }
    guard let mapping = database.mapping.entities[entity] else { return nil }
    let dialect = database.dialect
    let columns = uses.compactMap { use -> (name: String, text: String)? in
      guard let column = mapping.attributes[use.attribute]?.column else { return nil }
      var text = dialect.identifier(column)
      if !use.isEquality, dialect.name == .postgres {
        let property = database.schema.property(named: use.attribute, of: entity)
        // The order of the language: texts by their scalars, and nil in front.
        if property?.type.base == .string { text += #" COLLATE "C""# }
        if conditions.isEmpty, property?.type.isOptional == true { text += " NULLS FIRST" }
      }
      return (column, text)
    }
    let name = dialect.identifier(([mapping.table.name] + columns.map(\.name)).joined(separator: "_"))
    let declaration = names.count == 1 ? "'@index' on '\(names[0])'" : "'@@index(\(names.joined(separator: ", ")))'"
    return "with \(declaration) in the schema this would serve it: CREATE INDEX \(name) "
      + "ON \(dialect.identifier(mapping.table)) (\(columns.map(\.text).joined(separator: ", ")))"
  }

  /// What an index does for a condition.
  private func uses(of condition: PredicateIR) -> [Use] {
    let objects = objectUses(of: condition)
    if !objects.isEmpty { return objects }
    let found: [Use?]
    switch condition {
    case .comparison(let node):
      let isEquality = node.operator == .equal
      found = node.operator == .notEqual ? [] : [use(node.left, isEquality: isEquality) ?? use(node.right, isEquality: isEquality)]
    case .between(let node): found = [use(node.value, isEquality: false)]
    case .membership(let node):
      guard node.options.isEmpty, case .literal = node.collection else { return [] }
      found = [use(node.value, isEquality: true)]
    case .text(let node):
      found = node.options.isEmpty && node.operator.place == .prefix ? [use(node.text, isEquality: false)] : []
    case .quantified(let node): return node.kind == .any ? uses(of: node.predicate) : []
    case .and(let operands): return operands.flatMap(uses)
    default: return []
    }
    return found.compactMap { $0 }
  }

  /// What an index does for a condition on all objects of another entity that are found by a value of each, as in
  /// `SUBQUERY(Order, $o, $o.email == email).@count > 0` and `email IN Order.@unionOfObjects.email`.
  private func objectUses(of condition: PredicateIR) -> [Use] {
    switch condition {
    case .not(let operand): return objectUses(of: operand)
    case .comparison(let node): return objectUses(in: node.left) + objectUses(in: node.right)
    case .membership(let node):
      guard node.options.isEmpty, case .map(.objects, let variable, .path(let path)) = node.collection,
        path.variable == variable.id
      else { return [] }
      return [joinUse(path)].compactMap { $0 }
    default: return []
    }
  }

  /// What an index does for an attribute that is compared with one of another row. Two texts of tables that others made are
  /// compared in NFC, of which an index of the column knows nothing.
  private func joinUse(_ path: PathIR) -> Use? {
    guard let use = use(.path(path), isEquality: true) else { return nil }
    let isOwn = database.mapping.entities[use.entity]?.key == [OwnLayout.numberColumn]
    return path.type.base == .string && !isOwn ? nil : use
  }

  private func objectUses(in value: ExpressionIR) -> [Use] {
    guard case .aggregate(let node) = value, case .filter(.objects, let variable, let predicate) = node.collection else {
      return []
    }
    var tests = [predicate]
    if case .and(let operands) = predicate { tests = operands }
    var uses: [Use] = []
    for case .comparison(let test) in tests where test.operator == .equal && test.options.isEmpty {
      for side in [test.left, test.right] {
        guard case .path(let path) = side, path.variable == variable.id else { continue }
        if let use = joinUse(path) { uses.append(use) }
      }
    }
    return uses
  }

  /// What an index does for a test of an attribute; nil for a calculated value. In SQLite, the Decimal values of tables that
  /// others made are compared exactly in each row.
  private func use(_ expression: ExpressionIR, isEquality: Bool) -> Use? {
    // A year is a range of dates, and so is a month of it.
    if case .function(let node) = expression, node.function == .year, let date = node.arguments.first {
      return use(date, isEquality: false)
    }
    guard case .path(let path) = expression, let step = path.steps.last, step.kind == .attribute,
      let column = database.mapping.entities[step.entity]?.attributes[step.name]
    else { return nil }
    if database.dialect.name == .sqlite, path.type.base == .decimal, column.encoding != nil, column.isOrdered != true { return nil }
    return Use(entity: step.entity, attribute: step.name, isEquality: isEquality)
  }
}
