/// A method call, such as `name.hasPrefix("A")`; the language has operators and functions instead.
struct ForeignMethod: Hashable, Sendable {
  /// The name of the method.
  var name: String
  /// The text before the dot.
  var receiver: String
  /// The text of the only argument; nil when there are several, none, or one with a label.
  var argument: String?
  /// Whether the brackets are empty.
  var hasNoArguments: Bool
  /// The place of the whole call.
  var span: SourceSpan

  /// The operator with the effect of the method; nil when there is none.
  var operation: String? {
    ForeignOperator.spelling(ofMethod: name) ?? ForeignMethod.operators[name.lowercased()]
  }

  /// The text to write instead of the call; nil when there is no such text.
  var replacement: String? {
    if let argument, let operation { return "\(receiver) \(operation) \(argument)" }
    if let function = ForeignMethod.functions[name.lowercased()], hasNoArguments || function == "trimmed" {
      return "\(function)(\(receiver))"
    }
    guard hasNoArguments else { return nil }
    return ForeignMethod.members[name.lowercased()].map { "\(receiver)\($0)" }
  }

  /// What the language has for methods that take a closure; nil for other methods.
  var help: String? {
    if ["addingtimeinterval", "addtimeinterval", "distance", "timeintervalsince"].contains(name.lowercased()) {
      return "a moment is written now() - days(7) or \(receiver.isEmpty || receiver.hasSuffix(")") ? "x" : receiver) + hours(2)"
    }
    guard ForeignMethod.closures.contains(name.lowercased()) else { return nil }
    return "ANY \(receiver).… and SUBQUERY(\(receiver), $x, $x.…).@count > 0 are conditions on elements"
  }

  private static let operators = [
    "localizedcaseinsensitivecontains": "CONTAINS[c]", "localizedstandardcontains": "CONTAINS[cd]",
    "equalsignorecase": "==[c]", "caseinsensitivecompare": "==[c]",
  ]

  private static let functions = [
    "lowercased": "lowercase", "tolowercase": "lowercase", "lower": "lowercase", "lowercase": "lowercase",
    "uppercased": "uppercase", "touppercase": "uppercase", "upper": "uppercase", "uppercase": "uppercase",
    "trimmed": "trimmed", "trim": "trimmed", "trimmingcharacters": "trimmed", "strip": "trimmed", "abs": "abs",
    "year": "year", "month": "month", "day": "day", "hour": "hour", "minute": "minute", "second": "second",
  ]

  private static let members = ["count": ".@count", "size": ".@count", "isempty": ".@count == 0"]

  private static let closures: Set<String> = [
    "filter", "contains", "allsatisfy", "first", "map", "compactmap", "any", "all", "where", "exists", "some",
  ]
}
