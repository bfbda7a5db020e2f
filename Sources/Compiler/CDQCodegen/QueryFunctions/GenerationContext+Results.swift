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
    query.ir.projection?.allItems.contains { types.needsFoundation($0.type.base) } ?? false
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

  /// The name of the struct for the rows of a `select` with several columns, or with a shape; nil for other queries.
  func rowTypeName(_ query: CompiledQuery) -> String? {
    guard let projection = query.ir.projection, projection.items.count > 1 || !projection.shapes.isEmpty else {
      return nil
    }
    return SwiftNames.upperFirst(query.name) + "Row"
  }

  /// The names of the structs for the rows of the shapes in a projection, which are members of the struct of its rows.
  static func rowTypeNames(_ projection: ProjectionIR) -> [String] {
    // The shapes `top` and `Top` have a struct each. None has the name of a column, and none hides the enum of one.
    let enumerations = projection.allItems.compactMap { item -> String? in
      if case .enumeration(let name) = item.type.base { name } else { nil }
    }
    var names = SwiftNameScope(reserving: projection.columns.map(\.name) + enumerations)
    return projection.shapes.map { names.unique(SwiftNames.upperFirst($0.name) + "Row") }
  }

  /// The struct for the rows of a `select` with several columns.
  func rowStruct(
    _ query: CompiledQuery, _ name: String?, _ access: String, column: ((ProjectionIR.Item) -> SwiftType)? = nil
  ) -> SwiftDeclaration? {
    guard let name, let projection = query.ir.projection else { return nil }
    // The generator does not know whether the user's own enums are Codable, but only that they have raw values.
    let parameters = projection.allItems.map { ParameterIR(name: $0.name, type: $0.type) }
    let isCodable = column == nil || enumerations(of: parameters).isEmpty
    // The user's enums need not be Sendable. An internal struct with such enums leaves the conformance to Swift's
    // inference, which public structs do not have.
    let isSendable = isCodable || !access.isEmpty
    let conformances = (isSendable ? ["Sendable"] : []) + ["Hashable"] + (isCodable ? ["Codable"] : [])
    return rowStruct(
      projection, name, access, conformances.map(types.standard), documentation: "A row of `\(query.name)`.", column)
  }

  /// The struct for the rows of a `select` or of a shape, with those of its shapes as members.
  private func rowStruct(
    _ projection: ProjectionIR, _ name: String, _ access: String, _ conformances: [String], documentation: String,
    _ column: ((ProjectionIR.Item) -> SwiftType)?
  ) -> SwiftDeclaration {
    var names = SwiftNameScope(reserving: ["self"])
    var parameters: [SwiftFunction.Parameter] = []
    var body: [SwiftStatement] = []
    var members: [SwiftDeclaration] = []
    var nested: [SwiftDeclaration] = []
    var rows = GenerationContext.rowTypeNames(projection).makeIterator()
    for part in projection.columns {
      let type: SwiftType
      switch part {
      case .item(let item): type = column?(item) ?? types.type(item.type)
      case .shape(let shape):
        guard let row = rows.next() else { continue }
        type = shape.isToMany ? .array(.named(row)) : shape.isOptional ? .optional(.named(row)) : .named(row)
        nested.append(
          rowStruct(
            shape.projection, row, access, conformances,
            documentation: "A row of `\(shape.name)`, which has values of `\(shape.entity)`.", column))
      }
      let local = names.unique(SwiftNames.isPlainName(part.name) ? part.name : part.name + "Value")
      members.append(
        SwiftDeclaration(access: access, .stored(isStatic: false, isConstant: false, part.name, type, nil)))
      parameters.append(SwiftFunction.Parameter(local == part.name ? nil : part.name, local, type))
      body.append(.assign(.member(.name("self"), part.name), "=", .name(local)))
    }
    members.append(
      SwiftDeclaration(
        documentation: ["A row with these values."], access: access,
        .function(SwiftFunction(name: nil, parameters: parameters, body: body))))
    return SwiftDeclaration(
      documentation: [documentation], access: access,
      .type(.struct, name: name, conformances: conformances, members + nested))
  }
}

extension ProjectionIR {
  /// The values among the columns, those of shapes included.
  var allItems: [Item] { items + shapes.flatMap(\.projection.allItems) }
}
