import CDQIR
import CDQValues
import Foundation

/// The arguments of a run, converted to the types of the query's parameters.
package struct ArgumentBinding {
  /// The values by parameter index; `.null` where the argument is nil or absent.
  package var values: [Value]
  /// Indexes of the omittable parameters that have no argument.
  package var absent: Set<Int>

  package init(
    _ arguments: Arguments, to parameters: [ParameterIR], limits: ValueLimits = ValueLimits()
  ) throws(ExecutionError) {
    values = []
    absent = []
    var used = 0
    for (index, parameter) in parameters.enumerated() {
      let given = arguments[parameter.name]
      if given != nil { used += 1 }
      // A caller with an optional passes nil for "not given". So nil for an omittable parameter whose type has no nil
      // counts as absent.
      let isAbsent = given == nil || (given?.isNull == true && !parameter.type.isOptional)
      if isAbsent && parameter.isOmittable {
        absent.insert(index)
        values.append(.null)
      } else {
        guard let given else { throw .missingArgument(name: parameter.name) }
        if case .list(let elements) = given, elements.count > limits.list {
          throw .listTooLong(name: parameter.name, limit: limits.list)
        }
        values.append(try ArgumentBinding.bound(given, parameter))
      }
    }
    guard used < arguments.values.count else { return }
    let known = Set(parameters.map(\.name))
    if let unknown = arguments.values.keys.filter({ !known.contains($0) }).min() {
      throw .unknownArgument(name: unknown)
    }
  }

  private static func bound(_ value: Value, _ parameter: ParameterIR) throws(ExecutionError) -> Value {
    if value.isNull {
      guard parameter.type.isOptional || parameter.type.base == .null else {
        throw .nullArgument(name: parameter.name, expected: parameter.type)
      }
      return .null
    }
    guard let result = value.widened(to: parameter.type.base) else {
      throw .wrongArgument(name: parameter.name, expected: parameter.type, found: value.described)
    }
    if let size = parameter.size, case .list(let values) = result, values.count != size {
      throw .wrongArgument(
        name: parameter.name, expected: parameter.type, found: "a list of \(values.count), where \(size) are wanted")
    }
    return result
  }
}

extension Value {
  /// Converts the value to the representation that the engine uses for `type`. Integers become Doubles and Doubles
  /// integers only where the conversion is exact; a Decimal becomes the nearest Double. Nil when the value is not of
  /// that type.
  package func widened(to type: ValueType) -> Value? {
    switch type {
    // Integers of every width are compared as Int64. A value that does not fit the attribute is equal to no stored
    // value.
    case .int16, .int32, .int64: integer
    case .float, .double: floating
    case .decimal: fixed
    case .duration: span
    case .enumeration: rawValue
    // A `nil` in a conditional expression would be `Value.null` here.
    case .opaque: isNull ? self : Value?.none
    case .collection(let element, _): list(of: element)
    default: kind == ValueKind(type) ? self : Value?.none
    }
  }

  private var integer: Value? {
    let number: Int64?
    switch self {
    case .int(let value): number = value
    case .double(let value): number = Int64(exactly: value)
    case .decimal(let value): number = ExactNumber.int64(value)
    default: number = nil
    }
    return number.map { .int($0) }
  }

  private var floating: Value? {
    switch self {
    case .int(let value): Double(exactly: value).map { .double($0) }
    case .double: self
    case .decimal(let value): value.isNaN ? Value?.none : .double(ExactNumber.nearestDouble(value))
    default: nil
    }
  }

  private var fixed: Value? {
    switch self {
    case .int(let value): .decimal(Decimal(value))
    case .double(let value): ExactNumber.decimal(value).map { .decimal($0) }
    case .decimal: self
    default: nil
    }
  }

  private var span: Value? {
    switch self {
    case .duration: self
    case .int(let value): .duration(Double(value))
    case .double(let value): .duration(value)
    default: nil
    }
  }

  /// The raw value of an enum, an integer or a text. Only the schema knows which of the two the enum has.
  private var rawValue: Value? {
    switch self {
    case .int, .string: self
    default: nil
    }
  }

  private func list(of element: ValueType) -> Value? {
    guard case .list(let values) = self else { return nil }
    var result: [Value] = []
    result.reserveCapacity(values.count)
    for value in values {
      guard let widened = value.widened(to: element) else { return nil }
      result.append(widened)
    }
    return .list(result)
  }

  /// Describes the value for an error message: its type, and the number itself, as that may be why a number is refused.
  package var described: String {
    switch self {
    case .int(let value): "the Int64 \(value)"
    case .double(let value): "the Double \(value)"
    case .decimal(let value): "the Decimal \(value)"
    case .object(let key): "an object of '\(key.root)'"
    default: kind.name
    }
  }
}

extension ArgumentBinding {
  /// Binds nil to every parameter, for a check that needs only the types.
  package init(nilsFor parameters: [ParameterIR]) {
    values = parameters.map { _ in .null }
    absent = []
  }

  /// The sort keys of a query. If the sort is dynamic, the argument selects one key by its name; without the argument
  /// there is no key.
  ///
  /// - Throws: `ExecutionError.unknownSortChoice` if no key has that name.
  package func sortKeys(of ir: QueryIR) throws(ExecutionError) -> [SortKeyIR] {
    switch ir.sort {
    case .keys(let keys): return keys
    case .choice(let parameter, let keys):
      guard values.indices.contains(parameter) else { throw .malformedQuery("there is no parameter \(parameter)") }
      guard case .string(let name) = values[parameter] else { return [] }
      guard let key = keys.first(where: { $0.name == name }) else {
        throw .unknownSortChoice(name: ir.parameters[parameter].name, value: name, choices: keys.map(\.name))
      }
      return [key]
    }
  }

  /// The number of a `limit` or `offset` clause; nil without the clause or without its argument.
  ///
  /// - Throws: `ExecutionError.negativeCount` if the argument is negative.
  package func count(_ count: CountIR?, of ir: QueryIR) throws(ExecutionError) -> Int? {
    switch count {
    case nil: return nil
    case .constant(let number):
      guard number >= 0 else { throw .malformedQuery("a limit or offset is negative") }
      return number
    case .parameter(let index):
      guard values.indices.contains(index) else { throw .malformedQuery("there is no parameter \(index)") }
      guard case .int(let number) = values[index] else { return nil }
      guard number >= 0 else { throw .negativeCount(name: ir.parameters[index].name, value: number) }
      return Int(clamping: number)
    }
  }
}
