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
    return joined(known, neutral: true) {
      .all($0)
    } flattening: {
      if case .all(let inner) = $0 { inner } else { [$0] }
    }
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
    joined(parts, neutral: false) {
      .any($0)
    } flattening: {
      if case .any(let inner) = $0 { inner } else { [$0] }
    }
  }

  private static func joined(
    _ parts: [FetchCondition], neutral: Bool, _ make: ([FetchCondition]) -> FetchCondition,
    flattening: (FetchCondition) -> [FetchCondition]
  ) -> FetchCondition {
    var flat: [FetchCondition] = []
    var seen: Set<FetchCondition> = []
    for part in parts.flatMap(flattening) where seen.insert(part).inserted { flat.append(part) }
    // Beside a condition that may be absent a constant decides: it is what is left.
    if flat.contains(where: \.mayBeAbsent) { return flat.count == 1 ? flat[0] : make(flat) }
    if flat.contains(.constant(!neutral)) { return .constant(!neutral) }
    let left = flat.filter { $0 != .constant(neutral) }
    switch left.count {
    case 0: return .constant(neutral)
    case 1: return left[0]
    default: return make(left)
    }
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
