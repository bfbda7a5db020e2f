import CDQIR

@testable import CDQCodegen

// The format of a fetch request as the tree that `AppleStoreJudge` judges, from the IR of the format's text.

extension AppleStoreCondition {
  init(_ predicate: PredicateIR) { self = StoreTree().condition(predicate) }
}

private struct StoreTree {
  /// The paths that the elements of ANY stand for, by variable id.
  var elements: [Int: PathIR] = [:]

  func condition(_ predicate: PredicateIR) -> AppleStoreCondition {
    switch predicate {
    case .constant(let value): return .constant(value)
    case .and(let operands): return .and(operands.map(condition))
    case .or(let operands): return .or(operands.map(condition))
    case .not(let operand): return .not(condition(operand))
    case .comparison(let node):
      return .comparison(value(node.left), .compare(node.operator, node.options), value(node.right))
    case .text(let node): return .comparison(value(node.text), .text(node.operator, node.options), value(node.pattern))
    case .between(let node):
      return .comparison(value(node.value), .isBetween, .list([value(node.low), value(node.high)]))
    case .membership(let node):
      switch node.collection {
      case .path, .filter: return .comparison(value(node.value), .isIn(node.options), collection(node.collection))
      default: return .comparison(value(node.value), .isIn(node.options), .list([]))
      }
    case .isNull(let operand): return .comparison(value(operand), .compare(.equal, []), .null)
    case .boolean(let operand): return .holds(value(operand))
    case .quantified(let node):
      guard case .path(let path) = node.collection else { return .holds(.unsupported(.function)) }
      var inner = self
      inner.elements[node.variable.id] = path
      return .quantified(isAll: node.kind == .all, inner.condition(node.predicate))
    case .whenPresent(_, let inner): return condition(inner)
    }
  }

  func value(_ expression: ExpressionIR) -> AppleStoreValue {
    switch expression {
    case .literal(.null, _): return .null
    case .literal(.string(let text), _): return .constant(.string(text))
    case .literal, .parameter: return .constant(.name("constant"))
    case .path(let path): return path.parameter == nil ? .path(self.path(path)) : .constant(.name("constant"))
    case .arithmetic(let node):
      let first = value(node.operands[0])
      return zip(node.operators, node.operands.dropFirst()).reduce(first) { result, next in
        .function(next.0.rawValue, [result, value(next.1)])
      }
    case .negate(let operand): return .function("-", [value(operand)])
    case .function(let node): return .function(node.function.rawValue, node.arguments.map(value))
    case .aggregate(let node):
      if node.function == .count { return .count(collection(node.collection)) }
      guard case .path = node.collection else { return .unsupported(.function) }
      return .function("@max", [])
    case .conditional(let node): return .choice(condition(node.condition), value(node.then), value(node.otherwise))
    case .cast: return .unsupported(.cast)
    case .element, .groupAggregate: return .unsupported(.function)
    }
  }

  func collection(_ collection: CollectionIR) -> AppleStoreValue {
    switch collection {
    case .path(let path): .path(self.path(path))
    case .filter(let source, let variable, let predicate):
      .subquery(self.collection(source), variable: "\(variable.id)", condition(predicate))
    default: .unsupported(.function)
    }
  }

  func path(_ path: PathIR) -> AppleStorePath {
    let outer = elements[path.variable]
    let steps = (outer?.steps ?? []) + path.steps
    let kinds = steps.map { step -> AppleStorePath.Step in
      switch step.kind {
      case .attribute: .init(step.name, .attribute)
      case .toOne: .init(step.name, .toOne)
      case .toMany: .init(step.name, .toMany)
      case .scalarCollection: .init(step.name, .values)
      }
    }
    return AppleStorePath(variable: "\(outer?.variable ?? path.variable)", steps: kinds, entity: nil)
  }
}
