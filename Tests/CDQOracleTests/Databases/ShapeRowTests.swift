import CDQConnections
import CDQDatabase
import CDQIR
import CDQKit
import CDQLoading
import CDQRuntime
import CDQSQL
import Foundation
import Testing

/// The rows of shapes on SQLite: how they are read, and how many.
@Suite struct ShapeRowTests {
  /// Three folders, of which the last one is empty, with notes that belong to them in turn.
  private struct Folders {
    let store: Store
    let database: Database
    let connection = try? SQLiteConnection(path: ":memory:", access: .create)

    init() throws {
      let schema = try Schema(
        parsing: """
          entity Folder { id: Int64 @unique  notes: [Note] inverse folder }
          entity Note {
            id: Int64 @unique  size: Int64?  title: String  draft: String? @transient  folder: Folder? inverse notes
          }
          """)
      let notes = (1...9).map { id in
        #"{"id":\#(id),"size":\#(id == 4 ? "null" : String(id * 7 % 5)),"title":"\#(9 - id)","folder":\#(1 + id % 2)}"#
      }
      store = try StoreLoader(schema: schema).load([
        LoadInput(name: "Folder", entity: "Folder", format: .json, bytes: Data(#"[{"id":1},{"id":2},{"id":3}]"#.utf8)),
        LoadInput(name: "Note", entity: "Note", format: .json, bytes: Data("[\(notes.joined(separator: ","))]".utf8)),
      ]).store
      database = Database(schema: schema, dialect: .sqlite)
      try database.create(on: try #require(connection), with: store.snapshot)
    }

    func ir(_ text: String) throws -> QueryIR { try CheckedQuery(parsing: text, in: database.schema).ir }

    func rows(_ text: String, _ options: DatabaseOptions = DatabaseOptions()) throws -> [[Value]] {
      guard case .rows(let rows) = try database.run(try ir(text), on: try #require(connection), options: options) else {
        return []
      }
      return rows
    }
  }

  @Test(arguments: [
    "Folder select id, notes { id, size }", "Folder select id, notes { id where size > 1 sort size, id desc }",
    "Folder select id, notes { id, size sort size desc limit 2 }",
    "Folder select notes { id sort size nulls last limit 3 }",
    "Folder select notes { id limit 1 } sort id desc", "Folder select id, notes { id limit 0 }",
    "Note select id, folder { id, notes { id sort id desc limit 2 } }",
  ])
  func `The first rows of each owner are those of memory`(text: String) throws {
    let folders = try Folders()
    guard case .rows(let rows) = try folders.store.run(try folders.ir(text)) else { throw CancellationError() }
    #expect(try folders.rows(text) == rows && rows.count > 2)
  }

  @Test func `A statement gives one owner after the other, and numbers no rows in SQLite`() throws {
    let folders = try Folders()
    let ir = try folders.ir("Folder select id, notes { id sort size limit 2 }")
    let statement = try #require(try folders.database.plan(ir).related.first).text
    #expect(statement.contains(#"ORDER BY t1."_id", "#) && !statement.contains("row_number"))
    let served = Database(schema: folders.database.schema, dialect: .postgres)
    let numbered = try #require(try served.plan(ir).related.first).text
    #expect(numbered.contains("row_number() OVER (PARTITION BY t1.") && numbered.hasSuffix(".d0, t3.n"))
  }

  @Test func `Rows of shapes are rows of the result, and no candidates`() throws {
    let folders = try Folders()
    let text = "Folder select id, notes { id }"
    #expect(try folders.rows(text, DatabaseOptions(maximumRows: 9, maximumCandidates: 0)).count == 3)
    #expect(throws: DatabaseError.tooManyRows(limit: 8)) { try folders.rows(text, DatabaseOptions(maximumRows: 8)) }
    #expect(try folders.rows("Folder select id, notes { id limit 2 }", DatabaseOptions(maximumRows: 4)).count == 3)
  }

  @Test(arguments: ["Folder select notes { id, draft }", "Folder select id, notes { id where draft == \"x\" }"])
  func `A property without a column has no value in a shape either`(text: String) throws {
    let folders = try Folders()
    let refused = #expect(throws: DatabaseError.self) { try folders.rows(text) }
    guard case .refused(let reasons)? = refused else { return #expect(Bool(false), "\(String(describing: refused))") }
    #expect(reasons.map(\.reason) == ["the database has no column or table for 'Note.draft'"])
  }

  /// 60 conditions within each other, which the parser of SQLite does not take.
  static let deep = (1...60).reduce("size > 0") { "(\($0)) \($1 % 2 == 0 ? "AND size <" : "OR size ==") \($1 + 50)" }

  @Test(arguments: [
    "Folder select id, notes { id sort title[l] limit 1 } sort id desc limit 2",
    "Folder where id != 2 select id, notes { id, title sort title[l] } sort id",
    "Folder select id, notes { id where \(deep) sort id }",
    // The folders of the notes are loaded for the limit, and then their notes for the shape.
    "Note where title <[l] \"z\" select id, folder { notes { id } } sort id limit 1 per folder.id",
  ])
  func `What a statement cannot say is made of the objects of the query`(text: String) throws {
    let folders = try Folders()
    let ir = try folders.ir(text)
    guard case .rows(let rows) = try folders.store.run(ir) else { throw CancellationError() }
    #expect(try folders.rows(text, DatabaseOptions(maximumCandidates: 12)) == rows && !rows.isEmpty)
    let plan = try folders.database.plan(ir)
    #expect(plan.isSuperset && !plan.reasons.isEmpty && plan.related.isEmpty)
    let refused = #expect(throws: DatabaseError.self) {
      try folders.rows(text, DatabaseOptions(allowsResidual: false))
    }
    guard case .refused? = refused else { return #expect(Bool(false), "\(String(describing: refused))") }
  }

  @Test func `A row that is written for several owners counts for each`() throws {
    let folders = try Folders()
    let text = "Note select folder { notes { folder { notes { id } } } }"
    #expect(try folders.rows(text, DatabaseOptions(execution: ExecutionOptions(maximumSteps: 1_000))).count == 9)
    #expect(throws: DatabaseError.execution(.stepLimit(100))) {
      try folders.rows(text, DatabaseOptions(execution: ExecutionOptions(maximumSteps: 100)))
    }
    #expect(throws: DatabaseError.tooManyRows(limit: 100)) { try folders.rows(text, DatabaseOptions(maximumRows: 100)) }
  }
}
