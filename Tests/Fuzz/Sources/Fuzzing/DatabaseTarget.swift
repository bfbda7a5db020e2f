import CDQConnections
import CDQDatabase
import CDQFuzzSupport
import CDQKit
import Foundation

/// Imports databases, reads mappings and files for `--shards`. An input is the bytes of a file of SQLite, the statements
/// that make one, the JSON of a mapping for the tables that are in a database of our own, or after a line `shards` the
/// JSON with the servers and keys.
public struct DatabaseTarget: FuzzTarget {
  public static let name = "database"

  public init() {}

  private static let magic = Array("SQLite format 3\0".utf8)
  private static let schemaText = """
    entity City { id: Int64 @unique  name: String  size: Double?  country: Country? inverse cities  tags: [Tag] inverse cities }
    entity Country { code: String @unique  cities: [City] inverse country }
    entity Tag { label: String?  founded: Date?  key: UUID?  price: Decimal?  cities: [City] inverse tags }
    """
  private static let statements = [
    "CREATE TABLE City (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size REAL, country TEXT REFERENCES Country)",
    "CREATE TABLE Country (code TEXT PRIMARY KEY)", "CREATE TABLE Tag (label TEXT, founded DATE, \"key\" BLOB, price DECIMAL)",
    "CREATE TABLE City_tags (city INTEGER REFERENCES City, tag INTEGER REFERENCES Tag, PRIMARY KEY (city, tag))",
    "CREATE VIEW \"odd \"\"view\" AS SELECT name, size * 2 AS twice FROM City", "INSERT INTO Country VALUES ('no'), (NULL)",
    "INSERT INTO City VALUES (1, 'Oslo', 1.5, 'no'), (2, x'ff00', 'many', 'xx')",
    "INSERT INTO Tag VALUES ('a', 'never', x'00', 'x'), (NULL, 1e300, 'k', '1.50')", "INSERT INTO City_tags VALUES (1, 1), (9, 9)",
  ]
  private static let queries = [
    "City sort name", "City where name == \"Oslo\" AND size > 1", "City where ANY tags.label CONTAINS \"a\"",
    "Country where cities.@count > 0 sort code", "Tag where founded > date(\"2020-01-01\") OR price < 2 OR key != NULL",
    "City group by country.code select country.code, count() as n", "City where country.cities.@max.size > 1",
  ]

  public static func seeds() -> [[UInt8]] {
    let shards = """
      shards
      {"servers": ["postgres://a:b@h1:5432/w?sslmode=disable", "postgres://h2/w"], "keys": {"City": "country", "Tag": "label"}}
      """
    var seeds = [statements.joined(separator: ";\n"), schemaText, shards].map { Array($0.utf8) }
    if let file = try? temporaryFile(), let connection = try? SQLiteConnection(path: file.path, access: .create) {
      for text in statements { _ = try? connection.rows(text) }
      // The inputs depend on nothing but the seed, so the members have an order.
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      if let found = try? DatabaseImport(connection), let json = try? encoder.encode(found.mapping) {
        seeds.append(Array(json))
      }
      if let data = try? Data(contentsOf: file) { seeds.append(Array(data)) }
      try? FileManager.default.removeItem(at: file)
    }
    return seeds
  }

  public static let dictionary = [
    "CREATE TABLE ", "CREATE VIEW ", " AS SELECT ", "INTEGER PRIMARY KEY", "REFERENCES ", "FOREIGN KEY (a, b)", "WITHOUT ROWID",
    "GENERATED ALWAYS AS (1)", "CHECK (1)", "UNIQUE", "STRICT", "DECIMAL(10, 2)", "TIMESTAMP", "BOOLEAN", "\"select\"", "\"\"",
    "INSERT INTO City VALUES ", "NULL", "x'00'", "1e999", "\"entities\"", "\"table\"", "\"name\"", "\"key\"", "\"order\"",
    "\"discriminator\"", "\"attributes\"", "\"relationships\"", "\"foreignKey\"", "\"inverse\"", "\"joinTable\"", "\"columns\"",
    "\"references\"", "\"encoding\"", "\"dateText\"", "\"secondsSince2001\"", "\"uuidBytes\"", "\"number\"", "\"folds\"", "[]", "{}",
    "\"servers\"", "\"keys\"", "\"postgres://'h'/w?a=b\"", "\"City\": \"name\"", "\"City\": \"tags\"", "\"Country\": \"code\"",
  ]

  public func run(_ input: [UInt8]) throws -> Set<String> {
    if input.starts(with: DatabaseTarget.magic) { return try file(input) }
    let word = Array("shards\n".utf8)
    if input.starts(with: word) { return try shards(Data(input[word.count...])) }
    let text = String(decoding: input, as: UTF8.self)
    return text.first == "{" ? try mapping(input) : try tables(text)
  }

  private static func temporaryFile() throws -> URL {
    FileManager.default.temporaryDirectory.appending(path: "cdq-fuzz-\(getpid())-\(UInt64.random(in: 0 ... .max)).sqlite")
  }

  /// Imports a file whose bytes may be damaged. The file stays as it was.
  private func file(_ input: [UInt8]) throws -> Set<String> {
    let file = try DatabaseTarget.temporaryFile()
    try Data(input).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let connection: SQLiteConnection
    do throws(DatabaseError) {
      connection = try SQLiteConnection(path: file.path, access: .immutable)
    } catch { return ["file \(error.code)"] }
    let features = try imported(connection)
    try require(try Data(contentsOf: file) == Data(input), "a database that is read stays as it was")
    return features
  }

  /// Imports the tables that statements make.
  private func tables(_ text: String) throws -> Set<String> {
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    // Statements that attach other files or run for long are not what is tested here.
    for statement in text.split(separator: ";").prefix(30) {
      let start = statement.drop { $0.isWhitespace }.prefix(12).uppercased()
      guard ["CREATE TABLE", "CREATE VIEW ", "INSERT INTO "].contains(start), !statement.uppercased().contains("RECURSIVE") else {
        continue
      }
      _ = try? connection.rows(String(statement))
    }
    return try imported(connection)
  }

  /// Imports a database, and runs a query over each entity of its schema.
  private func imported(_ connection: SQLiteConnection) throws -> Set<String> {
    var features: Set<String> = []
    let found: DatabaseImport
    do throws(DatabaseError) { found = try DatabaseImport(connection) } catch { return ["import \(error.code)"] }
    let schema: Schema
    do throws(QueryError) { schema = try Schema(parsing: found.text) } catch {
      throw Violation("the schema of an imported database can be read", "\(error) in \(found.text)")
    }
    let database = Database(schema: schema, mapping: found.mapping, dialect: .sqlite)
    for entity in schema.entities.prefix(10) {
      let attribute = schema.allAttributes(of: entity.name).first { $0.type == .string }
      let condition = attribute.map { " where #\($0.name) ==[c] \"a\"" } ?? ""
      for text in ["count #\(entity.name)", "#\(entity.name)\(condition) limit 50"] {
        features.formUnion(try answer(text, schema, database, connection))
      }
    }
    features.formUnion(found.schema.entities.flatMap(\.properties).map { "\($0.type)" }.prefix(20))
    return features
  }

  /// Reads the JSON of a mapping, and runs queries by it.
  private func mapping(_ input: [UInt8]) throws -> Set<String> {
    guard let mapping = try? JSONDecoder().decode(DatabaseMapping.self, from: Data(input)) else { return ["no mapping"] }
    let connection = try SQLiteConnection(path: ":memory:", access: .create)
    for text in DatabaseTarget.statements { _ = try? connection.rows(text) }
    let schema = try Schema(parsing: DatabaseTarget.schemaText)
    let database = Database(schema: schema, mapping: mapping, dialect: .sqlite)
    var features: Set<String> = []
    for text in DatabaseTarget.queries { features.formUnion(try answer(text, schema, database, connection)) }
    return features
  }

  /// Reads the JSON with servers and keys, and writes the script of the tables.
  private func shards(_ file: Data) throws -> Set<String> {
    let schema = try Schema(parsing: DatabaseTarget.schemaText)
    guard let script = try? ShardsReading.script(file, for: schema) else { return ["no shards"] }
    return Set(script.split(separator: "\n").map { line in line.split(separator: " ").prefix(2).joined(separator: " ") })
  }

  private func answer(
    _ text: String, _ schema: Schema, _ database: Database, _ connection: SQLiteConnection
  ) throws -> Set<String> {
    let query: CheckedQuery
    do throws(QueryError) {
      query = try CheckedQuery(parsing: text, in: schema, limits: Limits(steps: 500_000))
    } catch {
      throw Violation("queries over an imported schema check", "\(error)")
    }
    do throws(DatabaseError) {
      let options = DatabaseOptions(execution: query.limits.executionOptions(locale: Worlds.locale), maximumRows: 10_000)
      _ = try database.run(query.ir, on: connection, options: options)
      _ = try? database.values(query.ir, as: Properties.self, on: connection, options: options)
      return ["answered"]
    } catch {
      return [error.code]
    }
  }
}

/// A type that asks a row for its properties as other types than they may have.
private struct Properties: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for key in container.allKeys + [Key("nowhere")] {
      _ = try? container.decode(Int64.self, forKey: key)
      _ = try? container.decode(UInt8.self, forKey: key)
      _ = try? container.decode(Double.self, forKey: key)
      _ = try? container.decode(Bool.self, forKey: key)
      _ = try? container.decode(String.self, forKey: key)
      _ = try? container.decode(Date.self, forKey: key)
      _ = try? container.decode([String?].self, forKey: key)
      _ = try? container.decodeIfPresent(Int.self, forKey: key)
      _ = try? container.decodeIfPresent(Decimal.self, forKey: key)
      _ = try? container.decodeIfPresent(UUID.self, forKey: key)
      _ = try? container.nestedUnkeyedContainer(forKey: key)
    }
    _ = try? decoder.singleValueContainer().decode([String: String?].self)
  }
}
