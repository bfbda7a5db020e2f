import CDQFuzzSupport
import CDQKit
import Foundation

/// A session of the language server: any bytes of a client, in any order.
public struct LSPTarget: FuzzTarget {
  public static let name = "lsp"
  /// The stack of the process's first thread, on which the server runs.
  public static var stackSize: Int { 4 << 20 }

  public init() {}

  private static let uri = "file:///w/Q.cdq"
  private static let files = [
    "/w/S.cdq":
      "entity City { name: String population: Int64 }\nenum Kind: String { a, b }\n",
    "/w/P.cdq":
      "entity A { n: String b: B? inverse a k: Form = .x }\nentity B { a: [A] inverse b }\nenum Form: String { x, y }\n",
    "/w/cdq.json": "{\"rules\": {\"lints\": \"warn\"}}",
  ]

  private static let texts = [
    "query a = City where name == $x", "query b = A where k == .x AND n BEGINSWITH[cd] \"ä😀\" sort n desc",
    "entity X { }",
    "query c = B where SUBQUERY(a, $v, $v.n == $y).@count > 1", "mapping M: A { n = x.y as date(\"yyyy\") }", "/* open",
    "query d = A where substring(n, 1, ", "\u{FEFF}query e = A\r\n\r// c",
    "query q($p: Int64) = A where TERNARY(n == \"\", ",
    "schema \"S.cdq\"\nquery f = City where",
  ]

  private static let methods = [
    "completion", "hover", "signatureHelp", "definition", "typeDefinition", "references", "documentHighlight",
    "documentSymbol", "codeAction", "codeLens", "formatting", "rangeFormatting", "onTypeFormatting", "prepareRename",
    "rename",
    "foldingRange", "selectionRange", "inlayHint", "semanticTokens/full", "semanticTokens/full/delta",
    "semanticTokens/range",
  ]

  public static func seeds() -> [[UInt8]] {
    (0..<24).map { number in
      var random = SplitMix(seed: UInt64(number))
      return session(&random)
    }
  }

  public static var dictionary: [String] {
    methods.map { "textDocument/\($0)" } + texts + [
      "Content-Length: 2\r\n\r\n{}", "\r\n\r\n", "initialize", "initialized", "shutdown", "exit", "workspace/symbol",
      "\"position\":{\"line\":99999999999,\"character\":-1}", "\"id\":null", "\"character\":4294967296",
      "$/cancelRequest",
    ]
  }

  public func generate(_ random: inout SplitMix) -> [UInt8]? { LSPTarget.session(&random) }

  /// A session whose messages are well-formed, in an order that a client might choose or not.
  private static func session(_ random: inout SplitMix) -> [UInt8] {
    var bytes: [UInt8] = []
    var id = 1
    func add(_ method: String, _ parameters: String, isRequest: Bool) {
      let head = isRequest ? "\"id\":\(id)," : ""
      id += 1
      bytes += ServerSession.frame("{\"jsonrpc\":\"2.0\",\(head)\"method\":\"\(method)\",\"params\":\(parameters)}")
    }
    func quoted(_ text: String) -> String {
      let data = try? JSONEncoder().encode(text)
      return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
    func position(_ random: inout SplitMix) -> String {
      "{\"line\":\(Int.random(in: 0...3, using: &random)),\"character\":\(Int.random(in: 0...60, using: &random))}"
    }
    let encoding = ["utf-8", "utf-16", "utf-32"].randomElement(using: &random) ?? ""
    if Int.random(in: 0...20, using: &random) > 0 {
      let capabilities =
        "{\"general\":{\"positionEncodings\":[\"\(encoding)\"]},"
        + "\"workspace\":{\"workspaceEdit\":{\"documentChanges\":\(Bool.random(using: &random))}}}"
      add("initialize", "{\"capabilities\":\(capabilities),\"rootUri\":\"file:///w\"}", isRequest: true)
      add("initialized", "{}", isRequest: false)
    }
    func text(_ random: inout SplitMix) -> String { quoted(texts.randomElement(using: &random) ?? "") }
    add(
      "textDocument/didOpen",
      "{\"textDocument\":{\"uri\":\"\(uri)\",\"languageId\":\"cdq\",\"version\":1,\"text\":\(text(&random))}}",
      isRequest: false)
    for _ in 0..<Int.random(in: 1...24, using: &random) {
      let document = "\"textDocument\":{\"uri\":\"\(uri)\",\"version\":\(id)}"
      let range = "{\"start\":\(position(&random)),\"end\":\(position(&random))}"
      switch Int.random(in: 0...9, using: &random) {
      case 0...3:
        add(
          "textDocument/didChange", "{\(document),\"contentChanges\":[{\"range\":\(range),\"text\":\(text(&random))}]}",
          isRequest: false)
      case 4: add("textDocument/didClose", "{\(document)}", isRequest: false)
      default:
        let method = methods.randomElement(using: &random) ?? ""
        let more =
          "\"newName\":\"z\",\"ch\":\"}\",\"previousResultId\":\"1\","
          + "\"positions\":[\(position(&random))],\"context\":{}"
        add(
          "textDocument/\(method)", "{\(document),\"position\":\(position(&random)),\"range\":\(range),\(more)}",
          isRequest: true)
      }
    }
    return bytes
  }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    let session = ServerSession(input, files: LSPTarget.files)
    var features = session.methods
    for message in session.messages {
      guard let object = try? JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any] else {
        throw Violation("each message is JSON", message)
      }
      try require(object["jsonrpc"] as? String == "2.0", "each message is JSON-RPC 2.0", message)
      if object["method"] == nil {
        try require(
          (object["result"] != nil) != (object["error"] != nil), "a response has a result or an error", message)
      }
      if let error = object["error"] as? [String: Any], let code = error["code"] { features.insert("error \(code)") }
    }
    try require(
      ServerSession(input, files: LSPTarget.files).sent == session.sent, "the same bytes give the same answers")
    return features
  }
}
