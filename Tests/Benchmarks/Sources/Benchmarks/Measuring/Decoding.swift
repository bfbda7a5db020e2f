import CDQKit
import CDQRuntime
import Foundation

/// `store.decode` beside what one would use instead: `JSONDecoder` into an array of structs, which finds no duplicates
/// and keeps nothing.
struct Decoding {
  let options: BenchmarkOptions
  let measuring: Measuring

  /// What a user declares for `JSONDecoder`, and what the memory back end generates for a store.
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

  func measure(into report: inout Report) throws {
    guard options.wants("decode JSON") else { return }
    Console.note("decode JSON")
    let schema = try Schema(
      parsing: """
        entity Brand {
          id: Int64 @unique  name: String  code: String  population: Int64  area: Double  isCapital: Bool
          elevation: Int64?
        }
        """)
    let count = min(options.rowCount, 100_000)
    let data = text(count)
    let (fresh, first) = try measuring.time { .count(try Store(schema: schema).decode(Brand.self, from: data).count) }
    let store = Store(schema: schema)
    try store.decode(Brand.self, from: data)
    let (again, second) = try measuring.time { .count(try store.decode(Brand.self, from: data).count) }
    let (plain, third) = try measuring.time { .count(try JSONDecoder().decode([Brand].self, from: data).count) }
    for (query, time, outcome) in [("decode JSON", fresh, first), ("decode JSON again", again, second)] {
      report.add(
        Measurement(query: query, rows: count, engine: .column, milliseconds: time, result: outcome.answer.json))
      report.add(
        Measurement(query: query, rows: count, engine: .handwritten, milliseconds: plain, result: third.answer.json))
    }
    report.notes.append(
      "decode JSON: \(Report.short(fresh / plain)) times JSONDecoder into structs, "
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
}
