import CDQIR
import CDQSemantics

// The Swift types that functions return.
extension GenerationContext {
  /// The return type of a function: objects, a number or a Bool, or for a `select` rows of `rowType` or of the only
  /// selected value.
  func functionResult(_ query: CompiledQuery, _ rowType: String?) -> SwiftType {
    guard let projection = query.ir.projection else { return resultType(query) }
    return functionResult(
      query,
      row: rowType.map { .named($0) } ?? projection.items.first.map { types.type($0.type) } ?? .named("Never"))
  }

  /// The return type of a query with a `select`, whose rows have the given type.
  func functionResult(_ query: CompiledQuery, row: SwiftType) -> SwiftType {
    switch query.ir.cardinality {
    case .first: return .optional(row)
    case .one: return row
    case .many, .count, .exists, .delete, .update: return .array(row)
    }
  }

  /// Whether a column of a `select` has a type of Foundation.
  func selectsFoundation(_ query: CompiledQuery) -> Bool {
    query.ir.projection?.items.contains { types.needsFoundation($0.type.base) } ?? false
  }

  /// The return type of a query without a `select`.
  func resultType(_ query: CompiledQuery) -> SwiftType {
    let object = types.declared(query.ir.entity)
    switch query.ir.cardinality {
    case .many: return .array(object)
    case .first: return .optional(object)
    case .one: return object
    case .count, .delete, .update: return .named(types.standard("Int"))
    case .exists: return .named(types.standard("Bool"))
    }
  }

  /// The name of the struct for the rows of a `select` with several columns; nil for other queries.
  func rowTypeName(_ query: CompiledQuery) -> String? {
    guard let projection = query.ir.projection, projection.items.count > 1 else { return nil }
    return SwiftNames.upperFirst(query.name) + "Row"
  }

  /// The struct for the rows of a `select` with several columns.
  func rowStruct(
    _ query: CompiledQuery, _ name: String?, _ access: String, column: ((ProjectionIR.Item) -> SwiftType)? = nil
  ) -> SwiftDeclaration? {
    guard let name, let projection = query.ir.projection else { return nil }
    var names = SwiftNameScope(reserving: ["self"])
    var parameters: [SwiftFunction.Parameter] = []
    var body: [SwiftStatement] = []
    var members: [SwiftDeclaration] = []
    for item in projection.items {
      let local = names.unique(SwiftNames.isPlainName(item.name) ? item.name : item.name + "Value")
      let type = column?(item) ?? types.type(item.type)
      members.append(
        SwiftDeclaration(access: access, .stored(isStatic: false, isConstant: false, item.name, type, nil)))
      parameters.append(SwiftFunction.Parameter(local == item.name ? nil : item.name, local, type))
      body.append(.assign(.member(.name("self"), item.name), "=", .name(local)))
    }
    members.append(
      SwiftDeclaration(
        documentation: ["A row with these values."], access: access,
        .function(SwiftFunction(name: nil, parameters: parameters, body: body))))
    // The generator does not know whether the user's own enums are Codable, but only that they have raw values.
    let isCodable =
      column == nil || enumerations(of: projection.items.map { ParameterIR(name: $0.name, type: $0.type) }).isEmpty
    // The user's enums need not be Sendable. An internal struct with such enums leaves the conformance to Swift's
    // inference, which public structs do not have.
    let isSendable = isCodable || !access.isEmpty
    let conformances = (isSendable ? ["Sendable"] : []) + ["Hashable"] + (isCodable ? ["Codable"] : [])
    return SwiftDeclaration(
      documentation: ["A row of `\(query.name)`."], access: access,
      .type(.struct, name: name, conformances: conformances.map(types.standard), members))
  }
}
