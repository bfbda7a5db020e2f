package import CDQIR

extension BoundQuery {
  /// A query whose arguments are not known.
  init(unbound ir: QueryIR) {
    self.init(ir: ir, sortKeys: [], limit: nil, offset: nil)
    switch ir.sort {
    case .keys(let keys): sortKeys = keys
    case .choice(let parameter, let keys): choice = (parameter, keys)
    }
    (limit, limitParameter) = BoundQuery.count(ir.limit)
    (keyLimit, keyLimitParameter) = BoundQuery.count(ir.limitPerKey?.count)
    (offset, offsetParameter) = BoundQuery.count(ir.offset)
  }

  private static func count(_ count: CountIR?) -> (number: Int?, parameter: Int?) {
    switch count {
    case .constant(let number)?: (number, nil)
    case .parameter(let index)?: (nil, index)
    case nil: (nil, nil)
    }
  }
}

// Statements that are written before the arguments are known. A parameter is an operand like a column, so that the text
// is the same for all arguments; nil is bound as NULL. What depends on the argument beyond that is bound in a form
// (`SQLBinding.Form`) that is computed when the statement runs. Parts in braces, such as `{name: AND t1."name" = ?1}`,
// are there only if the argument is given.
extension SQLGenerator {
  /// The statement of a query for all arguments.
  ///
  /// - Throws: `SQLRefusal` when a part of the query has no exact SQL in the dialect.
  package static func template(
    for ir: QueryIR, schema: Schema, mapping: DatabaseMapping, dialect: SQLDialect
  ) throws(SQLRefusal) -> SQLQuery {
    let generator = SQLGenerator(schema: schema, mapping: mapping, dialect: dialect, constants: LiteralConstants())
    generator.template = TemplateParameters(parameters: ir.parameters)
    return try generator.statement(for: BoundQuery(unbound: ir))
  }

  var isTemplate: Bool { template != nil }

  /// Runs the translation of a node, which a refusal then names if the statement is for generated code.
  func placed<Result>(_ node: IRNode, _ body: () throws(SQLRefusal) -> Result) throws(SQLRefusal) -> Result {
    do throws(SQLRefusal) {
      return try body()
    } catch {
      throw isTemplate ? error.at(node) : error
    }
  }

  /// Adds a parameter that is bound when the statement runs, or finds it, and returns its mark.
  func bind(_ source: SQLBinding.Source, _ form: SQLBinding.Form, _ family: SQLDialect.Family?) -> String {
    let binding = SQLBinding.computed(source, form)
    let cast = family.flatMap { dialect.parameterCasts[$0] } ?? ""
    if let number = template?.numbers[binding] { return "\(dialect.parameterMark)\(number)\(cast)" }
    let mark = bind(.null, family)
    template?.numbers[binding] = bindings.count
    template?.bindings[bindings.count] = binding
    return mark
  }

  /// The operand of a parameter, which may be written several times as a column may.
  func argument(_ index: Int, _ declared: ValueType) throws(SQLRefusal) -> SQLOperand {
    let type = type(declared)
    guard let family = SQLDialect.Family(type), declared != .opaque else {
      throw SQLRefusal("a parameter of the type \(declared) has no form in a statement")
    }
    var operand = SQLOperand(
      bind(.parameter(index), .value, family), type, isOptional: mayBeNil(index), isColumn: true)
    operand.source = .parameter(index)
    return operand
  }

  /// Whether the argument may be nil where the condition stands that is being translated.
  func mayBeNil(_ index: Int) -> Bool {
    guard let template, template.parameters.indices.contains(index) else { return true }
    let parameter = template.parameters[index]
    return parameter.type.isOptional || (parameter.isOmittable && !template.present.contains(index))
  }

  func now() -> SQLOperand {
    var operand = SQLOperand(bind(.now, .value, .date), .date, isOptional: false, isColumn: true)
    operand.source = .now
    return operand
  }

  /// A condition that is there only if the arguments for some parameters are given.
  func whenPresent(_ parameters: [Int], _ operand: PredicateIR) throws(SQLRefusal) -> SQLCondition {
    guard let known = template?.parameters else { return predicate(operand) }
    let outer = template?.present ?? []
    template?.present.formUnion(parameters)
    defer { template?.present = outer }
    var condition = predicate(operand)
    if condition.constant != nil, condition.isExact { condition = .init(text: condition.text, isTwoValued: true) }
    let names = parameters.compactMap { known.indices.contains($0) ? known[$0].name : nil }
    condition.presence = try SQLPresence(terms: [Set(names)]).and(condition.presence)
    return condition
  }

  /// The condition of a clause, which is true where nothing of it is left.
  func clause(_ condition: SQLCondition) -> SQLCondition {
    condition.presence == nil || condition.isTrueWhenAbsent ? condition : .joined([.always, condition], isAnd: true)
  }

  /// The keys of the `ORDER BY` clause of a query, followed by those that are always there.
  func order(of query: BoundQuery, then rest: [String]) throws(SQLRefusal) -> [String] {
    guard let (parameter, keys) = query.choice, let template else { return try sortClause(query.sortKeys) + rest }
    guard let first = rest.first else {
      throw SQLRefusal("the order is chosen by a parameter, and the rows have no order without it")
    }
    var text = ""
    var seen: Set<String> = []
    for key in keys where seen.insert(key.name).inserted {
      // The name stands in the text, in front of a colon.
      guard key.name.allSatisfy({ $0.isLetter || $0.isNumber || "_.[]()$ ".contains($0) }) else {
        throw SQLRefusal("the sort by '\(key.name)' cannot be chosen by a name")
      }
      guard let clause = try sortClause([key]).first else { continue }
      text += "{\(template.parameters[parameter].name)=\(key.name): \(clause), }"
    }
    return [text + first] + rest.dropFirst()
  }

  /// The bindings of the parameters with these numbers, in their new order.
  func templateBindings(_ used: [Int]) -> [SQLBinding] {
    used.map { template?.bindings[$0] ?? .datum(bindings[$0 - 1]) }
  }

  /// A comparison that also holds for two nils, of a column with an argument that may be nil, in two parts:
  /// `({name: t1."name" = ?1}{!name: t1."name" IS NULL})`. An index serves both, and neither keeps the rows of an outer
  /// join that have no partner. The form with one text, `IS NOT DISTINCT FROM`, has no index in PostgreSQL.
  func unlessNil(_ left: SQLOperand, _ right: SQLOperand, _ compared: String) -> SQLCondition? {
    guard let template, left.isOptional, right.isOptional else { return nil }
    for (column, argument) in [(left, right), (right, left)] {
      guard case .parameter(let index)? = argument.source, column.source == nil, column.isColumn else { continue }
      let name = template.parameters[index].name
      return SQLCondition(text: "({\(name): \(compared)}{!\(name): \(column.text) IS NULL})", isTwoValued: false)
    }
    return nil
  }

  // MARK: Texts

  /// Where the text of an operand comes from; nil for one of the database.
  func textSource(_ operand: SQLOperand) -> SQLBinding.Source? {
    guard isTemplate else { return nil }
    if case .string(let text)? = operand.constant { return .literal(text) }
    return operand.source
  }

  /// An operand whose text is folded when the statement runs; nil for one of the database.
  func foldedArgument(_ operand: SQLOperand, _ options: TextOptions) -> SQLOperand? {
    guard let source = textSource(operand) else { return nil }
    var folded = SQLOperand(
      bind(source, .folded(options.letters), .text), operand.type, isOptional: operand.isOptional, isColumn: true)
    folded.source = operand.source
    return folded
  }

  /// The range of the texts that begin with an argument.
  func argumentRange(
    _ column: String, _ pattern: SQLOperand, _ options: TextOptions, _ tested: (String) -> String
  ) -> String? {
    guard let source = textSource(pattern) else { return nil }
    let collated = column + (dialect.collations[.text] ?? "")
    let from = tested(bind(source, .folded(options.letters), .text))
    let to = bind(source, .prefixEnd(options.letters), .text)
    return "\(collated) >= \(from) AND \(collated) < \(to)"
  }

  /// The test of a text by the regular expression of an argument, which must be one that is exact.
  func argumentMatch(
    _ node: TextMatchIR, _ value: SQLOperand, _ pattern: SQLOperand, _ tests: SQLDialect.TextTests, range: String?
  ) -> SQLCondition? {
    guard let source = textSource(pattern) else { return nil }
    let word = node.operator.rawValue + node.options.suffix
    let matches = SQLDialect.Form.fill(tests.matches, [value.text, bind(source, .pattern(word), .text)])
    var test = narrowed(matches, value, tests, range: range) { () throws(Never) in
      bind(source, .folded(node.options.letters), .text)
    }
    if range != nil, let form = tests.prefix {
      test = SQLDialect.Form.fill(form, [value.text, bind(source, .folded(node.options.letters), .text), test])
    }
    return SQLCondition(
      text: range.map { "(\($0) AND \(test))" } ?? test, isTwoValued: !value.isOptional && !pattern.isOptional)
  }

  // MARK: Dates

  /// The comparison with a date that may lie between two instants of the database; nil where it cannot.
  func instantComparison(_ relation: ComparisonIR.Operator, _ left: SQLOperand, _ right: SQLOperand) -> SQLCondition? {
    guard isTemplate, dialect.hasMicroseconds, left.family == .date, right.family == .date else { return nil }
    guard let source = right.source else {
      return left.source == nil ? nil : instantComparison(relation.mirrored, right, left)
    }
    let rounding: SQLBinding.Rounding
    switch relation {
    case .less, .greaterOrEqual: rounding = .up
    case .lessOrEqual, .greater: rounding = .down
    case .equal: rounding = .exact
    case .notEqual: return instantComparison(.equal, left, right)?.negated(dialect)
    }
    let test = "\(left.text) \(relation.sql) \(right.tested(bind(source, .instant(rounding), .date)))"
    guard relation.holdsForEqual, left.isOptional, right.isOptional else {
      return SQLCondition(text: test, isTwoValued: false)
    }
    if let condition = unlessNil(left, right, test) { return condition }
    return SQLCondition(
      text: "(\(isTrue(test)) OR (\(left.text) IS NULL AND \(right.text) IS NULL))", isTwoValued: true)
  }

  // MARK: Lists

  /// The test whether a value is among those of a list parameter.
  func membership(
    _ operand: SQLOperand, inParameter index: Int, of elementType: ValueType, _ options: TextOptions
  ) throws(SQLRefusal) -> SQLCondition {
    guard let family = operand.family, let other = SQLDialect.Family(type(elementType)) else {
      throw SQLRefusal("a list of \(elementType) has no form in a statement")
    }
    let isNumber = { (family: SQLDialect.Family) in family == .integer || family == .real }
    guard family == other || (dialect.comparesNumbersExactly && isNumber(family) && isNumber(other)) else {
      throw SQLRefusal("\(operand.type) is looked for in a list of \(elementType)", help: "give both the same type")
    }
    let value = try folded(operand, family == .text ? options : [])
    let form = SQLBinding.Form.list(family == .text ? options.letters : "")
    let text: String
    switch dialect.lists {
    case .array:
      let mark = bind(.parameter(index), form, nil)
      text = "\(try self.text(value)) \(anyElement(of: mark, family))"
    case .expanded:
      let list = "\(dialect.collations[family] ?? "") IN (\(bind(.parameter(index), form, nil))...)"
      if case .indexed(let indexed)? = value.access {
        // The test is first, so that it also runs where a row is not in the list.
        text = "(\(indexed.test) AND \(indexed.text)\(list))"
      } else {
        text = "\(try self.text(value))\(list)"
      }
    }
    let condition = SQLCondition(text: text, isTwoValued: !value.isOptional)
    guard family == .text, options.isEmpty, case .spelled(let column)? = operand.access else { return condition }
    return spelled(condition, column, asArgument: .parameter(index))
  }

  /// The test whether a value is among those of the query's text.
  func membership(_ operand: SQLOperand, among elements: [Value], _ node: MembershipIR) throws(SQLRefusal)
    -> SQLCondition
  {
    guard let family = operand.family else { throw SQLRefusal("a value of \(operand.type) is looked for") }
    let value = try folded(operand, family == .text ? node.options : [])
    var marks: [String] = []
    for element in elements where !element.isNull {
      let constant = try folded(
        SQLOperand(constant: element, type(node.collection.elementType)), family == .text ? node.options : [])
      if constant.isNaNConstant { continue }
      guard let known = constant.constant else {
        marks.append(constant.text)
        continue
      }
      if case .compare(_, let same) = try ColumnBound(.equal, known, family: family, dialect) {
        marks.append(try text(SQLOperand(constant: same, value.type)))
      }
    }
    if marks.isEmpty { return .never }
    var left = try text(value)
    let indexed: IndexedColumn? = if case .indexed(let indexed)? = value.access { indexed } else { nil }
    if let indexed { (left, marks[0]) = (indexed.text, "(SELECT \(marks[0]) WHERE \(indexed.test))") }
    let condition = SQLCondition(
      text: "\(left)\(dialect.collations[family] ?? "") IN (\(marks.joined(separator: ", ")))",
      isTwoValued: !value.isOptional)
    if let indexed { return indexed.tested(condition, .equal) }
    return node.options.isEmpty ? try spelled(condition, operand, as: elements) ?? condition : condition
  }

  // MARK: Objects

  /// The attributes whose values are the argument for an object of an entity; none for an insertion number.
  private func identity(of entity: String) throws(SQLRefusal) -> [Attribute] {
    let root = schema.root(of: entity)
    let identity = schema.identity(of: root)
    if !identity.isEmpty, identity.allSatisfy({ !$0.isOptional && SQLDialect.Family(type($0.type)) != nil }) {
      return identity
    }
    let hasOther = ([root] + schema.descendants(of: root).map(\.name)).contains { !schema.identity(of: $0).isEmpty }
    if hasOther {
      throw SQLRefusal(
        "objects of '\(entity)' are not all identified by the same required attributes",
        help: "compare their attributes instead")
    }
    return []
  }

  /// Whether the value of the attribute is the argument, and not an `ObjectKey` with it.
  private func isPlain(_ identity: [Attribute]) -> Bool {
    switch identity.count == 1 ? identity[0].type : .null {
    case .int16, .int32, .int64, .string, .uuid: true
    default: false
    }
  }

  /// Refuses an entity without identifying attributes whose table has no number for each row.
  private func requireNumber(of entity: String) throws(SQLRefusal) {
    let place = try entityMapping(entity)
    let attribute = place.attributes.first { [$0.value.column] == place.key }?.key
    var isNumber = place.key.count == 1
    if let attribute, case .attribute(let found)? = property(attribute, of: entity) {
      isNumber = isNumber && SQLDialect.Family(type(found.type)) == .integer
    }
    if !isNumber {
      throw SQLRefusal(
        "nothing identifies an object of '\(entity)'",
        help: "declare what does as '@unique', or '@@unique' of several attributes")
    }
  }

  /// The value of one of the attributes that identify the object of an argument.
  private func identityArgument(_ index: Int, _ place: Int, of identity: [Attribute]) throws(SQLRefusal) -> SQLOperand {
    let type = type(identity[place].type)
    if isPlain(identity) { return try argument(index, type) }
    let mark = bind(.parameter(index), .keyPart(place, of: identity.count, type), SQLDialect.Family(type))
    return SQLOperand(mark, type, isOptional: mayBeNil(index), isColumn: true)
  }

  /// The column of an identifying attribute, which is NULL where there is no object.
  private func identityColumn(_ attribute: Attribute, of object: SQLObject) throws(SQLRefusal) -> SQLOperand {
    let row = try object.row()
    var column = try self.attribute(attribute.name, of: row)
    column.isOptional = column.isOptional || row.isOptional || object.isOptional
    return column
  }

  /// The type of an object parameter's entity; nil for any other parameter.
  func objectParameter(_ expression: ExpressionIR) -> (index: Int, entity: String)? {
    guard isTemplate, case .parameter(let index, .object(let entity)) = expression else { return nil }
    return (index, entity)
  }

  /// The condition that an object is the one of an argument; two nils are the same.
  func isObject(_ object: SQLObject, argument index: Int, of entity: String) throws(SQLRefusal) -> SQLCondition {
    guard schema.root(of: object.entity) == schema.root(of: entity) else { return .never }
    let identity = try identity(of: entity)
    if identity.isEmpty {
      try requireNumber(of: entity)
      let key = SQLOperand(object.key[0], .int64, isOptional: object.isOptional, isColumn: true)
      let number = SQLOperand(
        bind(.parameter(index), .recordNumber, .integer), .int64, isOptional: mayBeNil(index), isColumn: true)
      return try compare(.equal, key, number)
    }
    var conditions: [SQLCondition] = []
    for (place, attribute) in identity.enumerated() {
      conditions.append(
        try compare(.equal, identityColumn(attribute, of: object), identityArgument(index, place, of: identity)))
    }
    return conditions.count == 1 ? conditions[0] : .joined(conditions, isAnd: true)
  }

  /// The condition that an object is among those of a list parameter.
  func isObject(_ object: SQLObject, inParameter index: Int, of entity: String) throws(SQLRefusal) -> SQLCondition {
    let identity = try identity(of: entity)
    guard schema.root(of: object.entity) == schema.root(of: entity), isPlain(identity) else {
      throw SQLRefusal("an object is looked for in a list of objects without an identifying attribute")
    }
    return try membership(identityColumn(identity[0], of: object), inParameter: index, of: identity[0].type, [])
  }

  /// Adds the columns that tell an object as generated code has it.
  func selectReference(of row: SQLTableRow, _ selection: inout SQLSelection) throws(SQLRefusal) -> SQLObjectShape {
    var shape = SQLObjectShape(entity: row.entity, key: [], discriminator: nil, identity: [])
    for attribute in try identity(of: row.entity) {
      let operand = try self.attribute(attribute.name, of: row)
      let column = sqlColumn(attribute.name, operand.type, isOptional: true)
      shape.identity.append((attribute.name, selection.add(output(operand), column)))
    }
    if shape.identity.isEmpty {
      try requireNumber(of: row.entity)
      for column in try key(row) { shape.key.append(selection.add(column, SQLColumn(name: "key", type: .int64))) }
    }
    return shape
  }
}
