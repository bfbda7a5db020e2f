import CDQIR
import CDQSchema
import CDQSyntax

/// Writes the argument of the call that replaces a predicate: the value of Swift that a format's argument is made of.
///
/// A format takes objects, so the sources convert values: `day as NSDate`, `NSNumber(value: count)`. A function of a
/// query takes the value itself, with the type of its parameter.
struct CallArgument {
  let file: CodeFile
  let module: ModuleTypes
  let schema: Schema
  let wanted: OptionalType

  /// The expression, with the type of the parameter; nil where the source does not show that it has it, or can get it.
  func written(_ range: Range<Int>, _ types: inout ExpressionTypes) -> String? {
    guard file.language == .swift else { return nil }
    let value = plain(range)
    let text = file.text(of: value)
    // The call is written in one line.
    guard !value.isEmpty, !text.contains("\n"), !text.contains("/*"), !text.contains("//") else { return nil }
    if let literal = literal(value, wanted.base) { return literal }
    var type = module.resolved(types.type(value))
    guard !type.name.isEmpty, !types.locals.isRebound(file.text(value.lowerBound), at: value.lowerBound) else { return nil }
    if type.isImplicit { type.isOptional = false }
    if type.isOptional { return wanted.isOptional && type.name == name(wanted.base) ? text : nil }
    return converted(text, type, wanted.base)
  }

  /// A comment in place of an argument that cannot be written.
  func comment(_ range: Range<Int>) -> String {
    let text = file.text(of: range).split { $0.isNewline }.joined(separator: " ").replacing("*/", with: "* /")
    return "/* \(name(wanted.base))\(wanted.isOptional ? "?" : ""), here \(text) */"
  }

  /// The Swift type of a parameter in the functions of the back end `coredata`.
  private func name(_ type: ValueType) -> String {
    switch type {
    case .bool: "Bool"
    case .int16: "Int16"
    case .int32: "Int32"
    case .int64: "Int64"
    case .float: "Float"
    case .double, .duration: "Double"
    case .decimal: "Decimal"
    case .string, .opaque, .null: "String"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .enumeration(let name): name
    case .object(let entity): schema.entity(named: entity)?.className.map { TypeName($0).last } ?? entity
    case .collection(let element, _): "[\(name(element))]"
    }
  }

  // MARK: what the value is made of

  private static let casts: Set<String> = [
    "CVarArg", "Any", "AnyObject", "NSObject", "NSDate", "NSString", "NSNumber", "NSUUID", "NSURL", "NSData", "NSArray", "NSSet",
    "NSDecimalNumber",
  ]

  /// The expression without casts, parentheses and `NSNumber(value:)` around it.
  private func plain(_ range: Range<Int>) -> Range<Int> {
    var current = range
    var count = 0
    while count < 8, let next = unwrapped(current), !next.isEmpty { (current, count) = (next, count + 1) }
    return current
  }

  private func unwrapped(_ range: Range<Int>) -> Range<Int>? {
    var index = range.lowerBound
    while index < range.upperBound {
      if file.holds(index, "as"), index > range.lowerBound {
        let type = file.holds(index + 1, "!") ? index + 2 : index + 1
        guard type == range.upperBound - 1, CallArgument.casts.contains(file.text(type)) else { return nil }
        return range.lowerBound..<index
      }
      index = file.after(index)
    }
    let first = range.lowerBound
    let last = range.upperBound - 1
    if file.kind(first) == .open, file.byte(first) == UInt8(ascii: "("), file.partner(first) == last {
      return file.elements(file.inside(first)).onlyElement
    }
    guard file.holds(first, "NSNumber") || file.holds(first, "NSString"), file.partner(first + 1) == last else { return nil }
    return file.arguments(first + 1).onlyElement?.value
  }

  // MARK: types

  /// A literal as a value of a type; nil for any other expression.
  private func literal(_ range: Range<Int>, _ type: ValueType) -> String? {
    let first = range.lowerBound
    if case .collection(let element, _) = type, file.byte(first) == UInt8(ascii: "["), file.kind(first) == .open,
      file.partner(first) == range.upperBound - 1
    {
      let parts = file.elements(file.inside(first)).map { literal(plain($0), element) }
      let known = parts.compactMap(\.self)
      return known.count == parts.count ? "[\(known.joined(separator: ", "))]" : nil
    }
    let isNegative = file.holds(first, "-") && range.count == 2
    let token = isNegative ? first + 1 : first
    guard range.count == 1 || isNegative else { return nil }
    let text = file.text(of: range)
    switch (type, file.kind(token)) {
    case (.int16, .number), (.int32, .number), (.int64, .number): return CodeFile.isFraction(file.text(token)) ? nil : text
    case (.float, .number), (.double, .number), (.duration, .number), (.decimal, .number): return text
    case (.string, .string): return text.hasPrefix("\"\"\"") ? nil : text
    case (.bool, .word): return text == "true" || text == "false" ? text : nil
    default: return nil
    }
  }

  private func converted(_ text: String, _ type: TypeName, _ wanted: ValueType) -> String? {
    let name = name(wanted)
    if type.name == name { return text }
    let kind = ArgumentType(type, module)
    switch wanted {
    case .int16, .int32, .int64: return kind == .integer ? "\(name)(\(text))" : nil
    case .float, .double, .duration: return kind == .integer || kind == .floating ? "\(name)(\(text))" : nil
    case .string, .date, .uuid, .url, .data: return "NS" + name == type.name ? "\(text) as \(name)" : nil
    case .collection(let element, _):
      guard let own = type.element else { return nil }
      if own == self.name(element) { return type.name.hasPrefix("Set<") ? "Array(\(text))" : nil }
      let converts = converted("$0", TypeName(own), element)
      return converts.map { "\(text).map { \($0) }" }
    case .bool, .decimal, .enumeration, .object, .opaque, .null: return nil
    }
  }
}
