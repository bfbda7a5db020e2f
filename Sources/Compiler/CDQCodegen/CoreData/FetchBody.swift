import CDQIR
import CDQSemantics

/// Writes the statements that make a fetch request and run it.
struct FetchBody {
  let query: QueryIR
  let types: SwiftTypeNames
  var translator: FetchTranslator
  let tail: ResultTail
  /// The name of the variable that holds the request.
  let request: String
  /// Whether a statement before the fetch can throw.
  private(set) var isThrowing = false

  init(_ query: QueryIR, types: SwiftTypeNames, signature: QuerySignature, deployment: AppleRelease) {
    self.query = query
    self.types = types
    var names = signature.names
    request = names.unique("request")
    translator = FetchTranslator(
      query, types: types, parameterNames: signature.parameterNames, names: names, deployment: deployment)
    tail = ResultTail(
      query: query, types: types, parameterNames: signature.parameterNames, sortCases: signature.sortCases)
  }

  private var requestName: SwiftExpression { .name(request) }

  /// Emits the request for the objects. `isPaged` is false where the caller applies the limit and the offset.
  mutating func makeRequest(isPaged: Bool) throws(Refusal) -> [SwiftStatement] {
    var statements = try unpagedRequest()
    if isPaged {
      let (page, checks) = checkedPage()
      statements = checks + statements
      if let offset = page.offset { statements.append(set("fetchOffset", offset)) }
      if let limit = page.limit { statements += limited(to: limit) }
    }
    return statements
  }

  private mutating func unpagedRequest() throws(Refusal) -> [SwiftStatement] {
    if let refusal = Refusal.limitPerKey(query, by: "Core Data") { throw refusal }
    if let refusal = Refusal.shape(query, by: "Core Data") { throw refusal }
    let condition = try translator.condition()
    let entity = types.declared(query.entity)
    let type = SwiftType.generic("NSFetchRequest", [entity])
    var statements: [SwiftStatement] = [
      .let(request, nil, .call(type.text, SwiftArgument("entityName", .string(query.entity))))
    ]
    if !query.includesSubentities { statements.append(set("includesSubentities", .boolean(false))) }
    statements += predicate(condition)
    statements += try sort()
    isThrowing = isThrowing || translator.isThrowing
    return translator.prologue + statements
  }

  private func set(_ property: String, _ value: SwiftExpression) -> SwiftStatement {
    .assign(.member(requestName, property), "=", value)
  }

  /// Emits the limit. To Core Data a `fetchLimit` of 0 means no limit, so a limit of 0 becomes a false predicate.
  private func limited(to limit: SwiftExpression) -> [SwiftStatement] {
    let nothing = set("predicate", PredicateFormat("FALSEPREDICATE").predicate)
    switch limit {
    case .integer(0): return [nothing]
    case .integer: return [set("fetchLimit", limit)]
    default:
      return [
        set("fetchLimit", limit), .if([.holds(.binary(limit, "==", .integer(0)))], then: [nothing], else: []),
      ]
    }
  }

  private mutating func checkedPage() -> (page: ResultTail.Page, checks: [SwiftStatement]) {
    let (page, checks) = tail.page(&translator.names)
    isThrowing = isThrowing || !checks.isEmpty
    return (page, checks)
  }

  // MARK: results

  /// Emits statements that run the request and return the result for the cardinality of the query.
  mutating func finish(context: String) throws(Refusal) -> [SwiftStatement] {
    let fetch = SwiftExpression.attempt(.call(.member(.name(context), "fetch"), [SwiftArgument(requestName)]))
    let objects = translator.names.unique("objects")
    let objectsType = SwiftType.array(types.declared(query.entity))
    switch query.cardinality {
    case .many: return [.return(fetch)]
    case .first:
      return pageOfFew(1) + [.let(objects, objectsType, fetch), .return(.member(.name(objects), "first"))]
    case .one:
      isThrowing = true
      return pageOfFew(2) + [.let(objects, objectsType, fetch)] + tail.only(of: .name(objects), &translator.names)
    case .delete:
      return [.let(objects, objectsType, fetch)] + tail.delete(objects, from: context, &translator.names)
    case .update:
      for case .literal(_, let type) in query.assignments.map(\.value) where types.needsFoundation(type) {
        translator.needsFoundation = true
      }
      let loop = AssignmentLoop(query: query, types: types, parameterNames: tail.parameterNames, isKeyed: true)
      return [.let(objects, objectsType, fetch)] + (try loop.statements(over: objects, &translator.names))
    case .count, .exists: return counted(context: context)
    }
  }

  /// Emits a lower limit for `first` and `one`, which need only one or two results.
  func pageOfFew(_ count: Int64) -> [SwiftStatement] {
    let few = set("fetchLimit", .integer(count))
    switch query.limit {
    case nil: return [few]
    case .constant(let number): return number == 0 || number <= Int(count) ? [] : [few]
    case .parameter:
      let isLarge = SwiftExpression.binary(.member(requestName, "fetchLimit"), ">", .integer(count))
      return [.if([.holds(isLarge)], then: [few], else: [])]
    }
  }

  /// Emits a count, or for `exists` a test of it. Core Data does not document the effect of a limit on a count, so the
  /// generated code applies the limit and offset of the query itself.
  private mutating func counted(context: String) -> [SwiftStatement] {
    let count = SwiftExpression.attempt(
      .call(.member(.name(context), "count"), [SwiftArgument("for", requestName)]))
    let (page, checks) = checkedPage()
    let isExists = query.cardinality == .exists
    if page.isWhole, !isExists { return [.return(count)] }
    let total = translator.names.unique("count")
    let few = page.isWhole ? [set("fetchLimit", .integer(1))] : []
    return checks + few + [
      .let(total, .named(types.standard("Int")), count), .return(tail.counted(.name(total), page)),
    ]
  }

  // MARK: sort

  private func sort() throws(Refusal) -> [SwiftStatement] {
    switch query.sort {
    case .keys(let keys):
      if keys.isEmpty { return [] }
      var list: [SwiftExpression] = []
      for key in keys { list.append(try descriptor(key)) }
      return [set("sortDescriptors", .array(list))]
    case .choice(let parameter, let keys):
      return [
        try tail.sortChoice(parameter, keys) { key throws(Refusal) in
          set("sortDescriptors", .array([try descriptor(key)]))
        }
      ]
    }
  }

  private func descriptor(_ key: SortKeyIR) throws(Refusal) -> SwiftExpression {
    do throws(Refusal) {
      return try descriptor(of: key)
    } catch {
      throw error.at(.expression(key.expression))
    }
  }

  private func descriptor(of key: SortKeyIR) throws(Refusal) -> SwiftExpression {
    guard case .path(let path) = key.expression, path.variable == 0, !path.steps.isEmpty else {
      throw Refusal("a sort by a calculated value", "a sort descriptor names a stored attribute")
    }
    if key.nullsFirst == key.isDescending, path.type.isOptional {
      throw Refusal(
        "'nulls \(key.nullsFirst ? "first" : "last")'", "Core Data's SQLite store puts nil first when ascending")
    }
    for step in path.steps {
      if case .attribute(let attribute)? = types.schema.property(named: step.name, of: step.entity),
        attribute.isTransient
      {
        throw Refusal("a sort by '\(step.name)'", "it is transient, so no store has it")
      }
    }
    if case .object = path.type.base {
      throw Refusal("a sort by an object", "Core Data's SQLite store has no order of objects")
    }
    var arguments = [
      SwiftArgument("key", .string(path.steps.map(\.name).joined(separator: "."))),
      SwiftArgument("ascending", .boolean(!key.isDescending)),
    ]
    if let selector = try FetchBody.selector(key.options) {
      let method = SwiftExpression.name("NSString.\(selector)(_:)")
      arguments.append(SwiftArgument("selector", .call("#selector", SwiftArgument(method))))
    }
    return .call(.name("NSSortDescriptor"), arguments)
  }

  /// The comparison method of a sort descriptor; the SQLite store supports only these.
  private static func selector(_ options: TextOptions) throws(Refusal) -> String? {
    switch options {
    case []: return nil
    case .caseInsensitive: return "caseInsensitiveCompare"
    case .localeSensitive: return "localizedCompare"
    case [.localeSensitive, .caseInsensitive]: return "localizedCaseInsensitiveCompare"
    default:
      throw Refusal(
        "a sort with '\(options.suffix)'", "Core Data's SQLite store sorts with '[c]', '[l]' or '[cl]' only")
    }
  }
}
