import CDQKit
import CDQRuntime
import Foundation

/// Compares `store.decode` with the usual alternative: `JSONDecoder` into an array of structs, which finds no
/// duplicates and stores nothing.
struct Decoding {
  let options: BenchmarkOptions
  let measuring: Measuring

  /// A flat type, as a user declares it for `JSONDecoder` and as the memory back end generates it for a store.
  private struct Brand: Codable, StoredModel {
    var id: Int64
    var name: String
    var code: String
    var population: Int64
    var area: Double
    var isCapital: Bool
    var elevation: Int64?

    static var entityName: String { "Brand" }
    static var attributeNames: [String] {
      ["id", "name", "code", "population", "area", "isCapital", "elevation"]
    }
    static var relationshipNames: [String] { [] }

    func store(into values: inout StoredValues) {}

    init(stored record: StoredRecord) throws(StoreError) {
      id = try record.int64(at: 0)
      name = try record.string(at: 1)
      code = try record.string(at: 2)
      population = try record.int64(at: 3)
      area = try record.double(at: 4)
      isCapital = try record.bool(at: 5)
      elevation = record.optionalInt64(at: 6)
    }
  }

  /// A type with nested objects, for which the store sets both sides of a relationship.
  private struct Owner: StoredModel {
    var id: Int64
    var name: String

    static var entityName: String { "Owner" }
    static var attributeNames: [String] { ["id", "name"] }
    static var relationshipNames: [String] { ["pets"] }

    func store(into values: inout StoredValues) {}

    init(stored record: StoredRecord) throws(StoreError) {
      id = try record.int64(at: 0)
      name = try record.string(at: 1)
    }
  }

  private struct PlainOwner: Codable {
    struct Pet: Codable {
      var id: Int64
      var name: String
      var weight: Double
    }
    var id: Int64
    var name: String
    var pets: [Pet]
  }

  func measure(into report: inout Report) throws {
    guard options.wants("decode JSON") else { return }
    Console.note("decode JSON")
    let schema = try Schema(
      parsing: """
        entity Brand {
          id: Int64 @unique  name: String  code: String  population: Int64  area: Double  isCapital: Bool
          elevation: Int64?
        }
        entity Owner { id: Int64 @unique  name: String  pets: [Pet] inverse owner }
        entity Pet { id: Int64 @unique  name: String  weight: Double  owner: Owner? inverse pets }
        """)
    let count = min(options.rowCount, 100_000)
    let cities = text(count)
    try measure(Brand.self, "decode JSON", count, cities, schema, &report) {
      try JSONDecoder().decode([Brand].self, from: cities).count
    }
    let owners = owners(count / 4)
    try measure(Owner.self, "decode nested JSON", count / 4, owners, schema, &report) {
      try JSONDecoder().decode([PlainOwner].self, from: owners).count
    }
  }

  private func measure<Model: StoredModel>(
    _ model: Model.Type, _ name: String, _ count: Int, _ data: Data, _ schema: Schema, _ report: inout Report,
    plain: @escaping () throws -> Int
  ) throws {
    let (fresh, first) = try measuring.time { .count(try Store(schema: schema).decode(model, from: data).count) }
    let store = Store(schema: schema)
    try store.decode(model, from: data)
    let (again, second) = try measuring.time { .count(try store.decode(model, from: data).count) }
    let (plain, third) = try measuring.time { .count(try plain()) }
    for (query, time, outcome) in [(name, fresh, first), ("\(name) again", again, second)] {
      report.add(
        Measurement(query: query, rows: count, engine: .column, milliseconds: time, result: outcome.answer.json))
      report.add(
        Measurement(query: query, rows: count, engine: .handwritten, milliseconds: plain, result: third.answer.json))
    }
    report.notes.append(
      "\(name): \(Report.short(fresh / plain)) times JSONDecoder into structs, "
        + "\(Report.short(again / plain)) times when everything is there already")
  }

  private func text(_ count: Int) -> Data {
    var text = "["
    for number in 0..<count {
      let row = CityRow(number, of: count)
      text += number == 0 ? "\n" : ",\n"
      text += "{\"id\": \(row.id), \"name\": \"\(row.name)\", \"code\": \"\(row.code)\", "
      text += "\"population\": \(row.population), \"area\": \(row.area), \"isCapital\": \(row.isCapital)"
      if let elevation = row.elevation { text += ", \"elevation\": \(elevation)" }
      text += "}"
    }
    return Data((text + "\n]\n").utf8)
  }

  /// The JSON of owners with three pets each.
  private func owners(_ count: Int) -> Data {
    let owners = (0..<count).map { number in
      let pets = (0..<3).map { pet in
        "{\"id\": \(number * 3 + pet), \"name\": \"Pet \(pet) of \(number)\", \"weight\": \(Double(pet) + 0.25)}"
      }
      return "{\"id\": \(number), \"name\": \"Owner \(number)\", \"pets\": [\(pets.joined(separator: ", "))]}"
    }
    return Data("[\n\(owners.joined(separator: ",\n"))\n]\n".utf8)
  }
}
