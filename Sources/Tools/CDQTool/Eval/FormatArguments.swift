import CDQIR
import CDQKit
import CDQRuntime
import CDQSemantics
import CDQSyntax

/// The values of the format specifiers `%@`, `%K`, `%d` … of Apple's language, as JSON. Each is converted to the type
/// that the query needs at its place.
struct FormatArguments {
  let values: [JSONValue]

  /// Options that tell the checker the types of the values, and the key paths for `%K`.
  func options(_ schema: Schema) -> CheckOptions {
    formatValues(ValueCoding(schema: schema)).checkOptions
  }

  /// Fails when the number of values differs from the number of specifiers in the text, or when a specifier does not
  /// accept the kind of its value.
  func check(against source: SourceText, _ schema: Schema, _ limits: Limits) throws(QueryFailure) {
    if let failure = QueryFailure(formatValues(ValueCoding(schema: schema)).problems(in: source, limits), in: source) {
      throw failure
    }
  }

  private func formatValues(_ coding: ValueCoding) -> FormatValues {
    FormatValues(values.map { try? coding.untypedValue(from: $0) })
  }

  /// The values by the names of their parameters in the IR: `%1`, `%2` and so on.
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

  /// Converts 1 and 0 to true and false for a parameter of type Bool.
  private static func adapted(_ value: JSONValue, to type: ValueType) -> JSONValue {
    switch (value, type) {
    case (.integer(let number), .bool) where number == 0 || number == 1: .bool(number == 1)
    default: value
    }
  }
}
