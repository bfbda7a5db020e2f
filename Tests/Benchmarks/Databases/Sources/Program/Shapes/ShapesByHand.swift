import CSQLite
import Foundation

/// Folders with notes as a careful developer reads them by the library: one statement for the folders, and one for all
/// notes or one that runs for each folder.
final class ShapesByHand {
  private var handle: OpaquePointer?

  init(path: String) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
      throw Failure("\(path) does not open")
    }
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// The folders with the notes of a statement, whose first column is the number of the folder.
  func ofAll(_ text: String) throws -> [ShapeRun.FolderLine] {
    let (all, places) = try folders()
    var lines = all
    try forEachRow(of: prepared(text)) { row in
      guard let place = places[sqlite3_column_int64(row, 0)] else { return }
      lines[place].notes.append(ShapesByHand.note(row, 1))
    }
    return lines
  }

  /// The folders with the notes of a statement that runs for each of them.
  func ofEach(_ text: String) throws -> [ShapeRun.FolderLine] {
    let (all, places) = try folders()
    var lines = all
    let statement = try prepared(text)
    defer { sqlite3_finalize(statement) }
    for (number, place) in places {
      sqlite3_bind_int64(statement, 1, number)
      while sqlite3_step(statement) == SQLITE_ROW { lines[place].notes.append(ShapesByHand.note(statement, 0)) }
      sqlite3_reset(statement)
    }
    return lines
  }

  /// The folders in their order, and the place of each by its number.
  private func folders() throws -> ([ShapeRun.FolderLine], [Int64: Int]) {
    var (lines, places): ([ShapeRun.FolderLine], [Int64: Int]) = ([], [:])
    try forEachRow(of: prepared(#"SELECT _id, name FROM "Folder" ORDER BY _id"#)) { row in
      places[sqlite3_column_int64(row, 0)] = lines.count
      lines.append(ShapeRun.FolderLine(name: ShapesByHand.text(row, 1), notes: []))
    }
    return (lines, places)
  }

  private func forEachRow(of statement: OpaquePointer, _ body: (OpaquePointer) -> Void) throws {
    defer { sqlite3_finalize(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: body(statement)
      case SQLITE_DONE: return
      default: throw Failure(String(cString: sqlite3_errmsg(handle)))
      }
    }
  }

  private func prepared(_ text: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Failure(String(cString: sqlite3_errmsg(handle)))
    }
    return statement
  }

  private static func note(_ row: OpaquePointer, _ column: Int32) -> ShapeRun.NoteLine {
    ShapeRun.NoteLine(title: text(row, column), size: sqlite3_column_int64(row, column + 1))
  }

  private static func text(_ row: OpaquePointer, _ column: Int32) -> String {
    String(cString: sqlite3_column_text(row, column))
  }
}
