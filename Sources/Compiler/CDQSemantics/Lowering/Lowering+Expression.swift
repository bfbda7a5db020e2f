import CDQIR
import CDQSyntax

extension Lowering {
  /// Lowers a single value.
  mutating func lower(_ expression: TypedExpression) -> ExpressionIR {
    let result = lowered(expression)
    if notesPlaces { note(.expression(result), expression.span) }
    return result
  }

  private mutating func lowered(_ expression: TypedExpression) -> ExpressionIR {
    let type = expression.type.base
    switch expression.kind {
    case .literal(let value): return .literal(value, type)
    case .parameter(let index): return .parameter(index, type)
    case .path(let variable, let steps):
      return .path(PathIR(variable: variable, steps: steps, type: expression.type))
    case .arithmetic(let operators, let operands):
      return .arithmetic(ArithmeticIR(operators, lower(operands), type: type))
    case .negate(let operand): return .negate(lower(operand))
    case .function(let function, let arguments):
      return .function(FunctionIR(function, lower(arguments), type: type))
    case .reduce(let function, let operand):
      return .aggregate(AggregateIR(function, collection(operand), type: type))
    case .reduceGroup(let function, let isDistinct, let argument):
      let value = argument.map { lower($0) }
      return .groupAggregate(GroupAggregateIR(function, isDistinct: isDistinct, argument: value, type: type))
    case .first(let source): return .element(ElementIR(.first, of: collection(source)))
    case .last(let source): return .element(ElementIR(.last, of: collection(source)))
    case .element(let source, let position):
      return .element(ElementIR(.index(lower(position)), of: collection(source)))
    case .conditional(let condition, let then, let otherwise):
      return .conditional(ConditionalIR(lower(condition), lower(then), lower(otherwise), type: type))
    case .cast(let operand): return .cast(lower(operand), type)
    case .objects, .aggregate, .subquery, .map, .set, .distinct, .mode:
      // The checker gives these collection types, and collections are lowered by `collection`.
      preconditionFailure("a collection stands where a single value must")
    }
  }

  private mutating func lower(_ expressions: [TypedExpression]) -> [ExpressionIR] {
    var result: [ExpressionIR] = []
    for expression in expressions { result.append(lower(expression)) }
    return result
  }

  /// Lowers a collection.
  mutating func collection(_ expression: TypedExpression) -> CollectionIR {
    let result = loweredCollection(expression)
    if notesPlaces { note(.collection(result), expression.span) }
    return result
  }

  private mutating func loweredCollection(_ expression: TypedExpression) -> CollectionIR {
    let element = expression.elementType ?? .null
    switch expression.kind {
    case .path(let variable, let steps):
      return .path(PathIR(variable: variable, steps: steps, type: OptionalType(element, isOptional: true)))
    case .objects(let entity): return .objects(entity)
    case .parameter(let index): return .parameter(index, element: element)
    case .aggregate(let elements): return .literal(lower(elements), element: element)
    case .subquery(let source, let variable, let predicate):
      return .filter(collection(source), variable, lower(predicate))
    case .map(let source, let variable, let inner):
      if inner.elementType == nil { return .map(collection(source), variable, lower(inner)) }
      return .flatMap(collection(source), variable, collection(inner))
    case .set(let operation, let left, let right): return .set(operation, collection(left), collection(right))
    case .distinct(let source): return .distinct(collection(source))
    case .mode(let source): return .mode(collection(source))
    case .literal, .arithmetic, .negate, .function, .reduce, .reduceGroup, .first, .last, .element, .conditional, .cast:
      // `NULL` as a collection has no elements.
      return .literal([], element: element)
    }
  }

  /// The collection that a quantifier ranges over, its variable, and the value of one element.
  struct ElementRange {
    var collection: CollectionIR
    var variable: VariableIR
    var element: ExpressionIR
  }

  /// Splits a collection after its last to-many step. The quantifier ranges over the objects there, and the other
  /// steps belong to the element, so that `ANY cities.country.name == x` reads one name per city.
  mutating func elements(of expression: TypedExpression) -> ElementRange {
    let element = expression.elementType ?? .null
    switch expression.kind {
    case .path(let variable, let steps):
      let last = steps.lastIndex { $0.kind == .toMany || $0.kind == .scalarCollection } ?? steps.count - 1
      guard last < steps.count - 1 else { break }
      let entity = steps[last + 1].entity
      let object = makeVariable(.object(entity))
      let source = CollectionIR.path(
        PathIR(variable: variable, steps: Array(steps[...last]), type: OptionalType(.object(entity), isOptional: true)))
      let value = ExpressionIR.path(
        PathIR(
          variable: object.id, steps: Array(steps[(last + 1)...]), type: OptionalType(element, isOptional: true)))
      return ElementRange(collection: source, variable: object, element: value)
    case .map(let source, let variable, let inner) where inner.elementType == nil:
      return ElementRange(collection: collection(source), variable: variable, element: lower(inner))
    default:
      break
    }
    let variable = makeVariable(element)
    let value = ExpressionIR.path(PathIR(variable: variable.id, steps: [], type: variable.type))
    return ElementRange(collection: collection(expression), variable: variable, element: value)
  }
}
