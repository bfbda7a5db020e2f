import CDQIR
import CDQSemantics

/// Writes the statements that make a fetch request and run it.
struct FetchBody {
  let query: QueryIR
  let types: SwiftTypeNames
  var translator: FetchTranslator
  /// The cases of the enum for a dynamic sort.
  let sortCases: [(name: String, key: String)]
  /// The name of the variable that holds the request.
  let request: String
  /// Whether a statement before the fetch can throw.
  private(set) var isThrowing = false

  /// A limit or offset: a literal, or a variable whose value has been checked.
  private struct Page {
    var limit: SwiftExpression?
    var offset: SwiftExpression?
  }

  init(_ query: QueryIR, types: SwiftTypeNames, signature: QuerySignature) {
    self.query = query
    self.types = types
    var names = signature.names
    request = names.unique("request")
    translator = FetchTranslator(query, types: types, parameterNames: signature.parameterNames, names: names)
    sortCases = signature.sortCases
  }

  private var requestName: SwiftExpression { .name(request) }

  /// Emits the request for the objects. `isPaged` is false where the caller applies the limit and the offset.
  mutating func makeRequest(isPaged: Bool) throws(Refusal) -> [SwiftStatement] {
    var statements = try unpagedRequest()
    if isPaged {
      let page = try page()
      statements = page.statements + statements
      if let offset = page.page.offset { statements.append(set("fetchOffset", offset)) }
      if let limit = page.page.limit { statements += limited(to: limit) }
    }
    return statements
  }

  private mutating func unpagedRequest() throws(Refusal) -> [SwiftStatement] {
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

  // MARK: limit and offset

  private mutating func page() throws(Refusal) -> (page: Page, statements: [SwiftStatement]) {
    var statements: [SwiftStatement] = []
    let limit = count(query.limit, "limit", absent: .max, &statements)
    let offset = count(query.offset, "offset", absent: 0, &statements)
    return (Page(limit: limit, offset: offset), statements)
  }

  private mutating func count(
    _ count: CountIR?, _ hint: String, absent: Int, _ statements: inout [SwiftStatement]
  ) -> SwiftExpression? {
    switch count {
    case nil: return nil
    case .constant(let number): return .integer(Int64(number))
    case .parameter(let index):
      isThrowing = true
      let parameter = query.parameters[index]
      let int64 = types.standard("Int64")
      var given = SwiftExpression.name(translator.parameterNames[index])
      if parameter.type.isOptional || parameter.isOmittable {
        given = .binary(given, "??", absent == 0 ? .integer(0) : .member(.name(types.standard("Int64")), "max"))
      }
      if parameter.type.base != .int64 { given = .call(int64, SwiftArgument(given)) }
      let value = translator.names.unique(hint + "Value")
      let error = SwiftExpression.call(
        .member(.name(types.runtime("ExecutionError")), "negativeCount"),
        [SwiftArgument("name", .string(parameter.name)), SwiftArgument("value", .name(value))])
      let name = translator.names.unique(hint)
      let int = types.standard("Int")
      statements += [
        .let(value, .named(int64), given),
        .guard([.holds(.binary(.name(value), ">=", .integer(0)))], else: [.throw(error)]),
        .let(name, .named(int), .call(int, SwiftArgument("clamping", .name(value)))),
      ]
      return .name(name)
    }
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
      return pageOfFew(2) + [.let(objects, objectsType, fetch)] + only(of: objects)
    case .delete:
      let object = translator.names.unique("object")
      let delete = SwiftExpression.call(.member(.name(context), "delete"), [SwiftArgument(.name(object))])
      return [
        .let(objects, objectsType, fetch), .for(label: nil, object, in: .name(objects), [.expression(delete)]),
        .return(.member(.name(objects), "count")),
      ]
    case .count, .exists: return try counted(context: context)
    }
  }

  /// Emits statements that return the only element of a list, or throw `notFound` or `notUnique`.
  mutating func only(of objects: String) -> [SwiftStatement] {
    let error = SwiftExpression.name(types.runtime("ExecutionError"))
    let object = translator.names.unique("found")
    return [
      .guard([.unwrap(object, .member(.name(objects), "first"))], else: [.throw(.member(error, "notFound"))]),
      .guard(
        [.holds(.binary(.member(.name(objects), "count"), "==", .integer(1)))],
        else: [.throw(.member(error, "notUnique"))]),
      .return(.name(object)),
    ]
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
  private mutating func counted(context: String) throws(Refusal) -> [SwiftStatement] {
    let count = SwiftExpression.attempt(
      .call(.member(.name(context), "count"), [SwiftArgument("for", requestName)]))
    let isExists = query.cardinality == .exists
    let (page, checks) = try page()
    if page.limit == nil, page.offset == nil {
      if !isExists { return [.return(count)] }
      let total = translator.names.unique("count")
      return [
        set("fetchLimit", .integer(1)), .let(total, .named(types.standard("Int")), count),
        .return(.binary(.name(total), ">", .integer(0))),
      ]
    }
    let total = translator.names.unique("count")
    var value = SwiftExpression.name(total)
    if let offset = page.offset {
      value = .call("Swift.max", SwiftArgument(.integer(0)), SwiftArgument(.binary(value, "-", offset)))
    }
    if let limit = page.limit { value = .call("Swift.min", SwiftArgument(value), SwiftArgument(limit)) }
    return checks + [
      .let(total, .named(types.standard("Int")), count),
      .return(isExists ? .binary(value, ">", .integer(0)) : value),
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
      let name = translator.parameterNames[parameter]
      var cases: [SwiftCase] = []
      for choice in sortCases {
        guard let key = keys.first(where: { $0.name == choice.key }) else { continue }
        cases.append(
          SwiftCase(
            ".\(SwiftNames.quotedMember(choice.name))", [set("sortDescriptors", .array([try descriptor(key)]))]))
      }
      let choose = SwiftStatement.switch(.name(name), cases)
      let isOptional = query.parameters[parameter].isOmittable || query.parameters[parameter].type.isOptional
      return isOptional ? [.if([.unwrap(name, .name(name))], then: [choose], else: [])] : [choose]
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
