import CDQIR
import CDQValues

extension QueryDependencies {
  /// Adds everything that a query reads.
  mutating func add(_ query: QueryIR) {
    guard let entity = layout.index(of: query.entity) else { return }
    addObjects(of: entity, includingSubentities: query.includesSubentities)
    for parameter in query.parameters { add(parameter.type.base) }
    add(query.predicate)
    switch query.sort {
    case .keys(let keys), .choice(_, let keys):
      for key in keys { add(key.expression) }
    }
    for key in query.limitPerKey?.keys ?? [] { add(key) }
    if let projection = query.projection {
      for node in projection.nodes { add(node) }
      return
    }
    switch query.cardinality {
    case .many, .first, .one: addContents(of: entity, includingSubentities: query.includesSubentities)
    case .count, .exists, .delete, .update: break
    }
  }

  /// Adds the objects that a literal or a parameter of a type may name.
  private mutating func add(_ type: ValueType) {
    switch type {
    case .object(let entity), .collection(.object(let entity), _): addNamed(entity)
    default: break
    }
  }

  private mutating func add(_ predicate: PredicateIR) { add(.predicate(predicate)) }

  private mutating func add(_ expression: ExpressionIR) { add(.expression(expression)) }

  private mutating func add(_ node: IRNode) {
    node.walk { node in
      switch node {
      case .expression(.path(let path)), .collection(.path(let path)): add(path)
      case .expression(.literal(_, let type)), .expression(.parameter(_, let type)), .collection(.parameter(_, let type)):
        add(type)
      case .collection(.objects(let name)):
        if let entity = layout.index(of: name) { addObjects(of: entity, includingSubentities: true) }
      case .predicate, .expression, .collection: break
      }
      return true
    }
  }

  private mutating func add(_ path: PathIR) {
    for step in path.steps { addProperty(step.name, of: step.entity) }
    // Objects are compared and passed by their keys.
    if case .object(let entity) = path.type.base { addKeys(of: entity) }
  }
}
