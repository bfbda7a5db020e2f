/// A node that yields true or false, computed from the variables in scope.
///
/// Never unknown: a comparison with nil is true or false. Invariant: nesting is bounded by the parser's limit; `and`
/// and `or` are n-ary, so `a AND b AND c` is one node.
public indirect enum PredicateIR: Hashable, Sendable {
  case constant(Bool)
  /// True when every operand is; true without operands.
  case and([PredicateIR])
  /// True when at least one operand is; false without operands.
  case or([PredicateIR])
  case not(PredicateIR)
  case comparison(ComparisonIR)
  case text(TextMatchIR)
  /// `value BETWEEN {low, high}`: `low <= value AND value <= high`; false when any of the three is nil.
  case between(BetweenIR)
  /// `value IN collection`; false for a nil value.
  case membership(MembershipIR)
  /// `value == NULL`: whether the value is nil.
  case isNull(ExpressionIR)
  /// A Bool value used as a condition, such as `isCapital`; nil is false.
  case boolean(ExpressionIR)
  /// `ANY` or `ALL` over a collection.
  case quantified(QuantifiedIR)
  /// A condition that disappears when one of these omittable parameters is absent: `name CONTAINS $part?` is
  /// `.whenPresent(parameters: [0], .text(…))`.
  case whenPresent(parameters: [Int], PredicateIR)
}

/// `left op right`, such as `altitude >= 5`, for numbers, strings, dates and the other scalars.
///
/// nil: `==`, `<=` and `>=` hold between nil and nil; `!=` holds between nil and a value; nothing else does.
public struct ComparisonIR: Hashable, Sendable {
  /// The six comparison operators; the raw value is the spelling.
  public enum Operator: String, Hashable, Sendable, Codable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }
  /// The operator, such as `>=`.
  public var `operator`: Operator
  /// The left operand, such as the path `altitude`.
  public var left: ExpressionIR
  /// The right operand, such as the literal 5.
  public var right: ExpressionIR
  /// How strings are compared, such as `[c]`; empty for other types.
  public var options: TextOptions

  /// A comparison. The checker has made sure that the types meet: equal, or both numeric.
  public init(_ operator: Operator, _ left: ExpressionIR, _ right: ExpressionIR, options: TextOptions = []) {
    self.operator = `operator`
    self.left = left
    self.right = right
    self.options = options
  }
}

/// `text op pattern`, such as `name BEGINSWITH[c] "os"`: a test of a string against another one or a pattern. It is
/// false when either operand is nil and for an empty needle: no text contains `""`.
public struct TextMatchIR: Hashable, Sendable {
  /// The operator, such as `BEGINSWITH`.
  public var `operator`: Operator
  /// The text that is tested: the left operand.
  public var text: ExpressionIR
  /// The needle, the wildcard pattern or the regular expression.
  public var pattern: ExpressionIR
  /// How characters are compared, such as `[cd]`.
  public var options: TextOptions

  /// A test of a text.
  public init(_ operator: Operator, _ text: ExpressionIR, _ pattern: ExpressionIR, options: TextOptions = []) {
    self.operator = `operator`
    self.text = text
    self.pattern = pattern
    self.options = options
  }
}

/// `value BETWEEN {low, high}` with both ends inclusive. For `value BETWEEN $range` the ends are elements 0 and 1 of
/// the list.
public struct BetweenIR: Hashable, Sendable {
  /// The value under test, evaluated once.
  public var value: ExpressionIR
  /// The lower end, inclusive.
  public var low: ExpressionIR
  /// The upper end, inclusive.
  public var high: ExpressionIR

  /// A test of a value against two bounds.
  public init(_ value: ExpressionIR, _ low: ExpressionIR, _ high: ExpressionIR) {
    self.value = value
    self.low = low
    self.high = high
  }
}

/// `value IN collection` or `collection CONTAINS value`: whether some element equals the value.
public struct MembershipIR: Hashable, Sendable {
  /// The value to be found; nil is never found.
  public var value: ExpressionIR
  /// The collection in which the value is looked for.
  public var collection: CollectionIR
  /// How strings are compared, such as `[c]`; empty for other types.
  public var options: TextOptions

  /// A test whether a collection contains a value.
  public init(_ value: ExpressionIR, in collection: CollectionIR, options: TextOptions = []) {
    self.value = value
    self.collection = collection
    self.options = options
  }
}

/// `ANY` or `ALL` over the elements of a collection; `NONE` is `not` of `any`. Over no elements `ANY` is false and
/// `ALL` is true.
///
/// `Country where ANY cities.name == "Oslo"` has the collection `cities`, a variable of type `City` and the predicate
/// `variable.name == "Oslo"`.
public struct QuantifiedIR: Hashable, Sendable {
  /// Whether one element or every element must satisfy the predicate.
  public enum Kind: String, Hashable, Sendable, Codable {
    case any = "ANY"
    case all = "ALL"
  }
  /// Whether one element or every element must satisfy the predicate.
  public var kind: Kind
  /// The elements that the quantifier ranges over.
  public var collection: CollectionIR
  /// The variable that is an element in `predicate`.
  public var variable: VariableIR
  /// The condition on one element.
  public var predicate: PredicateIR

  /// A condition on one or all elements of a collection.
  public init(_ kind: Kind, _ variable: VariableIR, in collection: CollectionIR, _ predicate: PredicateIR) {
    self.kind = kind
    self.variable = variable
    self.collection = collection
    self.predicate = predicate
  }
}

/// A variable for one element of a collection, as `$c` in `SUBQUERY(cities, $c, $c.isCapital)`. Variable 0 is the
/// object under test.
public struct VariableIR: Hashable, Sendable {
  /// A number that is unique within the query.
  public var id: Int
  /// The element's type: an object or a scalar.
  public var type: OptionalType

  /// A variable of the given type.
  public init(id: Int, type: OptionalType) {
    self.id = id
    self.type = type
  }
}
