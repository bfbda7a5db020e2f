import CDQIR
import CDQSyntax

/// Help for literals in the wrong form, such as a string that is compared with a Date.
extension Checker {
  /// - Parameter left: the compared type, under a quantifier that of an element.
  func mismatchHelp(left: OptionalType, _ sides: Sides) -> ([String], [FixIt]) {
    if left.base == .date, sides.left.elementType == nil, case .aggregate(let elements) = sides.right.kind,
      elements.allSatisfy({ if case .int(let year)? = $0.literalValue { (1000...2999).contains(year) } else { false } })
    {
      return yearHelp(sides.left.span)
    }
    if case .aggregate(let elements) = sides.right.kind { return aggregateHelp(elements, left.base) }
    let (literal, type) = sides.right.literalValue != nil ? (sides.right, left.base) : (sides.left, sides.right.type.base)
    if left.base == .date, let date = dateWithoutQuotes(text(sides.right.span)) {
      return (["a date is written \(date)"], [FixIt("write \(date)", .maybe, [.init(sides.right.span, date)])])
    }
    guard let value = literal.literalValue else {
      return (left.base == .date && sides.right.type.base.isNumeric ? ["a date is written date(\"2026-01-31\")"] : [], [])
    }
    if case .string(let text) = value, LintPass.isPlaceholder(text), text.hasPrefix("$") || options.strictNSPredicate {
      return (
        ["in quotes '\(text)' is a text; remove the quotes"],
        [FixIt("remove the quotes", .maybe, [.init(literal.span, text)])]
      )
    }
    if left.base == .date, case .int(let year) = value, (1000...2999).contains(year), literal.span == sides.right.span,
      sides.left.elementType == nil
    {
      return yearHelp(sides.left.span)
    }
    if type == .duration, case .int = value {
      let written = "days(\(text(literal.span)))"
      return (
        ["a duration has a unit: \(written), hours(\(text(literal.span)))"],
        [FixIt("write \(written)", .maybe, [.init(literal.span, written)])]
      )
    }
    if value == .string(""), literal.span == sides.right.span, sides.left.elementType == nil,
      ["=", "==", "!=", "<>"].contains(text(SourceSpan(sides.left.span.end, literal.span.start)).filter({ $0 != " " }))
    {
      let path = text(sides.left.span)
      guard sides.left.type.isOptional else { return (["'\(path)' always has a value, and is never empty"], []) }
      return (["a missing value is nil"], [FixIt("write nil", .maybe, [.init(literal.span, "nil")])])
    }
    if let written = form(of: value, text(literal.span), as: type) {
      return ([written.help], [FixIt("replace with '\(written.text)'", .maybe, [.init(literal.span, written.text)])])
    }
    if case .object(let entity) = type { return objectHelp(entity, value, literal.span == sides.right.span ? sides.left : sides.right) }
    let other = text(literal.span == sides.right.span ? sides.left.span : sides.right.span)
    return (Checker.help(for: value, as: type, of: other), [])
  }

  /// Help for a date that is compared with a year.
  private func yearHelp(_ date: SourceSpan) -> ([String], [FixIt]) {
    let call = "year(\(text(date)))"
    return (["a date is no year; its year is \(call)"], [FixIt("write \(call)", .maybe, [.init(date, call)])])
  }

  /// The literal for a date that is written as a subtraction: `date("2024-01-15")` for `2024-01-15`.
  private func dateWithoutQuotes(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], ISO8601.date(from: text) != nil else { return nil }
    return "date(\"\(text)\")"
  }

  /// Help for an object that is compared with a literal: the property that was probably meant.
  private func objectHelp(_ entity: String, _ value: Value, _ object: TypedExpression) -> ([String], [FixIt]) {
    let path = text(object.span)
    let attributes = schema.allAttributes(of: entity)
    let identity = schema.identity(of: entity).first
    var wanted = identity
    // `"DE"` may be an identity, `"Germany"` is a name.
    if case .string(let text) = value, identity?.type != .string || (text.count > 3 && text.allSatisfy { $0.isLetter || $0 == " " }) {
      let texts = attributes.filter { $0.type == .string }
      wanted = texts.first { $0.name == "name" } ?? texts.first { $0.name == "title" } ?? texts.first ?? identity
    }
    guard let wanted else { return ([], []) }
    return (
      ["'\(path)' is an object; compare one of its properties"],
      [FixIt("write \(path).\(wanted.name)", .maybe, [.init(object.span, "\(path).\(wanted.name)")])]
    )
  }

  /// Help for a list of literals, as of `BETWEEN` and `IN`.
  func aggregateHelp(_ elements: [TypedExpression], _ type: ValueType) -> ([String], [FixIt]) {
    var edits: [FixIt.Edit] = []
    for element in elements {
      guard let value = element.literalValue else { return ([], []) }
      guard let written = form(of: value, text(element.span), as: type) else {
        return (Checker.help(for: value, as: type, of: "date"), [])
      }
      edits.append(.init(element.span, written.text))
    }
    guard let first = edits.first else { return ([], []) }
    return ([], [FixIt("write the values as \(first.newText)", .maybe, edits)])
  }

  /// The form of a literal that has another type, with a help text; nil where there is none.
  ///
  /// - Parameter quoted: the literal as it is written.
  func form(of value: Value, _ quoted: String, as type: ValueType) -> (text: String, help: String)? {
    func written(_ text: String) -> (text: String, help: String) { (text, "write \(text)") }
    switch (value, type) {
    case (.string(let text), _) where type.isNumeric:
      let plain = text.replacing(" ", with: "").replacing(",", with: "")
      return (Double(text) != nil ? text : ForeignNumber.written(plain).flatMap { Double($0) == nil ? nil : $0 })
        .map { ($0, "remove the quotes: \($0)") }
    case (.string(let text), .date):
      return Checker.dateText(text).map { written($0 == text ? "date(\(quoted))" : "date(\"\($0)\")") }
    case (.string(let text), .uuid): return text.utf8.count == 36 ? written("uuid(\(quoted))") : nil
    case (.string, .url): return written("url(\(quoted))")
    case (.string(let text), .bool) where ["true", "yes", "1", "y", "t", "on"].contains(text.lowercased()): return written("TRUE")
    case (.string(let text), .bool) where ["false", "no", "0", "n", "f", "off"].contains(text.lowercased()): return written("FALSE")
    case (.bool, .string): return ("\"\(quoted)\"", "\(quoted) is a Bool here; the text is \"\(quoted)\"")
    case (.int, .string), (.double, .string): return ("\"\(quoted)\"", "text needs quotes: \"\(quoted)\"")
    case (.int(let number), .bool) where number == 0 || number == 1: return written(number == 1 ? "TRUE" : "FALSE")
    default: return nil
    }
  }

  /// A text that a date literal accepts, completed where a year or a month is meant; nil for other texts.
  private static func dateText(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isYear = parts.first.map { $0.count == 4 && $0.allSatisfy(\.isNumber) } ?? false
    let candidates = isYear && parts.count < 3 ? [text + (parts.count == 1 ? "-01-01" : "-01")] : [text]
    return candidates.first { ISO8601.date(from: $0) != nil }
  }

  /// What to write for a literal that has no form of the type.
  ///
  /// - Parameter path: the text of the value that the literal is compared with.
  private static func help(for value: Value, as type: ValueType, of path: String) -> [String] {
    switch (value, type) {
    case (.string, .date):
      ["dates are written date(\"2026-01-31\"); the last 24 hours are \(path) > now() - days(1)"]
    case (.string, .uuid): ["a UUID is written uuid(\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\")"]
    case (.string, _) where type.isNumeric: ["write a number without quotes, or a parameter"]
    case (.int(let years), .date) where (1...150).contains(years):
      ["a date is compared with a date: more than \(years) days ago is \(path) < now() - days(\(years))"]
    case (.int, .date), (.double, .date): ["write a date literal such as date(\"2026-01-31\"), or a parameter"]
    default: []
    }
  }
}
