/// A piece of the text of `NSPredicate(format:)`, and the arguments of its `%K` and `%@` in their order. The format of
/// `name == "Paris"` is `%K == %@` with the arguments `"name"` and `"Paris"`.
///
/// Invariant: names of properties are never part of the text, so that no word of a schema can be read as a keyword.
struct PredicateFormat: Hashable, Sendable {
  var text: String
  var arguments: [SwiftExpression]

  init(_ text: String, _ arguments: [SwiftExpression] = []) {
    self.text = text
    self.arguments = arguments
  }

  /// The format `%K` of a key path.
  static func keyPath(_ path: String) -> PredicateFormat { PredicateFormat("%K", [.string(path)]) }

  /// Joins formats with a separator between them.
  static func joined(_ pieces: [PredicateFormat], _ separator: String) -> PredicateFormat {
    PredicateFormat(pieces.map(\.text).joined(separator: separator), pieces.flatMap(\.arguments))
  }

  /// Adds a format at the end, without a copy of this one.
  mutating func append(_ other: PredicateFormat) {
    text += other.text
    arguments += other.arguments
  }

  static func + (left: PredicateFormat, right: PredicateFormat) -> PredicateFormat {
    PredicateFormat(left.text + right.text, left.arguments + right.arguments)
  }

  static func + (left: PredicateFormat, right: String) -> PredicateFormat {
    PredicateFormat(left.text + right, left.arguments)
  }

  static func + (left: String, right: PredicateFormat) -> PredicateFormat {
    PredicateFormat(left + right.text, right.arguments)
  }

  /// The expression that makes the predicate: `NSPredicate(format: …, argumentArray: […])`.
  var predicate: SwiftExpression {
    switch text {
    case "TRUEPREDICATE": return .call("NSPredicate", SwiftArgument("value", .boolean(true)))
    case "FALSEPREDICATE": return .call("NSPredicate", SwiftArgument("value", .boolean(false)))
    default: break
    }
    let list = arguments.isEmpty ? [] : [SwiftArgument("argumentArray", .array(arguments))]
    return .call(.name("NSPredicate"), [SwiftArgument("format", .string(text))] + list)
  }
}

/// A condition of a fetch request. It is true for an object exactly when the query's predicate is, both in SQL with its
/// three truth values and in Foundation with two.
indirect enum FetchCondition: Hashable, Sendable {
  case constant(Bool)
  /// A comparison with a value that is not nil, or another test that is one format.
  case format(PredicateFormat)
  /// `%K == nil`, of the value that is given.
  case isNil(PredicateFormat)
  /// `%K != nil`, of the value that is given.
  case isNotNil(PredicateFormat)
  case all([FetchCondition])
  case any([FetchCondition])
  /// An `NSPredicate` that generated code makes without a format.
  case predicate(SwiftExpression)
  /// A condition for when all of these optional variables have values, and another for when one is nil. Without the
  /// other one, the condition disappears.
  case whenPresent([String], FetchCondition, else: FetchCondition?)

  /// Whether the condition disappears for some arguments.
  var mayBeAbsent: Bool {
    switch self {
    case .constant, .format, .isNil, .isNotNil, .predicate: false
    case .all(let parts), .any(let parts): !parts.isEmpty && parts.allSatisfy(\.mayBeAbsent)
    case .whenPresent(_, let then, let otherwise): then.mayBeAbsent || otherwise?.mayBeAbsent ?? true
    }
  }

  /// The conjunction of conditions without constants, duplicates and impossible alternatives:
  /// `(x == 1 OR x == nil) AND x != nil` becomes `x == 1 AND x != nil`.
  static func and(_ parts: [FetchCondition]) -> FetchCondition {
    let absent = parts.compactMap(\.opposite)
    let known = absent.isEmpty ? parts : parts.map { $0.without(absent) }
    return joined(known, isAnd: true)
  }

  /// The format `x == nil` for `x != nil`; nil for other conditions.
  private var opposite: FetchCondition? {
    if case .isNotNil(let value) = self { .isNil(value) } else { nil }
  }

  /// The condition without the alternatives that are in `others`.
  private func without(_ others: [FetchCondition]) -> FetchCondition {
    guard case .any(let parts) = self else { return self }
    return .or(parts.filter { !others.contains($0) })
  }

  /// The disjunction of conditions without constants and duplicates.
  static func or(_ parts: [FetchCondition]) -> FetchCondition {
    joined(parts, isAnd: false)
  }

  private static func joined(_ parts: [FetchCondition], isAnd: Bool) -> FetchCondition {
    var flat: [FetchCondition] = []
    var seen: Set<FetchCondition> = []
    for part in parts {
      for alternative in part.parts(isAnd: isAnd) where seen.insert(alternative).inserted { flat.append(alternative) }
    }
    // A constant stays next to a condition that may disappear: the constant is then the whole condition.
    if !flat.contains(where: \.mayBeAbsent) {
      if flat.contains(where: { $0.isConstant(!isAnd) }) { return .constant(!isAnd) }
      flat.removeAll { $0.isConstant(isAnd) }
      if flat.isEmpty { return .constant(isAnd) }
    }
    return flat.count == 1 ? flat[0] : isAnd ? .all(flat) : .any(flat)
  }

  /// The parts of a condition of the same kind, or the condition itself.
  private func parts(isAnd: Bool) -> [FetchCondition] {
    switch self {
    case .all(let parts) where isAnd: parts
    case .any(let parts) where !isAnd: parts
    case .all, .any, .constant, .format, .isNil, .isNotNil, .predicate, .whenPresent: [self]
    }
  }

  private func isConstant(_ value: Bool) -> Bool {
    if case .constant(value) = self { true } else { false }
  }

  /// The condition as one format; nil when it depends on which variables are nil, or has a predicate without a format.
  var format: PredicateFormat? {
    switch self {
    case .constant(let value): return PredicateFormat(value ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case .format(let format): return format
    case .isNil(let value): return value + " == nil"
    case .isNotNil(let value): return value + " != nil"
    case .predicate, .whenPresent: return nil
    case .all(let parts): return FetchCondition.joined(parts, " AND ")
    case .any(let parts): return FetchCondition.joined(parts, " OR ")
    }
  }

  /// The number of bytes in the text of the format; counting stops above `most`. A condition without a format counts as
  /// longer than that.
  func length(upTo most: Int) -> Int {
    switch self {
    case .constant(let value): return (value ? "TRUEPREDICATE" : "FALSEPREDICATE").utf8.count
    case .format(let format): return format.text.utf8.count
    case .isNil(let value), .isNotNil(let value): return value.text.utf8.count + " == nil".utf8.count
    case .predicate, .whenPresent: return most + 1
    case .all(let parts), .any(let parts):
      let word = if case .all = self { " AND ".utf8.count } else { " OR ".utf8.count }
      var length = -word
      for part in parts {
        length += word + part.length(upTo: most)
        if case .all = part { length += 2 }
        if case .any = part { length += 2 }
        if length > most { break }
      }
      return length
    }
  }

  private static func joined(_ parts: [FetchCondition], _ word: String) -> PredicateFormat? {
    var formats: [PredicateFormat] = []
    for part in parts {
      guard let format = part.format else { return nil }
      switch part {
      case .constant, .format, .isNil, .isNotNil, .predicate, .whenPresent: formats.append(format)
      case .all, .any: formats.append("(" + format + ")")
      }
    }
    return PredicateFormat.joined(formats, word)
  }
}
