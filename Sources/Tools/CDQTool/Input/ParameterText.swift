import CDQIR
import CDQRuntime

/// A parameter's value as the user wrote it, before the type of the parameter is known.
enum ParameterText: Hashable, Sendable {
  /// `name=value`: a text that is converted to the parameter's type.
  case text(String)
  /// `name:=JSON`: a JSON value, for lists, null and exact types.
  case json(JSONValue)

  /// Parses `name=value` or `name:=JSON`; a `$` before the name is allowed.
  static func parse(_ argument: String) throws(Failure) -> (name: String, value: ParameterText) {
    guard let equals = argument.firstIndex(of: "=") else {
      throw .usage(
        "--param needs name=value, found '\(argument)'", help: ["name:=JSON gives lists, null and exact types"])
    }
    let isJSON = equals > argument.startIndex && argument[argument.index(before: equals)] == ":"
    let nameEnd = isJSON ? argument.index(before: equals) : equals
    var name = argument[..<nameEnd]
    if name.first == "$" { name = name.dropFirst() }
    guard let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { throw .usage("'\(argument[..<nameEnd])' is no name of a parameter") }
    let text = String(argument[argument.index(after: equals)...])
    guard isJSON else { return (String(name), .text(text)) }
    do throws(JSONError) {
      return (String(name), .json(try JSONValue(parsing: text)))
    } catch {
      throw .usage(
        "the value of '$\(name)' is not JSON: \(error.message)",
        help: ["\(name)=… reads the text as the parameter's type"])
    }
  }

  /// Converts the value to a parameter's type.
  func value(as type: OptionalType, _ coding: ValueCoding) throws(ValueCodingError) -> Value {
    switch self {
    case .text(let text): try coding.value(fromText: text, as: type.base)
    case .json(let json): try coding.value(from: json, as: type)
    }
  }

  /// The value as the user would write it after `:let $name =`.
  var written: String {
    switch self {
    case .text(let text): text
    case .json(let json): json.text
    }
  }
}

extension OptionSpec {
  /// The option for the value of a parameter.
  static let parameters = OptionSpec.value(
    "param", letter: "p", "NAME=VALUE", isRepeatable: true, "a parameter: name=text, or name:=JSON")
}

extension ParsedArguments {
  /// The values of all `--param`.
  func parameterTexts() throws(Failure) -> [String: ParameterText] {
    var result: [String: ParameterText] = [:]
    for argument in all("param") {
      let (name, value) = try ParameterText.parse(argument)
      guard result.updateValue(value, forKey: name) == nil else { throw .usage("'\(name)' is given twice") }
    }
    return result
  }
}
