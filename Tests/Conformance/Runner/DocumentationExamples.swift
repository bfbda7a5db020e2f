import CDQRuntime
import CDQTestSupport
import Foundation

/// An example of the documentation: a text, its arguments, and the result after the arrow.
struct DocumentationExample {
  let file: String
  let text: String
  let isStrict: Bool
  /// Parameters by name, as JSON.
  private(set) var parameters: [(name: String, json: String)] = []
  /// The array of format arguments, as JSON.
  private(set) var arguments: String?
  let result: String

  /// The example as a line for `cdq eval --batch`.
  func line(entities: [String]) -> String {
    var members = isQuery(entities) ? ["\"query\":\(quoted)"] : ["\"predicate\":\(quoted)", "\"entity\":\"City\""]
    if isStrict { members.append("\"strict\":true") }
    if let arguments { members.append("\"args\":\(arguments)") }
    if !parameters.isEmpty {
      members.append("\"params\":{\(parameters.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ","))}")
    }
    return "{\(members.joined(separator: ","))}"
  }

  private var quoted: String {
    text.unicodeScalars.reduce(into: "\"") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) } + "\""
  }

  private func isQuery(_ entities: [String]) -> Bool {
    let words = text.split(separator: " ").prefix(2).map(String.init)
    return words.first.map { entities.contains($0) } == true
      || (words.count == 2 && entities.contains(words[1])
        && ["first", "one", "count", "exists", "delete", "update"].contains(words[0]))
  }

  /// Whether an answer of `cdq eval --batch` is the expected result.
  func accepts(_ answer: JSONValue) throws -> Bool {
    if result.hasPrefix("error ") { return answer["error"]?["code"]?.string == String(result.dropFirst(6)) }
    if result.hasPrefix("[") { return answer["rows"]?.isSame(as: try JSONValue(parsing: result)) == true }
    if let value = answer["value"] { return value.isSame(as: try JSONValue(parsing: result)) }
    guard case .array(let ids)? = answer["ids"] else { return false }
    return ids.compactMap(\.string).joined(separator: ", ") == (result == "nothing" ? "" : result)
  }

  /// The examples of a page, and lines in its example blocks that belong to no example.
  static func read(_ page: URL) throws -> (examples: [DocumentationExample], strays: [String]) {
    let name = page.lastPathComponent
    var examples: [DocumentationExample] = []
    var strays: [String] = []
    for fence in ["cdq-example", "cdq-strict"] {
      for block in try blocks(fence, in: page) {
        var text: String?
        var parameters: [(name: String, json: String)] = []
        var arguments: String?
        for line in block {
          if line.hasPrefix("→ "), let known = text {
            examples.append(
              DocumentationExample(
                file: name, text: known, isStrict: fence == "cdq-strict", parameters: parameters,
                arguments: arguments, result: String(line.dropFirst(2))))
            (text, parameters, arguments) = (nil, [], nil)
          } else if text == nil {
            text = line
          } else if line.hasPrefix("args = ") {
            arguments = String(line.dropFirst(7))
          } else if line.hasPrefix("$"), let equals = line.range(of: " = ") {
            parameters.append((String(line[..<equals.lowerBound].dropFirst()), String(line[equals.upperBound...])))
          } else {
            strays.append("\(name): \(line)")
          }
        }
        if let text { strays.append("\(name): \(text)") }
      }
    }
    return (examples, strays)
  }

  /// The lines of each fenced block of a kind, such as `cdq-example`.
  static func blocks(_ kind: String, in page: URL) throws -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
      if let open = block {
        if line == "```" {
          blocks.append(open)
          block = nil
        } else {
          block?.append(line)
        }
      } else if line == "```\(kind)" {
        block = []
      }
    }
    return blocks
  }
}
