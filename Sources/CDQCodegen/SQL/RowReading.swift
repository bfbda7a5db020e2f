#if SQLBackEnd
import CDQIR
import CDQSQL

/// How generated code reads a value of a row.
struct RowReading {
  /// The end of the names of the functions of `SQLRow`, such as `OptionalCase`.
  let name: String
  /// The root entity of an object that is known by its insertion number; nil for other values.
  let root: String?

  init(_ type: OptionalType, _ types: SwiftTypeNames) {
    var root: String?
    let kind: String
    switch type.base {
    case .enumeration: kind = "Case"
    case .collection: kind = "Elements"
    case .object(let entity) where types.identityAttribute(of: entity) == nil:
      kind = "Key"
      root = types.schema.root(of: entity)
    default: kind = type.isOptional ? "" : "Value"
    }
    name = (type.isOptional ? "Optional" : kind == "Value" || kind == "Elements" ? "" : "Required") + kind
    self.root = root
  }

  /// `try row.value(at: 3)`
  func value(of row: String, at column: Int) -> SwiftExpression {
    var arguments = [SwiftArgument("at", .integer(Int64(column)))]
    if let root { arguments.append(SwiftArgument("root", .string(root))) }
    return .attempt(.call(.member(.name(row), SwiftNames.lowerFirst(name)), arguments))
  }
}

extension ModelWriter {
  /// The initializer that makes an object of a row of its entity's statements; nil where no statement gives such rows.
  func rowInitializer(_ target: SQLTarget) -> SwiftDeclaration? {
    guard let query = try? target.statement(for: QueryIR(entity: entity.name)) else { return nil }
    var places: [String: Int] = [:]
    for output in query.outputs { places[output.name] = output.firstColumn }
    var body: [SwiftStatement] = []
    for property in schema.allProperties(of: entity.name) {
      let type: OptionalType
      switch property {
      case .attribute(let attribute):
        if attribute.isTransient { continue }
        type = OptionalType(attribute.type, isOptional: attribute.isOptional || attribute.type == .opaque)
      case .relationship(let relationship):
        if relationship.isToMany || relationship.isTransient { continue }
        type = OptionalType(.object(relationship.destination), isOptional: relationship.isOptional)
      }
      var value = SwiftExpression.null
      // A Transformable value has no Swift type.
      if type.base != .opaque, let place = places[property.name] { value = RowReading(type, types).value(of: "row", at: place) }
      body.append(.assign(.member(.name("self"), property.name), "=", value))
    }
    let members = [ModelWriter.rowInitializer(body, types, access, "An object as a row of the database has it.")]
    return SwiftDeclaration(.type(.extension, name: SwiftNames.quoted(entity.name), conformances: [], members))
  }

  static func rowInitializer(
    _ body: [SwiftStatement], _ types: SwiftTypeNames, _ access: String, _ documentation: String
  ) -> SwiftDeclaration {
    SwiftDeclaration(
      documentation: [documentation], access: access,
      .function(
        SwiftFunction(
          name: nil, parameters: [SwiftFunction.Parameter(nil, "row", .named(types.runtime("SQLRow")))], isThrowing: true,
          errorType: types.runtime("DatabaseError"), body: body)))
  }
}
#endif
