/// A value computed from the variables in scope. Any operation on nil, and any that fails, gives nil (PREDICATES D-20, D-24).
public indirect enum ExpressionIR: Hashable, Sendable {
  case literal(Value, ValueType)
  /// Index into `QueryIR.parameters`, and the type.
  case parameter(Int, ValueType)
  /// An attribute, an object or a variable. Invariant: no step is to-many.
  case path(PathIR)
  case arithmetic(ArithmeticIR)
  case negate(ExpressionIR)
  case function(FunctionIR)
  /// One value out of a collection.
  case aggregate(AggregateIR)
  /// One value out of the rows of a group (`having`, `select`, `sort` of a grouped query).
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
    case .negate(let operand): operand.type
    case .function(let node): node.type
    case .aggregate(let node): node.type
    case .groupAggregate(let node): node.type
    case .element(let node): node.collection.elementType
    case .conditional(let node): node.type
    }
  }
}

/// A variable and the steps from it.
public struct PathIR: Hashable, Sendable {
  /// Id of the variable it starts from; 0 is the object under test, a negative one the object that a parameter names.
  public var variable: Int
  /// The steps; none for the variable itself.
  public var steps: [StepIR]
  /// Type of the value: in `ExpressionIR` a scalar or object, in `CollectionIR` the type of one element.
  public var type: OptionalType

  /// A path.
  public init(variable: Int, steps: [StepIR], type: OptionalType) {
    self.variable = variable
    self.steps = steps
    self.type = type
  }

  /// The id of the variable that stands for the object which a parameter names, as in `$user.country.name`.
  ///
  /// - Parameter index: Index into `QueryIR.parameters`.
  public static func variable(ofParameter index: Int) -> Int { -1 - index }

  /// The parameter that names the object it starts from; nil when it starts elsewhere.
  public var parameter: Int? { PathIR.parameter(ofVariable: variable) }

  /// The index of the parameter that a variable id stands for; nil for an id of any other variable.
  public static func parameter(ofVariable variable: Int) -> Int? { variable < 0 ? -1 - variable : nil }
}

/// One step of a path.
public struct StepIR: Hashable, Sendable {
  /// What a step leads through.
  public enum Kind: String, Hashable, Sendable, Codable {
    case attribute, toOne, toMany
    /// An attribute that holds several scalars.
    case scalarCollection
  }
  /// Name of the property.
  public var name: String
  /// What it leads through.
  public var kind: Kind
  /// Entity that the step starts from.
  public var entity: String

  /// A step.
  public init(_ name: String, _ kind: Kind, of entity: String) {
    self.name = name
    self.kind = kind
    self.entity = entity
  }
}

/// Operands joined by operators, evaluated from the left; all have been brought to `type`'s family by the checker.
///
/// Int64 overflow, division by zero and shift counts outside 0...63 give nil; Double is IEEE; Decimal is exact.
/// With `type` `.date`: the first operand is a date, the others durations. With `.duration` from two dates: subtraction.
/// Invariant: `operators.count == operands.count - 1`.
public struct ArithmeticIR: Hashable, Sendable {
  /// An operation on two values.
  public enum Operator: String, Hashable, Sendable, Codable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    /// Integers truncate toward zero.
    case divide = "/"
    case modulus = "%"
    /// Always a Double.
    case power = "**"
    case bitwiseAnd = "&"
    case bitwiseOr = "|"
    case bitwiseXor = "^"
    case shiftLeft = "<<"
    case shiftRight = ">>"
  }
  /// The operators, in text order.
  public var operators: [Operator]
  /// The operands, in text order.
  public var operands: [ExpressionIR]
  /// `.int64`, `.double`, `.decimal`, `.date` or `.duration`.
  public var type: ValueType

  /// A chain of operations.
  public init(_ operators: [Operator], _ operands: [ExpressionIR], type: ValueType) {
    self.operators = operators
    self.operands = operands
    self.type = type
  }
}

/// A function of scalars (PREDICATES §7).
public struct FunctionIR: Hashable, Sendable {
  /// The function.
  public var function: Function
  /// Its arguments.
  public var arguments: [ExpressionIR]
  /// The result's type.
  public var type: ValueType

  /// A call.
  public init(_ function: Function, _ arguments: [ExpressionIR], type: ValueType) {
    self.function = function
    self.arguments = arguments
    self.type = type
  }
}

/// What several values give together; nil elements are ignored but by `count` (PREDICATES D-37).
public enum AggregateFunction: String, Hashable, Sendable, Codable, CaseIterable {
  /// How many, nil included for a collection; in a group non-nil values, or rows without an argument.
  case count
  /// 0 for none.
  case sum
  /// nil for none, as all below.
  case average, minimum, maximum
  case median
  /// Population formula.
  case standardDeviation
}

/// One value out of the elements of a collection.
public struct AggregateIR: Hashable, Sendable {
  /// What is computed.
  public var function: AggregateFunction
  /// From which elements.
  public var collection: CollectionIR
  /// The result's type.
  public var type: ValueType

  /// An aggregate.
  public init(_ function: AggregateFunction, _ collection: CollectionIR, type: ValueType) {
    self.function = function
    self.collection = collection
    self.type = type
  }
}

/// One value out of the rows of a group.
public struct GroupAggregateIR: Hashable, Sendable {
  /// What is computed.
  public var function: AggregateFunction
  /// Whether equal values count once.
  public var isDistinct: Bool
  /// The value of one row, variable 0 being the row; nil in `count()`.
  public var argument: ExpressionIR?
  /// The result's type.
  public var type: ValueType

  /// An aggregate of a group.
  public init(_ function: AggregateFunction, isDistinct: Bool, argument: ExpressionIR?, type: ValueType) {
    self.function = function
    self.isDistinct = isDistinct
    self.argument = argument
    self.type = type
  }
}

/// One element of an ordered collection; nil when there is none (PREDICATES D-36).
public struct ElementIR: Hashable, Sendable {
  /// Which one.
  public enum Position: Hashable, Sendable {
    case first, last
    /// 0-based.
    case index(ExpressionIR)
  }
  /// Where it is taken from.
  public var collection: CollectionIR
  /// Which one.
  public var position: Position

  /// An element.
  public init(_ position: Position, of collection: CollectionIR) {
    self.position = position
    self.collection = collection
  }
}

/// `TERNARY(condition, then, otherwise)`
public struct ConditionalIR: Hashable, Sendable {
  /// What decides.
  public var condition: PredicateIR
  /// The value when it holds.
  public var then: ExpressionIR
  /// The value when it does not.
  public var otherwise: ExpressionIR
  /// The type both have.
  public var type: ValueType

  /// A conditional value.
  public init(_ condition: PredicateIR, _ then: ExpressionIR, _ otherwise: ExpressionIR, type: ValueType) {
    self.condition = condition
    self.then = then
    self.otherwise = otherwise
    self.type = type
  }
}
