package import CDQJSON

/// A message of JSON-RPC 2.0 from the client.
package enum Message {
  case request(id: JSONValue, method: String, parameters: JSONValue)
  case notification(method: String, parameters: JSONValue)
  /// The answer to a request of the server.
  case response(id: JSONValue)
  /// Anything else; the id is that of the broken request, or null.
  case invalid(id: JSONValue)

  package init(_ value: JSONValue) {
    let method = value["method"]?.asString
    let parameters = value["params"] ?? .null
    switch (value["id"], method) {
    case (.some(let id), .some(let method)) where Message.isIdentifier(id):
      self = .request(id: id, method: method, parameters: parameters)
    case (nil, .some(let method)): self = .notification(method: method, parameters: parameters)
    case (.some(let id), nil) where value["result"] != nil || value["error"] != nil: self = .response(id: id)
    default: self = .invalid(id: .null)
    }
  }

  private static func isIdentifier(_ value: JSONValue) -> Bool {
    switch value {
    case .string, .integer: true
    default: false
    }
  }
}

/// A refusal of a request, with a code of JSON-RPC or of the protocol.
package struct ResponseError: Error, Hashable {
  package enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
  }

  package var code: Code
  /// Why, for the user: editors show it.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension JSONValue {
  static func request(id: Int, _ method: String, _ parameters: JSONValue) -> JSONValue {
    .fields(["jsonrpc": .string("2.0"), "id": .int(id), "method": .string(method), "params": parameters])
  }

  static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    .fields(["jsonrpc": .string("2.0"), "method": .string(method), "params": parameters])
  }

  static func response(id: JSONValue, _ result: Result<JSONValue, ResponseError>) -> JSONValue {
    switch result {
    case .success(let value): .fields(["jsonrpc": .string("2.0"), "id": id, "result": value])
    case .failure(let error):
      .fields([
        "jsonrpc": .string("2.0"), "id": id,
        "error": .fields(["code": .int(error.code.rawValue), "message": .string(error.message)]),
      ])
    }
  }
}
