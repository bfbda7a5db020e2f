import CDQKit
import Foundation
import Testing

/// Conditions that can fail on a row fail in both engines or in none.
@Suite struct FallibleConditionTests {
  /// Patterns of rows, one of which is none: a backslash that escapes nothing, and a bracket that is never closed.
  static let rows = #"{"E": [{"id": 1, "text": "a\\d", "other": "a"}, {"id": 2, "text": "(", "other": "b"}]}"#

  @Test(arguments: [
    ("count E where other LIKE text AND 4 == $x", nil),
    ("count E where other LIKE text OR 4 != $x", nil),
    ("count E where 4 == $x AND other LIKE text", nil),
    ("count E where NOT (other MATCHES text AND 4 == $x)", nil),
    ("count E where other LIKE text AND (4 == $x OR id == 1)", "invalid-pattern"),
    ("count E where other MATCHES text AND id > 0", "invalid-pattern"),
    ("count E where id > 9 AND other MATCHES text", nil),
    ("count E where other LIKE text OR id > 0", "invalid-pattern"),
    ("count E where id > 0 OR other LIKE text", nil),
    // The rows after the last one that is wanted are not tested.
    ("exists E where id == 1 OR other MATCHES text", nil),
    ("first E where id == 1 OR other MATCHES text", nil),
    ("E where id == 1 OR other MATCHES text limit 1", nil),
    ("first E where id == 1 OR other MATCHES text sort id", "invalid-pattern"),
    ("one E where id == 1 OR other MATCHES text", "invalid-pattern"),
  ] as [(String, String?)])
  func enginesFailAlike(_ row: (text: String, code: String?)) throws {
    let schema = try Schema(parsing: "entity E { id: Int64 @unique  text: String  other: String }")
    let input = LoadInput(name: "data.json", bytes: Data(Self.rows.utf8))
    let store = try StoreLoader(schema: schema).load([input]).store
    let query = try CheckedQuery(parsing: row.text, in: schema)
    for engine in ExecutionOptions.Engine.allCases {
      do throws(ExecutionError) {
        _ = try query.run(in: store, query.parameters.isEmpty ? [:] : ["x": 1], options: ExecutionOptions(engine: engine))
        #expect(row.code == nil, "\(engine)")
      } catch {
        #expect(error.code == row.code, "\(engine)")
      }
    }
  }
}
