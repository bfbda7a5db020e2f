import CDQKit
import Foundation

/// Loads data into a store. The first line of an input is `json`, `ndjson` or `csv` with the name of an entity, or
/// `all`; the rest is the file.
public struct DataTarget: FuzzTarget {
  public static let name = "data"

  private let schema: Schema

  public init() {
    schema = Worlds.all[0].schema
  }

  public static func seeds() -> [[UInt8]] {
    let world = Worlds.all[0]
    var seeds = [Array("all\n\(world.data)".utf8)]
    for entity in ["Thing", "Part", "Group"] {
      let records = (try? StoreWriter(world.store.snapshot).json(of: entity)).map { Array($0) } ?? []
      seeds.append(Array("json \(entity)\n".utf8) + records)
    }
    return seeds
      + [
        "ndjson Part\n{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":null,\"price\":\"0.10\"}\n\n{\"id\":3}\r\n",
        "csv Part\nid,name,price,tags,flag,when\n1,\"a \"\"b\"\"\",0.1,\"[\"\"x\"\"]\",true,2026-01-01\n2,,,,,\n",
        "csv Group\r\nid,label\r\n1,\"two\r\nlines\"\r\n2,\"\"\r\n",
      ].map { Array($0.utf8) }
  }

  public static let dictionary = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "false", "-", "0", "1e5", "0.10", "1e400", "\\u0000", "\\uD83D",
    "\\uDE00", "\\\\", "\\\"", "\\n", "\"id\"", "\"name\"", "\"price\"", "\"tags\"", "\"group\"", "\"parts\"",
    "\"when\"",
    "\"2026-01-31T10:00:00.123456789+02:00\"", "\"0001-01-01\"", "\"99999-12-31\"", "\"AAEC\"",
    "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", "\"https://a.b/c?d=e#f\"", "9223372036854775808",
    "99999999999999999999999999999999999999.9", "\u{FEFF}", "\r\n", "\n", "\"\"", "\"Group\"", "\"Part\"", "\"Thing\"",
    "NaN", "Infinity", "/*", "'", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}",
  ]

  /// The input of the loader; nil when the first line is malformed.
  static func input(_ input: [UInt8]) -> LoadInput? {
    guard let newline = input.firstIndex(of: 0x0A) else { return nil }
    let words = String(decoding: input[..<newline], as: UTF8.self).split(separator: " ").map(String.init)
    let bytes = Data(input[(newline + 1)...])
    switch (words.first.flatMap { LoadInput.Format(rawValue: $0) }, words.count) {
    case (let format?, 2): return LoadInput(name: "input", entity: words[1], format: format, bytes: bytes)
    case (nil, 1) where words[0] == "all": return LoadInput(name: "input", bytes: bytes)
    default: return nil
    }
  }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    guard let source = DataTarget.input(input) else { return [] }
    let loader = StoreLoader(schema: schema)
    let loaded: LoadedStore
    do throws(LoadError) {
      loaded = try loader.load([source])
    } catch {
      try require(!error.issues.isEmpty && !error.description.isEmpty, "refused data has an error")
      return Set(error.issues.map { "\(source.entity == nil) \($0.code.rawValue)" })
    }
    try checkWriting(loaded.store)
    for entity in ["Thing", "Part", "Group"] {
      let query = try CheckedQuery(parsing: "count \(entity) only where id != 0 OR id == 0", in: schema)
      guard case .count(let count) = try query.run(in: loaded.store),
        count == loaded.store.count(of: entity, includingSubentities: false)
      else { throw Violation("every loaded object is found", entity) }
    }
    return Set(loaded.warnings.map { "warning \($0.code.rawValue)" }).union(["loaded \(source.format.rawValue)"])
  }

  /// Requires that a written store can be loaded, and that writing the loaded store gives the same bytes.
  private func checkWriting(_ store: Store) throws {
    var texts: [String: Data] = [:]
    for entity in StoreWriter(store.snapshot).entities {
      texts[entity] = try StoreWriter(store.snapshot).json(of: entity)
    }
    let inputs = texts.sorted { $0.key < $1.key }.map {
      LoadInput(name: "\($0.key).json", entity: $0.key, format: .json, bytes: $0.value)
    }
    let again: LoadedStore
    do throws(LoadError) {
      again = try StoreLoader(schema: schema).load(inputs)
    } catch {
      throw Violation("what is written can be loaded", error.description)
    }
    for (entity, text) in texts {
      let second = try StoreWriter(again.store.snapshot).json(of: entity)
      try require(
        second == text, "what is loaded is written as it was",
        "\(String(decoding: text, as: UTF8.self)) became \(String(decoding: second, as: UTF8.self))")
    }
  }
}
