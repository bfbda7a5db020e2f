import CDQJSON
import CDQSyntax

/// Calls that Apple's language spells differently or lacks.
extension Printer {
  /// Prints a call that Apple's language spells differently, and reports one that it lacks.
  ///
  /// - Returns: true when the call was printed.
  func callOfApple(_ node: CallNode) -> Bool {
    if let distinct = node.distinct { report(.distinct, at: distinct) }
    let name = node.name.text.hasSuffix(":") ? String(node.name.text.dropLast()) : node.name.text
    switch name {
    case "date":
      guard case .literal(let literal)? = node.arguments.first, case .string(let text) = literal.kind,
        let seconds = seconds(text)
      else {
        report(.function(name), at: node.span)
        return false
      }
      word("CAST")
      opening("(", isAttached: true)
      self.literal(.number, seconds)
      attached(",")
      self.literal(.string, StringLiteral.quoted("NSDate"))
      attached(")")
      return true
    case "CAST", "castObject:toType":
      return cast(node)
    case "avg":
      word("average:")
      opening("(", isAttached: true)
      expressions(node.arguments)
      attached(")")
      return true
    case "uuid", "decimal", "url", "data", "seconds", "minutes", "hours", "days", "weeks", "distinct", "trimmed", "substring",
      "prefix", "suffix", "before", "after", "replacing", "year", "month", "day", "weekday", "hour", "minute", "second", "startOfDay",
      "startOfWeek", "startOfMonth", "startOfYear":
      report(.function(name), at: node.span)
      return false
    default:
      return false
    }
  }

  /// Prints a CAST with the class that Apple's language has for its target.
  private func cast(_ node: CallNode) -> Bool {
    guard node.arguments.count == 2, case .literal(let literal) = node.arguments[1],
      case .string(let target) = literal.kind
    else { return false }
    let name: String
    switch target {
    case "NSNumber", "NSDecimalNumber", "NSString", "NSDate", "Class": name = target
    case "Double": name = "NSNumber"
    case "Decimal": name = "NSDecimalNumber"
    case "String": name = "NSString"
    case "Date": name = "NSDate"
    default:
      report(.castTarget(target), at: literal.span)
      name = target
    }
    word("CAST")
    opening("(", isAttached: true)
    expression(node.arguments[0])
    attached(",")
    self.literal(.string, StringLiteral.quoted(name))
    attached(")")
    return true
  }
}
