import CDQKit
import CDQRuntime
import Testing

/// Texts that a query makes have a limit, and their time counts.
@Suite struct TextLimitTests {
  private static func store() throws -> Store {
    let store = Store(schema: try Schema(parsing: "entity Note { id: Int64 @unique  text: String }"))
    try store.transaction {
      _ = try $0.insert("Note", ["id": .int(1), "text": .string(String(repeating: "a", count: 100_000))])
    }
    return store
  }

  private static let long = String(repeating: "a", count: 10_000)

  @Test(
    arguments: [
      "replacing(text, 'a', text) == 'b'", Array(repeating: "text", count: 200).joined(separator: " + ") + " == 'b'",
      "replacing($long, 'a', $long) == 'b'", "id == length(replacing(replacing(text, 'a', 'aaaaaaaaaaaaaaaa'), 'a', 'bbbbbbbbbbbbbbbb'))",
    ], [ExecutionOptions.Engine.column, .row])
  func `A query ends where it makes too long a text`(condition: String, engine: ExecutionOptions.Engine) throws {
    let store = try TextLimitTests.store()
    let query = try CheckedQuery(parsing: "count Note where \(condition)", in: store.schema)
    let arguments: Arguments = query.ir.parameters.isEmpty ? [:] : ["long": .string(TextLimitTests.long)]
    for _ in 0..<2 {
      #expect(throws: ExecutionError.textLimit(4_194_304)) {
        try query.count(in: store, arguments, options: ExecutionOptions(engine: engine))
      }
    }
  }

  @Test func `Long texts take steps`() throws {
    let store = try TextLimitTests.store()
    let sum = Array(repeating: "length(replacing(text, 'a', 'bb'))", count: 100).joined(separator: " + ")
    let query = try CheckedQuery(parsing: "count Note where \(sum) == 20000000", in: store.schema)
    #expect(try query.count(in: store, options: ExecutionOptions(maximumSteps: 1_000_000)) == 1)
    #expect(throws: ExecutionError.stepLimit(10_000)) { try query.count(in: store, options: ExecutionOptions(maximumSteps: 10_000)) }
  }
}
