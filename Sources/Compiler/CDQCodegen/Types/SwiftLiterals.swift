import CDQIR
import Foundation

/// Expressions for constants; the initializers in them cannot fail.
enum SwiftLiterals {
  /// The literal that Swift has for a value; nil for a value of a type of Foundation, an object and a list.
  static func plain(_ value: Value) -> SwiftExpression? {
    switch value {
    case .null: .null
    case .bool(let flag): .boolean(flag)
    case .int(let number): .integer(number)
    case .double(let number), .duration(let number): .double(number)
    case .string(let text): .string(text)
    case .decimal, .date, .data, .uuid, .url, .object, .list: nil
    }
  }

  static func date(_ date: Date, _ types: SwiftTypeNames) -> SwiftExpression {
    let seconds = SwiftExpression.double(date.timeIntervalSinceReferenceDate)
    return .call(types.foundation("Date"), SwiftArgument("timeIntervalSinceReferenceDate", seconds))
  }

  static func uuid(_ uuid: UUID, _ types: SwiftTypeNames) -> SwiftExpression {
    let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
    let tuple = SwiftExpression.tuple(bytes.map { SwiftArgument(.integer(Int64($0))) })
    return .call(types.foundation("UUID"), SwiftArgument("uuid", tuple))
  }

  static func data(_ data: Data, _ types: SwiftTypeNames) -> SwiftExpression {
    .call(types.foundation("Data"), SwiftArgument(.array(data.map { .integer(Int64($0)) })))
  }

  /// A Decimal; nil for a number with more digits than an Int64 has.
  static func decimal(_ number: Decimal, _ types: SwiftTypeNames) -> SwiftExpression? {
    guard let digits = Int64(number.significand.description) else { return nil }
    let name = types.foundation("Decimal")
    return .call(
      name, SwiftArgument("sign", .implicitMember(number.sign == .minus ? "minus" : "plus")),
      SwiftArgument("exponent", .integer(Int64(number.exponent))),
      SwiftArgument("significand", .call(name, SwiftArgument(.integer(digits)))))
  }

  /// The expression that makes a `Value`, such as `.int(5)`.
  static func value(_ value: Value, _ types: SwiftTypeNames) -> SwiftExpression {
    func make(_ name: String, _ payload: SwiftExpression) -> SwiftExpression {
      .call(.implicitMember(name), [SwiftArgument(payload)])
    }
    switch value {
    case .null, .object: return .implicitMember("null")
    case .bool(let flag): return make("bool", .boolean(flag))
    case .int(let number): return make("int", .integer(number))
    case .double(let number): return make("double", .double(number))
    case .duration(let number): return make("duration", .double(number))
    case .string(let text): return make("string", .string(text))
    case .list(let elements): return make("list", .array(elements.map { self.value($0, types) }))
    case .date(let date): return make("date", self.date(date, types))
    case .uuid(let uuid): return make("uuid", self.uuid(uuid, types))
    case .data(let data): return make("data", self.data(data, types))
    case .decimal(let number):
      let type = types.foundation("Decimal")
      let text = SwiftExpression.call(type, SwiftArgument("string", .string(number.description)))
      return make("decimal", .binary(text, "??", .call(type, SwiftArgument(.integer(0)))))
    case .url(let url):
      let made = SwiftExpression.call(types.foundation("URL"), SwiftArgument("string", .string(url.absoluteString)))
      let wrap = SwiftClosure(
        parameters: [], result: .named(types.runtime("Value")), body: [.expression(make("url", .name("$0")))])
      return .binary(
        .call(.member(made, "map"), [SwiftArgument(.closure(wrap))]), "??",
        .member(.name(types.runtime("Value")), "null"))
    }
  }
}
