package import CDQIR
import CDQValues
package import Foundation

/// Values near another one, which satisfy a comparison with it, and typical values of a type.
package enum ValueSamples {
  /// The nearest plain value that stands in a relation to another one; nil when there is none, or for types without an
  /// order.
  package static func value(_ relation: ComparisonIR.Operator, _ other: Value) -> Value? {
    switch relation {
    case .equal, .lessOrEqual, .greaterOrEqual: return other
    case .notEqual: return other.isNull ? nil : neighbour(of: other, isAbove: true) ?? .null
    case .less: return neighbour(of: other, isAbove: false)
    case .greater: return neighbour(of: other, isAbove: true)
    }
  }

  /// A value just above or below another one: one more or less of a number, a second of a date, a letter of a text.
  package static func neighbour(of value: Value, isAbove: Bool) -> Value? {
    switch value {
    case .bool(let flag): return flag == isAbove ? .bool(!flag) : .bool(isAbove)
    case .int(let number):
      let (next, overflows) = isAbove ? number.addingReportingOverflow(1) : number.subtractingReportingOverflow(1)
      return overflows ? nil : .int(next)
    case .double(let number):
      let next = number + (isAbove ? 1 : -1)
      return .double(next != number ? next : isAbove ? number.nextUp : number.nextDown)
    case .decimal(let number): return .decimal(number + (isAbove ? 1 : -1))
    case .duration(let seconds): return .duration(seconds + (isAbove ? 1 : -1))
    case .date(let date): return .date(date + (isAbove ? 1 : -1))
    case .string(let text):
      if isAbove { return .string(text + "a") }
      return text.isEmpty ? nil : .string(String(text.dropLast()))
    case .null, .data, .uuid, .url, .object, .list: return nil
    }
  }

  /// The order of two values of one type.
  package static func order(_ left: Value, _ right: Value) -> ComparisonResult { Value.order(left, right) }

  /// A value of a type; nil for types of which no plain value is known.
  package static func sample(of type: ValueType) -> Value? {
    switch type {
    case .bool: .bool(true)
    case .int16, .int32, .int64: .int(1)
    case .float, .double: .double(1)
    case .decimal: .decimal(1)
    case .string: .string("a")
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .duration: .duration(1)
    case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
    case .url: URL(string: "https://example.com").map { .url($0) }
    case .data: .data(Data([1]))
    case .enumeration, .object, .opaque, .collection, .null: nil
    }
  }

  /// A number as a value of the type of an attribute; other values as they are.
  package static func converted(_ value: Value, to type: ValueType) -> Value {
    switch (type.evaluated, value) {
    case (.double, .int(let number)): .double(Double(number))
    case (.decimal, .int(let number)): .decimal(Decimal(number))
    case (.int64, .double(let number)): Int64(exactly: number.rounded(.up)).map { .int($0) } ?? value
    default: value
    }
  }

  /// A text that a LIKE pattern matches: without its `*`, and with a letter for each `?`.
  package static func text(like pattern: String) -> String {
    var result = ""
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped: break
      case "?" where !isEscaped: result += "a"
      default: result.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return result
  }
}
