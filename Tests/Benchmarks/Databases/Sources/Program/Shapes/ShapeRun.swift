import CDQConnections
import CDQDatabase
import CDQKit
import CDQLoading
import Foundation
import QueryCases

/// Shapes over folders with notes, beside statements by hand.
struct ShapeRun {
  /// A folder with the notes that a shape gives of it.
  struct FolderLine: Hashable {
    var name: String
    var notes: [NoteLine]
  }

  struct NoteLine: Hashable {
    var title: String
    var size: Int64
  }

  /// A shape with the statements by hand.
  struct Shape {
    var name: String
    var text: String
    /// The notes of all folders: the number of the folder, the title and the size, the notes of a folder in order.
    var statement: String
    /// The notes of one folder, in order: the title and the size. Nil where one statement for all is faster.
    var ofEach: String?
    /// The notes of all folders in the order of the table, where that is the order of the shape.
    var unordered: String?
  }

  static let shapes = [
    Shape(
      name: "all", text: "Folder select name, notes { title, size }",
      statement: #"SELECT folder, title, size FROM "Note" ORDER BY folder, folder_position"#,
      unordered: #"SELECT folder, title, size FROM "Note""#),
    Shape(
      name: "where", text: "Folder select name, notes { title, size where size > 900000 }",
      statement: #"SELECT folder, title, size FROM "Note" WHERE size > 900000 ORDER BY folder, folder_position"#,
      unordered: #"SELECT folder, title, size FROM "Note" WHERE size > 900000"#),
    Shape(
      name: "limit", text: "Folder select name, notes { title, size sort size desc, id limit 5 }",
      statement: """
        SELECT folder, title, size FROM (
          SELECT folder, title, size, row_number() OVER (PARTITION BY folder ORDER BY size DESC, id) AS n FROM "Note"
        ) WHERE n <= 5 ORDER BY folder, n
        """,
      ofEach: #"SELECT title, size FROM "Note" WHERE folder = ?1 ORDER BY size DESC, id LIMIT 5"#),
  ]

  let connection: SQLiteConnection
  private let database: Database
  private let byHand: ShapesByHand

  /// Makes a file of SQLite with folders and notes.
  static func load(_ place: String, rows: Int) throws {
    let schema = try Schema(parsing: NoteRow.schema)
    let store = try StoreLoader(schema: schema).load([
      LoadInput(name: "Folder", entity: "Folder", format: .ndjson, bytes: NoteRow.folders(rows)),
      LoadInput(name: "Note", entity: "Note", format: .ndjson, bytes: NoteRow.notes(rows)),
    ]).store
    let connection = try SQLiteConnection(path: place, access: .create)
    try Database(schema: schema, dialect: connection.dialect).create(on: connection, with: store.snapshot)
    _ = try connection.rows("ANALYZE")
  }

  init(_ place: String) throws {
    connection = try SQLiteConnection(path: place)
    database = Database(schema: try Schema(parsing: NoteRow.schema), dialect: connection.dialect)
    byHand = try ShapesByHand(path: place)
  }

  /// The ways to answer a query, the fastest statements by hand that give the order first.
  func engines(_ shape: Shape) throws -> [Engine] {
    let ir = try CheckedQuery(parsing: shape.text, in: database.schema).ir
    var engines = [
      Engine(name: "by hand") {
        Digest(try shape.ofEach.map { try byHand.ofEach($0) } ?? byHand.ofAll(shape.statement))
      },
      Engine(name: "CDQDatabase") {
        let result = try database.run(ir, on: connection)
        return Digest { Digest(ShapeRun.lines(result)).text }
      },
    ]
    if shape.ofEach != nil {
      engines.append(Engine(name: "by hand, window") { Digest(try byHand.ofAll(shape.statement)) })
    }
    if let text = shape.unordered {
      engines.append(Engine(name: "by hand, unordered") { Digest(try byHand.ofAll(text)) })
    }
    return engines
  }

  /// The rows of a result as the code by hand makes them; not timed.
  private static func lines(_ result: DatabaseResult) -> [FolderLine] {
    guard case .rows(let rows) = result else { return [] }
    return rows.map { row in
      guard row.count == 2, case .string(let name) = row[0], case .list(let notes) = row[1] else {
        return FolderLine(name: "another row", notes: [])
      }
      return FolderLine(name: name, notes: notes.compactMap(note))
    }
  }

  private static func note(_ value: Value) -> NoteLine? {
    guard case .list(let items) = value, items.count == 2, case .string(let title) = items[0],
      case .int(let size) = items[1]
    else { return nil }
    return NoteLine(title: title, size: size)
  }
}
