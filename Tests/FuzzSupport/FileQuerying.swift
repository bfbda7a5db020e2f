import CDQConnections
import CDQDatabase
import CDQDuckDB
import CDQIntrospection
import CDQSQL
public import Foundation

/// Reads bytes as a Parquet or CSV file by DuckDB, for packages that see only public declarations.
public struct FileQuerying {
  /// Whether this machine has DuckDB.
  public static let isPossible = (try? DuckDBConnection()) != nil
  /// What was found, such as the codes of errors.
  public private(set) var features: Set<String> = []

  /// Parquet files as inputs.
  public static func seeds(in folder: URL) -> [[UInt8]] {
    guard let connection = try? DuckDBConnection(canWrite: true) else { return [] }
    return [
      "SELECT i AS id, 'name ' || i AS name, i * 1.5 AS size, [i, i + 1] AS list FROM range(5) AS t(i)",
      "SELECT TIMESTAMP '2001-01-01' AS at, 'ab'::BLOB AS data, 1.5::DECIMAL(38, 2) AS price, NULL::VARCHAR AS none",
    ].enumerated().compactMap { index, select in
      let file = folder.appending(path: "seed\(index).parquet")
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try? connection.rows("COPY (\(select)) TO '\(file.path.replacing("'", with: "''"))' (FORMAT parquet)")
      return (try? Data(contentsOf: file)).map { Array($0) }
    }
  }

  /// Opens a file, and reads the tables that it has.
  public init(_ path: String) {
    guard let files = DuckDBFiles(path, isAsked: true) else { return }
    do throws(DatabaseError) {
      let connection = try files.connect()
      let imported = try ImportedDatabase(connection)
      let deadline = ContinuousClock.now + .seconds(5)
      for (entity, place) in imported.mapping.entities {
        let table = connection.dialect.identifier(place.table)
        for row in try connection.rows("SELECT count(*) FROM \(table)", deadline: deadline) { features.insert("\(row)") }
        for attribute in place.attributes.values {
          let column = connection.dialect.identifier(attribute.column)
          _ = try connection.rows("SELECT \(column) FROM \(table) ORDER BY cdq_row LIMIT 100", deadline: deadline)
        }
        features.insert("\(entity.count) \(place.attributes.count)")
      }
    } catch {
      features.insert("\(error.code) \(error.message.filter { $0.isLetter || $0 == " " }.prefix(60))")
    }
  }
}
