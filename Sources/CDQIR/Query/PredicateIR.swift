/// A condition on the variables in scope.
///
/// Two-valued throughout (`LANGUAGE.md` §3): a comparison with nil is true or false, never unknown.
/// Invariant: nesting is bounded by the parser's limit; `and` and `or` are n-ary.
public indirect enum PredicateIR: Hashable, Sendable {
  case constant(Bool)
  /// True when all are; true when empty.
  case and([PredicateIR])
  /// True when one is; false when empty.
  case or([PredicateIR])
  case not(PredicateIR)
  case comparison(ComparisonIR)
  case text(TextMatchIR)
  /// `low <= value AND value <= high`; false when any is nil.
  case between(BetweenIR)
  /// Whether a collection holds a value; a nil value is never held.
  case membership(MembershipIR)
  /// Whether the value is nil.
  case isNull(ExpressionIR)
  /// A Bool value that stands for itself; nil is false.
  case boolean(ExpressionIR)
  case quantified(QuantifiedIR)
  /// The condition disappears when one of these omittable parameters is absent.
  case whenPresent(parameters: [Int], PredicateIR)
}

/// `left op right` for numbers, strings, dates and the other scalars.
///
/// nil: `==`, `<=` and `>=` hold between nil and nil; `!=` holds between nil and a value; nothing else does.
public struct ComparisonIR: Hashable, Sendable {
  /// The six relations.
  public enum Operator: String, Hashable, Sendable, Codable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }
  /// The relation.
  public var `operator`: Operator
  /// What stands left.
  public var left: ExpressionIR
  /// What stands right.
  public var right: ExpressionIR
  /// How strings are compared; empty for other types.
  public var options: TextOptions

  /// A comparison. The checker has made sure that the types meet: equal, or both numeric.
  public init(_ operator: Operator, _ left: ExpressionIR, _ right: ExpressionIR, options: TextOptions = []) {
    self.operator = `operator`
    self.left = left
    self.right = right
    self.options = options
  }
}

/// A test of a string against another or a pattern. nil on either side is false; so is an empty needle (PREDICATES D-30).
public struct TextMatchIR: Hashable, Sendable {
  /// The test.
  public enum Operator: String, Hashable, Sendable, Codable, CaseIterable {
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case contains = "CONTAINS"
    /// `*` any run, `?` one Character, `\` escapes; the whole text.
    case like = "LIKE"
    /// ICU regular expression, the whole text.
    case matches = "MATCHES"
  }
  /// The test.
  public var `operator`: Operator
  /// The text under test.
  public var text: ExpressionIR
  /// What it is tested against.
  public var pattern: ExpressionIR
  /// How letters are compared.
  public var options: TextOptions

  /// A text test.
  public init(_ operator: Operator, _ text: ExpressionIR, _ pattern: ExpressionIR, options: TextOptions = []) {
    self.operator = `operator`
    self.text = text
    self.pattern = pattern
    self.options = options
  }
}

/// `value BETWEEN {low, high}`, both ends inclusive.
public struct BetweenIR: Hashable, Sendable {
  /// The value under test, evaluated once.
  public var value: ExpressionIR
  /// The lower end.
  public var low: ExpressionIR
  /// The upper end.
  public var high: ExpressionIR

  /// A range test.
  public init(_ value: ExpressionIR, _ low: ExpressionIR, _ high: ExpressionIR) {
    self.value = value
    self.low = low
    self.high = high
  }
}

/// `value IN collection`, `collection CONTAINS value`: equality with some element.
public struct MembershipIR: Hashable, Sendable {
  /// The value that is looked for.
  public var value: ExpressionIR
  /// Where it is looked for.
  public var collection: CollectionIR
  /// How strings are compared.
  public var options: TextOptions

  /// A membership test.
  public init(_ value: ExpressionIR, in collection: CollectionIR, options: TextOptions = []) {
    self.value = value
    self.collection = collection
    self.options = options
  }
}

/// `ANY` or `ALL` over the elements of a collection; `NONE` is `not` of `any`. Over nothing: any is false, all is true.
public struct QuantifiedIR: Hashable, Sendable {
  /// Whether one element or every element must satisfy.
  public enum Kind: String, Hashable, Sendable, Codable {
    case any = "ANY"
    case all = "ALL"
  }
  /// Whether one element or every element must satisfy.
  public var kind: Kind
  /// The elements.
  public var collection: CollectionIR
  /// What an element is called in `predicate`.
  public var variable: VariableIR
  /// The condition on an element.
  public var predicate: PredicateIR

  /// A quantified condition.
  public init(_ kind: Kind, _ variable: VariableIR, in collection: CollectionIR, _ predicate: PredicateIR) {
    self.kind = kind
    self.variable = variable
    self.collection = collection
    self.predicate = predicate
  }
}

/// A name for the element of a collection. Variable 0 is the object under test.
public struct VariableIR: Hashable, Sendable {
  /// Unique within the query.
  public var id: Int
  /// The element's type: an object or a scalar.
  public var type: OptionalType

  /// A variable.
  public init(id: Int, type: OptionalType) {
    self.id = id
    self.type = type
  }
}
