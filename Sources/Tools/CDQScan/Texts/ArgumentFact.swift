import CDQIR
import CDQSyntax
import Foundation

/// What the source says about the argument of a conversion such as `%@`.
enum ArgumentFact {
  case unknown
  /// A literal.
  case value(Value)
  /// An expression of a known type.
  case type(ValueType)

  var value: Value? { if case .value(let value) = self { value } else { nil } }

  var type: ValueType? { if case .type(let type) = self { type } else { nil } }

  /// Reads an argument.
  init(_ range: Range<Int>, of file: CodeFile, _ resolver: inout TextResolver) {
    self = ArgumentFact.read(range, file, &resolver)
  }

  private static func read(_ range: Range<Int>, _ file: CodeFile, _ resolver: inout TextResolver) -> ArgumentFact {
    guard let first = range.first else { return .unknown }
    // `x as NSDate` has the type, and a literal before `as` its value.
    if let cast = range.first(where: { file.holds($0, "as") }) {
      let inner = read(range.lowerBound..<cast, file, &resolver)
      if inner.value != nil || inner.type != nil { return inner }
      let name = (cast + 1)..<range.upperBound
      return type(named: name.last.map { file.text($0) } ?? "").map { .type($0) } ?? .unknown
    }
    if let text = resolver.text(range, of: file) {
      return text.gaps.isEmpty ? .value(.string(text.string)) : .type(.string)
    }
    if range.count == 1, let value = literal(file.text(first), file.kind(first)) { return .value(value) }
    if range.count == 2, file.holds(first, "-"), let value = literal("-" + file.text(first + 1), file.kind(first + 1)) {
      return .value(value)
    }
    // `@5`, `@(5)`
    if file.holds(first, "@"), range.count > 1 {
      let inner = file.byte(first + 1) == UInt8(ascii: "(") ? file.inside(first + 1) : (first + 1)..<range.upperBound
      return inner.count == 1 ? read(inner, file, &resolver) : .unknown
    }
    if file.isWord(first), file.kind(first + 1) == .open, file.partner(first + 1) == range.upperBound - 1 {
      let inside = file.arguments(first + 1)
      switch file.text(first) {
      case "Date", "NSDate": return .type(.date)
      case "UUID", "NSUUID": return .type(.uuid)
      case "String": return .type(.string)
      case "NSNumber":
        return inside.count == 1 ? read(inside[0].value, file, &resolver) : .unknown
      default: return .unknown
      }
    }
    if file.text(of: range) == "[NSDate date]" { return .type(.date) }
    return .unknown
  }

  private static func literal(_ text: String, _ kind: CodeToken.Kind?) -> Value? {
    if kind == .number {
      let digits = text.replacing("_", with: "")
      if let number = Int64(digits) { return .int(number) }
      return Double(digits).map { .double($0) }
    }
    switch text {
    case "nil", "NULL": return .null
    case "true", "YES": return .bool(true)
    case "false", "NO": return .bool(false)
    default: return nil
    }
  }

  private static func type(named name: String) -> ValueType? {
    switch name {
    case "NSDate", "Date": .date
    case "NSString", "String": .string
    case "NSUUID", "UUID": .uuid
    default: nil
    }
  }
}
