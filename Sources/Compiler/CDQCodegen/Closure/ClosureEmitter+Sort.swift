import CDQIR
import CDQSemantics

extension ClosureEmitter {
  /// A sort key as a column of the tuples that the generated code sorts; it is computed once per object.
  struct SortColumn {
    var label: String
    var key: SortKeyIR
    /// The value in the type of the language; for a text, its `CDQTextKey` unless `isKey` is false.
    var value: SwiftExpression
    var type: ValueType
    var isOptional: Bool
    /// Whether the value is a `CDQTextKey`.
    var isKey = false
  }

  /// The columns of the sort keys; emits the statements that compute them for the object in scope.
  mutating func sortColumns(_ keys: [SortKeyIR]) throws(Refusal) -> [SortColumn] {
    var labels = SwiftNameScope(reserving: query.limitPerKey == nil ? ["position"] : ["position", "group"])
    var columns: [SortColumn] = []
    for key in keys {
      let operand = try value(key.expression)
      var column = SortColumn(
        label: labels.unique(operand.hint), key: key, value: optionalNormal(operand), type: operand.type,
        isOptional: operand.isOptional)
      let place = IRNode.expression(key.expression)
      if types.needsFoundation(operand.type) { needsFoundation = true }
      switch operand.type {
      // A call compares `Date`s, and a date that is NaN has no order: the code sorts by the number of seconds.
      case .date: column.take("timeIntervalSinceReferenceDate", as: .double, of: operand)
      case .uuid: column.take("uuidString", as: .string, of: operand)
      case let type where type.isSortable: break
      default:
        throw Refusal("a sort by \(operand.type)", "its order is the engine's").at(place)
      }
      if isText(column.type), !key.options.contains(.localeSensitive) {
        column.isKey = true
        column.value = .call(
          .member(.name(types.runtime("CDQText")), "key"),
          [SwiftArgument(column.value)] + optionsArgument(key.options))
      }
      columns.append(column)
    }
    return columns
  }

  func columnType(_ column: SortColumn) -> SwiftType {
    let type = column.isKey ? .named(types.runtime("CDQTextKey")) : languageType(column.type)
    return column.isOptional ? .optional(type) : type
  }

  /// `keys.sort { … }`, which compares the columns and then the positions, so that equal rows keep their order. With a
  /// limit, the runtime sorts only the rows of the page.
  mutating func sortStatement(
    _ keys: String, _ columns: [SortColumn], _ page: ResultTail.Page, choice: (parameter: String, cases: [String])?
  ) -> SwiftStatement {
    var body: [SwiftStatement] = []
    if let choice {
      var cases: [SwiftCase] = []
      for (name, column) in zip(choice.cases, columns) {
        cases.append(SwiftCase(".\(SwiftNames.quotedMember(name))", comparison(column)))
      }
      body.append(.switch(.name(choice.parameter), cases))
    } else {
      for column in columns { body += comparison(column) }
    }
    body.append(
      .return(.binary(.member(.name("left"), "position"), "<", .member(.name("right"), "position"))))
    let closure = SwiftClosure(
      parameters: ["left", "right"], result: .named(types.standard("Bool")), body: body)
    guard let limit = page.limit else {
      return .expression(.call(.member(.name(keys), "sort"), [SwiftArgument(.closure(closure))]))
    }
    let rows = SwiftArgument(nil, .prefix("&", .name(keys)))
    let counts = [page.offset.map { SwiftArgument("offset", $0) }, SwiftArgument("limit", limit)].compactMap { $0 }
    return .expression(
      .call(
        .member(.name(types.runtime("CDQRows")), "sort"), [rows] + counts + [SwiftArgument("by", .closure(closure))]))
  }

  private mutating func comparison(_ column: SortColumn) -> [SwiftStatement] {
    let left = SwiftExpression.member(.name("left"), column.label)
    let right = SwiftExpression.member(.name("right"), column.label)
    guard column.isOptional else { return comparison(column, left, right) }
    let nullsFirst = column.key.nullsFirst
    let both = SwiftExpression.tuple([SwiftArgument(left), SwiftArgument(right)])
    return [
      .switch(
        both,
        [
          SwiftCase("(nil, nil)", [.break(nil)]),
          SwiftCase("(nil, _)", [.return(.boolean(nullsFirst))]),
          SwiftCase("(_, nil)", [.return(.boolean(!nullsFirst))]),
          SwiftCase("(let first?, let second?)", comparison(column, .name("first"), .name("second"))),
        ])
    ]
  }

  private mutating func comparison(
    _ column: SortColumn, _ left: SwiftExpression, _ right: SwiftExpression
  ) -> [SwiftStatement] {
    let (low, high) = column.key.isDescending ? (right, left) : (left, right)
    let relation = column.key.isDescending ? ">" : "<"
    if column.isKey {
      let order = names.unique(column.label + "Order")
      let call = SwiftExpression.call(
        .member(.name(types.runtime("CDQText")), "order"), [SwiftArgument(left), SwiftArgument(right)])
      return [
        .let(order, .named(types.standard("Int")), call),
        .if(
          [.holds(.binary(.name(order), "!=", .integer(0)))],
          then: [.return(.binary(.name(order), relation, .integer(0)))], else: []),
      ]
    }
    let differ = SwiftExpression.binary(left, "!=", right)
    switch Family(column.type) {
    case .floating:
      // NaN follows every number.
      let (first, second) = (SwiftExpression.member(left, "isNaN"), SwiftExpression.member(right, "isNaN"))
      return [
        .if([.holds(.binary(first, "!=", second))], then: [.return(.member(high, "isNaN"))], else: []),
        .if(
          [.holds(differ), .holds(first.negated)], then: [.return(.binary(left, relation, right))], else: []),
      ]
    case .integer:
      return [.if([.holds(differ)], then: [.return(.binary(left, relation, right))], else: [])]
    case .other(.bool):
      // False comes first.
      return [.if([.holds(differ)], then: [.return(high)], else: [])]
    case .decimal, .text, .other, .any:
      return [
        .if([.holds(precedes(column, low, high))], then: [.return(.boolean(true))], else: []),
        .if([.holds(precedes(column, high, low))], then: [.return(.boolean(false))], else: []),
      ]
    }
  }

  private func precedes(
    _ column: SortColumn, _ left: SwiftExpression, _ right: SwiftExpression
  ) -> SwiftExpression {
    if isText(column.type) { return helper("less", left, right, column.key.options) }
    return .binary(left, "<", right)
  }
}

extension ClosureEmitter.SortColumn {
  /// Makes the column sort by a member of its value.
  fileprivate mutating func take(_ member: String, as type: ValueType, of operand: Operand) {
    value = isOptional && !operand.isChained ? .optionalMember(value, member) : .member(value, member)
    self.type = type
  }
}
