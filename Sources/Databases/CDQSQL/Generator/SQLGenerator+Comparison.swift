import CDQIR

extension SQLGenerator {
  /// The comparison of two values by the language's rules for nil and NaN.
  func comparison(_ node: ComparisonIR) throws(SQLRefusal) -> SQLCondition {
    if let condition = SQLGenerator.existence(node) { return predicate(condition) }
    if case .object = node.left.type { return try objectComparison(node) }
    if case .object = node.right.type { return try objectComparison(node) }
    if node.left.type == .opaque || node.right.type == .opaque {
      throw SQLRefusal("a Transformable value is compared")
    }
    return try compare(node.operator, try value(node.left), try value(node.right), node.options)
  }

  func compare(
    _ relation: ComparisonIR.Operator, _ left: SQLOperand, _ right: SQLOperand, _ options: TextOptions = []
  ) throws(SQLRefusal) -> SQLCondition {
    if left.constant != nil, right.constant == nil { return try compare(relation.mirrored, right, left, options) }
    if right.isNullConstant {
      switch relation {
      case .equal, .lessOrEqual, .greaterOrEqual: return try isNull(left)
      case .notEqual: return try isNull(left).negated(dialect)
      case .less, .greater: return .never
      }
    }
    if right.isNaNConstant { return .of(relation == .notEqual) }
    if left.isNullConstant || left.isNaNConstant { return try compare(relation.mirrored, right, left, options) }
    if left.family == .text, right.family == .text {
      let weaker = try asciiCandidates(left, right, options) { text throws(SQLRefusal) in
        try ordered(relation, text, try folded(right, options))
      }
      if let weaker { return weaker }
      let (first, second) = (try folded(left, options), try folded(right, options))
      if relation == .equal, options.isEmpty { return try equal(left, right) }
      let exact = try ordered(relation, first, second)
      guard relation == .equal, let constant = right.constant else { return exact }
      return try spelled(exact, left, as: [constant], options) ?? exact
    }
    return try ordered(relation, left, right)
  }

  /// Compares texts as they are. Where one is a column with an index, each spelling of the other is looked for in it.
  private func equal(_ left: SQLOperand, _ right: SQLOperand) throws(SQLRefusal) -> SQLCondition {
    let exact = try ordered(.equal, left, right)
    if let found = try spelled(exact, left, as: right) { return found }
    return try spelled(exact, right, as: left) ?? exact
  }

  func isNull(_ operand: SQLOperand) throws(SQLRefusal) -> SQLCondition {
    if let constant = operand.constant { return .of(constant.isNull) }
    if !operand.isOptional { return .never }
    // A column that holds nothing but values of its type is tested as it is, so that an index serves the test.
    if case .typed(let column, _)? = operand.access { return SQLCondition(text: "\(column) IS NULL", isTwoValued: true) }
    return SQLCondition(text: "\(operand.text) IS NULL", isTwoValued: true)
  }

  /// Compares two values whose texts are folded.
  private func ordered(
    _ relation: ComparisonIR.Operator, _ left: SQLOperand, _ right: SQLOperand
  ) throws(SQLRefusal) -> SQLCondition {
    guard let family = left.family, let other = right.family else {
      throw SQLRefusal("values of the type \(left.type) have no form in \(dialect.title)")
    }
    if family == .decimal, other == .decimal { try noteDecimals() }
    if case .indexed(let indexed)? = left.access, right.constant != nil || right.source != nil, relation != .notEqual {
      // The column as it is has an index.
      var (column, bound) = (left, right)
      (column.text, column.access, bound.test) = (indexed.text, nil, indexed.test)
      return indexed.tested(try ordered(relation, column, bound), relation)
    }
    if case .bounded(let column)? = left.access, right.constant != nil || right.source != nil, relation != .notEqual {
      return try bounded(column, relation, left, right)
    }
    if case .bounded? = right.access, left.source != nil { return try ordered(relation.mirrored, right, left) }
    if case .typed? = right.access, left.source != nil { return try ordered(relation.mirrored, right, left) }
    if case .typed(let column, let form)? = left.access, right.constant != nil || right.source != nil {
      var (left, right) = (left, right)
      (left.text, left.access, right.form) = (column, nil, form)
      return try ordered(relation, left, right)
    }
    if right.constant != nil { return try compareWithConstant(relation, left, right, family) }
    if let condition = instantComparison(relation, left, right) { return condition }
    if left.source != nil, right.source == nil { return try ordered(relation.mirrored, right, left) }
    let isNumeric = { (family: SQLDialect.Family) in [.integer, .real, .decimal].contains(family) }
    if family != other {
      guard isNumeric(family), isNumeric(other) else { throw SQLRefusal("\(left.type) is compared with \(right.type)") }
      guard dialect.comparesNumbersExactly, family != .decimal, other != .decimal else {
        throw SQLRefusal("\(dialect.title) rounds where it compares \(left.type) with \(right.type)")
      }
    }
    let collation = collation(family, relation)
    let (first, second) = (try text(left) + collation, try text(right) + (left.isColumn && right.isColumn ? "" : collation))
    return between(relation, first, second, left, right, mayBeNaN: dialect.mayBeNaN(family))
  }

  /// The comparison of two expressions, neither of which is a constant.
  private func between(
    _ relation: ComparisonIR.Operator, _ first: String, _ second: String, _ left: SQLOperand, _ right: SQLOperand,
    mayBeNaN: Bool
  ) -> SQLCondition {
    let bothOptional = left.isOptional && right.isOptional
    let anyOptional = left.isOptional || right.isOptional
    // Each operand is written once, unless it is a column: the size of SQL must not double with each level of a query.
    let isShort = left.isColumn && right.isColumn
    let (a, b) = isShort ? (first, second) : ("o.a", "o.b")
    func pack(_ text: String, isTwoValued: Bool) -> SQLCondition {
      SQLCondition(
        text: isShort ? "(\(text))" : "(SELECT \(text) FROM (SELECT \(first) AS a, \(second) AS b) AS o)",
        isTwoValued: isTwoValued)
    }
    if mayBeNaN {
      let number = "\(a) <= \(dialect.infinity) AND \(b) <= \(dialect.infinity)"
      switch relation {
      case .equal, .less, .greater, .lessOrEqual, .greaterOrEqual:
        let compared = "\(a) \(relation.sql) \(b) AND \(number)"
        guard bothOptional, relation.holdsForEqual else { return pack(compared, isTwoValued: !anyOptional) }
        if isShort, let condition = unlessNil(left, right, compared) { return condition }
        return pack("\(isTrue(compared)) OR (\(a) IS NULL AND \(b) IS NULL)", isTwoValued: true)
      case .notEqual:
        let different = SQLDialect.Form.fill(dialect.different, [a, b])
        return pack("\(different) OR \(isTrue("\(a) > \(dialect.infinity)"))", isTwoValued: true)
      }
    }
    if relation.holdsForEqual, let condition = unlessNil(left, right, "\(first) \(relation.sql) \(second)") { return condition }
    switch relation {
    case .equal where bothOptional:
      return SQLCondition(text: "(\(SQLDialect.Form.fill(dialect.same, [first, second])))", isTwoValued: true)
    case .notEqual where anyOptional:
      return SQLCondition(text: "(\(SQLDialect.Form.fill(dialect.different, [first, second])))", isTwoValued: true)
    case .lessOrEqual where bothOptional, .greaterOrEqual where bothOptional:
      return pack("\(isTrue("\(a) \(relation.sql) \(b)")) OR (\(a) IS NULL AND \(b) IS NULL)", isTwoValued: true)
    default: return SQLCondition(text: "\(first) \(relation.sql) \(second)", isTwoValued: !anyOptional)
    }
  }

  /// A condition that is false where another is NULL.
  func isTrue(_ condition: String) -> String { SQLDialect.Form.fill(dialect.isTrue, [condition]) }

  /// Compares an expression with a constant that is neither nil nor NaN.
  private func compareWithConstant(
    _ relation: ComparisonIR.Operator, _ left: SQLOperand, _ right: SQLOperand, _ family: SQLDialect.Family
  ) throws(SQLRefusal) -> SQLCondition {
    guard let constant = right.constant else { throw SQLRefusal("a constant is wanted") }
    switch try ColumnBound(relation, constant, family: family, dialect) {
    case .noValue: return .never
    case .everyValue:
      // nil is different from every value, and less than none.
      return relation == .notEqual ? .always : try isNull(left).negated(dialect)
    case .compare(let relation, let constant):
      let (first, second) = (
        try text(left) + collation(family, relation), right.tested(try text(SQLOperand(constant: constant, left.type)))
      )
      switch relation {
      case .notEqual where left.isOptional:
        return SQLCondition(text: "(\(SQLDialect.Form.fill(dialect.different, [first, second])))", isTwoValued: true)
      case .greater where dialect.mayBeNaN(family), .greaterOrEqual where dialect.mayBeNaN(family):
        // NaN is above all numbers there, and comparable with none here.
        if !left.isColumn {
          return SQLCondition(
            text: "(SELECT o.a \(relation.sql) \(second) AND o.a <= \(dialect.infinity) FROM (SELECT \(first) AS a) AS o)",
            isTwoValued: !left.isOptional)
        }
        return SQLCondition(
          text: "(\(first) \(relation.sql) \(second) AND \(first) <= \(dialect.infinity))", isTwoValued: !left.isOptional)
      default: return SQLCondition(text: "\(first) \(relation.sql) \(second)", isTwoValued: !left.isOptional)
      }
    }
  }

  /// Notes that Decimals of different numbers of digits are compared, which may overflow.
  func noteDecimals() throws(SQLRefusal) {
    guard dialect.hasFixedDecimals else { return }
    if avoidsErrors { throw SQLRefusal("Decimals of \(dialect.title) may have too many digits to be compared") }
    mayRaise = true
  }

  /// The clause that makes a comparison that of the language. Equality of texts needs none.
  ///
  /// It stands after the column: PostgreSQL forgets it there if it is that of the column, but a constant with it keeps
  /// `postgres_fdw` from sending a condition to another server.
  func collation(_ family: SQLDialect.Family, _ relation: ComparisonIR.Operator) -> String {
    if relation.isEquality, family == .text || family == .url { return "" }
    return dialect.collations[family] ?? ""
  }

  func between(_ node: BetweenIR) throws(SQLRefusal) -> SQLCondition {
    let value = try value(node.value)
    let (low, high) = (try self.value(node.low), try self.value(node.high))
    if value.isNullConstant || low.isNullConstant || high.isNullConstant { return .never }
    guard value.isColumn || value.constant != nil else {
      throw SQLRefusal("BETWEEN tests a computed value, which SQL would compute twice")
    }
    // The value is tested for nil first, so that nil bounds have no part in it.
    let isValue = try isNull(value).negated(dialect)
    let fromLow = try compare(.greaterOrEqual, value, low)
    let toHigh = try compare(.lessOrEqual, value, high)
    let bothOptional = value.isOptional && (low.isOptional || high.isOptional)
    return .joined(bothOptional ? [isValue, fromLow, toHigh] : [fromLow, toHigh], isAnd: true)
  }

  // MARK: Objects

  private func objectComparison(_ node: ComparisonIR) throws(SQLRefusal) -> SQLCondition {
    // Objects have no order: the other operand is nil, and no object is less or greater than nil.
    if node.operator == .less || node.operator == .greater { return .never }
    if let argument = objectParameter(node.left) ?? objectParameter(node.right) {
      let other = objectParameter(node.left) == nil ? node.left : node.right
      guard case .object(let object) = try objectOrKey(other) else { throw SQLRefusal("two arguments are compared") }
      let isSame = try isObject(object, argument: argument.index, of: argument.entity)
      return node.operator == .notEqual ? isSame.negated(dialect) : isSame
    }
    let (left, right) = (try objectOrKey(node.left), try objectOrKey(node.right))
    switch (left, right) {
    case (.key(nil), .key(nil)): return .of(node.operator.holdsForEqual)
    case (.key(let first), .key(let second)): return .of((first == second) == (node.operator != .notEqual))
    case (.object(let object), .key(let key)), (.key(let key), .object(let object)):
      guard let key else {
        let isNull = isNull(object)
        return node.operator == .notEqual ? isNull.negated(dialect) : isNull
      }
      let isSame = try isObject(object, key)
      if node.operator != .notEqual { return isSame }
      return isSame.negated(dialect)
    case (.object(let first), .object(let second)): return try same(first, second, isEqual: node.operator != .notEqual)
    }
  }

  func same(_ first: SQLObject, _ second: SQLObject, isEqual: Bool) throws(SQLRefusal) -> SQLCondition {
    guard first.key.count == second.key.count, !first.key.isEmpty else { throw SQLRefusal("objects of different keys are compared") }
    guard schema.root(of: first.entity) == schema.root(of: second.entity) else { return .of(!isEqual) }
    let bothOptional = first.isOptional && second.isOptional
    let anyOptional = first.isOptional || second.isOptional
    let parts = zip(first.key, second.key).map { a, b in
      bothOptional ? "(\(SQLDialect.Form.fill(dialect.same, [a, b])))" : "\(a) = \(b)"
    }
    let result = SQLCondition(
      text: parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " AND ")))",
      isTwoValued: bothOptional || !anyOptional)
    return isEqual ? result : result.negated(dialect)
  }

  func isNull(_ object: SQLObject) -> SQLCondition {
    guard object.isOptional, let column = object.key.first else { return .never }
    // A key of several columns refers to no object when one of them is NULL.
    let parts = object.key.map { "\($0) IS NULL" }
    return SQLCondition(text: parts.count == 1 ? "\(column) IS NULL" : "(\(parts.joined(separator: " OR ")))", isTwoValued: true)
  }

  /// The condition that an object has a key that the caller gives.
  func isObject(_ object: SQLObject, _ key: ObjectKey) throws(SQLRefusal) -> SQLCondition {
    guard let identity = constants.identity(of: key, entity: object.entity) else { return .never }
    switch identity {
    case .number(let number):
      guard object.key.count == 1 else { throw SQLRefusal("the object has no record number") }
      return SQLCondition(text: "\(object.key[0]) = \(bind(.int(Int64(number)), .integer))", isTwoValued: !object.isOptional)
    case .attributes(let names, let values):
      let row = try object.row()
      var conditions: [SQLCondition] = []
      for (name, value) in zip(names, values) {
        var column = try attribute(name, of: row)
        column.isOptional = column.isOptional || row.isOptional || object.isOptional
        conditions.append(try compare(.equal, column, SQLOperand(constant: value, column.type)))
      }
      return .joined(conditions, isAnd: true)
    }
  }
}

extension ComparisonIR.Operator {
  /// The spelling in SQL.
  var sql: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: rawValue
    }
  }
}
