import CDQIR
import CDQSemantics

/// Writes the body of a function over a store: it puts the arguments into an `Arguments` value and calls the prepared
/// query.
struct MemoryBody {
  let signature: QuerySignature
  let types: SwiftTypeNames
  /// The expression of the prepared query, such as `CDQPrepared.search`.
  let prepared: SwiftExpression
  /// The name of the store parameter.
  let store: String
  private var names: SwiftNameScope

  init(signature: QuerySignature, types: SwiftTypeNames, prepared: SwiftExpression, store: String) {
    self.signature = signature
    self.types = types
    self.prepared = prepared
    self.store = store
    names = signature.names
  }

  private var query: QueryIR { signature.query.ir }

  mutating func statements(rowType: String?) -> [SwiftStatement] {
    let (statements, arguments) = self.arguments()
    let call = [SwiftArgument("in", .name(store))] + arguments.map { SwiftArgument($0) }
    func result(_ method: String) -> SwiftStatement { .return(.attempt(.call(.member(prepared, method), call))) }
    if let projection = query.projection { return statements + rows(call, projection, rowType) }
    switch query.cardinality {
    case .many: return statements + [result("objects")]
    case .first: return statements + [result("firstObject")]
    case .one: return statements + [result("onlyObject")]
    case .count: return statements + [result("count")]
    case .exists: return statements + [result("exists")]
    case .delete: return statements + [result("delete")]
    case .update: return statements + [result("update")]
    }
  }

  // MARK: arguments

  /// The statements that make an `Arguments` of the parameters, and the argument for it; both empty without parameters.
  mutating func arguments() -> ([SwiftStatement], [SwiftExpression]) {
    if query.parameters.isEmpty { return ([], []) }
    let name = names.unique("arguments")
    let type = types.runtime("Arguments")
    var statements: [SwiftStatement] = [.var(name, .named(type), .call(type))]
    for (index, parameter) in query.parameters.enumerated() {
      let local = SwiftExpression.name(signature.parameterNames[index])
      let slot = SwiftExpression.subscript(.name(name), .string(parameter.name))
      let set = SwiftStatement.assign(slot, "=", value(local, index, parameter.type.base))
      if parameter.mayBeNil {
        // An absent entry means that an omittable parameter is absent. Any other optional parameter needs an entry for
        // nil.
        let otherwise: [SwiftStatement] =
          parameter.isOmittable ? [] : [.assign(slot, "=", .implicitMember("null"))]
        statements.append(
          .if([.unwrap(signature.parameterNames[index], local)], then: [set], else: otherwise))
      } else {
        statements.append(set)
      }
    }
    return (statements, [.name(name)])
  }

  /// The `Value` of a parameter that is not nil.
  private func value(_ local: SwiftExpression, _ index: Int, _ type: ValueType) -> SwiftExpression {
    if index == signature.sortParameter { return make("string", .member(local, "rawValue")) }
    switch type {
    case .int64: return make("int", local)
    case .int16, .int32: return make("int", .call(types.standard("Int64"), SwiftArgument(local)))
    case .float: return make("double", .call(types.standard("Double"), SwiftArgument(local)))
    case .opaque, .null: return make("string", local)
    case .enumeration:
      let raw = SwiftExpression.member(local, "rawValue")
      let rawType = types.schema.rawType(of: type)
      switch rawType.isInteger {
      case true: return make("int", rawType == .int64 ? raw : .call(types.standard("Int64"), SwiftArgument(raw)))
      case false: return make("string", raw)
      }
    case .object(let entity):
      guard let attribute = types.identityAttribute(of: entity) else { return make("object", local) }
      let key = SwiftExpression.call(
        types.runtime("ObjectKey"), SwiftArgument("root", .string(types.schema.root(of: entity))),
        SwiftArgument("identity", ModelWriter.identity(attribute.type, local, types)))
      return make("object", key)
    case .collection(let element, _):
      let closure = SwiftClosure(
        parameters: [], result: .named(types.runtime("Value")),
        body: [.expression(qualified(value(.name("$0"), -1, element)))])
      return make("list", .call(.member(local, "map"), [SwiftArgument(.closure(closure))]))
    default: return make(type.caseName, local)
    }
  }

  private func make(_ name: String, _ payload: SwiftExpression) -> SwiftExpression {
    .call(.implicitMember(name), [SwiftArgument(payload)])
  }

  /// Adds the type to a value, `Value.int($0)` instead of `.int($0)`, where Swift cannot infer it.
  private func qualified(_ value: SwiftExpression) -> SwiftExpression {
    guard case .call(.implicitMember(let name), let arguments) = value else { return value }
    return .call(.member(.name(types.runtime("Value")), name), arguments)
  }

  // MARK: rows

  private mutating func rows(
    _ call: [SwiftArgument], _ projection: ProjectionIR, _ rowType: String?
  ) -> [SwiftStatement] {
    let rows = names.unique("rows")
    let row = names.unique("row")
    let results = names.unique("results")
    let one = names.unique("result")
    let columns = self.columns(projection, of: row, rowType)
    let element: SwiftExpression = rowType.map { .call(.name($0), columns) } ?? columns[0].value
    let type = rowType.map { SwiftType.named($0) } ?? types.type(projection.items[0].type)
    let fetch = SwiftStatement.let(
      rows, .array(.named(types.runtime("ResultRow"))), .attempt(.call(.member(prepared, "rows"), call)))
    let isThrowing = !projection.shapes.isEmpty || projection.items.contains { !$0.type.isOptional }
    let made: SwiftExpression = isThrowing ? .attempt(element) : element
    switch query.cardinality {
    case .first:
      return [
        fetch, .guard([.unwrap(row, .member(.name(rows), "first"))], else: [.return(.null)]), .return(made),
      ]
    case .one:
      let error = SwiftExpression.call(
        .member(.name(types.runtime("ExecutionError")), "notFound"), [SwiftArgument("entity", .string(query.entity))])
      return [
        fetch, .guard([.unwrap(row, .member(.name(rows), "first"))], else: [.throw(error)]), .return(made),
      ]
    case .many, .count, .exists, .delete, .update:
      return [
        fetch, .var(results, .array(type), .array([])),
        .expression(.call(.member(.name(results), "reserveCapacity"), [SwiftArgument(.member(.name(rows), "count"))])),
        .for(
          label: nil, row, in: .name(rows),
          [
            .let(one, type, made),
            .expression(.call(.member(.name(results), "append"), [SwiftArgument(.name(one))])),
          ]),
        .return(.name(results)),
      ]
    }
  }

  /// The values of the columns in a row, as arguments of its struct.
  private mutating func columns(_ projection: ProjectionIR, of row: String, _ rowType: String?) -> [SwiftArgument] {
    var result: [SwiftArgument] = []
    var related = GenerationContext.rowTypeNames(projection).makeIterator()
    for (place, column) in projection.columns.enumerated() {
      switch column {
      case .item(let item):
        result.append(SwiftArgument(rowType == nil ? nil : item.name, read(.name(row), place, item.type)))
      case .shape(let shape):
        guard let name = related.next() else { continue }
        let type = (rowType.map { "\($0)." } ?? "") + name
        result.append(SwiftArgument(shape.name, read(shape, as: type, .name(row), place)))
      }
    }
    return result
  }

  private mutating func read(
    _ shape: ShapeIR, as type: String, _ row: SwiftExpression, _ column: Int
  ) -> SwiftExpression {
    let related = names.unique("related")
    let made = SwiftExpression.call(.name(type), columns(shape.projection, of: related, type))
    let closure = SwiftClosure(
      parameters: [related], errorType: types.runtime("ExecutionError"), result: .named(type),
      body: [.return(.attempt(made))])
    let method = shape.isToMany ? "related" : shape.isOptional ? "optionalRelated" : "requiredRelated"
    return .call(.member(row, method), [SwiftArgument("at", .integer(Int64(column))), SwiftArgument(.closure(closure))])
  }

  private func read(_ row: SwiftExpression, _ column: Int, _ type: OptionalType) -> SwiftExpression {
    let kind: String
    switch type.base {
    case .enumeration: kind = "Case"
    case .object(let entity): kind = types.identityAttribute(of: entity) == nil ? "Key" : "Identity"
    default: kind = ""
    }
    return .call(
      .member(row, (type.isOptional ? "optional" : "required") + kind), [SwiftArgument("at", .integer(Int64(column)))])
  }
}
