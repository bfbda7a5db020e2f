import CDQKit
import Foundation
import Testing

/// Conditions that can throw for a row throw in both engines or in neither.
@Suite struct FallibleConditionTests {
  /// Rows whose attribute `text` is used as a pattern: `a\d` is invalid for LIKE (the backslash escapes nothing), `(`
  /// for MATCHES (the bracket is never closed).
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
    // The engines do not test rows after the last one that the query needs.
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
