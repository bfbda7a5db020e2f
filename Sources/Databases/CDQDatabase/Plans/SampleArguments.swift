package import CDQIR
import CDQValues
import Foundation

/// Values for the parameters of a query whose SQL is shown, since the SQL depends on whether a value is nil.
package enum SampleArguments {
  package static func arguments(for ir: QueryIR, _ schema: Schema) -> Arguments {
    var result = Arguments()
    for parameter in ir.parameters {
      if case .choice(let index, let keys) = ir.sort, ir.parameters[index].name == parameter.name, let key = keys.first {
        result[parameter.name] = .string(key.name)
      } else {
        result[parameter.name] = value(parameter.type.base, schema, size: parameter.size ?? 1)
      }
    }
    return result
  }

  private static func value(_ type: ValueType, _ schema: Schema, size: Int) -> Value {
    switch type {
    case .bool: .bool(true)
    case .int16, .int32, .int64: .int(1)
    case .float, .double: .double(1)
    case .decimal: .decimal(1)
    case .string: .string("text")
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .duration: .duration(1)
    case .data: .data(Data())
    case .uuid: .uuid(UUID())
    case .url: URL(string: "https://example.com/").map { .url($0) } ?? .null
    case .enumeration(let name): schema.enumeration(named: name)?.cases.first?.rawValue ?? .null
    case .object(let entity): .object(ObjectKey(root: schema.root(of: entity), identity: identity(entity, schema)))
    case .collection(let element, _): .list(Array(repeating: value(element, schema, size: 1), count: size))
    case .opaque, .null: .null
    }
  }

  private static func identity(_ entity: String, _ schema: Schema) -> ObjectKey.Identity {
    guard let identity = schema.entityIdentity(of: entity) else { return .record(1) }
    return identity.key(of: identity.attributes.map { value(schema.rawType(of: $0.type), schema, size: 1) })
  }
}
