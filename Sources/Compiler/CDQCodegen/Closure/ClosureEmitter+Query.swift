import CDQIR

extension ClosureEmitter {
  /// Emits the body of the function over `source`, a sequence of the user's objects.
  mutating func body(over source: String) throws(Refusal) -> [SwiftStatement] {
    try refuseUnsupported()
    if let projection = query.projection {
      if projection.isGrouped { return try groups(projection, over: source) }
      return try rows(of: projection, over: source)
    }
    let statements = try loop(over: source)
    return prologue + statements
  }

  /// Emits the loop over the objects, without the prologue.
  mutating func loop(over source: String) throws(Refusal) -> [SwiftStatement] {
    let page = checkedPage()
    let predicate = query.predicate.simplified.ordered
    let object = names.unique(SwiftNames.lowerFirst(query.entity))
    variables[0] = Operand(.name(object), .object(query.entity), form: .object)
    if predicate == .constant(false) { return emptyBody() }
    var element = ResultElement(type: types.declared(query.entity), value: .name(object))
    var counting: (before: [SwiftStatement], turn: [SwiftStatement]) = ([], [])
    if query.cardinality == .delete {
      removedSource = source
      let position = names.unique("position")
      element = ResultElement(type: .named(types.standard("Int")), value: .name(position))
      counting = (
        [.var(position, element.type, .integer(-1))], [.assign(.name(position), "+=", .integer(1))]
      )
    }
    sortedSource = predicate == .constant(true) && query.cardinality != .delete ? source : nil
    open()
    depths[0] = blocks.count
    emit(counting.turn)
    try requireIfPresent(predicate, else: [.continue(nil)])
    let parts = try result(page, object, element)
    emit(parts.perObject)
    let turn = close()
    let usesObject = turn.mention(object)
    let loop = SwiftStatement.for(label: nil, usesObject ? object : "_", in: .name(parts.source ?? source), turn)
    return counting.before + parts.before + [loop] + parts.after
  }

  /// The loop of a query whose predicate is always false: an empty result. Of the prologue, the checks of arguments stay.
  private mutating func emptyBody() -> [SwiftStatement] {
    prologue = prologue.filter { statement in
      if case .let(_, .named(types.standard("Int")), _) = statement { false } else { true }
    }
    isThrowing = isThrowing || query.cardinality == .one
    return [tail.nothing]
  }

  private func refuseUnsupported() throws(Refusal) {
    if query.cardinality == .delete { try refuseDeleteRules() }
    if query.cardinality == .update {
      throw Refusal(
        "'update'", "unique values, limits and inverses need the store that holds all objects",
        help: "find the objects with a query and set their properties, or let the memory back end do it")
    }
    if !query.includesSubentities, !schema.descendants(of: query.entity).isEmpty {
      throw Refusal("'\(query.entity) only'", "which objects are of a sub-entity cannot be seen in your types")
    }
  }

  /// Refuses a `delete` with rules that removing objects from a sequence cannot follow: `cascade` deletes other
  /// objects, and `deny` depends on them.
  private func refuseDeleteRules() throws(Refusal) {
    for entity in [query.entity] + schema.descendants(of: query.entity).map(\.name) {
      for relationship in schema.allRelationships(of: entity) {
        switch relationship.deleteRule {
        case .nullify, .noAction: continue
        case .cascade, .deny:
          throw Refusal(
            "'delete' of '\(entity)'",
            "the delete rule of '\(relationship.name)' needs the store that holds all objects")
        }
      }
    }
  }

  // MARK: select

  /// Emits a `select` without groups: the query for the objects, and then a loop that makes a row of each.
  mutating func rows(of projection: ProjectionIR, over source: String) throws(Refusal) -> [SwiftStatement] {
    var inner = self
    inner.query.projection = nil
    inner.query.cardinality = .many
    // `select distinct` drops equal rows before the limit counts them, so the page is applied to the rows.
    var page = ResultTail.Page()
    if projection.isDistinct {
      page = checkedPage()
      (inner.query.limit, inner.query.offset) = (nil, nil)
      (inner.prologue, inner.names, inner.isThrowing) = (prologue, names, isThrowing)
    }
    var statements = try inner.body(over: source)
    (names, isThrowing, readEntities) = (inner.names, inner.isThrowing || isThrowing, inner.readEntities)
    needsFoundation = inner.needsFoundation
    (hoisted, objectParameters) = (inner.hoisted, inner.objectParameters)
    prologue = []
    guard case .return(let objects?)? = statements.popLast() else {
      throw Refusal("this 'select'", "it has no rows")
    }
    let loop = ResultTail.RowLoop(&names)
    let selected = names.unique("selected")
    variables[0] = Operand(.name(loop.object), .object(query.entity), form: .object)
    let rowType = rowTypeName(projection)
    let type = rowType ?? projection.items.first.map(columnType) ?? .named("Never")
    open()
    let row = try made(projection, rowType)
    let values = close()
    statements += [.let(selected, .array(types.declared(query.entity)), objects)] + prologue
    statements += tail.rows(loop, of: selected, values, row, type, isDistinct: projection.isDistinct, &names)
    var result = SwiftExpression.name(loop.rows)
    if let offset = page.offset { result = .call(.member(result, "dropFirst"), [SwiftArgument(offset)]) }
    if let limit = page.limit { result = .call(.member(result, "prefix"), [SwiftArgument(limit)]) }
    if !page.isWhole {
      let paged = names.unique("page")
      statements.append(
        .let(paged, .array(type), .call(types.standard("Array"), SwiftArgument(result))))
      result = .name(paged)
    }
    return statements + finish(result)
  }

  /// The row of a `select` for the object in scope: an initializer call, or the only column's value.
  mutating func made(_ projection: ProjectionIR, _ rowType: SwiftType?) throws(Refusal) -> SwiftExpression {
    var values: [SwiftArgument] = []
    var related = GenerationContext.rowTypeNames(projection).makeIterator()
    for part in projection.columns {
      switch part {
      case .item(let item):
        let operand = try value(item.expression)
        values.append(SwiftArgument(rowType == nil ? nil : item.name, try column(operand, item)))
      case .shape(let shape):
        guard let rowType, let name = related.next() else { continue }
        values.append(SwiftArgument(shape.name, try rows(of: shape, as: .named("\(rowType.text).\(name)"))))
      }
    }
    guard let rowType else { return values.first?.value ?? .null }
    return .call(.name(rowType.text), values)
  }

  /// The struct of the rows; nil where there is one column, whose values are the rows.
  func rowTypeName(_ projection: ProjectionIR) -> SwiftType? {
    projection.items.count > 1 || !projection.shapes.isEmpty ? rowType.map { .named($0) } : nil
  }

  /// The Swift type of a column: enums keep their type, other values have the types of the language.
  func columnType(_ item: ProjectionIR.Item) -> SwiftType {
    let type = types.type(item.type.base.evaluated)
    return item.type.isOptional ? .optional(type) : type
  }

  private func column(_ operand: Operand, _ item: ProjectionIR.Item) throws(Refusal) -> SwiftExpression {
    if operand.isOptional, !item.type.isOptional {
      throw Refusal("the column '\(item.name)'", "plain Swift cannot tell that it is never nil")
    }
    if case .enumeration = item.type.base { return operand.expression }
    return optionalNormal(operand)
  }

  var tail: ResultTail {
    ResultTail(query: query, types: types, parameterNames: parameterNames, sortCases: sortCases)
  }

  /// The page; the checks of its arguments go to the prologue.
  mutating func checkedPage() -> ResultTail.Page {
    let (page, checks) = tail.page(&names)
    isThrowing = isThrowing || !checks.isEmpty
    prologue += checks
    return page
  }

  // MARK: results

  /// The statements around the loop over the objects, and those in it for each object that matches.
  struct Parts {
    var before: [SwiftStatement] = []
    var perObject: [SwiftStatement] = []
    var after: [SwiftStatement] = []
    /// The sequence that the loop iterates; nil for the function's parameter.
    var source: String?
  }

  /// The value that the loop collects for each match: the object, or for `delete` its position.
  struct ResultElement {
    var type: SwiftType
    var value: SwiftExpression
  }

  mutating func result(
    _ page: ResultTail.Page, _ object: String, _ result: ResultElement
  ) throws(Refusal) -> Parts {
    guard let limit = query.limitPerKey, let most = page.perKey, isUnsorted || isCount else {
      return try wholeResult(page, result)
    }
    let (before, perObject) = try limited(to: most, per: limit.keys)
    var parts = try wholeResult(page, result)
    parts.before = before + parts.before
    parts.perObject = perObject + parts.perObject
    return parts
  }

  private var isCount: Bool { query.cardinality == .count || query.cardinality == .exists }

  private mutating func wholeResult(_ page: ResultTail.Page, _ result: ResultElement) throws(Refusal) -> Parts {
    switch query.cardinality {
    case .count: return counted(page)
    case .exists:
      if !page.isWhole { return counted(page) }
      return Parts(perObject: [.return(.boolean(true))], after: [.return(.boolean(false))])
    case .first:
      if page.isWhole, isUnsorted { return Parts(perObject: [.return(result.value)], after: [.return(.null)]) }
    case .one:
      if page.isWhole { return only(result) }
    case .many, .delete, .update: break
    }
    let rows = names.unique("matches")
    if isUnsorted { return unsorted(page, result, rows) }
    return try sorted(page, result, rows)
  }

  private var isUnsorted: Bool {
    if case .keys(let keys) = query.sort { keys.isEmpty } else { false }
  }

  /// The loop that counts the matches, for `count` and for an `exists` with a limit or offset.
  private mutating func counted(_ page: ResultTail.Page) -> Parts {
    let count = names.unique("count")
    let before = [SwiftStatement.var(count, .named(types.standard("Int")), .integer(0))]
    return Parts(
      before: before, perObject: [.assign(.name(count), "+=", .integer(1))],
      after: [.return(tail.counted(.name(count), page))])
  }

  private mutating func only(_ result: ResultElement) -> Parts {
    isThrowing = true
    let found = names.unique("found")
    let several = SwiftStatement.guard(
      [.holds(.binary(.name(found), "==", .null))], else: [.throw(tail.countError("notUnique"))])
    return Parts(
      before: [.var(found, .optional(result.type), .null)],
      perObject: [several, .assign(.name(found), "=", result.value)],
      after: [.guard([.unwrap(found, .name(found))], else: [.throw(tail.countError("notFound"))]), .return(.name(found))])
  }

  private mutating func unsorted(_ page: ResultTail.Page, _ result: ResultElement, _ rows: String) -> Parts {
    var before: [SwiftStatement] = []
    var turn: [SwiftStatement] = []
    if let offset = page.offset {
      let skipped = names.unique("skipped")
      before.append(.var(skipped, .named(types.standard("Int")), .integer(0)))
      turn.append(
        .if(
          [.holds(.binary(.name(skipped), "<", offset))],
          then: [.assign(.name(skipped), "+=", .integer(1)), .continue(nil)], else: []))
    }
    if let limit = page.limit {
      turn.append(
        .guard([.holds(.binary(.member(.name(rows), "count"), "<", limit))], else: [.break(nil)]))
    }
    before.append(.var(rows, .array(result.type), .array([])))
    turn.append(.expression(.call(.member(.name(rows), "append"), [SwiftArgument(result.value)])))
    return Parts(before: before, perObject: turn, after: finish(.name(rows)))
  }

  private mutating func sorted(
    _ page: ResultTail.Page, _ result: ResultElement, _ rows: String
  ) throws(Refusal) -> Parts {
    let columns: [SortColumn]
    var choice: (parameter: String, cases: [String])?
    var isOptionalChoice = false
    // The sort columns are computed in the loop over the objects, after the predicate.
    open()
    switch query.sort {
    case .keys(let keys): columns = try sortColumns(keys)
    case .choice(let parameter, let keys):
      var names: Set<String> = []
      let distinct = keys.filter { names.insert($0.name).inserted }
      columns = try sortColumns(distinct)
      choice = (parameterNames[parameter], sortCases.map(\.name))
      isOptionalChoice = query.parameters[parameter].mayBeNil
    }
    var group: SwiftExpression?
    if let limit = query.limitPerKey { group = try groupKeys(limit.keys) }
    let statements = close()
    // The code sorts tuples of sort keys and positions, because moving objects may cost more.
    let keys = names.unique("keys")
    var row = [("position", SwiftType.named(types.standard("Int")))]
    var values = [SwiftArgument("position", .member(.name(keys), "count"))]
    if let group {
      row.append(("group", groupKeyType))
      values.append(SwiftArgument("group", group))
    }
    row += columns.map { ($0.label, columnType($0)) }
    values += columns.map { SwiftArgument($0.label, $0.value) }
    var parts = Parts(
      before: [.var(keys, .array(.tuple(row)), .array([]))],
      perObject: statements + [.expression(.call(.member(.name(keys), "append"), [SwiftArgument(.tuple(values))]))])
    if let source = sortedSource {
      // All objects are sorted, so `Array(source)` needs no copy where the source is an array.
      let all = SwiftExpression.call(types.standard("Array"), SwiftArgument(.name(source)))
      let reserve = SwiftExpression.call(
        .member(.name(keys), "reserveCapacity"), [SwiftArgument(.member(.name(rows), "count"))])
      parts.before = [.let(rows, .array(result.type), all)] + parts.before + [.expression(reserve)]
      parts.source = rows
    } else {
      parts.before.insert(.var(rows, .array(result.type), .array([])), at: 0)
      parts.perObject.append(.expression(.call(.member(.name(rows), "append"), [SwiftArgument(result.value)])))
    }
    var page = page
    if query.cardinality == .first, page.limit == nil { page.limit = .integer(1) }
    // `one` only needs to know whether there is a second object.
    if query.cardinality == .one, page.limit == nil { page.limit = .integer(2) }
    var sort = sortStatement(keys, columns, page, choice: choice)
    if isOptionalChoice, let choice {
      sort = .if([.unwrap(choice.parameter, .name(choice.parameter))], then: [sort], else: [])
    }
    var slice = SwiftExpression.name(keys)
    if let offset = page.offset { slice = .call(.member(slice, "dropFirst"), [SwiftArgument(offset)]) }
    if let limit = page.limit { slice = .call(.member(slice, "prefix"), [SwiftArgument(limit)]) }
    let place = SwiftExpression.member(.name("$0"), "position")
    let closure = SwiftClosure(
      parameters: [], result: result.type, body: [.expression(.subscript(.name(rows), place))])
    let mapped = SwiftExpression.call(.member(slice, "map"), [SwiftArgument(.closure(closure))])
    parts.after = [sort]
    if let most = page.perKey { parts.after.append(firstOfEach(most, of: keys)) }
    if query.cardinality == .many {
      parts.after.append(.return(mapped))
    } else {
      let objects = names.unique("objects")
      parts.after += [.let(objects, .array(result.type), mapped)] + finish(.name(objects))
    }
    return parts
  }

  /// The statements that return the result of the query from the objects of the page.
  private mutating func finish(_ objects: SwiftExpression) -> [SwiftStatement] {
    switch query.cardinality {
    case .many, .count, .exists, .update: return [.return(objects)]
    case .delete:
      let remove = SwiftExpression.member(.name(types.runtime("CDQRows")), "remove")
      return [
        .return(.call(remove, [SwiftArgument(objects), SwiftArgument("from", .prefix("&", .name(removedSource)))]))
      ]
    case .first: return [.return(.member(objects, "first"))]
    case .one:
      isThrowing = true
      return tail.only(of: objects, &names)
    }
  }
}
