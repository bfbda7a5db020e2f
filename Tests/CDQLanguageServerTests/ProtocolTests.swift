import CDQJSON
import CDQLanguageServer
import CDQRandom
import CDQSyntax
import Foundation
import Testing

/// Frames, messages, positions and the order of a session.
@Suite struct ProtocolTests {
  // MARK: Frames

  @Test func framesAreFoundWhateverTheBlocks() {
    let bodies = ["{}", "{\"a\":\"ä😀\"}", ""]
    let bytes = bodies.flatMap { MessageDecoder.frame($0) }
    for size in [1, 2, 3, 7, 1000] {
      var decoder = MessageDecoder()
      var found: [String] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        decoder.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let body = decoder.next() { found.append(String(decoding: body, as: UTF8.self)) }
      }
      #expect(found == bodies)
    }
  }

  @Test(arguments: [
    "noise\nContent-Length: 2\r\n\r\n{}", "content-length:2\n\n{}",
    "Content-Type: x\r\nContent-Length: 2\r\n\r\n{}", "Content-Length: x\r\n\r\nContent-Length: 2\r\n\r\n{}",
    "Content-Length: 99999999999999999999\r\n\r\nContent-Length: 2\r\n\r\n{}",
  ]) func noiseIsSkipped(_ text: String) {
    var decoder = MessageDecoder()
    decoder.append(Array(text.utf8))
    #expect(decoder.next().map { String(decoding: $0, as: UTF8.self) } == "{}")
  }

  @Test func endlessNoiseTakesNoMemory() {
    var decoder = MessageDecoder()
    for _ in 0..<200 {
      decoder.append([UInt8](repeating: 0x41, count: 10_000))
      #expect(decoder.next() == nil)
    }
    decoder.append(Array("\nContent-Length: 2\r\n\r\n{}".utf8))
    #expect(decoder.next()?.count == 2)
  }

  // MARK: Sessions

  @Test func requestsBeforeAndAfterASession() throws {
    var sent: [JSONValue] = []
    let server = LanguageServer(ServerEnvironment(files: MemoryFiles(), version: "1")) { sent.append($0) }
    func code(_ method: String) -> Int? {
      server.receive(.fields(["id": .int(1), "method": .string(method), "params": .fields([:])]))
      return sent.last?[path: "error", "code"]?.asInt
    }
    #expect(code("textDocument/hover") == -32002)
    #expect(code("initialize") == nil)
    #expect(code("initialize") == -32600)
    #expect(code("nonsense") == -32601)
    #expect(code("textDocument/nonsense") == -32602)
    #expect(code("textDocument/hover") == -32602)
    #expect(code("shutdown") == nil)
    #expect(code("textDocument/hover") == -32600)
    server.receive(.fields(["method": .string("exit")]))
    #expect(server.exitCode == 0)
    for message in [JSONValue.null, .array([]), .int(5), .fields(["id": .null, "method": .int(1)]), .fields([:])] {
      server.receive(message)
      #expect(sent.last?[path: "error", "code"]?.asInt == -32600)
    }
  }

  @Test func exitWithoutShutdownIsAFailure() {
    let server = LanguageServer(ServerEnvironment(files: MemoryFiles(), version: "1")) { _ in }
    server.receive(.fields(["method": .string("exit")]))
    #expect(server.exitCode == 1)
  }

  @Test func theLoopAnswersInOrderAndCancels() throws {
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, "no json",
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"workspace/symbol","params":{"query":""}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"workspace/symbol","params":{"query":""}}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ]
    var input = messages.flatMap { MessageDecoder.frame($0) }[...]
    var decoder = MessageDecoder()
    let loop = LanguageServerLoop(
      ServerEnvironment(files: MemoryFiles(), version: "1"),
      read: {
        defer { input = input.dropFirst(50) }
        return input.isEmpty ? nil : Array(input.prefix(50))
      }, write: { decoder.append($0) })
    #expect(loop.run() == 0)
    var answers: [String] = []
    while let body = decoder.next() {
      let value = try JSONValue.parse(utf8: body)
      answers.append("\(value["id"]?.text ?? "") \(value[path: "error", "code"]?.text ?? "ok")")
    }
    #expect(answers == ["1 ok", "null -32700", "2 -32800", "3 ok", "4 ok"])
  }

  @Test func aStreamThatEndsEndsTheServer() {
    let loop = LanguageServerLoop(ServerEnvironment(files: MemoryFiles(), version: "1"), read: { nil }, write: { _ in })
    #expect(loop.run() == 1)
  }

  // MARK: URIs

  @Test(arguments: [
    ("file:///a/b.cdq", "/a/b.cdq"), ("file:///a%20b/%C3%A4.cdq", "/a b/ä.cdq"), ("file://localhost/a.cdq", "/a.cdq"),
    ("FILE:///a.cdq", "/a.cdq"), ("untitled:Untitled-1", "untitled:Untitled-1"), ("file:/a.cdq", "/a.cdq"),
    ("file:///a%zz.cdq", "/a%zz.cdq"), ("file:///a%00b", "file:///a%00b"),
  ]) func paths(_ uri: String, _ path: String) {
    #expect(DocumentURI.path(uri) == path)
  }

  @Test(arguments: ["/a b/ä#?.cdq", "/plain.cdq", "/100%.cdq"]) func urisComeBack(_ path: String) {
    #expect(DocumentURI.path(DocumentURI.uri(path)) == path)
  }

  // MARK: Positions

  @Test func encodingsAreNegotiated() throws {
    for (offered, expected) in [
      ("[\"utf-16\"]", "utf-16"), ("[\"utf-32\", \"utf-8\"]", "utf-8"), ("[]", "utf-16"), ("[\"x\"]", "utf-16"),
      ("[\"utf-32\"]", "utf-32"),
    ] {
      let client = try TestClient(encoding: offered)
      #expect(client.server.encoding.rawValue == expected)
    }
  }

  @Test(arguments: PositionEncoding.allCases) func placesBehindWideCharacters(_ encoding: PositionEncoding) throws {
    let client = try TestClient(encoding: "[\"\(encoding.rawValue)\"]")
    let start = "query a = City where name == \"ä😀\" AND "
    client.open("/w/Q.cdq", start + "nmae == 1\n")
    let width =
      switch encoding {
      case .utf8: start.utf8.count
      case .utf16: start.utf16.count
      case .utf32: start.unicodeScalars.count
      }
    let range = PositionRange(client.findings["/w/Q.cdq"]?.asArray.first?["range"])
    #expect(range == PositionRange(Position(line: 0, character: width), Position(line: 0, character: width + 4)))
    client.change("/w/Q.cdq", range, "population")
    #expect(client.text("/w/Q.cdq") == start + "population == 1\n")
    #expect(client.codes("/w/Q.cdq").isEmpty)
  }

  @Test(arguments: PositionEncoding.allCases) func positionsAndOffsetsAgree(_ encoding: PositionEncoding) {
    let text = "aä😀\r\nb\rc\n\u{2028}x"
    let source = SourceText(name: "", text)
    var offset = 0
    for scalar in text.unicodeScalars {
      let position = TextPositions(source, encoding).position(of: UInt32(offset))
      // A place inside a line ending is the end of its line.
      if scalar != "\n" || offset == 0 { #expect(TextPositions(source, encoding).offset(of: position) == offset) }
      offset += String(scalar).utf8.count
    }
    let positions = TextPositions(source, encoding)
    #expect(positions.offset(of: Position(line: 99, character: 0)) == source.utf8.count)
    #expect(positions.offset(of: Position(line: 0, character: 99)) == 7)
  }

  /// Places of a long line, in any order, are those of a count from its start.
  @Test(arguments: PositionEncoding.allCases) func placesOfALongLine(_ encoding: PositionEncoding) {
    var random = SplitMix(seed: 11)
    for length in [1023, 1024, 5000] {
      var scalars: [Unicode.Scalar] = (0..<length).map { _ in ["a", "ä", "😀"][Int.random(in: 0..<3, using: &random)] }
      scalars += ["\r", "\n", "x"]
      let text = String(String.UnicodeScalarView(scalars))
      let positions = TextPositions(SourceText(name: "", text), encoding)
      for _ in 0..<200 {
        let count = Int.random(in: 0...length, using: &random)
        let before = String(String.UnicodeScalarView(scalars.prefix(count)))
        let units =
          switch encoding {
          case .utf8: before.utf8.count
          case .utf16: before.utf16.count
          case .utf32: count
          }
        #expect(positions.position(of: UInt32(before.utf8.count)) == Position(line: 0, character: units))
      }
      #expect(positions.position(of: UInt32(text.utf8.count)) == Position(line: 1, character: 1))
    }
  }

  /// Random edits in the units of each encoding give the text that an editor has.
  @Test(arguments: PositionEncoding.allCases) func editsGiveTheTextOfTheEditor(_ encoding: PositionEncoding) throws {
    let client = try TestClient(encoding: "[\"\(encoding.rawValue)\"]")
    var random = SplitMix(seed: 7)
    var text: [Unicode.Scalar] = Array("query a = City where name == \"ä😀\"\n".unicodeScalars)
    client.open("/w/Q.cdq", String(String.UnicodeScalarView(text)))
    let pieces = ["x", "ä", "😀", "\n", "query b = City\n", "", "\"", "// c\n"]
    for _ in 0..<300 {
      let start = Int.random(in: 0...text.count, using: &random)
      let end = min(text.count, start + Int.random(in: 0...4, using: &random))
      func position(_ index: Int) -> Position {
        let before = text[..<index]
        let line = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
        let column = String(String.UnicodeScalarView(before[line...]))
        let units =
          switch encoding {
          case .utf8: column.utf8.count
          case .utf16: column.utf16.count
          case .utf32: column.unicodeScalars.count
          }
        return Position(line: before.count { $0 == "\n" }, character: units)
      }
      let piece = pieces.randomElement(using: &random) ?? ""
      client.change("/w/Q.cdq", PositionRange(position(start), position(end)), piece, settles: false)
      text.replaceSubrange(start..<end, with: piece.unicodeScalars)
      #expect(client.text("/w/Q.cdq") == String(String.UnicodeScalarView(text)))
    }
  }
}
