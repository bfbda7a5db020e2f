import CDQIR
import CDQStore
import CDQLoading

/// The condition of a mapping's `where`, over the attributes that a record gives its object.
struct RecordFilter: Sendable {
  private let query: PreparedQuery<ImportedObject>

  init(_ ir: QueryIR, _ layout: StoreLayout) throws(ExecutionError) {
    guard let index = layout.index(of: ir.entity) else { throw .malformedQuery("there is no entity '\(ir.entity)'") }
    let entity = layout.entities[index]
    let access = RecordAccess<ImportedObject>(entity.entity.name, root: entity.root) { declaration in
      for (slot, attribute) in entity.attributes.enumerated() {
        declaration.attribute(attribute.name, access: RecordFilter.access(slot, attribute.type, layout.schema))
      }
      declaration.entity { $0.plan.layout.entity.name }
    }
    query = try PreparedQuery(ir, access: access)
  }

  private static func access(_ slot: Int, _ type: ValueType, _ schema: Schema) -> AttributeAccess<ImportedObject> {
    var stored = schema.rawType(of: type)
    if case .collection(let element, let isOrdered) = type {
      stored = .collection(element: schema.rawType(of: element), isOrdered: isOrdered)
    }
    return AttributeAccess(stored) { $0.values[slot] }
  }

  /// Whether the condition selects a record.
  func keeps(_ object: ImportedObject, _ arguments: Arguments) throws(ExecutionError) -> Bool {
    try query.exists(in: CollectionOfOne(object), arguments: arguments.only(query.ir.parameters))
  }
}

extension Arguments {
  /// The arguments that a query has parameters for; an unknown one would be an error.
  func only(_ parameters: [ParameterIR]) -> Arguments {
    guard values.count > parameters.count else { return self }
    let names = Set(parameters.map(\.name))
    return Arguments(values.filter { names.contains($0.key) })
  }
}
