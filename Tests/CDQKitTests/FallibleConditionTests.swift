import CDQKit
import Foundation
import Testing

/// Conditions that can fail on a row fail in both engines or in none.
@Suite struct FallibleConditionTests {
  /// Patterns of rows, one of which is none: a backslash that escapes nothing, and a bracket that is never closed.
  static let rows = #"{"E": [{"id": 1, "text": "a\\d", "other": "a"}, {"id": 2, "text": "(", "other": "b"}]}"#

  @Test(arguments: [
    ("other LIKE text AND 4 == $x", nil), ("other LIKE text OR 4 != $x", nil), ("4 == $x AND other LIKE text", nil),
    ("NOT (other MATCHES text AND 4 == $x)", nil), ("other LIKE text AND (4 == $x OR id == 1)", "invalid-pattern"),
    ("other MATCHES text AND id > 0", "invalid-pattern"), ("id > 9 AND other MATCHES text", nil),
    ("other LIKE text OR id > 0", "invalid-pattern"), ("id > 0 OR other LIKE text", nil),
  ] as [(String, String?)])
  func enginesFailAlike(_ row: (text: String, code: String?)) throws {
    let schema = try Schema(parsing: "entity E { id: Int64 @unique  text: String  other: String }")
    let input = LoadInput(name: "data.json", bytes: Data(Self.rows.utf8))
    let store = try StoreLoader(schema: schema).load([input]).store
    let query = try CheckedQuery(parsing: "count E where \(row.text)", in: schema)
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
