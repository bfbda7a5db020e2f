import CDQDatabase
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import Foundation

/// `cdq dump --stage sql`: the statement that a dialect has for a query, in our own layout or by a mapping.
enum SQLDump {
  static func show(_ ir: QueryIR, _ schema: Schema, _ context: CommandContext) throws(Failure) -> Bool {
    let dialect = SQLDialect.named(context.arguments.choice("dialect", default: .sqlite))
    let mapping = try context.mappingFile() ?? OwnLayout(schema).mapping
    let database = Database(schema: schema, mapping: mapping, dialect: dialect)
    do throws(DatabaseError) {
      let plan = try database.plan(ir, arguments: SampleArguments.arguments(for: ir, schema))
      for line in SQLText.lines(plan, dialect) { context.console.print(line) }
      return true
    } catch {
      context.show(QueryFailure(error), in: "<query>")
      return false
    }
  }
}

/// Values for the parameters of a query whose SQL is shown, since the SQL depends on whether a value is nil.
enum SampleArguments {
  static func arguments(for ir: QueryIR, _ schema: Schema) -> Arguments {
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
