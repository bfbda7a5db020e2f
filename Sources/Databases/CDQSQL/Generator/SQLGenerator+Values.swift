package import CDQIR
import Foundation

extension SQLGenerator {
  /// Whether an expression reads no row, so that its value is a parameter.
  static func isConstant(_ expression: ExpressionIR) -> Bool { !readsRow(.expression(expression)) }

  static func readsRow(_ node: IRNode) -> Bool {
    node.contains { node in
      switch node {
      case .expression(.path), .collection(.path), .collection(.objects), .expression(.groupAggregate): true
      case .predicate, .expression, .collection: false
      }
    }
  }

  /// A value as an expression of SQL.
  func value(_ expression: ExpressionIR) throws(SQLRefusal) -> SQLOperand {
    if let column = substitutions[expression] { return column }
    if isTemplate {
      switch expression {
      case .literal(let value, let type): return SQLOperand(constant: value, self.type(type))
      case .parameter(let index, let type): return try argument(index, type)
      default: break
      }
    } else if SQLGenerator.isConstant(expression) {
      return SQLOperand(constant: try constants.value(of: expression), type(expression.type))
    }
    do throws(SQLRefusal) {
      return try nested { () throws(SQLRefusal) in try computed(expression) }
    } catch {
      guard isTemplate else { throw error }
      var refusal = error.at(.expression(expression))
      if error.help == nil, SQLGenerator.isConstant(expression) {
        refusal.help = "compute the value in Swift, and give it as a parameter"
      }
      throw refusal
    }
  }

  /// A value that depends on the row.
  private func computed(_ expression: ExpressionIR) throws(SQLRefusal) -> SQLOperand {
    switch expression {
    case .literal, .parameter: throw SQLRefusal("a constant has no value")
    case .path(let path): return try scalar(path)
    case .arithmetic(let node): return try arithmetic(node)
    case .negate(let operand): return try negated(operand, expression.type)
    case .function(let node): return try function(node)
    case .aggregate(let node): return try aggregate(node)
    case .groupAggregate: throw SQLRefusal("an aggregate of a group stands outside of 'select' and 'having'")
    case .element(let node): return try element(node)
    case .conditional(let node): return try conditional(node)
    case .cast(let operand, let target): return try cast(try value(operand), to: type(target))
    }
  }

  /// Zero minus a value, in a function of its own, since `computed` is on the stack once for each level of a query.
  private func negated(_ operand: ExpressionIR, _ type: ValueType) throws(SQLRefusal) -> SQLOperand {
    let evaluated = operand.type.evaluated
    let zero = SQLOperand(
      constant: evaluated == .int64 ? .int(0) : evaluated == .decimal ? .decimal(0) : .double(0), self.type(operand.type))
    // Zero minus a Double would lose the sign of zero, which no comparison sees.
    return try apply(.subtract, zero, try value(operand), self.type(type))
  }

  /// The evaluated type, with an enum represented by its raw type.
  func type(_ type: ValueType) -> ValueType { schema.rawType(of: type).evaluated }

  // MARK: Paths

  private func scalar(_ path: PathIR) throws(SQLRefusal) -> SQLOperand {
    guard let last = path.steps.last, last.kind == .attribute else {
      if path.steps.isEmpty, case .scalar(let operand)? = variables[path.variable] { return operand }
      throw SQLRefusal("an object is used as a value")
    }
    let row = try row(of: path.variable, path.steps.dropLast())
    return try attribute(last.name, of: row)
  }

  /// The row at the end of to-one steps.
  func row(of variable: Int, _ steps: some Sequence<StepIR>) throws(SQLRefusal) -> SQLTableRow {
    var row = try startRow(of: variable)
    for step in steps { row = try target(of: row, step) }
    return row
  }

  private func startRow(of variable: Int) throws(SQLRefusal) -> SQLTableRow {
    switch variables[variable] {
    case .row(let row): return row
    case .object(let object): return try object.row()
    case .scalar: throw SQLRefusal("a value has no properties")
    case nil: throw SQLRefusal("a variable is unknown")
    }
  }

  /// Joins the objects that parameters name to the rows of the query, for paths such as `$user.country`.
  func joinParameters(of ir: QueryIR, to source: SQLSource) throws(SQLRefusal) {
    for index in ir.objectParameters {
      guard case .object(let entity) = ir.parameters[index].type.base else { continue }
      let row = self.row(of: entity, isOptional: true, in: source)
      let object = SQLObject(entity: entity, key: try key(row), isOptional: false) { () throws(SQLRefusal) in row }
      if isTemplate {
        let isSame = try isObject(object, argument: index, of: entity)
        let table = dialect.identifier(try entityMapping(entity).table)
        source.join("\(table) AS \(row.alias)", on: isSame.text, to: row)
        variables[PathIR.variable(ofParameter: index)] = .row(row)
        continue
      }
      var isSame = SQLCondition.never
      if case .object(let key) = try constants.value(of: .parameter(index, .object(entity))) {
        isSame = try isObject(object, key)
      }
      let table = dialect.identifier(try entityMapping(entity).table)
      source.join("\(table) AS \(row.alias)", on: isSame.text, to: row)
      variables[PathIR.variable(ofParameter: index)] = .row(row)
    }
  }

  // MARK: Objects

  /// An object of a row, or the key that a caller gives; nil for nil.
  enum ObjectOrKey {
    case object(SQLObject)
    case key(ObjectKey?)
  }

  func objectOrKey(_ expression: ExpressionIR) throws(SQLRefusal) -> ObjectOrKey {
    if isTemplate, case .parameter = expression { throw SQLRefusal("an argument is used as an object of the database") }
    if !isTemplate, SQLGenerator.isConstant(expression) {
      if case .object(let key) = try constants.value(of: expression) { return .key(key) }
      return .key(nil)
    }
    guard case .path(let path) = expression else { throw SQLRefusal("an object is computed") }
    return .object(try object(path.variable, path.steps))
  }

  /// The object at the end of to-one steps. A foreign key tells it without a join.
  func object(_ variable: Int, _ steps: [StepIR]) throws(SQLRefusal) -> SQLObject {
    guard let last = steps.last else {
      if case .object(let object)? = variables[variable] { return object }
      let row = try row(of: variable, [])
      return SQLObject(entity: row.entity, key: try key(row), isOptional: row.isOptional) { () throws(SQLRefusal) in row
      }
    }
    let owner = try row(of: variable, steps.dropLast())
    guard case .relationship(let relationship)? = schema.property(named: last.name, of: last.entity) else {
      throw SQLRefusal("'\(last.entity)' has no relationship '\(last.name)'")
    }
    let row = { () throws(SQLRefusal) in try self.target(of: owner, last) }
    if case .foreignKey(let key) = try place(last, from: owner),
      isKey(key.references, try entityMapping(relationship.destination))
    {
      return SQLObject(
        entity: relationship.destination, key: key.columns.map { column(owner, $0) }, isOptional: true, row: row)
    }
    return SQLObject(entity: relationship.destination, key: try self.key(row()), isOptional: true, row: row)
  }

  private func isKey(_ columns: [String]?, _ mapping: EntityMapping) -> Bool {
    columns == nil || columns == mapping.key
  }

  // MARK: Computed values

  /// The greatest number of operators in a row. Each is a level of the statement, as a sum may only be out of range if it
  /// is computed in another order.
  private static let longestChain = 500

  private func arithmetic(_ node: ArithmeticIR) throws(SQLRefusal) -> SQLOperand {
    guard node.operators.count <= SQLGenerator.longestChain else {
      throw SQLRefusal("a computation has more than \(SQLGenerator.longestChain) operators in a row")
    }
    if node.type == .string { return try joined(node) }
    guard var result = try node.operands.first.map({ (operand) throws(SQLRefusal) in try value(operand) }) else {
      throw SQLRefusal("arithmetic without operands")
    }
    for (operation, operand) in zip(node.operators, node.operands.dropFirst()) {
      result = try apply(operation, result, try value(operand), type(node.type))
    }
    return result
  }

  func apply(
    _ operation: ArithmeticIR.Operator, _ left: SQLOperand, _ right: SQLOperand, _ type: ValueType
  ) throws(SQLRefusal) -> SQLOperand {
    let isTime = left.type == .date || right.type == .date
    guard let family = isTime ? .date : SQLDialect.Family(type) else { throw SQLRefusal("a computation of \(type)") }
    let form = dialect.arithmetic[operation]?[family]
    var digits: NumberDigits?
    if case .digits? = form {
      digits = NumberDigits(left)?.applying(operation, NumberDigits(right))
      guard digits?.isDecimal == true else { throw unknownDigits(operation) }
    }
    let text = try filled(form, "'\(operation.rawValue)' of \(type)") { () throws(SQLRefusal) in
      [try number(left, as: isTime ? left.type : type), try number(right, as: isTime ? right.type : type)]
    }
    var result = SQLOperand(text, type, isOptional: true)
    result.digits = digits
    return result
  }

  private func unknownDigits(_ operation: ArithmeticIR.Operator) -> SQLRefusal {
    SQLRefusal(
      "\(dialect.title) computes '\(operation.rawValue)' with more digits than a Decimal has, unless the columns limit theirs",
      help: "a column such as numeric(12, 2), with \"precision\" and \"scale\" in the mapping, as 'cdq schema import' writes it")
  }

  /// An operand as a number of the given type.
  private func number(_ operand: SQLOperand, as type: ValueType) throws(SQLRefusal) -> String {
    if operand.isNullConstant { throw SQLRefusal("a computation with nil") }
    if operand.isNaNConstant, !dialect.hasNaN { throw SQLRefusal("\(dialect.title) has no NaN") }
    if operand.constant != nil { return try text(operand, as: type) }
    guard let from = operand.family, let to = SQLDialect.Family(type) else {
      throw SQLRefusal("a computation of \(operand.type)")
    }
    if from == to { return widened(operand.text, from) }
    return try filled(dialect.casts[.init(from, to)], "\(operand.type) as \(type)") { () throws(SQLRefusal) in
      [operand.text]
    }
  }

  /// A number in the widest type of its family, so that the database computes with all digits.
  func widened(_ text: String, _ family: SQLDialect.Family) -> String {
    guard family == .integer || family == .real, let cast = dialect.parameterCasts[family] else { return text }
    return "(\(text))\(cast)"
  }

  /// The text of a form; its operands are translated only if there is one.
  func filled(
    _ form: SQLDialect.Form?, _ what: String, _ operands: () throws(SQLRefusal) -> [String]
  ) throws(SQLRefusal) -> String {
    switch form {
    case .template(let template)?, .digits(let template)?: return SQLDialect.Form.fill(template, try operands())
    case .checked(let template)?:
      if avoidsErrors { throw SQLRefusal("a value of \(what) is out of the database's range") }
      mayRaise = true
      return SQLDialect.Form.fill(template, try operands())
    case .refused(let reason)?: throw SQLRefusal(reason)
    case nil: throw SQLRefusal("\(dialect.title) has no exact form of \(what)")
    }
  }

  private func function(_ node: FunctionIR) throws(SQLRefusal) -> SQLOperand {
    if isTemplate, node.function == .now { return now() }
    guard let first = node.arguments.first else { throw SQLRefusal("'\(node.function.rawValue)' has no argument") }
    let operand = try value(first)
    if operand.isNullConstant { return SQLOperand(constant: .null, type(node.type)) }
    guard let family = operand.family else { throw SQLRefusal("'\(node.function.rawValue)' of \(operand.type)") }
    let isCalendar = family == .date && node.arguments.count > 1
    if isCalendar { throw SQLRefusal("\(dialect.title) may know other rules of time zones than this machine") }
    var isNormalized = node.function.keepsNormalization
    let text = try filled(dialect.functions[node.function]?[family], "'\(node.function.rawValue)'") {
      () throws(SQLRefusal) in
      var texts: [String] = []
      for (index, argument) in node.arguments.enumerated() {
        let operand = index == 0 ? operand : try value(argument)
        isNormalized = isNormalized && self.isNormalized(operand)
        // Functions of texts see the text as it is stored: its length depends on the form.
        texts.append(widened(try storedText(operand), operand.family ?? family))
      }
      return texts
    }
    if node.type == .string { return try computedText(text, isOptional: true, isNormalized: isNormalized) }
    return SQLOperand(text, type(node.type), isOptional: true)
  }

  private func conditional(_ node: ConditionalIR) throws(SQLRefusal) -> SQLOperand {
    let condition = predicate(node.condition)
    guard condition.isExact else { throw SQLRefusal("the condition of TERNARY has no exact SQL") }
    if condition.presence != nil { throw SQLRefusal("an optional parameter stands in the condition of TERNARY") }
    let target = type(node.type)
    if case .object = node.type { throw SQLRefusal("TERNARY gives an object") }
    let (then, otherwise) = (try branch(node.then, target), try branch(node.otherwise, target))
    let value = "CASE WHEN \(condition.text) THEN \(then) ELSE \(otherwise) END"
    return SQLOperand(value + ownCollation(target), target, isOptional: true)
  }

  /// The collation that a value with a condition in it names. In SQLite a value that names none has that of a comparison
  /// within it: `CASE WHEN price COLLATE cdq_decimal > 1 THEN name END = 'x'` would compare names as numbers.
  private func ownCollation(_ type: ValueType) -> String {
    guard dialect.name == .sqlite, !type.isNumeric || type == .decimal else { return "" }
    return SQLDialect.Family(type).flatMap { dialect.collations[$0] } ?? " COLLATE BINARY"
  }

  private func branch(_ expression: ExpressionIR, _ type: ValueType) throws(SQLRefusal) -> String {
    let operand = try value(expression)
    if operand.isNullConstant { return "NULL" }
    if operand.constant == nil, operand.family == SQLDialect.Family(type) { return operand.text }
    if type.isNumeric { return try number(operand, as: type) }
    return try valueText(operand, as: type)
  }

  private func cast(_ operand: SQLOperand, to target: ValueType) throws(SQLRefusal) -> SQLOperand {
    guard let from = operand.family, let to = SQLDialect.Family(target) else {
      throw SQLRefusal("a cast of \(operand.type)")
    }
    if operand.type == target { return SQLOperand(operand.text, target, isOptional: true) }
    // Seconds and numbers are of one family, but a cast between them has rules of its own.
    guard operand.type != .duration, target != .duration, from != to else {
      throw SQLRefusal("\(dialect.title) has no exact form of a cast from \(operand.type) to \(target)")
    }
    let text = try filled(dialect.casts[.init(from, to)], "a cast from \(operand.type) to \(target)") {
      () throws(SQLRefusal) in
      [operand.text]
    }
    return SQLOperand(text, target, isOptional: true)
  }
}

extension QueryIR {
  /// The parameters whose properties the query reads, as in `$user.country`, in the order of their index.
  package var objectParameters: [Int] {
    var found: Set<Int> = []
    for node in nodes {
      node.walk { node in
        switch node {
        case .expression(.path(let path)), .collection(.path(let path)):
          if let parameter = path.parameter { found.insert(parameter) }
        case .predicate, .expression, .collection: break
        }
        return true
      }
    }
    return found.sorted()
  }
}
