import CDQKit
import CDQRuntime
import Foundation

/// The column engine on a loaded store: the engine `column` of the table.
struct StoreEngine {
  let store: Store
  private let options = ExecutionOptions()

  /// Loads the data from a file's text, as an application would.
  init(_ schema: Schema, cities: Data, format: LoadInput.Format) throws {
    try self.init(
      schema,
      [
        LoadInput(name: "Country.ndjson", entity: "Country", format: .ndjson, bytes: DataText.countriesNDJSON()),
        LoadInput(name: "City", entity: "City", format: format, bytes: cities),
      ])
  }

  /// Loads other data.
  init(_ schema: Schema, _ inputs: [LoadInput]) throws {
    store = try StoreLoader(schema: schema).load(inputs).store
  }

  /// Prepares a query. The results are handles of stored objects, from which every property can be read.
  func prepare(_ query: CheckedQuery, _ arguments: Arguments) throws -> () throws -> Outcome {
    let prepared = try PreparedStoreQuery(query.ir, schema: store.schema)
    let (store, options) = (store, options)
    return {
      switch try store.run(prepared, arguments: arguments, options: options) {
      case .records(let records): .records(records)
      case .rows(let rows): .values(rows)
      case .count(let count), .deleted(let count), .updated(let count): .count(count)
      case .exists(let exists): .exists(exists)
      }
    }
  }
}

/// The row engine on a user's own types: the engine `row` of the table.
enum RowEngine {
  /// Prepares a query.
  static func prepare(_ query: CheckedQuery, _ arguments: Arguments, _ world: World) throws -> () throws -> Outcome {
    if query.ir.entity == "Country" {
      let prepared = try query.prepare(for: Access.countries)
      return { .countries(try prepared.records(in: world.countries, arguments: arguments)) }
    }
    let prepared = try query.prepare(for: Access.cities)
    if query.ir.projection != nil {
      return { .values(try prepared.rows(in: world.cities, arguments: arguments)) }
    }
    switch query.ir.cardinality {
    case .count: return { .count(try prepared.count(in: world.cities, arguments: arguments)) }
    case .exists: return { .exists(try prepared.exists(in: world.cities, arguments: arguments)) }
    case .first, .one:
      return { .cities(try prepared.first(in: world.cities, arguments: arguments).map { [$0] } ?? []) }
    case .many, .delete, .update: return { .cities(try prepared.records(in: world.cities, arguments: arguments)) }
    }
  }
}
