import CDQIR
import CDQSQL
import CDQStore
import CDQValues
import Foundation

/// The values of a query's expressions that read no row, computed by the engine in memory.
struct QueryConstants: SQLConstants {
  let schema: Schema
  let ir: QueryIR
  let binding: ArgumentBinding
  let arguments: Arguments
  let options: ExecutionOptions
  let access: RecordAccess<DatabaseRecord>

  /// A record without values, on which constants are computed.
  private var nobody: DatabaseRecord {
    DatabaseRecord(
      key: ObjectKey(root: access.root, identity: .record(-1)), entityName: access.entity, values: [:],
      row: RowKey(root: access.root, values: []))
  }

  func value(of expression: ExpressionIR) throws(SQLRefusal) -> Value {
    switch expression {
    case .literal(let value, _): return value
    case .parameter(let index, _): return binding.values.indices.contains(index) ? binding.values[index] : .null
    default: break
    }
    let item = ProjectionIR.Item(name: "value", expression: expression, type: OptionalType(expression.type, isOptional: true))
    var query = QueryIR(entity: ir.entity, parameters: ir.parameters)
    query.projection = ProjectionIR(isGrouped: false, items: [item])
    do throws(ExecutionError) {
      let rows = try PreparedQuery(query, access: access).rows(in: [nobody], arguments: arguments, options: options)
      return rows.first?.first ?? .null
    } catch {
      throw SQLRefusal("a value cannot be computed before the query runs: \(error.message)")
    }
  }

  func values(of collection: CollectionIR) throws(SQLRefusal) -> [Value] {
    switch collection {
    case .literal(let elements, _):
      var result: [Value] = []
      for element in elements { result.append(try value(of: element)) }
      return result
    case .parameter(let index, _):
      if binding.values.indices.contains(index), case .list(let values) = binding.values[index] { return values }
      return []
    default: throw SQLRefusal("a list is computed from other lists")
    }
  }

  func folded(_ text: String, _ options: TextOptions) -> String {
    TextFolding.folded(text, options).composed
  }

  func truth(of predicate: PredicateIR) throws(SQLRefusal) -> Bool {
    let query = QueryIR(entity: ir.entity, parameters: ir.parameters, predicate: predicate)
    do throws(ExecutionError) {
      return try PreparedQuery(query, access: access).count(in: [nobody], arguments: arguments, options: options) > 0
    } catch {
      throw SQLRefusal("a condition cannot be tested before the query runs: \(error.message)")
    }
  }

  func identity(of key: ObjectKey, entity: String) -> SQLIdentity? {
    guard key.root == schema.root(of: entity) else { return nil }
    let identities = schema.identities(reachableFrom: entity)
    if identities.isEmpty, case .record(let number) = key.identity { return .number(number) }
    for identity in identities {
      guard let values = identity.values(of: key.identity, schema), values.count == identity.attributes.count else { continue }
      let fitting = zip(values, identity.attributes).compactMap { value, attribute in
        value.widened(to: schema.rawType(of: attribute.type))
      }
      if fitting.count == values.count { return .attributes(identity.attributes.map(\.name), fitting) }
    }
    return nil
  }
}
