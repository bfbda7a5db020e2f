public import CDQConnections
import CDQJSON
import Foundation

/// Data that DuckDB queries in place: a database file of its own, a Parquet or CSV file, or a folder of such files.
///
/// Each file is a table with its name. A folder below a folder is one table of all Parquet files in it, also those in
/// folders such as `year=2024`; and so is a folder that Spark wrote.
public struct DuckDBFiles: Hashable, Sendable, CustomStringConvertible {
  /// The path.
  public let path: String
  private let content: Content

  private enum Content: Hashable, Sendable {
    case database
    case tables([Table])
  }

  /// A table that a view of DuckDB shows.
  private struct Table: Hashable, Sendable {
    var name: String
    /// The file, or a pattern of files.
    var pattern: String
    var isParquet: Bool
  }

  /// The column of a view that numbers its rows, in their order.
  package static let rowColumn = "cdq_row"

  /// Recognizes Parquet and database files by their first bytes or their extension, and folders with Parquet files and
  /// without JSON.
  ///
  /// - Parameter isAsked: Whether DuckDB shall also read what cdq reads itself: CSV, and folders with JSON beside.
  /// - Returns: nil for anything else.
  public init?(_ path: String, isAsked: Bool = false) {
    self.path = path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    if isFolder.boolValue {
      let tables = DuckDBFiles.tables(inFolder: path)
      guard isAsked ? !tables.isEmpty : tables.contains(where: \.isParquet) && !DuckDBFiles.holdsJSON(path) else { return nil }
      content = .tables(tables)
      return
    }
    guard DatabaseLocation.isRegularFile(path) else { return nil }
    let head = DatabaseLocation.head(ofFile: path)
    if head.dropFirst(8).starts(with: Array("DUCK".utf8)) || path.lowercased().hasSuffix(".duckdb") {
      content = .database
      return
    }
    guard let table = DuckDBFiles.table(path, includesCSV: isAsked, head) else { return nil }
    content = .tables([table])
  }

  /// The path.
  public var description: String { path }

  /// Opens a connection that only reads.
  ///
  /// - Throws: `DatabaseError.libraryMissing` where DuckDB is not found; `.cannotConnect` with the path for a damaged file.
  public func connect() throws(DatabaseError) -> DuckDBConnection {
    switch content {
    case .database: return try DuckDBConnection(path: path)
    case .tables(let tables):
      let connection = try DuckDBConnection()
      for table in tables {
        do throws(DatabaseError) {
          try add(table, to: connection)
        } catch {
          guard case .failed(_, let message) = error else { throw error }
          throw .cannotConnect(message)
        }
      }
      return connection
    }
  }

  private func add(_ table: Table, to connection: DuckDBConnection) throws(DatabaseError) {
    let source = "read_\(table.isParquet ? "parquet" : "csv")(\(StringLiteral.quoted(table.pattern, .sql)))"
    let columns = try connection.rows("SELECT column_name FROM (DESCRIBE SELECT * FROM \(source))")
      .compactMap { $0.first?.textForm?.lowercased() }
    if columns.contains(DuckDBFiles.rowColumn) {
      throw .failed(code: "", message: "\(table.pattern): a column has the name '\(DuckDBFiles.rowColumn)', which cdq needs")
    }
    // A column of the file would hide the number of the same name.
    let hasNumbers = table.isParquet && !columns.contains("file_index") && !columns.contains("file_row_number")
    let number = hasNumbers ? "(file_index::BIGINT << 40) + file_row_number" : "row_number() OVER () - 1"
    let name = connection.dialect.identifier(table.name)
    try connection.execute("CREATE VIEW \(name) AS SELECT \(number) AS \(DuckDBFiles.rowColumn), * FROM \(source)")
  }

  // MARK: Files

  private static func tables(inFolder path: String) -> [Table] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    let parquet = names.filter { isParquet($0) }
    // Spark gives the files of a table such names.
    if !parquet.isEmpty, parquet.allSatisfy({ $0.hasPrefix("part-") }) || names.contains("_SUCCESS") {
      return [Table(name: name, pattern: "\(escaped(path))/*.parquet", isParquet: true)]
    }
    // Folders such as `year=2024` divide one table.
    if parquet.isEmpty, !names.isEmpty, names.contains(where: { $0.contains("=") }), holdsParquet(path) {
      return [Table(name: name, pattern: "\(escaped(path))/**/*.parquet", isParquet: true)]
    }
    var used: Set<String> = []
    var tables: [Table] = []
    for file in names {
      let full = "\(path)/\(file)"
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) else { continue }
      var table: Table?
      if isFolder.boolValue {
        if holdsParquet(full) { table = Table(name: file, pattern: "\(escaped(full))/**/*.parquet", isParquet: true) }
      } else {
        table = self.table(full, includesCSV: true, [])
      }
      guard var table else { continue }
      var (number, base) = (2, table.name)
      if base.isEmpty { base = "table" }
      table.name = base
      while !used.insert(table.name.lowercased()).inserted {
        table.name = "\(base)_\(number)"
        number += 1
      }
      tables.append(table)
    }
    return tables
  }

  private static func table(_ path: String, includesCSV: Bool, _ head: [UInt8]) -> Table? {
    let url = URL(fileURLWithPath: path)
    let name = url.deletingPathExtension().lastPathComponent
    if isParquet(path) || head.starts(with: Array("PAR1".utf8)) {
      return Table(name: name, pattern: escaped(path), isParquet: true)
    }
    guard includesCSV, ["csv", "tsv"].contains(url.pathExtension.lowercased()) else { return nil }
    return Table(name: name, pattern: escaped(path), isParquet: false)
  }

  private static func isParquet(_ name: String) -> Bool { name.lowercased().hasSuffix(".parquet") }

  private static func holdsJSON(_ path: String) -> Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).contains { name in
      [".json", ".ndjson"].contains { name.lowercased().hasSuffix($0) }
    }
  }

  private static func holdsParquet(_ path: String) -> Bool {
    guard let files = FileManager.default.enumerator(atPath: path) else { return false }
    for case let file as String in files where isParquet(file) { return true }
    return false
  }

  /// A path in which no character stands for others.
  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { result, character in
      if "*?[".contains(character) { result += "[\(character)]" } else { result.append(character) }
    }
  }
}
