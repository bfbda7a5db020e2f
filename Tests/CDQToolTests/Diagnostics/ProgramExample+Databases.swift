import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQRuntime
import CDQSQL
import Foundation

/// The examples of errors of databases, on SQLite.
extension ProgramExample {
  static let databases = reading + changing + connecting

  /// Runs a query on a file with one city, after a statement that changes it.
  private static func read(
    _ text: String, after change: String? = nil, _ options: DatabaseOptions = DatabaseOptions()
  ) throws {
    try withDatabase { database, path in
      let connection = try SQLiteConnection(path: path, access: .readWrite)
      if let change { _ = try connection.rows(change) }
      _ = try database.run(query(text).ir, on: connection, options: options)
    }
  }

  private static let reading = [
    ProgramExample(throwing: "too-many-rows") { try read("City", DatabaseOptions(maximumRows: 0)) },
    ProgramExample(throwing: "too-many-bytes") { try read("City", DatabaseOptions(maximumBytes: 1)) },
    ProgramExample(throwing: "too-many-candidates") {
      try read("City where name ==[l] \"Oslo\"", DatabaseOptions(maximumCandidates: 0))
    },
    ProgramExample(throwing: "refused-by-database") {
      try read("City where name ==[l] \"Oslo\"", DatabaseOptions(allowsResidual: false))
    },
    ProgramExample(throwing: "unexpected-value") { try read("City", after: "UPDATE City SET area = 'many'") },
    ProgramExample(throwing: "database-error") { try read("City", after: "ALTER TABLE City RENAME TO Place") },
  ]

  private static let changing = [
    ProgramExample(throwing: "read-only") {
      try withDatabase { _, path in _ = try SQLiteConnection(path: path).rows("DELETE FROM City") }
    },
    ProgramExample(throwing: "unstorable-value") {
      try withDatabase { database, path in
        try database.transaction(on: SQLiteConnection(path: path, access: .readWrite)) {
          _ = try $0.insert("City", values.merging(["id": .int(2), "area": .double(.nan)]) { $1 })
        }
      }
    },
    ProgramExample(throwing: "write-conflict") {
      try withDatabase { database, path in
        let first = try SQLiteConnection(path: path, access: .readWrite)
        let second = try SQLiteConnection(path: path, access: .readWrite, busyTimeout: .zero)
        try database.transaction(on: first) { transaction in
          _ = try transaction.delete([ObjectKey(root: "City", identity: .int(1))])
          try database.transaction(on: second) { _ = try $0.delete([ObjectKey(root: "City", identity: .int(1))]) }
        }
      }
    },
    ProgramExample(throwing: "connection-in-use") {
      try withDatabase { database, path in
        let connection = try SQLiteConnection(path: path, access: .readWrite)
        try database.transaction(on: connection) { _ in try database.transaction(on: connection) { _ in } }
      }
    },
  ]

  private static let connecting = [
    ProgramExample(throwing: "cannot-connect") { try withFile { _ = try SQLiteConnection(path: $0.path) } },
    ProgramExample(throwing: "cancelled") {
      try withDatabase { _, path in
        let connection = try SQLiteConnection(path: path)
        try connection.run(SQLStatement(text: "VALUES (1), (2)", bindings: []), deadline: nil) { _ throws(DatabaseError) in
          connection.cancel()
          return true
        }
      }
    },
    ProgramExample(throwing: "pool-exhausted") {
      try withDatabase { _, path in
        let pool = ConnectionPool(.sqlite(path: path), size: 1, acquireTimeout: .seconds(0))
        try pool.withConnection { _ in try pool.withConnection { _ in } }
      }
    },
    ProgramExample(throwing: "pool-closed") {
      try withDatabase { _, path in
        let pool = ConnectionPool(.sqlite(path: path), size: 1)
        pool.close()
        try pool.withConnection { _ in }
      }
    },
  ]
}
