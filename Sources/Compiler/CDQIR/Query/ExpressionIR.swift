/// A node that yields one value, computed from the variables in scope. An operation that fails yields nil, and so does
/// any operation on nil.
///
/// `altitude + 1` becomes
/// `.arithmetic([.add], [.path(variable 0, altitude), .literal(.int(1), .int64)], type: .int64)`.
public indirect enum ExpressionIR: Hashable, Sendable {
  case literal(Value, ValueType)
  /// `$name`: an index into `QueryIR.parameters`, and the type.
  case parameter(Int, ValueType)
  /// An attribute, an object or a variable, such as `country.name` or `SELF`. Invariant: no step is to-many.
  case path(PathIR)
  case arithmetic(ArithmeticIR)
  case negate(ExpressionIR)
  case function(FunctionIR)
  /// One value computed from a collection, such as `cities.@count`.
  case aggregate(AggregateIR)
  /// One value computed from the rows of a group, in `having`, `select` and `sort` of a grouped query.
  case groupAggregate(GroupAggregateIR)
  case element(ElementIR)
  case conditional(ConditionalIR)
  /// `CAST(value, 'Type')`; nil when the value cannot be converted.
  case cast(ExpressionIR, ValueType)

  /// The type without its optionality.
  public var type: ValueType {
    switch self {
    case .literal(_, let type), .parameter(_, let type), .cast(_, let type): type
    case .path(let path): path.type.base
    case .arithmetic(let node): node.type
    case .negate(let operand): operand.type.negated
    case .function(let node): node.type
    case .aggregate(let node): node.type
    case .groupAggregate(let node): node.type
    case .element(let node): node.collection.elementType
    case .conditional(let node): node.type
    }
  }
}

extension ValueType {
  /// The type of a negated value: the negative of the least Int32 is no Int32.
  fileprivate var negated: ValueType { isInteger ? .int64 : self }
}

/// A variable and the steps from it.
///
/// `country.name` of a city has the variable 0 and the steps `country` (to-one, of `City`) and `name` (attribute, of
/// `Country`).
public struct PathIR: Hashable, Sendable {
  /// Id of the variable that the path starts from: 0 is the object under test, a negative id the object of a parameter,
  /// any other id an element of a collection.
  public var variable: Int
  /// The steps in order; empty for the variable itself.
  public var steps: [StepIR]
  /// Type of the value: in `ExpressionIR` a scalar or object, in `CollectionIR` the type of one element.
  public var type: OptionalType

  /// A path from a variable; no steps give the variable itself.
  public init(variable: Int, steps: [StepIR], type: OptionalType) {
    self.variable = variable
    self.steps = steps
    self.type = type
  }

  /// The id of the variable that is the object of a parameter, as in `$user.country.name`.
  ///
  /// - Parameter index: the index into `QueryIR.parameters`.
  public static func variable(ofParameter index: Int) -> Int { -1 - index }

  /// The index of the parameter that the path starts from, as in `$user.country.name`; nil for any other start.
  public var parameter: Int? { PathIR.parameter(ofVariable: variable) }

  /// The index of the parameter whose object a variable id is; nil for the id of any other variable.
  public static func parameter(ofVariable variable: Int) -> Int? { variable < 0 ? -1 - variable : nil }
}

/// One step of a path, such as `country` in `country.name`.
public struct StepIR: Hashable, Sendable {
  /// The kind of property that a step follows.
  public enum Kind: String, Hashable, Sendable, Codable {
    case attribute, toOne, toMany
    /// An attribute that holds several scalars.
    case scalarCollection
  }
  /// Name of the property that the step follows.
  public var name: String
  /// The kind of that property.
  public var kind: Kind
  /// Name of the entity that the step starts from, which has or inherits the property.
  public var entity: String

  /// A step through the property of an entity.
  public init(_ name: String, _ kind: Kind, of entity: String) {
    self.name = name
    self.kind = kind
    self.entity = entity
  }
}

/// Operands joined by operators and evaluated from left to right: `a + 1 - b` has three operands and two operators. The
/// checker has converted all operands to the family of `type`.
///
/// Int64 overflow, division by zero and shift counts outside 0...63 give nil. Double follows IEEE 754, Decimal is
/// exact. If the type is Date, the first operand is a date and the others are durations; if it is Duration, all are
/// durations, or two dates are subtracted. If the type is String, all operands are texts, which `+` joins. Invariant:
/// `operators.count == operands.count - 1`.
public struct ArithmeticIR: Hashable, Sendable {
  /// A binary operator. The raw value is its spelling; `%` exists only as `modulus:by:(a, b)`.
  public enum Operator: String, Hashable, Sendable, Codable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    /// The quotient of two integers is truncated toward zero.
    case divide = "/"
    case modulus = "%"
    /// The result is always a Double.
    case power = "**"
    case bitwiseAnd = "&"
    case bitwiseOr = "|"
    case bitwiseXor = "^"
    case shiftLeft = "<<"
    case shiftRight = ">>"
  }
  /// The operators, from left to right.
  public var operators: [Operator]
  /// The operands, from left to right; one more than operators.
  public var operands: [ExpressionIR]
  /// The type of the result, without its optionality.
  public var type: ValueType

  /// A chain of operations; there is one operand more than operators.
  public init(_ operators: [Operator], _ operands: [ExpressionIR], type: ValueType) {
    self.operators = operators
    self.operands = operands
    self.type = type
  }
}

/// A call of a scalar function, such as `uppercase:(name)`.
public struct FunctionIR: Hashable, Sendable {
  /// The function that is called.
  public var function: Function
  /// Its arguments, in text order.
  public var arguments: [ExpressionIR]
  /// The type of the result, without its optionality.
  public var type: ValueType

  /// A call of a function.
  public init(_ function: Function, _ arguments: [ExpressionIR], type: ValueType) {
    self.function = function
    self.arguments = arguments
    self.type = type
  }
}

/// A function from several values to one. All but `count` ignore nil elements.
public enum AggregateFunction: String, Hashable, Sendable, Codable, CaseIterable {
  /// The number of elements of a collection, nil included; in a group the number of non-nil values, or of rows for
  /// `count()`.
  case count
  /// 0 for no values; nil when an integer total does not fit Int64.
  case sum
  /// nil for no values, as for all functions below.
  case average, minimum, maximum
  case median
  /// The standard deviation by the population formula: divided by n, not by n - 1.
  case standardDeviation
}

/// An aggregate of a collection's elements, such as `max:(scores)`.
public struct AggregateIR: Hashable, Sendable {
  /// The function that is applied to the elements.
  public var function: AggregateFunction
  /// The values that it is computed from.
  public var collection: CollectionIR
  /// The type of the result, without its optionality.
  public var type: ValueType

  /// An aggregate of a collection.
  public init(_ function: AggregateFunction, _ collection: CollectionIR, type: ValueType) {
    self.function = function
    self.collection = collection
    self.type = type
  }
}

/// An aggregate of a group's rows, such as `sum(population)` in
/// `City group by country.code select country.code as code, sum(population) as people`.
public struct GroupAggregateIR: Hashable, Sendable {
  /// The function that is applied to the rows.
  public var function: AggregateFunction
  /// Whether equal values count once: `count(distinct x)`.
  public var isDistinct: Bool
  /// The value of one row, with variable 0 for the row; nil in `count()`.
  public var argument: ExpressionIR?
  /// The type of the result, without its optionality.
  public var type: ValueType

  /// An aggregate of a group.
  public init(_ function: AggregateFunction, isDistinct: Bool, argument: ExpressionIR?, type: ValueType) {
    self.function = function
    self.isDistinct = isDistinct
    self.argument = argument
    self.type = type
  }
}

/// One element of an ordered collection, such as `scores[0]`; nil when the collection has no such element.
public struct ElementIR: Hashable, Sendable {
  /// The position of an element: `[FIRST]`, `[LAST]` or `[index]`.
  public enum Position: Hashable, Sendable {
    case first, last
    /// The 0-based index: `scores[0]`.
    case index(ExpressionIR)
  }
  /// The collection that the element is taken from.
  public var collection: CollectionIR
  /// The position of the element in the collection.
  public var position: Position

  /// The element at a position.
  public init(_ position: Position, of collection: CollectionIR) {
    self.position = position
    self.collection = collection
  }
}

/// `TERNARY(condition, then, otherwise)`: one of two values.
public struct ConditionalIR: Hashable, Sendable {
  /// The condition that chooses the value.
  public var condition: PredicateIR
  /// The value when the condition holds.
  public var then: ExpressionIR
  /// The value when the condition does not hold.
  public var otherwise: ExpressionIR
  /// The type of both values.
  public var type: ValueType

  /// A value that depends on a condition.
  public init(_ condition: PredicateIR, _ then: ExpressionIR, _ otherwise: ExpressionIR, type: ValueType) {
    self.condition = condition
    self.then = then
    self.otherwise = otherwise
    self.type = type
  }
}
