import CDQIR
import CDQKit
import CDQRuntime
import CDQSemantics
import CDQSyntax

/// The values of `%@`, `%K`, `%d` … in Apple's language, as JSON: each is read as the type that its place has.
struct FormatArguments {
  let values: [JSONValue]

  /// What the checker must know of them.
  func options(_ schema: Schema) -> CheckOptions {
    formatValues(ValueCoding(schema: schema)).checkOptions
  }

  /// Fails when a text has another number of arguments, or one is of a kind that its conversion does not take.
  func check(against source: SourceText, _ schema: Schema, _ limits: Limits) throws(QueryFailure) {
    if let failure = QueryFailure(formatValues(ValueCoding(schema: schema)).problems(in: source, limits), in: source) {
      throw failure
    }
  }

  private func formatValues(_ coding: ValueCoding) -> FormatValues {
    FormatValues(values.map { try? coding.untypedValue(from: $0) })
  }

  /// The values by the names under which they are bound: `%1`, `%2` and so on.
  func parameters(of ir: QueryIR) -> [String: ParameterText] {
    var result: [String: ParameterText] = [:]
    for parameter in ir.parameters {
      guard parameter.name.hasPrefix("%"), let place = Int(parameter.name.dropFirst()),
        values.indices.contains(place - 1)
      else { continue }
      result[parameter.name] = .json(FormatArguments.adapted(values[place - 1], to: parameter.type.base))
    }
    return result
  }

  /// 1 and 0 are true and false where they meet a Bool.
  private static func adapted(_ value: JSONValue, to type: ValueType) -> JSONValue {
    switch (value, type) {
    case (.integer(let number), .bool) where number == 0 || number == 1: .bool(number == 1)
    default: value
    }
  }
}
