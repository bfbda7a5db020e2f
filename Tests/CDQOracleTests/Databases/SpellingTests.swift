import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQRandom
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Texts of a column that need not be in NFC are found by the index of the column, in each of their spellings.
@Suite struct SpellingTests {
  private static let alphabet: [String] = [
    "a", "K", "k", ";", "`", "o", "e", "u", " ", "\u{301}", "\u{308}", "\u{323}", "\u{30A}", "\u{304}", "ö", "Å", "\u{212B}", "\u{212A}",
    "é", "ǖ", "ế", "ș", "\u{1FEF}", "\u{3B1}\u{301}", "\u{1F71}", "각", "\u{1100}", "\u{1161}", "\u{11A8}", "क", "\u{93C}", "\u{958}",
    "\u{9C7}", "\u{9BE}", "\u{F900}", "豈", "\u{1D15E}", "😀", "\u{FB4E}", "\u{05BF}", "\u{345}", "\u{1F80}",
  ]

  private static func text(_ random: inout SplitMix, most: Int) -> String {
    (0..<(1 + random.below(most))).map { _ in random.pick(alphabet) }.joined()
  }

  /// Another spelling of a text: decomposed, with marks of other classes in another order, and composed in part.
  private static func respelled(_ text: String, _ random: inout SplitMix) -> String {
    var scalars = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
    for _ in 0..<8 where scalars.count > 1 {
      let index = random.below(scalars.count - 1)
      let classes = [scalars[index], scalars[index + 1]].map(\.properties.canonicalCombiningClass.rawValue)
      if classes[0] != classes[1], classes[0] != 0, classes[1] != 0 { scalars.swapAt(index, index + 1) }
    }
    for _ in 0..<6 where scalars.count > 1 {
      let index = random.below(scalars.count - 1)
      let pair = String(String.UnicodeScalarView(scalars[index...(index + 1)]))
      let composed = Array(pair.composed.unicodeScalars)
      if composed.count == 1 { scalars.replaceSubrange(index...(index + 1), with: composed) }
    }
    for index in scalars.indices {
      let twins: [Unicode.Scalar: Unicode.Scalar] = ["\u{C5}": "\u{212B}", "K": "\u{212A}", ";": "\u{37E}", "\u{3AC}": "\u{1F71}"]
      if let twin = twins[scalars[index]], random.chance(50) { scalars[index] = twin }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func key(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `The spellings of a text are all texts equal to it, and no others`() throws {
    var random = SplitMix(seed: 38)
    var counted = 0
    for _ in 0..<3000 {
      let text = SpellingTests.text(&random, most: 4)
      guard let all = CanonicalForms.all(of: text, limit: 4096) else { continue }
      counted += 1
      let keys = Set(all.map(SpellingTests.key))
      #expect(keys.count == all.count)
      #expect(SpellingTests.key(all[0]) == SpellingTests.key(text.composed))
      for form in all { #expect(form == text, "\(text.unicodeScalars.map(\.value)) \(form.unicodeScalars.map(\.value))") }
      #expect(keys.contains(SpellingTests.key(text)), "\(text.unicodeScalars.map(\.value))")
      for _ in 0..<10 {
        let other = SpellingTests.respelled(text, &random)
        guard other == text else { continue }
        #expect(keys.contains(SpellingTests.key(other)), "\(text.unicodeScalars.map(\.value)) \(other.unicodeScalars.map(\.value))")
      }
    }
    #expect(counted > 2500)
  }

  @Test func `A text begins with the scalars of one of the spellings of its beginning`() throws {
    var random = SplitMix(seed: 39)
    for _ in 0..<3000 {
      let needle = SpellingTests.text(&random, most: 4)
      let text = SpellingTests.respelled(needle + SpellingTests.text(&random, most: 3), &random)
      guard text.composed.hasPrefix(needle),
        let beginnings = CanonicalForms.beginnings(of: needle, limit: 8)
      else { continue }
      #expect(
        beginnings.contains { text.unicodeScalars.starts(with: $0.unicodeScalars) },
        "\(needle.unicodeScalars.map(\.value)) \(text.unicodeScalars.map(\.value))")
    }
  }

  @Test func `Long texts and texts of many marks have no list`() {
    #expect(CanonicalForms.all(of: String(repeating: "x", count: 1_000_000), limit: 1)?.count == 1)
    #expect(CanonicalForms.all(of: String(repeating: "ö", count: 100_000), limit: 256) == nil)
    #expect(CanonicalForms.all(of: "e" + String(repeating: "\u{301}", count: 100_000), limit: 256) == nil)
    #expect(CanonicalForms.beginnings(of: "e" + String(repeating: "\u{301}", count: 100_000), limit: 8) == nil)
    #expect(CanonicalForms.beginnings(of: String(repeating: "ö", count: 100_000), limit: 8)?.count == 8)
    #expect(CanonicalForms.beginnings(of: "", limit: 8) == nil)
  }

  // MARK: Databases

  private static let conditions = [
    "n == $a", "n IN {$a, 'other'}", "n IN $l", "n BEGINSWITH $a", "NOT n == $a", "n != $a", "n == $a OR n == $b", "NOT n BEGINSWITH $b",
    "n BEGINSWITH 'Kö'", "n == 'Ångström'",
  ]

  private static func check(
    _ connection: any DatabaseConnection, _ texts: [String?], isOptional: Bool, _ random: inout SplitMix
  ) throws {
    let schema = try Schema(parsing: "entity o { id: Int64 @unique  n: String\(isOptional ? "?" : "") @index }")
    let mapping = try ImportedDatabase(connection).mapping(for: schema)
    #expect(mapping.entities["o"]?.attributes["n"]?.isNormalized != true)
    let database = Database(schema: schema, mapping: mapping, dialect: connection.dialect)
    let store = Store(schema: schema)
    try store.transaction { transaction in
      for (index, text) in texts.enumerated() {
        try transaction.insert("o", ["id": .int(Int64(index)), "n": text.map { .string($0) } ?? .null])
      }
    }
    for condition in conditions {
      let query = try CheckedQuery(parsing: "o where \(condition) sort id", in: schema)
      let samples = (0..<4).map { _ in random.pick(texts.compactMap(\.self)) }
      var arguments: Arguments = [:]
      for parameter in query.ir.parameters {
        let given = samples[parameter.name == "b" ? 1 : 0]
        arguments[parameter.name] =
          parameter.name == "l" ? .list(samples.map { .string($0) }) : .string(String(given.prefix(1 + random.below(4))))
      }
      let expected = try SpellingTests.ids(condition, arguments, schema, store)
      let found = try database.records(query.ir, arguments: arguments, on: connection).map { $0["id"] }
      #expect(found == expected, "\(condition) \(arguments)")
      if case .different(let difference) = StatementRun(schema, store, query.ir, arguments, database, connection).outcome() {
        Issue.record("\(condition) \(arguments): \(difference)")
      }
    }
  }

  /// The ids of the objects that memory finds.
  private static func ids(_ condition: String, _ arguments: Arguments, _ schema: Schema, _ store: Store) throws -> [Value?] {
    try CheckedQuery(parsing: "o where \(condition) select id sort id", in: schema).rows(in: store, arguments).map { $0["id"] }
  }

  private static func rows(_ random: inout SplitMix, isOptional: Bool) -> [String?] {
    var texts: [String?] = ["Ångström", "A\u{30A}ngstro\u{308}m", "\u{212B}ngström", "K\u{F6}ln", "\u{212A}öln", "Kiel"]
    for _ in 0..<120 {
      let text = SpellingTests.text(&random, most: 5)
      texts += [text, SpellingTests.respelled(text, &random)]
    }
    return isOptional ? texts + [nil, nil] : texts
  }

  @Test(arguments: [true, false], ["TEXT", "VARCHAR(80)", "TEXT COLLATE NOCASE"])
  func `SQLite finds all spellings, as memory does`(isOptional: Bool, type: String) throws {
    var random = SplitMix(seed: 40)
    let texts = SpellingTests.rows(&random, isOptional: isOptional)
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    _ = try connection.rows("CREATE TABLE o (id INTEGER PRIMARY KEY, n \(type)\(isOptional ? "" : " NOT NULL"))")
    _ = try connection.rows("CREATE INDEX by_n ON o (n)")
    for (index, text) in texts.enumerated() {
      _ = try connection.rows("INSERT INTO o VALUES (?1, ?2)", [.int(Int64(index)), text.map { .text($0) } ?? .null])
    }
    for _ in 0..<10 { try SpellingTests.check(connection, texts, isOptional: isOptional, &random) }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CDQ_POSTGRES"] != nil), arguments: ["date", "timestamp", "timestamptz"])
  func `Dates of PostgreSQL are found by the index of their column`(type: String) throws {
    let connection = try PostgresConnection(url: ProcessInfo.processInfo.environment["CDQ_POSTGRES"] ?? "", canWrite: true)
    _ = try connection.rows("DROP TABLE IF EXISTS dated")
    // Without statistics, which the server would gather at any time, the planner decides the same each time.
    _ = try connection.rows("CREATE TABLE dated (id bigint PRIMARY KEY, d \(type)) WITH (autovacuum_enabled = false)")
    defer { _ = try? connection.rows("DROP TABLE dated") }
    _ = try connection.rows("CREATE INDEX by_d ON dated (d)")
    _ = try connection.rows(
      "INSERT INTO dated SELECT n, '2001-01-01'::timestamp + n * interval '7 hours' FROM generate_series(1, 400) AS n")
    _ = try connection.rows("INSERT INTO dated VALUES (500, NULL), (501, 'infinity')")
    let schema = try Schema(parsing: "entity dated { id: Int64 @unique  d: Date? @index }")
    let database = Database(schema: schema, mapping: try ImportedDatabase(connection).mapping(for: schema), dialect: .postgres)
    _ = try connection.rows("SET enable_seqscan = off")
    let dates = ["2001-01-01T00:00:00Z", "2001-02-03T07:00:00Z", "2001-02-03T07:00:00.0000005Z", "2000-12-31T23:59:59Z"]
    for condition in ["d == X", "d < X", "d <= X", "d > X", "d >= X", "d BETWEEN {X, date(\"2001-03-01\")}", "X < d", "year(d) == 2001"] {
      for date in dates {
        let text = "dated where id < 500 AND \(condition.replacing("X", with: "date(\"\(date)\")")) sort id"
        let query = try CheckedQuery(parsing: text, in: schema)
        let plan = try database.plan(query.ir, on: connection).explanation
        // No column holds an instant between two microseconds.
        #expect(plan.contains { $0.contains("by_d") || $0.contains("One-Time Filter: false") }, "\(condition) \(plan)")
        let found = try database.records(query.ir, on: connection).map { $0["id"] }
        let all = try database.records(try CheckedQuery(parsing: "dated where id < 500 sort id", in: schema).ir, on: connection)
        let store = Store(schema: schema)
        try store.transaction { transaction in
          for record in all { try transaction.insert("dated", ["id": record["id"], "d": record["d"]]) }
        }
        let reference = try CheckedQuery(parsing: String(text.replacing("sort id", with: "select id sort id")), in: schema)
        #expect(try reference.rows(in: store).map { $0["id"] } == found, "\(condition) \(date)")
      }
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["CDQ_POSTGRES"] != nil), arguments: [true, false])
  func `PostgreSQL finds all spellings, as memory does`(isOptional: Bool) throws {
    var random = SplitMix(seed: 41)
    // PostgreSQL refuses some of these texts as patterns, which are tested in memory elsewhere.
    let texts = SpellingTests.rows(&random, isOptional: isOptional)
    let connection = try PostgresConnection(url: ProcessInfo.processInfo.environment["CDQ_POSTGRES"] ?? "", canWrite: true)
    _ = try connection.rows("DROP TABLE IF EXISTS o")
    _ = try connection.rows("CREATE TABLE o (id bigint PRIMARY KEY, n text\(isOptional ? "" : " NOT NULL")) WITH (autovacuum_enabled = false)")
    _ = try connection.rows("CREATE INDEX by_n ON o (n)")
    defer { _ = try? connection.rows("DROP TABLE o") }
    for (index, text) in texts.enumerated() {
      _ = try connection.rows("INSERT INTO o VALUES ($1, $2)", [.int(Int64(index)), text.map { .text($0) } ?? .null])
    }
    let schema = try Schema(parsing: "entity o { id: Int64 @unique  n: String\(isOptional ? "?" : "") @index }")
    let database = Database(schema: schema, mapping: try ImportedDatabase(connection).mapping(for: schema), dialect: .postgres)
    _ = try connection.rows("SET enable_seqscan = off")
    for text in texts.compactMap(\.self) {
      let query = try CheckedQuery(parsing: "o where n == $a or n IN {$a, 'x'} sort id", in: schema)
      let expected = texts.indices.filter { texts[$0] == text }.map { Value.int(Int64($0)) }
      #expect(try database.records(query.ir, arguments: ["a": .string(text)], on: connection).map { $0["id"] } == expected)
      let plan = try database.plan(
        try CheckedQuery(parsing: "o where n == $a", in: schema).ir, arguments: ["a": .string(text)], on: connection).explanation
      let isListed = CanonicalForms.all(of: text, limit: SQLGenerator.mostSpellings) != nil
      #expect(!isListed || plan.contains { $0.contains("by_n") }, "\(plan)")
    }
  }
}
