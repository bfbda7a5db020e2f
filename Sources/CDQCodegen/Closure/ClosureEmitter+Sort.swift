import CDQIR
import CDQSemantics

extension ClosureEmitter {
  /// A sort key as a column of the rows that are sorted: computed once per object.
  struct SortColumn {
    var label: String
    var key: SortKeyIR
    /// In the language's form.
    var value: SwiftExpression
    var type: ValueType
    var isOptional: Bool
  }

  /// The columns, their values being written for the object in scope.
  mutating func sortColumns(_ keys: [SortKeyIR]) throws(Refusal) -> [SortColumn] {
    var labels = SwiftNameScope(reserving: ["position"])
    var columns: [SortColumn] = []
    for key in keys {
      let operand = try value(key.expression)
      var column = SortColumn(
        label: labels.unique(operand.hint), key: key, value: optionalNormal(operand), type: operand.type,
        isOptional: operand.isOptional)
      let place = IRNode.expression(key.expression)
      switch operand.type {
      case .bool, .int16, .int32, .int64, .float, .double, .decimal, .date, .duration, .enumeration: break
      case .string:
        if !key.options.isEmpty, !key.options.contains(.localeSensitive) { fold(&column) }
      case .uuid:
        column.value =
          column.isOptional && !operand.isChained
          ? .optionalMember(column.value, "uuidString") : .member(column.value, "uuidString")
        column.type = .string
      case .data, .url, .object, .opaque, .collection, .null:
        throw Refusal("a sort by \(operand.type)", "its order is the engine's").at(place)
      }
      columns.append(column)
    }
    return columns
  }

  private mutating func fold(_ column: inout SortColumn) {
    let options = SwiftArgument(optionsLiteral(column.key.options))
    let helper = SwiftExpression.member(.name(types.runtime("CDQText")), "folded")
    guard column.isOptional else {
      column.value = .call(helper, [SwiftArgument(column.value), options])
      return
    }
    let name = names.unique(column.label + "Key")
    let text = names.unique(column.label)
    emit(.var(name, .optional(.named(types.standard("String"))), .null))
    let folded = SwiftExpression.call(helper, [SwiftArgument(.name(text)), options])
    emit(.if([.unwrap(text, column.value)], then: [.assign(.name(name), "=", folded)], else: []))
    column.value = .name(name)
  }

  func columnType(_ column: SortColumn) -> SwiftType {
    column.isOptional ? .optional(languageType(column.type)) : languageType(column.type)
  }

  /// `keys.sort { … }`: by the columns, then by position, so that equal rows keep their order. For a page only as many
  /// are sorted as it needs.
  mutating func sortStatement(
    _ keys: String, _ columns: [SortColumn], _ page: Page, choice: (parameter: String, cases: [String])?
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
    var statements: [SwiftStatement] = []
    if Family(column.type) == .floating {
      // NaN follows every number.
      let differ = SwiftExpression.binary(.member(left, "isNaN"), "!=", .member(right, "isNaN"))
      statements.append(.if([.holds(differ)], then: [.return(.member(high, "isNaN"))], else: []))
    }
    if isText(column.type), !column.key.options.contains(.localeSensitive) {
      // Other options have been folded away.
      let order = names.unique(column.label + "Order")
      let call = SwiftExpression.call(
        .member(.name(types.runtime("CDQText")), "order"), [SwiftArgument(left), SwiftArgument(right)])
      let relation = column.key.isDescending ? ">" : "<"
      return [
        .let(order, .named(types.standard("Int")), call),
        .if(
          [.holds(.binary(.name(order), "!=", .integer(0)))],
          then: [.return(.binary(.name(order), relation, .integer(0)))], else: []),
      ]
    }
    statements.append(.if([.holds(precedes(column, low, high))], then: [.return(.boolean(true))], else: []))
    statements.append(.if([.holds(precedes(column, high, low))], then: [.return(.boolean(false))], else: []))
    return statements
  }

  private func precedes(
    _ column: SortColumn, _ left: SwiftExpression, _ right: SwiftExpression
  ) -> SwiftExpression {
    if case .bool = column.type { return .binary(left.negated, "&&", right) }
    if isText(column.type) { return helper("less", left, right, column.key.options) }
    return .binary(left, "<", right)
  }
}
