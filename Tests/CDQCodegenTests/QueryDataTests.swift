import CDQIR
import CDQRuntime
import CDQSchema
import CDQSemantics
import Foundation
import Testing

/// What the `ir` back end writes is a `GeneratedQuery` over the text of a query.
@Suite struct QueryDataTests {
  private static func query(_ name: String) throws -> (ir: QueryIR, json: String) {
    let ir = try #require(CodegenCorpus.towns.queries.first { $0.name == name }?.ir)
    return (ir, String(decoding: try JSONEncoder().encode(ir), as: UTF8.self))
  }

  @Test func `A query as data runs over records`() throws {
    let (ir, json) = try QueryDataTests.query("peopleAbove")
    let query = GeneratedQuery(json)
    #expect(try query.ir() == ir)
    let found = try query.records(in: World.shared.towns, access: Town.access, ["n": 77])
    #expect(found.map(\.id) == Queries.peopleAbove(in: World.shared.towns, n: 77).map(\.id))
    #expect(!found.isEmpty)
  }

  @Test func `A query as data runs on a store`() throws {
    let (_, json) = try QueryDataTests.query("peopleAbove")
    let store = Store(schema: CodegenCorpus.towns.schema.schema)
    guard case .records(let records) = try GeneratedQuery(json).run(in: store, ["n": 77]) else {
      Issue.record("no objects")
      return
    }
    #expect(records.isEmpty)
  }

  @Test func `A newer query is refused, and so is what is none`() throws {
    var (ir, _) = try QueryDataTests.query("peopleAbove")
    ir.version = QueryIR.currentVersion + 1
    let newer = GeneratedQuery(String(decoding: try JSONEncoder().encode(ir), as: UTF8.self))
    #expect(throws: ExecutionError.unsupportedVersion(ir.version)) { try newer.ir() }
    #expect(throws: ExecutionError.self) { try GeneratedQuery("{}").ir() }
  }
}
