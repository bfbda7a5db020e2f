import CDQDatabase
import Foundation
import GarageSQLite
import TasksSQLite
import Testing

/// The samples that take JSON, on SQLite. Their READMEs have what memory gives, as their own tests check.
@Suite struct JSONTests {
  private static let samples = URL(filePath: #filePath).appending(path: "../../../../../../Samples").standardizedFileURL

  private static func expect(_ tour: [String], in sample: String) throws {
    let readme = try String(contentsOf: samples.appending(path: "\(sample)/README.md"), encoding: .utf8)
    let text = tour.joined(separator: "\n")
    #expect(readme.contains("```\n\(text)\n```"), "\(text)")
  }

  @Test func `Brands are decoded as in memory`() async throws {
    let store = DatabaseStore(schema: .garageSQLite, .sqlite(path: ":memory:"))
    let garage = try GarageDatabase(store, dataIn: Self.samples.appending(path: "CarBrands/Sources/Garage/Data"))
    try Self.expect(try await garage.tour(), in: "CarBrands")
  }

  @Test func `Answers with tasks are mapped as in memory`() async throws {
    let store = DatabaseStore(schema: .tasksSQLite, .sqlite(path: ":memory:"))
    let folder = Self.samples.appending(path: "Tasks/Sources/Board/Data")
    let board = try await TasksDatabase(store, dataIn: folder)
    try Self.expect(try await board.tour(), in: "Tasks")
    // The same answer again changes nothing.
    let before = try board.lines()
    let report = try await board.takeItems("items-last")
    #expect(report.inserted.isEmpty && report.updated.isEmpty && report.deleted.isEmpty)
    #expect(try board.lines() == before)
  }
}
