import CDQIR
import CDQSemantics

extension FetchBody {
  /// Emits a `select`: fetches the objects and reads the values from them, so that the rows have unsaved changes too.
  mutating func rows(
    _ projection: ProjectionIR, rowType: String?, context: String
  ) throws(Refusal) -> [SwiftStatement] {
    if projection.isGrouped {
      throw Refusal("'group by' and aggregates of rows", "a fetch request that groups does not see unsaved changes")
        .at(projection)
    }
    let fetch = SwiftExpression.attempt(
      .call(.member(.name(context), "fetch"), [SwiftArgument(.name(request))]))
    let objects = translator.names.unique("objects")
    if projection.isDistinct, query.limit != nil || query.offset != nil {
      throw Refusal("'select distinct' with a limit", "Core Data would count rows that are equal")
    }
    let loop = ResultTail.RowLoop(&translator.names)
    let type = rowType.map { SwiftType.named($0) } ?? types.type(projection.items[0].type)
    var reads: [SwiftStatement] = []
    var values: [SwiftArgument] = []
    for item in projection.items {
      let value = translator.names.unique(SwiftNames.isPlainName(item.name) ? item.name : item.name + "Value")
      reads += try read(item, from: loop.object, into: value)
      values.append(SwiftArgument(rowType == nil ? nil : item.name, .name(value)))
    }
    let few: Int64? = query.cardinality == .first ? 1 : query.cardinality == .one ? 2 : nil
    let limits = projection.isDistinct ? [] : few.map(pageOfFew) ?? []
    return limits + [.let(objects, .array(types.declared(query.entity)), fetch)]
      + tail.rows(
        loop, of: objects, reads, rowType.map { .call(.name($0), values) } ?? values[0].value, type,
        isDistinct: projection.isDistinct, &translator.names)
      + tail.finish(rows: .name(loop.rows), &translator.names)
  }

  /// The key path of a selected value: a stored property, or the count of a relationship such as `cities.@count`; nil
  /// for any other value.
  private static func keyPath(_ expression: ExpressionIR) -> String? {
    if case .path(let path) = expression, path.variable == 0, !path.steps.isEmpty {
      return path.steps.map(\.name).joined(separator: ".")
    }
    guard case .aggregate(let node) = expression, node.function == .count, case .path(let path) = node.collection,
      path.variable == 0, path.steps.map(\.kind) == [.toMany]
    else { return nil }
    return path.steps[0].name + ".@count"
  }

  /// Emits the variable of a column: `let name = object.value(forKeyPath: "country.name") as? String`.
  private mutating func read(
    _ item: ProjectionIR.Item, from object: String, into name: String
  ) throws(Refusal) -> [SwiftStatement] {
    guard let keyPath = FetchBody.keyPath(item.expression) else {
      throw Refusal("a selected value that is calculated", "only stored values are read", help: "select its parts")
        .at(.expression(item.expression))
    }
    let base = item.type.base
    if case .object = base {
      throw Refusal("a selected object", "a row holds values only", help: "select attributes of it")
        .at(.expression(item.expression))
    }
    if case .opaque = base {
      throw Refusal("a selected Transformable", "nothing is known of its type").at(.expression(item.expression))
    }
    if types.needsFoundation(base) { translator.needsFoundation = true }
    let stored = SwiftExpression.call(
      .member(.name(object), "value"), [SwiftArgument("forKeyPath", .string(keyPath))])
    var value = SwiftExpression.binary(stored, "as?", .name(translator.storedType(base).text))
    if case .enumeration(let enumeration) = base {
      let make = SwiftClosure(
        parameters: [], result: .named(""),
        body: [.expression(.call(types.declared(enumeration).text, SwiftArgument("rawValue", .name("$0"))))])
      value = .call(.member(.tuple([SwiftArgument(value)]), "flatMap"), [SwiftArgument(.closure(make))])
    }
    if item.type.isOptional { return [.let(name, .optional(types.type(base)), value)] }
    let error = SwiftExpression.call(
      .member(.name(types.runtime("ExecutionError")), "wrongResult"),
      [SwiftArgument("expected", .string("a value of '\(keyPath)'"))])
    return [.guard([.unwrap(name, value)], else: [.throw(error)])]
  }
}
