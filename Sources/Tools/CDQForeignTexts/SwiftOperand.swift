import CDQIR

/// An expression of Swift in the words of the language.
struct SwiftOperand {
  enum Form {
    /// A path, with the property at its end and the entity that this leads to, as far as the schema tells.
    case path(Property?, entity: String?)
    case value
    case number(Double)
    case date
    case bool(Bool)
    case null
    /// A condition, with its opposite where that is simpler than NOT.
    case condition(opposite: String?)
    case list
    case range(low: String, high: String, isClosed: Bool)
    /// The elements of a collection for which a condition holds, `SUBQUERY(…)`.
    case elements
    /// The values of a property of all elements: `(invoices, total)`.
    case mapped(collection: String, key: String)
    /// The result of a comparison of two texts, which is compared with `.orderedSame`.
    case order(left: String, right: String, options: String)
  }

  /// How closely the parts of the text belong together.
  enum Rank: Int, Comparable {
    case or, and, comparison, sum, product, primary
    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// What makes a condition of an element one with ANY: `name == "x"` is the key `name` and the rest.
  struct Simple {
    var key: String
    var rest: String
  }

  var text: String
  var rank = Rank.primary
  var form = Form.value
  var simple: Simple?
  /// The path that may be nil, so that `?? true` asks for it.
  var optional: String?
  /// The key of a path within its element, without the element's name.
  var key: String?

  /// The text in parentheses unless its parts belong together at least so closely.
  func text(in rank: Rank) -> String { self.rank < rank ? "(\(text))" : text }

  static func condition(_ text: String, _ rank: Rank = .comparison, opposite: String? = nil) -> SwiftOperand {
    SwiftOperand(text: text, rank: rank, form: .condition(opposite: opposite))
  }

  var isCondition: Bool { if case .condition = form { true } else { false } }

  var isPath: Bool { if case .path = form { true } else { false } }

  var bool: Bool? { if case .bool(let value) = form { value } else { nil } }

  var number: Double? { if case .number(let value) = form { value } else { nil } }

  var isNull: Bool { if case .null = form { true } else { false } }

  var isDate: Bool {
    switch form {
    case .date: true
    case .path(.attribute(let attribute)?, _): attribute.type == .date
    default: false
    }
  }

  /// The destination of a to-many relationship; nil for any other expression.
  var collection: String? {
    guard case .path(.relationship(let relationship)?, _) = form, relationship.isToMany else { return nil }
    return relationship.destination
  }

  /// The opposite of a condition.
  var negated: SwiftOperand {
    switch form {
    case .bool(let value): return SwiftOperand(text: value ? "FALSE" : "TRUE", form: .bool(!value))
    case .condition(let opposite?): return .condition(opposite, opposite: text)
    default: return .condition("!" + text(in: .primary), .primary)
    }
  }

  /// A condition that holds if this and another one do, or if one of them does.
  func joined(_ sign: String, _ other: SwiftOperand) -> SwiftOperand {
    let rank = sign == "&&" ? Rank.and : .or
    if let value = bool { return value == (sign == "&&") ? other : self }
    if let value = other.bool { return value == (sign == "&&") ? self : other }
    return .condition("\(text(in: rank)) \(sign) \(other.text(in: rank))", rank)
  }

  /// A duration of so many seconds after a sign, in the largest unit that is whole.
  static func duration(_ seconds: Double) -> String {
    let count = abs(seconds)
    let sign = seconds < 0 ? "-" : "+"
    for (unit, length) in [("days", 86_400.0), ("hours", 3600), ("minutes", 60)]
    where count >= length && (count / length).rounded() * length == count && count / length < 1_000_000 {
      return "\(sign) \(unit)(\(Int(count / length)))"
    }
    return "\(sign) seconds(\(count < 1_000_000 && count.rounded() == count ? String(Int(count)) : String(count)))"
  }
}
