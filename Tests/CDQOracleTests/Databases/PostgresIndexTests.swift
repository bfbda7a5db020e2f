import CDQConnections
import CDQDatabase
import CDQIR
import CDQIntrospection
import CDQKit
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// Whether statements use the indexes of tables of PostgreSQL that others made, with columns of types whose values the
/// language sees as strings, dates and lists.
///
///     CDQ_POSTGRES=postgres://… swift test --filter PostgresIndexTests
@Suite(.serialized) struct PostgresIndexTests {
  private static let tables = """
    DROP SCHEMA IF EXISTS indexed CASCADE; CREATE SCHEMA indexed; SET search_path = indexed;
    CREATE TYPE state AS ENUM ('open', 'paid', 'Köln', 'Ko\u{308}ln');
    CREATE TABLE sales (
      id bigint PRIMARY KEY, state state NOT NULL, spare state, country char(2), tags text[] NOT NULL, words varchar(20)[],
      placed timestamp NOT NULL, day date NOT NULL, paid bigint NOT NULL, sent integer, note varchar(40));
    INSERT INTO sales SELECT i,
      (CASE i % 400 WHEN 0 THEN 'open' WHEN 1 THEN 'Köln' WHEN 2 THEN 'Ko\u{308}ln' ELSE 'paid' END)::state,
      CASE i % 400 WHEN 0 THEN 'open'::state WHEN 1 THEN 'paid' END,
      CASE i % 500 WHEN 0 THEN 'NO' WHEN 1 THEN 'S' WHEN 2 THEN NULL ELSE 'DE' END,
      ARRAY['t' || i % 300, 'u'], CASE WHEN i % 3 = 0 THEN ARRAY['w' || i % 600] END,
      timestamp '2022-01-01' + i * interval '1 hour',
      date '1980-01-01' + i, (1640995200 + i * 3600) * 1000::bigint, CASE WHEN i % 7 > 0 THEN 1640995200 + i * 3600 END,
      CASE i % 700 WHEN 0 THEN NULL WHEN 1 THEN 'ab' WHEN 2 THEN 'ab\u{301}' WHEN 3 THEN 'abc' WHEN 4 THEN '50%_a' WHEN 5 THEN 'abö'
        WHEN 6 THEN 'a\\b' WHEN 7 THEN '50%xa' ELSE 'n' || i END
      FROM generate_series(1, 20000) AS i;
    CREATE INDEX ON sales (state); CREATE INDEX ON sales (spare); CREATE INDEX ON sales (country, day);
    CREATE INDEX ON sales USING gin (tags); CREATE INDEX ON sales USING gin (words);
    CREATE INDEX ON sales (placed); CREATE INDEX ON sales (day); CREATE INDEX ON sales (note); CREATE INDEX ON sales (paid); CREATE INDEX ON sales (sent);
    ANALYZE sales
    """

  /// A query with the index that its plan names, and the number of objects.
  static let queries: [(text: String, index: String, count: Int)] = [
    ("sales where state == 'open'", "sales_state_idx", 50),
    ("sales where state == 'Köln'", "sales_state_idx", 100),
    ("sales where state IN {'open', 'none'}", "sales_state_idx", 50),
    ("sales where spare == 'open'", "sales_spare_idx", 50),
    ("sales where country == 'NO'", "sales_country_day_idx", 40),
    ("sales where country == 'S'", "sales_country_day_idx", 40),
    ("sales where country IN {'NO', 'S'}", "sales_country_day_idx", 80),
    ("sales where 't7' IN tags", "sales_tags_idx", 67),
    ("sales where 'w9' IN words", "sales_words_idx", 34),
    ("sales where placed >= date('2022-05-01') AND placed < date('2022-05-02')", "sales_placed_idx", 24),
    ("sales sort placed desc limit 3", "sales_placed_idx", 3),
    ("sales sort day limit 3", "sales_day_idx", 3),
    ("sales where day == date('1999-12-31')", "sales_day_idx", 1),
    ("sales where paid > date('2024-04-12')", "sales_paid_idx", 32),
    ("sales sort paid limit 3", "sales_paid_idx", 3),
    ("sales where sent != nil sort sent desc limit 3", "sales_sent_idx", 3),
    ("sales where note BEGINSWITH 'ab'", "sales_note_idx", 87),
    ("sales where note BEGINSWITH '50%_'", "sales_note_idx", 29),
    ("sales where note BEGINSWITH 'a\\\\b'", "sales_note_idx", 29),
    ("sales where sent == date('2022-01-02')", "sales_sent_idx", 1),
    ("sales where sent < date('2022-01-02') sort sent", "sales_sent_idx", 20),
  ]

  @Test func `Columns of other types are found and sorted by their indexes`() throws {
    guard let url = DatabaseTests.postgres else { return }
    let connection = try PostgresConnection(url: url, canWrite: true)
    try connection.execute(PostgresIndexTests.tables)
    defer { try? connection.execute("DROP SCHEMA indexed CASCADE") }
    let schema = try Schema(
      parsing: """
        entity sales {
          id: Int64 @unique  state: String @index  spare: String? @index  country: String?  tags: [String]  words: [String]?
          placed: Date @index  day: Date @index  paid: Date @index  sent: Date? @index
          note: String? @index
          @@index(country, day)
        }
        """)
    var catalog = try DatabaseCatalog(of: connection)
    try catalog.measure(at: connection)
    var mapping = ImportedDatabase(catalog).mapping(for: schema)
    // Nothing but the user knows whether whole numbers are seconds or milliseconds.
    mapping.entities["sales"]?.attributes["paid"] = ColumnMapping("paid", encoding: .millisecondsSince1970, isOrdered: true)
    let database = Database(schema: schema, mapping: mapping, dialect: .postgres)
    // The same without what an import writes about the columns.
    var bare = mapping
    for name in mapping.entities["sales"]?.attributes.keys.map({ $0 }) ?? [] {
      bare.entities["sales"]?.attributes[name]?.isOrdered = nil
      bare.entities["sales"]?.attributes[name]?.isNormalized = nil
      bare.entities["sales"]?.attributes[name]?.type = nil
    }
    let plain = Database(schema: schema, mapping: bare, dialect: .postgres)
    // A text that is no label of an enum is different from each.
    for (text, count) in [
      ("sales where NOT state == 'none'", 20_000), ("sales where state != 'none'", 20_000), ("sales where NOT spare == 'none'", 20_000),
      ("sales where state == 'none' OR id == 1", 1), ("sales where NOT (state == 'none' AND id > 0)", 20_000),
      ("sales where NOT spare == 'open' AND NOT spare == 'paid'", 19_900), ("sales where state == 'open' sort id desc limit 60", 50),
    ] {
      guard case .records(let found) = try database.run(CheckedQuery(parsing: text, in: schema).ir, on: connection) else { continue }
      #expect(found.count == count, "\(text)")
    }
    for query in PostgresIndexTests.queries {
      let ir = try CheckedQuery(parsing: query.text, in: schema).ir
      let plan = try database.plan(ir, on: connection).explanation
      #expect(plan.contains { $0.contains(query.index) }, "\(query.text): \(plan)")
      guard case .records(let found) = try database.run(ir, on: connection),
        case .records(let others) = try plain.run(ir, on: connection)
      else {
        Issue.record("no objects")
        continue
      }
      #expect(found.count == query.count, "\(query.text)")
      #expect(found.map { $0["id"] } == others.map { $0["id"] }, "\(query.text)")
    }
  }

  /// The statements of generated functions, whose arguments are not known when they are written.
  @Test(arguments: [
    ("sales where state == $a", #"t1."state" = ANY (ARRAY(SELECT e FROM unnest(enum_range(NULL::"state"))"#),
    ("sales where country == $a", #"t1."country" = ANY (($1::text[])::"bpchar"[])"#),
    ("sales where closed == nil", #"t1."closed" IS NULL"#),
    ("sales where closed != nil sort closed desc", #"ORDER BY t1."closed" DESC"#),
    ("sales where $a IN tags", #"t1."tags" && ($1::text[])::"_text""#),
  ]) func `A statement of a function converts the argument`(text: String, part: String) throws {
    let schema = try Schema(parsing: "entity sales { id: Int64 @unique  state: String  country: String  tags: [String]  closed: Date? }")
    var place = EntityMapping(table: TableName("sales"), key: ["id"])
    place.attributes = [
      "id": ColumnMapping("id"), "state": ColumnMapping("state", encoding: .castToText, type: TableName("state")),
      "country": ColumnMapping("country", encoding: .castToText, type: TableName("bpchar")),
      "tags": ColumnMapping("tags", type: TableName("_text")), "closed": ColumnMapping("closed", encoding: .day),
    ]
    var mapping = DatabaseMapping()
    mapping.entities["sales"] = place
    let ir = try CheckedQuery(parsing: text, in: schema).ir
    let template = try SQLGenerator.template(for: ir, schema: schema, mapping: mapping, dialect: .postgres)
    #expect(template.statement.text.contains(part), "\(template.statement.text)")
  }
}
