import CDQIR
import CDQValues

/// All objects of an entity as a collection, such as `Track` in `length > Track.@avg.length`.
extension Planner {
  /// Plans all objects of an entity, in insertion order. While a query is checked there are none.
  ///
  /// - Throws: `ExecutionError.needsStore` if the records are not in a store, so that others of them are unknown.
  func objects(_ collection: CollectionIR) throws(ExecutionError) -> Elements {
    let (records, access) = try stored(collection)
    let execution = execution
    let elements = Elements(access, count: { _ in records?.count ?? 0 }) { _, body in
      guard let records else { return true }
      for record in records {
        guard execution.tick(), record.withRow(body) else { return false }
      }
      return true
    }
    // All rows of the outer variable have these elements.
    elements.mayRepeat = true
    return elements
  }

  private func stored(_ collection: CollectionIR) throws(ExecutionError) -> (StoredRecords?, RecordRow) {
    guard case .objects(let name) = collection else { throw Planner.misdirected }
    guard let objects = execution.objects, let entity = objects.layout.index(of: name) else { throw .needsStore }
    return (objects.snapshot?.records(of: name), RecordRow(objects.layout.shape(of: entity)))
  }

  /// Plans the objects of an entity for which a predicate holds. If it compares a value of the object with one of the outer
  /// row, as in `SUBQUERY(Order, $o, $o.email == email)`, the objects are found by a hash table.
  func objects(
    _ collection: CollectionIR, _ variable: VariableIR, where predicate: PredicateIR, _ scope: RowScope
  ) throws(ExecutionError) -> Elements {
    guard let correlation = predicate.correlation(of: variable.id) else {
      return try objects(collection).filtered(variable, predicate, self, scope)
    }
    let (records, access) = try stored(collection)
    let own = try scalar(correlation.inner, RowScope(id: variable.id, access)).folded(correlation.options)
    let wanted = try scalar(correlation.outer, scope).folded(correlation.options)
    guard own.kind == wanted.kind else { return try objects(collection).filtered(variable, predicate, self, scope) }
    let ownKey = try own.equalityKey()
    let table = records.map { ObjectTable($0, ownKey, execution) }
    let key = try wanted.equalityKey()
    let found = Elements(access) { row, body in table?.forEach(key(row), body) ?? true }
    found.mayRepeat = true
    // The table finds nil for nil, and the predicate decides.
    return try found.filtered(variable, predicate, self, scope)
  }

  /// Plans an aggregate of all objects of an entity that reads nothing of the row: it is computed once, before the first row.
  func constant(_ node: AggregateIR, _ scope: RowScope) throws(ExecutionError) -> Scalar? {
    let expression = ExpressionIR.aggregate(node)
    guard expression.isOfAllObjects else { return nil }
    if let known = execution.constants[expression] { return known }
    let value = try elements(node.collection, scope).aggregate(node.function, as: node.type)
    var row: UInt8 = 0
    let constant = try withUnsafePointer(to: &row) { pointer throws(ExecutionError) in
      try value.constant(at: Row(UnsafeRawPointer(pointer)))
    }
    execution.constants[expression] = constant
    return constant
  }
}

/// The objects of an entity by a value of each, such as the orders by their email. It is made when the first one is wanted.
private final class ObjectTable {
  private let records: StoredRecords
  private let key: (Row) -> EqualityKey
  private let execution: Execution
  private var isMade = false
  /// The first object with a value, and for each object the next one with its value; -1 is the end.
  private var first: [EqualityKey: Int32] = [:]
  private var next: [Int32] = []

  init(_ records: StoredRecords, _ key: @escaping (Row) -> EqualityKey, _ execution: Execution) {
    (self.records, self.key, self.execution) = (records, key, execution)
  }

  /// Calls `body` with the objects that have a value, in insertion order, until it returns false.
  func forEach(_ wanted: EqualityKey, _ body: (Row) -> Bool) -> Bool {
    if !isMade { make() }
    var place = first[wanted] ?? -1
    while place >= 0 {
      guard execution.tick(), records[Int(place)].withRow(body) else { return false }
      place = next[Int(place)]
    }
    return true
  }

  private func make() {
    isMade = true
    next = Array(repeating: -1, count: records.count)
    // From the end, so that each list begins with the first object.
    for place in records.indices.reversed() {
      guard execution.tick() else { return }
      let key = records[place].withRow(key)
      next[place] = first.updateValue(Int32(truncatingIfNeeded: place), forKey: key) ?? -1
    }
  }
}

extension ExpressionIR {
  /// Whether the value is computed from all objects of entities, and reads nothing of the tested object.
  var isOfAllObjects: Bool { IRNode.expression(self).isOfAllObjects }
}

extension IRNode {
  /// Whether a value or a collection is computed from all objects of entities, and reads nothing of the tested object.
  var isOfAllObjects: Bool {
    var (own, read): (Set<Int>, [Int]) = ([], [])
    var hasObjects = false
    walk { node in
      switch node {
      case .collection(.objects): hasObjects = true
      case .expression(.path(let path)), .collection(.path(let path)): read.append(path.variable)
      case .collection(.filter(_, let variable, _)), .collection(.map(_, let variable, _)),
        .collection(.flatMap(_, let variable, _)):
        own.insert(variable.id)
      case .predicate(.quantified(let node)): own.insert(node.variable.id)
      case .expression(.groupAggregate): read.append(0)
      case .predicate, .expression, .collection: break
      }
      return true
    }
    return hasObjects && read.allSatisfy { $0 < 0 || own.contains($0) }
  }
}

extension Scalar {
  /// A text as it is compared under options without `[l]`, so that equal texts have equal keys.
  fileprivate func folded(_ options: TextOptions) -> Scalar {
    guard !options.isEmpty, case .string(let text) = self else { return self }
    let get = text.closure
    return .string(.row { get($0).map { TextFolding.folded($0, options) } })
  }
}

extension PredicateIR {
  /// The sides of an equality that all elements must satisfy: one reads the element alone, the other a row around it.
  func correlation(of variable: Int) -> (inner: ExpressionIR, outer: ExpressionIR, options: TextOptions)? {
    var conditions = [self]
    if case .and(let operands) = self { conditions = operands }
    for case .comparison(let node) in conditions where node.operator == .equal && !node.options.contains(.localeSensitive) {
      for (inner, outer) in [(node.left, node.right), (node.right, node.left)] {
        let (own, other) = (inner.variables, outer.variables)
        if own == [variable], !other.contains(variable), other.contains(where: { $0 >= 0 }) {
          return (inner, outer, node.options)
        }
      }
    }
    return nil
  }
}

extension ExpressionIR {
  /// The variables from which paths in the value start. An aggregate of a group reads its variable.
  fileprivate var variables: Set<Int> {
    var variables: Set<Int> = []
    IRNode.expression(self).walk { node in
      switch node {
      case .expression(.path(let path)), .collection(.path(let path)): variables.insert(path.variable)
      case .expression(.groupAggregate): variables.insert(0)
      default: break
      }
      return true
    }
    return variables
  }
}
