import CDQIR
import CDQSemantics

/// Writes the statements that make a fetch descriptor and run it.
struct DescriptorBody {
  let query: QueryIR
  let types: SwiftTypeNames
  var predicate: ModelPredicate
  private let tail: ResultTail
  private let descriptor: String

  init(_ query: QueryIR, types: SwiftTypeNames, signature: QuerySignature, deployment: AppleRelease) {
    self.query = query
    self.types = types
    var names = signature.names
    descriptor = names.unique("descriptor")
    predicate = ModelPredicate(
      query, types: types, parameterNames: signature.parameterNames, names: names, deployment: deployment)
    tail = ResultTail(
      query: query, types: types, parameterNames: signature.parameterNames, sortCases: signature.sortCases)
  }

  private var model: SwiftType { types.declared(query.entity) }

  mutating func statements(context: String, rowType: String?) throws(Refusal) -> [SwiftStatement] {
    if let refusal = Refusal.limitPerKey(query, by: "SwiftData") { throw refusal }
    if let refusal = Refusal.shape(query, by: "SwiftData") { throw refusal }
    if !query.includesSubentities, !types.schema.descendants(of: query.entity).isEmpty {
      throw Refusal("'\(query.entity) only'", "a fetch descriptor finds objects of subclasses too")
    }
    let object = predicate.names.unique(SwiftNames.lowerFirst(query.entity))
    let expression = try predicate.expression(object: object)
    // To SwiftData, a limit of 0 means no limit.
    if query.limit == .constant(0) { return [tail.nothing] }
    var statements = predicate.prologue
    var arguments: [SwiftArgument] = []
    if let expression {
      let name = predicate.names.unique("predicate")
      let made = try PredicateBuilder.predicate(
        expression, object: object, model: model, result: .named(types.standard("Bool")),
        type: types.foundation("Predicate"), names: predicate.names)
      statements.append(.let(name, .generic(types.foundation("Predicate"), [model]), made))
      arguments.append(SwiftArgument("predicate", .name(name)))
    }
    let sort = try sort()
    if let keys = sort.keys { arguments.append(SwiftArgument("sortBy", .array(keys))) }
    statements.append(
      .var(descriptor, .generic("FetchDescriptor", [model]), .call(.name("FetchDescriptor<\(model.text)>"), arguments)))
    statements += sort.statements
    let result = try self.result(context: context, rowType: rowType)
    let all = statements + result
    // swiftc warns about a `var` that no statement changes.
    if (sort.statements + result).contains(where: { $0.assigns(toMemberOf: descriptor) }) { return all }
    return all.map { statement in
      if case .var(descriptor, let type, let value) = statement { return .let(descriptor, type, value) }
      return statement
    }
  }

  private func set(_ property: String, _ value: SwiftExpression) -> SwiftStatement {
    .assign(.member(.name(descriptor), property), "=", value)
  }

  // MARK: results

  private mutating func result(context: String, rowType: String?) throws(Refusal) -> [SwiftStatement] {
    let fetch = SwiftExpression.attempt(
      .call(.member(.name(context), "fetch"), [SwiftArgument(.name(descriptor))]))
    let (limits, checks) = tail.page(&predicate.names)
    if query.cardinality == .count || query.cardinality == .exists { return checks + counted(context, limits) }
    let isDistinct = query.projection?.isDistinct ?? false
    if isDistinct, !limits.isWhole {
      throw Refusal("'select distinct' with a limit", "equal rows would be counted")
    }
    var page: [SwiftStatement] = []
    if let offset = limits.offset { page.append(set("fetchOffset", offset)) }
    let few: Int64? = isDistinct ? nil : query.cardinality == .first ? 1 : query.cardinality == .one ? 2 : nil
    switch limits.limit {
    case .integer(let number): page.append(set("fetchLimit", .integer(few.map { min($0, number) } ?? number)))
    case let limit?:
      page += [
        .if([.holds(.binary(limit, "==", .integer(0)))], then: [tail.nothing], else: []),
        set("fetchLimit", few.map { .call("Swift.min", SwiftArgument(limit), SwiftArgument(.integer($0))) } ?? limit),
      ]
    case nil:
      if let few { page.append(set("fetchLimit", .integer(few))) }
    }
    let objects = predicate.names.unique("objects")
    let fetched: [SwiftStatement] = [.let(objects, .array(model), fetch)]
    if let projection = query.projection {
      return checks + page + fetched + (try rows(projection, rowType, objects))
    }
    switch query.cardinality {
    case .many: return checks + page + [.return(fetch)]
    case .first: return checks + page + fetched + [.return(.member(.name(objects), "first"))]
    case .one: return checks + page + fetched + tail.only(of: .name(objects), &predicate.names)
    case .count, .exists: return []
    case .delete: return checks + page + fetched + tail.delete(objects, from: context, &predicate.names)
    case .update:
      let loop = AssignmentLoop(query: query, types: types, parameterNames: tail.parameterNames, isKeyed: false)
      return checks + page + fetched + (try loop.statements(over: objects, &predicate.names))
    }
  }

  private mutating func counted(_ context: String, _ page: ResultTail.Page) -> [SwiftStatement] {
    let count = SwiftExpression.attempt(
      .call(.member(.name(context), "fetchCount"), [SwiftArgument(.name(descriptor))]))
    let total = predicate.names.unique("count")
    let few = query.cardinality == .exists && page.isWhole ? [set("fetchLimit", .integer(1))] : []
    return few + [
      .let(total, .named(types.standard("Int")), count), .return(tail.counted(.name(total), page)),
    ]
  }

  /// Emits a loop that reads the selected values of the objects.
  private mutating func rows(
    _ projection: ProjectionIR, _ rowType: String?, _ objects: String
  ) throws(Refusal) -> [SwiftStatement] {
    if projection.isGrouped {
      throw Refusal("'group by' and aggregates of rows", "SwiftData gives objects only").at(projection)
    }
    let loop = ResultTail.RowLoop(&predicate.names)
    let type = rowType.map { SwiftType.named($0) } ?? types.type(projection.items[0].type)
    var values: [SwiftArgument] = []
    for item in projection.items {
      guard case .path(let path) = item.expression, path.variable == 0, let last = path.steps.last,
        last.kind == .attribute
      else {
        throw Refusal("a selected value that is no attribute", "only stored values are read")
          .at(.expression(item.expression))
      }
      if case .opaque = item.type.base {
        throw Refusal("a selected Transformable", "nothing is known of its type").at(.expression(item.expression))
      }
      var value = ModelPredicate.Value(expression: .name(loop.object), type: .object(query.entity))
      value = try predicate.members(value, path.steps[...])
      // The property of the enum, and not that of the stored raw value.
      if case .enumeration = item.type.base { value.expression = value.expression.renamingMember(last.name) }
      values.append(SwiftArgument(rowType == nil ? nil : item.name, value.expression))
    }
    return tail.rows(
      loop, of: objects, [], rowType.map { .call(.name($0), values) } ?? values[0].value, type,
      isDistinct: projection.isDistinct, &predicate.names)
      + tail.finish(rows: .name(loop.rows), &predicate.names)
  }

  // MARK: sort

  private func sort() throws(Refusal) -> (keys: [SwiftExpression]?, statements: [SwiftStatement]) {
    switch query.sort {
    case .keys(let keys):
      if keys.isEmpty { return (nil, []) }
      var list: [SwiftExpression] = []
      for key in keys { list.append(try sortDescriptor(key)) }
      return (list, [])
    case .choice(let parameter, let keys):
      let choose = try tail.sortChoice(parameter, keys) { key throws(Refusal) in
        set("sortBy", .array([try sortDescriptor(key)]))
      }
      return (nil, [choose])
    }
  }

  private func sortDescriptor(_ key: SortKeyIR) throws(Refusal) -> SwiftExpression {
    do throws(Refusal) {
      return try sortDescriptor(of: key)
    } catch {
      throw error.at(.expression(key.expression))
    }
  }

  private func sortDescriptor(of key: SortKeyIR) throws(Refusal) -> SwiftExpression {
    guard case .path(let path) = key.expression, path.variable == 0, path.steps.last?.kind == .attribute else {
      throw Refusal("a sort by a calculated value", "a sort descriptor names a stored attribute")
    }
    if key.nullsFirst == key.isDescending {
      throw Refusal("'nulls \(key.nullsFirst ? "first" : "last")'", "SwiftData puts nil first when ascending")
    }
    let value = try predicate.members(
      ModelPredicate.Value(expression: .name("\\\(model.text)"), type: .object(query.entity)), path.steps[...])
    var arguments = [SwiftArgument(value.expression)]
    let isText = types.schema.rawType(of: value.type) == .string
    switch value.type {
    case .bool, .data, .url: throw Refusal("a sort by a \(value.type)", "Swift has no order of it")
    default: break
    }
    if isText {
      switch key.options {
      case []: arguments.append(SwiftArgument("comparator", .implicitMember("lexical")))
      case .localeSensitive: arguments.append(SwiftArgument("comparator", .implicitMember("localized")))
      default:
        throw Refusal("a sort with '\(key.options.suffix)'", "SwiftData sorts texts as they are, or with '[l]'")
      }
    }
    arguments.append(SwiftArgument("order", .implicitMember(key.isDescending ? "reverse" : "forward")))
    return .call(.name("SortDescriptor"), arguments)
  }
}

extension SwiftExpression {
  /// The same chain of members with another last member.
  fileprivate func renamingMember(_ name: String) -> SwiftExpression {
    switch self {
    case .member(let base, _): .member(base, name)
    case .optionalMember(let base, _): .optionalMember(base, name)
    default: self
    }
  }
}
