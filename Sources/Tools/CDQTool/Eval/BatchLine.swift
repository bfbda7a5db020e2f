import CDQKit
import CDQRuntime
import CDQSyntax

/// One line of the input of `cdq eval --batch`: a JSON object with a query or predicate and what it needs to run.
///
/// `{"query": "City where population > $n", "params": {"n": 5}, "limits": {"deadline": "2s"}}`
struct BatchLine {
  enum Text: Hashable {
    case query(String)
    case predicate(String)
  }

  var text: Text
  var entity: String?
  var parameters: [String: ParameterText]
  /// Values of the format specifiers `%@`, `%K`, `%d` and so on.
  var arguments: [JSONValue]?
  var isStrict: Bool
  /// The members of `limits`, as names and values of `--limit`.
  var limits: [(name: String, value: String)] = []

  /// Parses the JSON of a line.
  static func parse(_ bytes: [UInt8]) throws(QueryFailure) -> BatchLine {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue.parse(utf8: bytes)
    } catch {
      var failure = QueryFailure(
        stage: .parse, code: error.code.rawValue, message: "the line is not JSON: \(error.message)")
      failure.place = .init(line: 1, column: error.offset + 1)
      throw failure
    }
    guard case .object = json else {
      throw invalid("a line is an object such as {\"query\": \"City where population > 5\"}")
    }
    let query = try string("query", json)
    let predicate = try string("predicate", json)
    let text: Text
    switch (query, predicate) {
    case (let query?, nil): text = .query(query)
    case (nil, let predicate?): text = .predicate(predicate)
    case (nil, nil): throw invalid("the line has neither 'query' nor 'predicate'")
    case (_?, _?): throw invalid("the line has both 'query' and 'predicate'")
    }
    return BatchLine(
      text: text, entity: try string("entity", json), parameters: try parameters(json), arguments: try arguments(json),
      isStrict: try flag("strict", json), limits: try limits(json))
  }

  private static func string(_ key: String, _ json: JSONValue) throws(QueryFailure) -> String? {
    switch json[key] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    case _?: throw invalid("'\(key)' must be a string")
    }
  }

  private static func flag(_ key: String, _ json: JSONValue) throws(QueryFailure) -> Bool {
    switch json[key] {
    case nil, .null?: return false
    case .bool(let value)?: return value
    case _?: throw invalid("'\(key)' must be true or false")
    }
  }

  private static func parameters(_ json: JSONValue) throws(QueryFailure) -> [String: ParameterText] {
    switch json["params"] {
    case nil, .null?: return [:]
    case .object(let members)?:
      return Dictionary(members.map { ($0.key, .json($0.value)) }, uniquingKeysWith: { _, last in last })
    case _?: throw invalid("'params' must be an object")
    }
  }

  private static func limits(_ json: JSONValue) throws(QueryFailure) -> [(name: String, value: String)] {
    switch json["limits"] {
    case nil, .null?: return []
    case .object(let members)?:
      var result: [(name: String, value: String)] = []
      for member in members {
        switch member.value {
        case .integer(let number): result.append((member.key, String(number)))
        case .string(let text): result.append((member.key, text))
        case .null, .bool, .number, .array, .object: throw invalid("a limit is a whole number, or a time such as \"2s\"")
        }
      }
      return result
    case _?: throw invalid("'limits' must be an object")
    }
  }

  /// Applies the limits of this line, which replace those of the command line.
  func apply(to limits: inout Limits) throws(QueryFailure) {
    for limit in self.limits {
      do throws(Failure) {
        try LimitOption.set(limit.name, limit.value, in: &limits)
      } catch {
        guard case .usage(let message, let help) = error else { continue }
        throw QueryFailure(stage: .parse, code: "invalid-line", message: message, help: help)
      }
    }
  }

  private static func arguments(_ json: JSONValue) throws(QueryFailure) -> [JSONValue]? {
    switch json["args"] {
    case nil, .null?: return nil
    case .array(let values)?: return values
    case _?: throw invalid("'args' must be an array")
    }
  }

  private static func invalid(_ message: String) -> QueryFailure {
    QueryFailure(stage: .parse, code: ToolCode.invalidLine.rawValue, message: message)
  }
}
