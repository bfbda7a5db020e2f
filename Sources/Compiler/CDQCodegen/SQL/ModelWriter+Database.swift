import CDQIR
import CDQSQL
import CDQSemantics
import CDQSyntax

/// What the back end `sql` writes of an entity.
extension ModelWriter {
  /// The struct with the initializer that reads a row; with `writes` also what a transaction needs of it.
  func databaseDeclarations(_ target: SQLTarget, _ context: GenerationContext) -> [SwiftDeclaration] {
    let initializer = rowInitializer(target)
    guard target.writes else { return [model()] + extensions([], [initializer]) }
    guard let initializer, let all = functions(of: allQuery, target, context) else { return [model(), stored(with: [])] }
    let find = findQuery.flatMap { functions(of: $0, target, context) }.map { [$0.statement()] + $0.runs() } ?? []
    return [model(), stored(with: [])]
      + extensions([types.runtime("DatabaseModel")], [initializer, all.statement()] + find)
  }

  private func extensions(_ conformances: [String], _ members: [SwiftDeclaration?]) -> [SwiftDeclaration] {
    let members = members.compactMap { $0 }
    if members.isEmpty { return [] }
    return [
      SwiftDeclaration(
        .type(.extension, name: SwiftNames.quoted(entity.name), conformances: conformances, members))
    ]
  }

  /// The functions of a query of the entity; nil where the database has no statement for it.
  private func functions(of query: CompiledQuery, _ target: SQLTarget, _ context: GenerationContext) -> StatementFunctions? {
    try? StatementFunctions(query, isOfModel: true, target, context)
  }

  private func query(_ name: String, _ text: String, _ documentation: String, _ ir: QueryIR) -> CompiledQuery {
    CompiledQuery(
      name: name, nameSpan: SourceSpan(at: 0), documentation: documentation, text: text, file: "", line: 1, ir: ir,
      parameterUses: ir.parameters.map { "\(entity.name).\($0.name)" })
  }

  private var allQuery: CompiledQuery { query("all", entity.name, "", QueryIR(entity: entity.name)) }

  /// The query for the object with an identity; nil for an entity that has none.
  private var findQuery: CompiledQuery? {
    guard let identity = findableIdentity else { return nil }
    var ir = QueryIR(entity: entity.name, cardinality: .first)
    var conditions: [PredicateIR] = []
    for (index, attribute) in identity.enumerated() {
      let path = PathIR(
        variable: 0, steps: [StepIR(attribute.name, .attribute, of: entity.name)],
        type: OptionalType(attribute.type, isOptional: attribute.isOptional))
      ir.parameters.append(ParameterIR(name: attribute.name, type: OptionalType(attribute.type, isOptional: false)))
      conditions.append(.comparison(ComparisonIR(.equal, .path(path), .parameter(index, attribute.type))))
    }
    ir.predicate = conditions.count == 1 ? conditions[0] : .and(conditions)
    let texts = identity.map { "\($0.name) == $\($0.name)" }
    return query(
      "find", "first \(entity.name) where \(texts.joined(separator: " AND "))",
      "The object with that identity; nil when there is none.", ir)
  }

  /// The initializer that makes an object of a row of its entity's statements; nil where no statement gives such rows.
  private func rowInitializer(_ target: SQLTarget) -> SwiftDeclaration? {
    guard let query = try? target.statement(for: QueryIR(entity: entity.name)) else { return nil }
    var places: [String: [Int]] = [:]
    for output in query.outputs { places[output.name] = output.columns }
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
    return ModelWriter.rowInitializer(body, types, access, "An object as a row of the database has it.")
  }

  static func rowInitializer(
    _ body: [SwiftStatement], _ types: SwiftTypeNames, _ access: String, _ documentation: String, hasShapes: Bool = false
  ) -> SwiftDeclaration {
    // An initializer takes what it is given, so that each row would be retained for it and released by it.
    let row = SwiftFunction.Parameter(nil, "row", .named("borrowing \(types.runtime("SQLRow"))"))
    let related = SwiftFunction.Parameter(nil, "related", .named("borrowing \(types.runtime("RelatedRows"))"))
    return SwiftDeclaration(
      documentation: [documentation], access: access,
      .function(
        SwiftFunction(
          name: nil, parameters: hasShapes ? [row, related] : [row], isThrowing: true,
          errorType: types.runtime("DatabaseError"), body: body)))
  }
}
