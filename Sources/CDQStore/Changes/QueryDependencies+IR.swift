import CDQIR
import CDQValues

extension QueryDependencies {
  /// Everything that a query reads.
  mutating func add(_ query: QueryIR) {
    guard let entity = layout.index(of: query.entity) else { return }
    addObjects(of: entity, includingSubentities: query.includesSubentities)
    for parameter in query.parameters { add(parameter.type.base) }
    add(query.predicate)
    switch query.sort {
    case .keys(let keys), .choice(_, let keys):
      for key in keys { add(key.expression) }
    }
    if let projection = query.projection {
      for expression in projection.grouping { add(expression) }
      for item in projection.items { add(item.expression) }
      if let having = projection.having { add(having) }
      return
    }
    switch query.cardinality {
    case .many, .first, .one: addContents(of: entity, includingSubentities: query.includesSubentities)
    case .count, .exists, .delete: break
    }
  }

  /// The objects that a value of a type may name.
  private mutating func add(_ type: ValueType) {
    switch type {
    case .object(let entity), .collection(.object(let entity), _): addNamed(entity)
    case .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .duration, .data, .uuid, .url,
      .enumeration, .opaque, .collection, .null:
      break
    }
  }

  private mutating func add(_ predicate: PredicateIR) {
    switch predicate {
    case .constant: break
    case .and(let operands), .or(let operands):
      for operand in operands { add(operand) }
    case .not(let operand), .whenPresent(_, let operand): add(operand)
    case .comparison(let node):
      add(node.left)
      add(node.right)
    case .text(let node):
      add(node.text)
      add(node.pattern)
    case .between(let node):
      add(node.value)
      add(node.low)
      add(node.high)
    case .membership(let node):
      add(node.value)
      add(node.collection)
    case .isNull(let value), .boolean(let value): add(value)
    case .quantified(let node):
      add(node.collection)
      add(node.predicate)
    }
  }

  private mutating func add(_ expression: ExpressionIR) {
    switch expression {
    case .literal(_, let type), .parameter(_, let type): add(type)
    case .path(let path): add(path)
    case .negate(let operand), .cast(let operand, _): add(operand)
    case .arithmetic(let node):
      for operand in node.operands { add(operand) }
    case .function(let node):
      for argument in node.arguments { add(argument) }
    case .aggregate(let node): add(node.collection)
    case .groupAggregate(let node):
      if let argument = node.argument { add(argument) }
    case .element(let node):
      add(node.collection)
      if case .index(let index) = node.position { add(index) }
    case .conditional(let node):
      add(node.condition)
      add(node.then)
      add(node.otherwise)
    }
  }

  private mutating func add(_ collection: CollectionIR) {
    switch collection {
    case .path(let path): add(path)
    case .literal(let elements, _):
      for element in elements { add(element) }
    case .parameter(_, let element): add(element)
    case .filter(let source, _, let predicate):
      add(source)
      add(predicate)
    case .map(let source, _, let value):
      add(source)
      add(value)
    case .flatMap(let source, _, let inner):
      add(source)
      add(inner)
    case .distinct(let source), .mode(let source): add(source)
    case .set(_, let left, let right):
      add(left)
      add(right)
    }
  }

  private mutating func add(_ path: PathIR) {
    for step in path.steps { addProperty(step.name, of: step.entity) }
    // An object that is compared or given is known by its key.
    if case .object(let entity) = path.type.base { addKeys(of: entity) }
  }
}
