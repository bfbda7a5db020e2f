import CDQCodegen
import CDQIR
import CDQRuntime
import CDQSchema
import CDQSemantics
import Foundation
import Testing

/// The declarations that the `ir` back end writes: a `GeneratedQuery` with the JSON of a query.
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

  @Test func `Every query is read as it was written`() throws {
    for corpus in [CodegenCorpus.towns, CodegenCorpus.shop, CodegenCorpus.shelf, CodegenCorpus.words] {
      #expect(!corpus.queries.isEmpty)
      for query in corpus.queries {
        #expect(try GeneratedQuery(query.ir.json).ir() == query.ir, "\(query.name)")
      }
    }
  }

  @Test func `Files of queries are loaded by name`() throws {
    var options = GenerateOptions(backend: .ir)
    options.writesJSON = true
    let files = CodegenCorpus.towns.generate(options).files
    let file = try #require(files.first { $0.source.hasSuffix("/Pages.cdq") })
    #expect(file.name.hasSuffix("Pages.cdq.json") && !files.contains { $0.source.hasSuffix("/Schema.cdq") })
    let library = try QueryLibrary(json: Data(file.text.utf8))
    #expect(library.names.contains("byPeople") && library["nothing"] == nil)
    let query = try #require(library["byPeople"])
    #expect(try query.ir() == QueryDataTests.query("byPeople").ir)
    let found = try query.records(in: World.shared.towns, access: Town.access)
    #expect(found.map(\.id) == Queries.byPeople(in: World.shared.towns).map(\.id))
  }

  @Test(arguments: ["", "[]", "{}", "{\"version\":1,\"queries\":{\"a\":{}}}"])
  func `What is no file of queries is refused`(json: String) {
    #expect { try QueryLibrary(json: Data(json.utf8)) } throws: { ($0 as? ExecutionError)?.code == "malformed-query" }
  }

  @Test func `A newer file is refused`() throws {
    let newer = Data("{\"version\":2,\"queries\":[]}".utf8)
    #expect(throws: ExecutionError.unsupportedVersion(2)) { try QueryLibrary(json: newer) }
    var (ir, _) = try QueryDataTests.query("peopleAbove")
    ir.version = QueryIR.currentVersion + 1
    let json = String(decoding: try JSONEncoder().encode(ir), as: UTF8.self)
    let file = Data("{\"version\":1,\"queries\":{\"a\":\(json)}}".utf8)
    #expect(throws: ExecutionError.unsupportedVersion(ir.version)) { try QueryLibrary(json: file) }
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
