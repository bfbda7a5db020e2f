/// A piece of the text of `NSPredicate(format:)` and the arguments of its `%K` and `%@`, in their order.
///
/// Invariant: names of properties are never part of the text, so that no word of the schema can be read as a keyword.
struct PredicateFormat: Hashable, Sendable {
  var text: String
  var arguments: [SwiftExpression]

  init(_ text: String, _ arguments: [SwiftExpression] = []) {
    self.text = text
    self.arguments = arguments
  }

  /// A key path.
  static func keyPath(_ path: String) -> PredicateFormat { PredicateFormat("%K", [.string(path)]) }

  /// Pieces with a separator between them.
  static func joined(_ pieces: [PredicateFormat], _ separator: String) -> PredicateFormat {
    PredicateFormat(pieces.map(\.text).joined(separator: separator), pieces.flatMap(\.arguments))
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

  /// `NSPredicate(format: …)`
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

/// A condition as Core Data can be asked: true of an object exactly when the query's condition is, whether SQL's three
/// truth values decide or Foundation's two.
indirect enum FetchCondition: Hashable, Sendable {
  case constant(Bool)
  /// One comparison.
  case format(PredicateFormat)
  case all([FetchCondition])
  case any([FetchCondition])
  /// An `NSPredicate` that is made by other means than a format.
  case predicate(SwiftExpression)
  /// One condition when these optional variables have values, in which they are unwrapped, else another; without
  /// another the condition disappears.
  case whenPresent([String], FetchCondition, else: FetchCondition?)

  /// Whether it disappears for some arguments.
  var mayBeAbsent: Bool {
    switch self {
    case .constant, .format, .predicate: false
    case .all(let parts), .any(let parts): !parts.isEmpty && parts.allSatisfy(\.mayBeAbsent)
    case .whenPresent(_, let then, let otherwise): then.mayBeAbsent || otherwise?.mayBeAbsent ?? true
    }
  }

  /// `all`, without parts that do not matter.
  static func and(_ parts: [FetchCondition]) -> FetchCondition {
    let absent = parts.compactMap(\.opposite)
    let known = absent.isEmpty ? parts : parts.map { $0.without(absent) }
    return joined(known, isAnd: true)
  }

  /// `x == nil` for `x != nil`.
  private var opposite: FetchCondition? {
    guard case .format(let format) = self, format.text.hasSuffix(" != nil") else { return nil }
    return .format(PredicateFormat("\(format.text.dropLast(" != nil".count)) == nil", format.arguments))
  }

  /// The alternatives that are left where others cannot be.
  private func without(_ others: [FetchCondition]) -> FetchCondition {
    guard case .any(let parts) = self else { return self }
    return .or(parts.filter { !others.contains($0) })
  }

  /// `any`, without parts that do not matter.
  static func or(_ parts: [FetchCondition]) -> FetchCondition {
    joined(parts, isAnd: false)
  }

  private static func joined(_ parts: [FetchCondition], isAnd: Bool) -> FetchCondition {
    var flat: [FetchCondition] = []
    var seen: Set<FetchCondition> = []
    for part in parts {
      for alternative in part.parts(isAnd: isAnd) where seen.insert(alternative).inserted { flat.append(alternative) }
    }
    // Beside a condition that may be absent a constant decides: it is what is left.
    if !flat.contains(where: \.mayBeAbsent) {
      if flat.contains(where: { $0.isConstant(!isAnd) }) { return .constant(!isAnd) }
      flat.removeAll { $0.isConstant(isAnd) }
      if flat.isEmpty { return .constant(isAnd) }
    }
    return flat.count == 1 ? flat[0] : isAnd ? .all(flat) : .any(flat)
  }

  /// What it joins by the same word, or itself.
  private func parts(isAnd: Bool) -> [FetchCondition] {
    switch self {
    case .all(let parts) where isAnd: parts
    case .any(let parts) where !isAnd: parts
    case .all, .any, .constant, .format, .predicate, .whenPresent: [self]
    }
  }

  private func isConstant(_ value: Bool) -> Bool {
    if case .constant(value) = self { true } else { false }
  }

  /// The condition as one format; nil when it depends on which variables have values.
  var format: PredicateFormat? {
    switch self {
    case .constant(let value): return PredicateFormat(value ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case .format(let format): return format
    case .predicate, .whenPresent: return nil
    case .all(let parts): return FetchCondition.joined(parts, " AND ")
    case .any(let parts): return FetchCondition.joined(parts, " OR ")
    }
  }

  /// How many bytes the text of its format has, as far as they are not more than `most`. What has no format is longer.
  func length(upTo most: Int) -> Int {
    switch self {
    case .constant(let value): return (value ? "TRUEPREDICATE" : "FALSEPREDICATE").utf8.count
    case .format(let format): return format.text.utf8.count
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
      case .constant, .format, .predicate, .whenPresent: formats.append(format)
      case .all, .any: formats.append("(" + format + ")")
      }
    }
    return PredicateFormat.joined(formats, word)
  }
}
