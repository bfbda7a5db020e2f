import CDQIR

// `group by`: generated code collects each group in an array; groups are in the order of their first objects.
extension ClosureEmitter {
  /// The variable id of the array of the current group's objects. Variables of queries have ids from 0, and object
  /// parameters have small negative ones.
  static let groupVariable = Int.min

  /// Emits a query with `group by`: the loop over the groups, which makes their rows.
  mutating func groups(
    _ projection: ProjectionIR, over source: String
  ) throws(Refusal) -> [SwiftStatement] {
    if projection.isDistinct {
      throw Refusal("'select distinct' of groups", "groups are distinct by their keys only").at(projection)
    }
    let page = checkedPage()
    var inner = self
    inner.query.projection = nil
    inner.query.cardinality = .many
    inner.query.sort = .keys([])
    (inner.query.limit, inner.query.offset) = (nil, nil)
    var statements = try inner.body(over: source)
    (names, isThrowing, readEntities) = (inner.names, inner.isThrowing || isThrowing, inner.readEntities)
    (needsFoundation, hoisted, objectParameters) = (inner.needsFoundation, inner.hoisted, inner.objectParameters)
    prologue = []
    guard case .return(let objects?)? = statements.popLast() else { throw Refusal("'group by'", "it has no objects") }
    let selected = names.unique("selected")
    let members = names.unique("members")
    let object = names.unique(SwiftNames.lowerFirst(query.entity))
    let list = SwiftType.array(types.declared(query.entity))
    statements.append(.let(selected, list, objects))
    let groups = try grouped(projection.grouping, selected, object)

    variables[ClosureEmitter.groupVariable] = Operand(
      .name(members), .collection(element: .object(query.entity), isOrdered: true))
    // Values that all objects of a group share are read from the first object. The only group of a query without keys
    // may be empty, and the checker allows only aggregates there.
    let first = names.unique("first")
    variables[0] =
      projection.grouping.isEmpty ? nil : Operand(.name(first), .object(query.entity), form: .object)
    let rowType = rowTypeName(projection)
    let type = rowType ?? projection.items.first.map(columnType) ?? list
    let row = names.unique("row")
    open()
    if let having = projection.having {
      try requireIfPresent(having.simplified.ordered, else: [.continue(nil)])
    }
    emit(.let(row, type, try made(projection, rowType)))
    let parts = try result(page, row, ResultElement(type: type, value: .name(row)))
    emit(parts.perObject)
    var turn = close()
    if turn.mention(first) {
      turn.insert(.guard([.unwrap(first, .member(.name(members), "first"))], else: [.continue(nil)]), at: 0)
    }
    let usesMembers = turn.mention(members)
    let loop = SwiftStatement.for(label: nil, usesMembers ? members : "_", in: groups, turn)
    return statements + prologue + parts.before + [loop] + parts.after
  }

  /// Emits the statements that make the groups into the prologue, and returns the array of groups.
  private mutating func grouped(
    _ keys: [ExpressionIR], _ selected: String, _ object: String
  ) throws(Refusal) -> SwiftExpression {
    // Without keys all objects are one group, and that group exists even when no object matches.
    if keys.isEmpty { return .array([.name(selected)]) }
    variables[0] = Operand(.name(object), .object(query.entity), form: .object)
    let (groups, places, key) = (names.unique("groups"), names.unique("places"), names.unique("key"))
    let (place, count) = (names.unique("place"), SwiftExpression.member(.name(groups), "count"))
    open()
    emit(.let(key, groupKeyType, try groupKeys(keys)))
    let known = SwiftExpression.subscript(.name(groups), .name(place))
    emit(
      .if(
        [.unwrap(place, .subscript(.name(places), .name(key)))],
        then: [.expression(.call(.member(known, "append"), [SwiftArgument(.name(object))]))],
        else: [
          .assign(.subscript(.name(places), .name(key)), "=", count),
          .expression(.call(.member(.name(groups), "append"), [SwiftArgument(.array([.name(object)]))])),
        ]))
    let turn = close()
    let dictionary = SwiftType.generic(
      types.standard("Dictionary"), [groupKeyType, .named(types.standard("Int"))])
    prologue += [
      .var(groups, .array(.array(types.declared(query.entity))), .array([])),
      .var(places, dictionary, .call(.name(dictionary.text), [])),
      .for(label: nil, object, in: .name(selected), turn),
    ]
    return .name(groups)
  }

  /// The type of the keys of a group.
  var groupKeyType: SwiftType { .array(.optional(.named(types.runtime("CDQKey")))) }

  /// The keys of the group of the object in scope.
  mutating func groupKeys(_ keys: [ExpressionIR]) throws(Refusal) -> SwiftExpression {
    var parts: [SwiftExpression] = []
    for expression in keys { parts.append(try groupKey(expression)) }
    return .array(parts)
  }

  /// The grouping key of a value, a `CDQKey?`. nil is a key too: its objects are one group.
  mutating func groupKey(_ expression: ExpressionIR) throws(Refusal) -> SwiftExpression {
    let operand = try identity(try value(expression))
    guard let wrapper = boxCase(operand.type) else {
      throw Refusal("groups by \(operand.type)", "plain Swift has no key for its values")
    }
    func key(_ value: SwiftExpression) -> SwiftExpression {
      .call(types.runtime("CDQKey"), SwiftArgument(.call(.implicitMember(wrapper), [SwiftArgument(value)])))
    }
    guard operand.isOptional else { return key(normal(operand, operand.expression)) }
    var clauses: [SwiftCondition] = []
    let present = unwrap(operand, &clauses)
    let name = names.unique("group")
    emit(.var(name, .optional(.named(types.runtime("CDQKey"))), .null))
    emit(.if(clauses, then: [.assign(.name(name), "=", key(present))], else: []))
    return .name(name)
  }

  /// Emits an aggregate of a group, such as `count()` or `sum(price)`, as an aggregate over the group's array.
  mutating func groupAggregate(_ node: GroupAggregateIR) throws(Refusal) -> Operand {
    let object = OptionalType(.object(query.entity))
    let members = CollectionIR.path(PathIR(variable: ClosureEmitter.groupVariable, steps: [], type: object))
    guard let argument = node.argument else { return try aggregate(AggregateIR(.count, members, type: .int64)) }
    let values = CollectionIR.map(members, VariableIR(id: 0, type: object), argument)
    let counted = node.isDistinct ? CollectionIR.distinct(values) : values
    guard node.function == .count else { return try aggregate(AggregateIR(node.function, counted, type: node.type)) }
    let result = names.unique("count")
    emit(.var(result, .named(types.standard("Int64")), .integer(0)))
    let scope = scope
    let element = try iterate(counted, label: nil)
    if element.isOptional {
      emit(.guard([.holds(.binary(element.expression, "!=", .null))], else: [.continue(nil)]))
    }
    emit(.assign(.name(result), "+=", .integer(1)))
    close(scope)
    return Operand(.name(result), .int64)
  }
}
