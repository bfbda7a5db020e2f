import CDQConnections
// SwiftData has a `Schema`, too.
import struct CDQIR.Schema
import CDQKit
import Foundation
import Modeled
import Places
import SwiftData
import Testing

/// A query and the functions that the back ends generated for it.
struct RandomCall: Sendable, CustomTestStringConvertible {
  var query: String
  var stored: @Sendable (Store) throws -> [Int64]
  var closed: @Sendable ([Places.Town]) throws -> [Int64]
  /// nil for a query that SwiftData cannot run.
  var modeled: (@Sendable (ModelContext) throws -> [Int64])?
  /// nil for a query without exact SQL.
  var selected: (@Sendable (any DatabaseConnection) throws -> [Int64])?
  var testDescription: String { query }
}

@Suite struct RandomTests {
  private static let schema: Result<Schema, any Error> = Result {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Places/Schema.cdq").standardizedFileURL
    return try Schema(parsing: String(contentsOf: file, encoding: .utf8))
  }

  private static let store: Result<Store, any Error> = Result {
    let input = LoadInput(name: "World.json", bytes: try World.shared.json)
    return try StoreLoader(schema: schema.get()).load([input]).store
  }

  @Test(arguments: randomCalls())
  func `Generated functions give the rows of the evaluator`(_ call: RandomCall) throws {
    let query = try CheckedQuery(parsing: call.query, in: RandomTests.schema.get())
    let store = try RandomTests.store.get()
    let expected = try query.prepare(for: Places.Town.access).records(in: World.shared.towns).map(\.id)
    #expect(try call.closed(World.shared.towns) == expected, "closure")
    #expect(try call.stored(store) == expected, "memory")
    if let modeled = call.modeled { #expect(try modeled(ModelWorld().context) == expected, "SwiftData") }
    if let selected = call.selected { #expect(try selected(SQLWorld().connection) == expected, "SQLite") }
  }

  @Test func `The queries find something`() throws {
    let calls = randomCalls()
    let found = try calls.count { try !$0.closed(World.shared.towns).isEmpty }
    #expect(found > calls.count / 3)
  }
}
