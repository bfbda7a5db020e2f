import CDQIR
import CDQSemantics

/// The form of a call: its name and parameters, for signature help, hover and snippets.
struct FunctionSignature {
  let name: String
  /// A word for each parameter, such as `text`.
  let parameters: [String]
  /// The number of parameters at the end that may be omitted.
  let optional: Int
  let result: String
  let summary: String

  /// - Parameter key: a key of the call table.
  init(_ key: String) {
    name = key.contains(":") ? key + ":" : key
    switch CallTable.callees[key] {
    case .function(let function):
      let entry = function.entry
      parameters = entry.parameters.map(\.word)
      optional = entry.optionalParameters
      switch entry.result {
      case .sameNumber: result = "number"
      case .type(let type): result = "\(OptionalType(type, isOptional: entry.mayFail))"
      }
      summary = entry.summary
    case .arithmetic:
      (parameters, optional, result, summary) = (["a", "b"], 0, "number", "an operator of Apple's language")
    case .aggregate(let function):
      parameters = function == .count ? [] : ["value"]
      (optional, result) = (0, function == .count ? "Int64" : "number")
      summary = "of the rows of a group, or of a list of values"
    case .literal(let literal):
      (parameters, optional, result) = (["\"text\""], 0, literal.noun)
      summary = literal.expectation
    case .cast:
      (parameters, optional, result, summary) = (["value", "\"Type\""], 0, "Type", "the value as another type")
    case .mode, .distinct, .noIndex, .refused, nil:
      (parameters, optional, result, summary) = (["values"], 0, "", "")
    }
  }

  /// `substring(text, integer, integer) → String?`.
  var label: String { "\(name)(\(parameters.joined(separator: ", ")))" + (result.isEmpty ? "" : " → \(result)") }

  /// The ranges of the parameters in the label, in UTF-16 units.
  var parameterRanges: [(start: Int, end: Int)] {
    var start = name.utf16.count + 1
    return parameters.map { word in
      defer { start += word.utf16.count + 2 }
      return (start, start + word.utf16.count)
    }
  }

  /// The call with places for its arguments.
  var snippet: String {
    let required = parameters.dropLast(optional)
    let places = required.enumerated().map { index, word in
      word.hasPrefix("\"") ? "\"${\(index + 1)}\"" : "${\(index + 1):\(word)}"
    }
    return "\(name)(\(places.joined(separator: ", ")))"
  }
}

extension FunctionEntry.Parameter {
  fileprivate var word: String {
    switch self {
    case .number, .double, .amount: "number"
    case .integer: "integer"
    case .text: "text"
    case .textOrData: "text"
    case .date: "date"
    case .timeZone: "timeZone"
    }
  }
}
