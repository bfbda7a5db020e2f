import CDQIR

/// Which of the variables of a query a part of it reads: what reads none is the same for all rows, and can be computed
/// before the request is made.
struct RowVariables {
  /// Variables that are read and not bound inside. Objects that parameters name are none of them.
  private(set) var free: Set<Int> = []
  /// Parameters that are read.
  private(set) var parameters: Set<Int> = []
  /// Whether rows of a group are read.
  private(set) var readsGroup = false
  /// Variables that something inside binds. Ids are unique in a query, so that nothing is hidden.
  private var bound: Set<Int> = []

  init(_ expression: ExpressionIR) { add(expression) }
  init(_ predicate: PredicateIR) { add(predicate) }

  var isRowFree: Bool { free.isEmpty && !readsGroup }

  private mutating func add(_ expression: ExpressionIR) {
    switch expression {
    case .literal: break
    case .parameter(let index, _): parameters.insert(index)
    case .path(let path): add(path)
    case .arithmetic(let node): for operand in node.operands { add(operand) }
    case .function(let node): for argument in node.arguments { add(argument) }
    case .negate(let operand), .cast(let operand, _): add(operand)
    case .aggregate(let node): add(node.collection)
    case .groupAggregate: readsGroup = true
    case .element(let node):
      add(node.collection)
      if case .index(let index) = node.position { add(index) }
    case .conditional(let node):
      add(node.condition)
      add(node.then)
      add(node.otherwise)
    }
  }

  private mutating func add(_ path: PathIR) {
    if let parameter = path.parameter {
      parameters.insert(parameter)
    } else if !bound.contains(path.variable) {
      free.insert(path.variable)
    }
  }

  private mutating func add(_ collection: CollectionIR) {
    switch collection {
    case .path(let path): add(path)
    case .parameter(let index, _): parameters.insert(index)
    case .literal(let elements, _): for element in elements { add(element) }
    case .distinct(let source), .mode(let source): add(source)
    case .set(_, let left, let right):
      add(left)
      add(right)
    case .filter(let source, let variable, let predicate):
      add(source)
      bound.insert(variable.id)
      add(predicate)
    case .map(let source, let variable, let value):
      add(source)
      bound.insert(variable.id)
      add(value)
    case .flatMap(let source, let variable, let inner):
      add(source)
      bound.insert(variable.id)
      add(inner)
    }
  }

  private mutating func add(_ predicate: PredicateIR) {
    switch predicate {
    case .constant: break
    case .and(let operands), .or(let operands): for operand in operands { add(operand) }
    case .not(let operand): add(operand)
    case .whenPresent(let indexes, let operand):
      parameters.formUnion(indexes)
      add(operand)
    case .quantified(let node):
      add(node.collection)
      bound.insert(node.variable.id)
      add(node.predicate)
    case .membership(let node):
      add(node.value)
      add(node.collection)
    case .comparison, .text, .between, .isNull, .boolean: for operand in predicate.operands { add(operand) }
    }
  }
}

extension ExpressionIR {
  /// Whether the value is the same for all rows.
  var isRowFree: Bool { RowVariables(self).isRowFree }
}
