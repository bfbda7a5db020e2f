import CDQTestSupport
import Foundation
import Testing

@testable import CDQIR

/// The JSON form of IR: encoding, decoding of the same text, and errors for every other text.
@Suite struct IRCoderTests {
  private static func corpus(_ name: String) throws -> String {
    let file = Repository.root.appendingPathComponent("Tests/Corpus/ir/\(name).json")
    return String(decoding: try Data(contentsOf: file).dropLast(), as: UTF8.self)
  }

  private static func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  // MARK: Encoding

  /// Every kind of node in the JSON of version 1, which must never change: files and checked-in code contain it.
  @Test func `Every node is read from and written as its text in the corpus`() throws {
    let queries = try IRCoderTests.corpus("queries")
    let read = try JSONDecoder().decode([QueryIR].self, from: Data(queries.utf8))
    #expect("[" + (try read.map { try $0.json }).joined(separator: ",") + "]" == queries)
    #expect(try IRCoderTests.encoded(read) == queries)
    let mapping = try IRCoderTests.corpus("mapping")
    #expect(try MappingIR(json: mapping).json == mapping)
    #expect(try IRCoderTests.encoded(try MappingIR(json: mapping)) == mapping)
    let schema = try IRCoderTests.corpus("schema")
    #expect(try Schema(json: schema).json == schema)
    #expect(try IRCoderTests.encoded(try Schema(json: schema)) == schema)
  }

  @Test func `Encoders and decoders write and read random queries alike`() throws {
    for seed in 0..<100 {
      var random = RandomIR(seed: UInt64(seed))
      let query = random.query()
      let text = try query.json
      let again = try QueryIR(json: text)
      let decoded = try JSONDecoder().decode(QueryIR.self, from: Data(text.utf8))
      guard again.dump == query.dump, try again.json == text, try decoded.json == text,
        try IRCoderTests.encoded(query) == text
      else {
        Issue.record("seed \(seed): \(text)")
        return
      }
    }
  }

  // MARK: Decoding

  private static let small = #"{"cardinality":"many","entity":"C","includesSubentities":true,"parameters":[],"#
    + #""predicate":{"constant":{"_0":true}},"sort":{"keys":{"_0":[]}},"version":1}"#

  @Test func `Keys may come in any order, with white space, escapes, nulls and what is unknown`() throws {
    let text = """
      \u{FEFF}{ "versi\\u006Fn" : 1.0 , "sort":{"keys":{"_0" :[ ]}},"new":[{"a":[1e3,-0.5,true,null,"\\ud834\\udd1e"]},{}],
      "predicate":{"constant":{"_0":true}},"parameters":[],"includesSubentities":true,"entity":"\\u0043","limit":null,\t
      "cardinality":"many"}\r\n
      """
    #expect(try QueryIR(json: text) == QueryIR(json: IRCoderTests.small))
  }

  static let broken: [String] = [
    "", " ", "{", "[]", "null", "1", "nul", "{}", "{}}", "{\"version\":1,}", "[1,]", "{1:2}", "{\"a\" 1}", "\"", "\"\\",
  ]

  /// Parts of a query's JSON, and replacements that make the query invalid.
  static let changes: [(part: String, other: String)] = [
    ("\"version\":1}", "\"version\":1} 1"), ("\"version\":1}", "\"version\":1}]"),
    ("\"many\"", "\"some\""),
    ("\"many\"", "1"),
    ("true,\"p", "1,\"p"),
    (":1}", ":1.5}"),
    (":1}", ":1e400}"),
    (":1}", ":99999999999999999999}"),
    (":1}", ":\"1\"}"),
    (":1}", ":+1}"),
    (":1}", ":0x1}"),
    (":1}", ":nan}"),
    ("\"C\"", "\"\\ud834\""),
    ("\"C\"", "\"\\ud834\\u0041\""),
    ("\"C\"", "\"\\u12\""),
    ("\"C\"", "\"\\x\""),
    ("\"C\"", "\"\n\""),
    ("\"_0\":true", ""),
    ("{\"_0\":true}", "true"),
    ("{\"constant\":", "{\"other\":"),
    ("{\"constant\":{\"_0\":true}}", "{}"),
    ("{\"constant\":", "{\"and\":{\"_0\":[]},\"constant\":"),
  ]

  @Test(arguments: broken) func `What is no query is refused`(text: String) {
    #expect(throws: IRCodingError.self) { try QueryIR(json: text) }
  }

  @Test(arguments: changes) func `What is nearly a query is refused`(part: String, other: String) {
    let text = IRCoderTests.small.replacingOccurrences(of: part, with: other)
    #expect(text != IRCoderTests.small)
    #expect(throws: IRCodingError.self) { try QueryIR(json: text) }
  }

  @Test func `A text that ends too early is refused wherever it ends`() throws {
    let text = Array(IRCoderTests.small.utf8)
    for length in text.indices {
      #expect(throws: IRCodingError.self) { try QueryIR(json: String(decoding: text[..<length], as: UTF8.self)) }
    }
  }

  /// Decoding random changes of the bytes gives a query or throws an error; it never traps.
  @Test func `Changed bytes give a query or an error`() throws {
    let queries = try IRCoderTests.corpus("queries")
    let query = Array(try JSONDecoder().decode([QueryIR].self, from: Data(queries.utf8))[0].json.utf8)
    let bytes = Array("\"\\{}[]:,0-1.eu tn\u{0}_é".utf8)
    var read = 0
    for round in 0..<150 {
      var text = query
      for change in 0...(round % 3) {
        let place = (round &* 7919 &+ change &* 104_729) % text.count
        if change == 1 { text.remove(at: place) } else { text[place] = bytes[(round &+ change &* 5) % bytes.count] }
      }
      if (try? QueryIR(json: String(decoding: text, as: UTF8.self))) != nil { read += 1 }
    }
    #expect(read < 150)
  }

  // MARK: Depth

  private static func nested(_ levels: Int) -> QueryIR {
    var predicate = PredicateIR.constant(true)
    for _ in 0..<levels { predicate = .not(predicate) }
    return QueryIR(entity: "C", predicate: predicate)
  }

  /// Decoding and encoding up to the nesting limit fit a stack of 512 KB, also in a debug build.
  @Test func `Texts are nested to a limit that fits a small stack`() async throws {
    let limit = IRCoder.nestingLimit
    let levels = IRCoder.levelLimit
    let deepest = IRCoderTests.nested(levels - 1)
    let list = (0..<(levels - 4) / 2).reduce(Value.int(1)) { value, _ in .list([value]) }
    let values = QueryIR(entity: "C", predicate: .isNull(.literal(list, .opaque)))
    var call = ExpressionIR.parameter(0, .bool)
    for _ in 0..<(levels - 3) { call = .function(FunctionIR(.absolute, [call], type: .int64)) }
    var choice = ExpressionIR.parameter(0, .bool)
    for _ in 0..<(levels - 4) / 2 {
      let condition = PredicateIR.comparison(ComparisonIR(.equal, choice, .parameter(0, .bool)))
      choice = .conditional(ConditionalIR(condition, .parameter(0, .bool), .parameter(0, .bool), type: .bool))
    }
    let queries = [deepest, values] + [call, choice].map { QueryIR(entity: "C", predicate: .boolean($0)) }
    let far = String(repeating: "[", count: 1_000_000)
    let open = #"{"a":"#
    let objects = String(repeating: open, count: limit + 1) + "1" + String(repeating: "}", count: limit + 1)
    let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
      let thread = Thread {
        do {
          for query in queries {
            guard try QueryIR(json: query.json) == query else { return continuation.resume(returning: "changed") }
          }
        } catch {
          return continuation.resume(returning: "\(error)")
        }
        for text in [far, objects] where (try? QueryIR(json: text)) != nil {
          return continuation.resume(returning: "read")
        }
        continuation.resume(returning: "done")
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(outcome == "done")
    #expect(throws: IRCodingError.self) { try IRCoderTests.nested(levels + 1).json }
    #expect(throws: IRCodingError.self) { try JSONEncoder().encode(IRCoderTests.nested(levels + 1)) }
  }
}
