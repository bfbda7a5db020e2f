import CDQKit
import CDQRuntime
import Foundation

/// Time and memory for loading the data into a store.
struct Loading {
  let schema: Schema
  let options: BenchmarkOptions

  /// Measures the loading, and returns the store on which the queries run.
  func measure(into report: inout Report) throws -> StoreEngine {
    let count = options.rowCount
    Console.note("making \(count) rows of NDJSON")
    let runs = options.wants("load NDJSON") && !options.isQuick ? 3 : 1
    var loaded = try measure(
      "load NDJSON", .ndjson, DataText.ndjson(rowCount: count), runs: runs, &report, memory: true)
    if options.wants("load JSON") {
      loaded = try measure("load JSON", .json, DataText.json(rowCount: count), runs: 1, &report)
    }
    if options.wants("load CSV") {
      loaded = try measure("load CSV", .csv, DataText.csv(rowCount: count), runs: 1, &report)
    }
    if options.wants("insert") { try insert(into: &report) }
    return loaded
  }

  private func measure(
    _ name: String, _ format: LoadInput.Format, _ bytes: Data, runs: Int, _ report: inout Report, memory: Bool = false
  ) throws -> StoreEngine {
    Console.note(name)
    var times: [Double] = []
    var engine: StoreEngine?
    for _ in 0..<runs {
      engine = nil
      let before = Memory.bytesInUse
      times.append(
        try Measuring.once { engine = try StoreEngine(schema, cities: bytes, format: format) })
      if memory, times.count == 1, let before, let after = Memory.bytesInUse { noteMemory(after - before, &report) }
    }
    guard let engine else { throw BenchmarkError("nothing was loaded") }
    let time = Measuring.median(times)
    let stored = engine.store.count(of: "City")
    report.add(
      Measurement(query: name, rows: options.rowCount, engine: .column, milliseconds: time, result: String(stored)))
    let megabytes = Double(bytes.count) / 1e6
    report.notes.append(
      "\(name): \(Report.short(megabytes)) MB in \(Report.short(time / 1000)) s, "
        + "\(Report.short(megabytes / time * 1000)) MB/s")
    return engine
  }

  /// Notes the memory in relation to the raw data of the columns: the bytes of texts, 8 bytes for each number and date,
  /// 4 for a reference and for the offset of a text, a bit for a boolean and for the presence of a value.
  private func noteMemory(_ bytes: Int, _ report: inout Report) {
    var raw = 0.0
    for number in 0..<options.rowCount {
      let row = CityRow(number, of: options.rowCount)
      raw += 6 * 8 + 4 + Double(4 + row.name.utf8.count) + Double(4 + 2) + 3.0 / 8
    }
    let perRow = Double(bytes) / Double(options.rowCount)
    let ratio = Double(bytes) / raw
    report.notes.append(
      "memory of the store: \(Report.short(perRow)) bytes per city, indexes and the other side of the relationship "
        + "included; the raw columns are \(Report.short(raw / Double(options.rowCount))), the ratio "
        + Report.short(ratio)
    )
  }

  /// Times single insertions in one transaction; at most 100,000 of them, which is enough for the time of one.
  private func insert(into report: inout Report) throws {
    Console.note("insert")
    let count = min(options.rowCount, 100_000)
    let countries = (0..<CountryRow.count).map { CountryRow($0) }
    let rows = (0..<count).map { number -> [String: Value] in
      let row = CityRow(number, of: count)
      let code = countries[row.code].code
      return [
        "id": .int(Int64(row.id)), "name": .string(row.name), "countryCode": .string(code),
        "population": .int(Int64(row.population)), "area": .double(row.area), "isCapital": .bool(row.isCapital),
        "elevation": row.elevation.map { .int(Int64($0)) } ?? .null, "founded": .date(row.founded.date),
        "rank": .int(Int64(row.rank)),
        "country": row.hasCountry ? .object(ObjectKey(root: "Country", identity: .string(code))) : .null,
      ]
    }
    let store = Store(schema: schema)
    let time = try Measuring.once {
      try store.transaction { transaction in
        for row in countries {
          try transaction.insert(
            "Country", ["code": .string(row.code), "name": .string(row.name), "continent": .string(row.continent)])
        }
        for row in rows { try transaction.insert("City", row) }
      }
    }
    report.add(
      Measurement(
        query: "insert", rows: count, engine: .column, milliseconds: time, result: String(store.count(of: "City"))))
    report.notes.append("insert: \(Report.short(time / Double(count) * 1000)) µs per object")
  }
}
