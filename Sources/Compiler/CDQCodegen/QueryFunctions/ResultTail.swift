import CDQIR

/// The last part of a generated function, as far as it is the same in every back end: the check of `limit` and `offset`,
/// the only object, counts, the rows of a `select`, the choice of a sort.
///
/// ```swift
/// guard let found = objects.first else { throw ExecutionError.notFound(entity: "City") }
/// guard objects.count == 1 else { throw ExecutionError.notUnique(entity: "City") }
/// return found
/// ```
struct ResultTail {
  let query: QueryIR
  let types: SwiftTypeNames
  /// What the parameters are called inside the function.
  let parameterNames: [String]
  /// Cases of the dynamic sort's enum, and the sort keys they choose.
  let sortCases: [(name: String, key: String)]

  /// `limit` and `offset` as `Int`s that are not negative; nil where the query has none.
  struct Page {
    var limit: SwiftExpression?
    var offset: SwiftExpression?
    /// The number of objects to keep of each combination of keys.
    var perKey: SwiftExpression?

    /// Whether the query has neither limit nor offset for the whole result.
    var isWhole: Bool { limit == nil && offset == nil }
  }

  /// `ExecutionError.notFound(entity: "City")` and the like.
  func countError(_ name: String) -> SwiftExpression {
    .call(error(name), [SwiftArgument("entity", .string(query.entity))])
  }

  /// `ExecutionError.negativeCount` and the like.
  func error(_ name: String) -> SwiftExpression {
    .member(.name(types.runtime("ExecutionError")), name)
  }

  // MARK: limit and offset

  /// The page, and the statements that refuse negative arguments.
  func page(_ names: inout SwiftNameScope) -> (page: Page, checks: [SwiftStatement]) {
    var checks: [SwiftStatement] = []
    // Without an argument there is no limit, and nothing is skipped.
    let most = SwiftExpression.member(.name(types.standard("Int64")), "max")
    let limit = count(query.limit, "limit", absent: most, &names, &checks)
    let perKey = count(query.limitPerKey?.count, "limit", absent: most, &names, &checks)
    let offset = count(query.offset, "offset", absent: .integer(0), &names, &checks)
    return (Page(limit: limit, offset: offset, perKey: perKey), checks)
  }

  private func count(
    _ count: CountIR?, _ clause: String, absent: SwiftExpression, _ names: inout SwiftNameScope,
    _ checks: inout [SwiftStatement]
  ) -> SwiftExpression? {
    switch count {
    case nil: return nil
    case .constant(let number): return .integer(Int64(number))
    case .parameter(let index):
      let value = names.unique(clause + "Value")
      let name = names.unique(clause)
      let error = SwiftExpression.call(
        error("negativeCount"),
        [
          SwiftArgument("name", .string(query.parameters[index].name)), SwiftArgument("value", .name(value)),
        ])
      let int = types.standard("Int")
      checks += [
        .let(value, .named(types.standard("Int64")), argument(index, absent: absent)),
        .guard([.holds(.binary(.name(value), ">=", .integer(0)))], else: [.throw(error)]),
        .let(name, .named(int), .call(int, SwiftArgument("clamping", .name(value)))),
      ]
      return .name(name)
    }
  }

  /// The `Int64` that an integer parameter gives.
  private func argument(_ index: Int, absent: SwiftExpression) -> SwiftExpression {
    let parameter = query.parameters[index]
    let int64 = types.standard("Int64")
    let name = SwiftExpression.name(parameterNames[index])
    if !parameter.mayBeNil {
      return parameter.type.base == .int64 ? name : .call(int64, SwiftArgument(name))
    }
    if parameter.type.base == .int64 { return .binary(name, "??", absent) }
    let widen = SwiftClosure(
      parameters: [], result: .named(int64), body: [.expression(.call(int64, SwiftArgument(.name("$0"))))])
    return .binary(.call(.member(name, "map"), [SwiftArgument(.closure(widen))]), "??", absent)
  }

  // MARK: objects

  /// What the function gives when nothing can match.
  var nothing: SwiftStatement {
    switch query.cardinality {
    case .many: .return(.array([]))
    case .first: .return(.null)
    case .one: .throw(countError("notFound"))
    case .count, .delete, .update: .return(.integer(0))
    case .exists: .return(.boolean(false))
    }
  }

  /// Gives the only element of a list, of which the function has fetched two at most.
  func only(of list: SwiftExpression, _ names: inout SwiftNameScope) -> [SwiftStatement] {
    let found = names.unique("found")
    return [
      .guard([.unwrap(found, .member(list, "first"))], else: [.throw(countError("notFound"))]),
      .guard([.holds(.binary(.member(list, "count"), "==", .integer(1)))], else: [.throw(countError("notUnique"))]),
      .return(.name(found)),
    ]
  }

  /// Deletes the objects of a list from a context of Core Data or SwiftData, and gives their number.
  func delete(_ list: String, from context: String, _ names: inout SwiftNameScope) -> [SwiftStatement] {
    let object = names.unique("object")
    let delete = SwiftExpression.call(.member(.name(context), "delete"), [SwiftArgument(.name(object))])
    return [
      .for(label: nil, object, in: .name(list), [.expression(delete)]), .return(.member(.name(list), "count")),
    ]
  }

  /// How many of so many objects are on the page; for `exists`, whether one is.
  func counted(_ total: SwiftExpression, _ page: Page) -> SwiftExpression {
    var value = total
    if let offset = page.offset {
      value = .call("Swift.max", SwiftArgument(.integer(0)), SwiftArgument(.binary(value, "-", offset)))
    }
    if let limit = page.limit { value = .call("Swift.min", SwiftArgument(value), SwiftArgument(limit)) }
    return query.cardinality == .exists ? .binary(value, ">", .integer(0)) : value
  }

  // MARK: rows

  /// The names of the variables in the loop that makes rows of objects.
  struct RowLoop {
    let object: String
    let rows: String
    let row: String

    init(_ names: inout SwiftNameScope) {
      object = names.unique("object")
      rows = names.unique("rows")
      row = names.unique("row")
    }
  }

  /// Makes a row of each object of a list.
  ///
  /// - Parameters:
  ///   - values: statements that give the row's values names.
  ///   - made: the row.
  func rows(
    _ loop: RowLoop, of list: String, _ values: [SwiftStatement], _ made: SwiftExpression, _ type: SwiftType,
    isDistinct: Bool, _ names: inout SwiftNameScope
  ) -> [SwiftStatement] {
    let row = SwiftExpression.name(loop.row)
    var before: [SwiftStatement] = [.var(loop.rows, .array(type), .array([]))]
    var turn = values + [.let(loop.row, type, made)]
    let append = SwiftStatement.expression(.call(.member(.name(loop.rows), "append"), [SwiftArgument(row)]))
    if isDistinct {
      let seen = names.unique("seen")
      before.append(.var(seen, .generic(types.standard("Set"), [type]), .array([])))
      let inserted = SwiftExpression.member(
        .call(.member(.name(seen), "insert"), [SwiftArgument(row)]), "inserted")
      turn.append(.if([.holds(inserted)], then: [append], else: []))
    } else {
      turn.append(append)
    }
    return before + [.for(label: nil, loop.object, in: .name(list), turn)]
  }

  /// Gives the rows, the first of them or the only one.
  func finish(rows: SwiftExpression, _ names: inout SwiftNameScope) -> [SwiftStatement] {
    switch query.cardinality {
    case .first: [.return(.member(rows, "first"))]
    case .one: only(of: rows, &names)
    case .many, .count, .exists, .delete, .update: [.return(rows)]
    }
  }

  // MARK: sort

  /// A `switch` over the parameter that chooses the sort, with a statement for each of its cases.
  func sortChoice(
    _ parameter: Int, _ keys: [SortKeyIR], _ statement: (SortKeyIR) throws(Refusal) -> SwiftStatement
  ) throws(Refusal) -> SwiftStatement {
    let name = parameterNames[parameter]
    var cases: [SwiftCase] = []
    let named = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
    for choice in sortCases {
      guard let key = named[choice.key] else { continue }
      cases.append(SwiftCase(".\(SwiftNames.quotedMember(choice.name))", [try statement(key)]))
    }
    let choose = SwiftStatement.switch(.name(name), cases)
    return query.parameters[parameter].mayBeNil ? .if([.unwrap(name, .name(name))], then: [choose], else: []) : choose
  }
}
