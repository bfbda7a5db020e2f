import CDQIR
import Foundation
import Testing

/// The form of a limit that counts for each combination of keys.
@Suite struct KeyLimitTests {
  private static let key = ExpressionIR.path(
    PathIR(variable: 0, steps: [StepIR("name", .attribute, of: "City")], type: OptionalType(.string)))

  @Test func `A limit of the whole result is written as before`() throws {
    let json = try QueryIR(entity: "City", limit: .constant(5)).json
    #expect(json.contains(#""limit":{"constant":{"_0":5}}"#) && !json.contains("perKey"))
    #expect(try !QueryIR(entity: "City").json.contains("limit"))
  }

  /// Readers that know limits of whole results only find an unknown case, and do not apply it to the whole result.
  @Test func `Keys are a case of the limit`() throws {
    let query = QueryIR(entity: "City", limitPerKey: KeyLimitIR(.constant(5), per: [Self.key]))
    let json = try query.json
    #expect(json.contains(#""limit":{"perKey":{"_0":{"count":{"constant":{"_0":5}},"keys":[{"path":"#))
    #expect(try QueryIR(json: json) == query)
    #expect(throws: IRCodingError.self) {
      try QueryIR(json: json.replacingOccurrences(of: "perKey", with: "perOther"))
    }
  }

  @Test func `Both limits are written, as a case that older readers do not know`() throws {
    let query = QueryIR(entity: "City", limit: .constant(7), limitPerKey: KeyLimitIR(.constant(5), per: [Self.key]))
    let json = try query.json
    #expect(json.contains(#""limit":{"both":{"_0":{"count":{"constant":{"_0":5}},"keys":[{"path":"#))
    #expect(json.contains(#"]},"_1":{"constant":{"_0":7}}}}"#))
    #expect(try QueryIR(json: json) == query)
    var other = query
    other.limit = .constant(8)
    #expect(Set([query, other]).count == 2)
  }

  @Test func `A limit per key has a key`() throws {
    let query = QueryIR(entity: "City", limitPerKey: KeyLimitIR(.constant(5), per: [Self.key]))
    #expect(throws: IRCodingError.self) {
      try QueryIR(entity: "City", limitPerKey: KeyLimitIR(.constant(5), per: [])).json
    }
    let json = try query.json
    let start = try #require(json.range(of: #""keys":["#)).upperBound
    let end = try #require(json.range(of: #"]}}},"parameters""#)).lowerBound
    let without = json.replacingCharacters(in: start..<end, with: "")
    let error = #expect(throws: IRCodingError.self) { try QueryIR(json: without) }
    #expect(error?.description.hasPrefix("a limit per key needs a key") == true)
  }

  @Test func `The keys are nodes of the query and in its dump`() {
    let query = QueryIR(entity: "City", limitPerKey: KeyLimitIR(.constant(5), per: [Self.key]))
    #expect(query.nodes.contains(.expression(Self.key)))
    #expect(query.dump.hasSuffix("limit 5 per name~String"))
  }
}
