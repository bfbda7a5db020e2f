import CDQConnections
import CDQDuckDB

/// Where data is that a database queries in place: a database, or files that DuckDB reads.
enum DataLocation: CustomStringConvertible {
  case database(DatabaseLocation)
  case files(DuckDBFiles)

  /// Recognizes a database as `DatabaseLocation` does, and files and folders as `DuckDBFiles`; nil for anything else.
  init?(_ path: String, _ context: CommandContext) {
    if let location = DatabaseLocation(path) {
      self = .database(location)
    } else if path != "-", let files = DuckDBFiles(path, isAsked: context.arguments["engine"] == DataLocation.engine) {
      self = .files(files)
    } else {
      return nil
    }
  }

  /// A file of SQLite.
  static func sqlite(path: String) -> DataLocation { .database(.sqlite(path: path)) }

  /// The value of `--engine` with which DuckDB reads files that cdq itself can read, too.
  static let engine = "duckdb"

  /// Opens a connection that only reads.
  func connect() throws(DatabaseError) -> any DatabaseConnection {
    switch self {
    case .database(let location): try location.connect()
    case .files(let files): try files.connect()
    }
  }

  /// Opens a connection that changes data.
  func connectForWriting() throws(DatabaseError) -> any DatabaseConnection {
    guard case .database(let location) = self else { throw .readOnly }
    return try location.connectForWriting()
  }

  /// The path, or the URL without its password.
  var description: String {
    switch self {
    case .database(let location): location.description
    case .files(let files): files.description
    }
  }
}
