import CDQIR

// Conditions on the elements of a collection: `ANY`, `ALL`, `IN` and `@count > 0`.
//
// A path such as `friends.friends.friends` reaches one object in many ways. A join of all its steps is as long as there are
// ways. So where objects can come up repeatedly, the path is divided, and the rest of it is a condition on one object:
// `EXISTS (… AND EXISTS (…))`. Databases that plan such conditions make each of them a set. Others run them for each row, so
// that the set is in the text: `t2."_id" IN (SELECT t3."owner" …)`, which reads no outer row and is made once.
extension SQLGenerator {
  /// The id of the object in the middle of a path that is divided.
  private static let middle = Int.max - 1

  /// The most conditions that a path is divided into. Databases have limits of nesting too.
  private static let greatestDivision = 8

  func quantified(_ node: QuantifiedIR) throws(SQLRefusal) -> SQLCondition {
    if case .flatMap(let source, let variable, let inner) = node.collection,
      SQLGenerator.dependsOnStart(inner, .predicate(node.predicate), node.variable)
    {
      let rest = QuantifiedIR(node.kind, node.variable, in: inner, node.predicate)
      return try quantified(QuantifiedIR(node.kind, variable, in: source, .quantified(rest)))
    }
    if let (head, tail, middle) = try divided(node.collection, .predicate(node.predicate), node.variable) {
      let rest = QuantifiedIR(node.kind, node.variable, in: tail, node.predicate)
      return try divided { () throws(SQLRefusal) in
        try quantified(QuantifiedIR(node.kind, middle, in: head, .quantified(rest)))
      }
    }
    let collection = try relation(node.collection)
    let outer = variables[node.variable.id]
    defer { variables[node.variable.id] = outer }
    variables[node.variable.id] = collection.element
    let inner = predicate(node.predicate)
    if node.kind == .any, case .row(let row) = collection.element {
      require(rowsOf: node.predicate, of: node.variable.id, from: row)
    }
    let isExact = inner.isExact && collection.isExact
    let isAlone = SQLGenerator.dependsOnStart(node.collection, .predicate(node.predicate), node.variable)
    switch node.kind {
    case .any:
      if inner.constant == false { return .never }
      var source = collection.source.conditions
      if inner.constant == nil { source.append(inner.text) }
      let isSelective = !findsFewRows && finds(fewElements: node)
      var result = exists(collection.source, source, isAlone: isAlone, isSelective: isSelective)
      result.isExact = isExact
      result.presence = inner.presence
      return result
    case .all:
      guard isExact else { throw SQLRefusal("a condition of ALL has no exact SQL") }
      let opposite = inner.negated(dialect)
      if opposite.constant == false { return .always }
      var source = collection.source.conditions
      if opposite.constant == nil { source.append(opposite.text) }
      let exception = exists(collection.source, source, isAlone: isAlone)
      var result =
        exception.isTwoValued ? SQLCondition(text: "NOT \(exception.text)", isTwoValued: true) : exception.negated(dialect)
      result.presence = inner.presence
      return result
    }
  }

  /// The condition that a value is an element of the rest of a path; nil for a collection that is not divided.
  func dividedMembership(_ node: MembershipIR) throws(SQLRefusal) -> SQLCondition? {
    guard let (head, tail, middle) = try divided(node.collection, .expression(node.value), nil) else { return nil }
    let rest = PredicateIR.membership(MembershipIR(node.value, in: tail, options: node.options))
    return try divided { () throws(SQLRefusal) in try quantified(QuantifiedIR(.any, middle, in: head, rest)) }
  }

  /// The condition that a collection has elements, for a comparison of their number with 0 or 1; nil for any other.
  static func existence(_ node: ComparisonIR) -> PredicateIR? {
    guard case .aggregate(let aggregate) = node.left else {
      guard case .aggregate = node.right, case .literal = node.left else { return nil }
      return existence(ComparisonIR(node.operator.mirrored, node.right, node.left))
    }
    guard aggregate.function == .count, case .literal(.int(let number), _) = node.right, leadingPath(aggregate.collection) != nil || isOfAllObjects(aggregate.collection)
    else { return nil }
    let some = PredicateIR.quantified(
      QuantifiedIR(
        .any, VariableIR(id: middle - 1, type: OptionalType(aggregate.collection.elementType)), in: aggregate.collection,
        .constant(true)))
    switch (node.operator, number) {
    case (.greater, 0), (.notEqual, 0), (.greaterOrEqual, 1): return some
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): return .not(some)
    default: return nil
    }
  }

  /// The condition that there is a row with some conditions. It is a set for an owner that comes up repeatedly, and for
  /// conditions that find few rows, if nothing but the link depends on outer rows.
  func exists(
    _ source: SQLSource, _ conditions: [String], isAlone: Bool, isSelective: Bool = false
  ) -> SQLCondition {
    guard dialect.runsSubqueriesByRow, isAlone, let link = source.link, isSelective || link.repeats >= fewRepeats else {
      let test = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
      return SQLCondition(text: "EXISTS (SELECT 1 FROM \(source.text)\(test))", isTwoValued: true)
    }
    let tests = link.targets.map { "\($0) IS NOT NULL" } + conditions.dropFirst()
    let owner = link.owners.joined(separator: ", ")
    let set = "SELECT \(link.targets.joined(separator: ", ")) FROM \(source.text) WHERE \(tests.joined(separator: " AND "))"
    return SQLCondition(text: "\(link.owners.count == 1 ? owner : "(\(owner))") IN (\(set))", isTwoValued: false)
  }

  /// How often objects must come up repeatedly for a set. A set is made of all rows, which is too much for a few owners.
  private var fewRepeats: Int { findsFewRows && dialect.runsSubqueriesByRow ? 2 : 1 }

  /// Whether a condition on the elements of a collection says which value a column with an index has, so that few elements
  /// have it: the database then begins with the index, and not with the owners.
  private func finds(fewElements node: QuantifiedIR) -> Bool {
    var operands: [PredicateIR] = [node.predicate]
    if case .and(let parts) = node.predicate { operands = parts }
    return operands.contains { operand in
      guard case .comparison(let comparison) = operand, comparison.operator == .equal, comparison.options.isEmpty else { return false }
      return [(comparison.left, comparison.right), (comparison.right, comparison.left)].contains { value, other in
        guard case .path(let path) = value, path.variable == node.variable.id, !SQLGenerator.readsRow(.expression(other)) else { return false }
        var steps = path.steps
        if steps.isEmpty, case .path(let collection) = node.collection { steps = collection.steps }
        guard let step = steps.last, step.kind == .attribute else { return false }
        return hasIndex(step.name, of: step.entity)
      }
    }
  }

  /// Whether a condition says of an attribute or a to-one relationship which value it has, so that it finds few rows.
  static func findsFewRows(_ predicate: PredicateIR) -> Bool {
    switch predicate {
    case .and(let operands): operands.contains(where: findsFewRows)
    case .comparison(let node):
      node.operator == .equal
        && (isOwn(node.left) && !readsRow(.expression(node.right)) || isOwn(node.right) && !readsRow(.expression(node.left)))
    case .membership(let node): isOwn(node.value) && !readsRow(.collection(node.collection))
    case .constant, .or, .not, .text, .between, .isNull, .boolean, .quantified, .whenPresent: false
    }
  }

  private static func isOwn(_ value: ExpressionIR) -> Bool {
    guard case .path(let path) = value else { return false }
    return path.variable == 0 && path.steps.count <= 1
  }

  // MARK: Division of paths

  /// Translates a path that is divided.
  private func divided(_ body: () throws(SQLRefusal) -> SQLCondition) throws(SQLRefusal) -> SQLCondition {
    divisions += 1
    defer { divisions -= 1 }
    return try body()
  }

  /// The beginning of a collection's path up to where objects come up repeatedly, the rest of the collection, and the
  /// variable between them; nil where nothing is to be divided.
  private func divided(
    _ collection: CollectionIR, _ condition: IRNode, _ variable: VariableIR?
  ) throws(SQLRefusal) -> (head: CollectionIR, tail: CollectionIR, middle: VariableIR)? {
    guard divisions < SQLGenerator.greatestDivision, let path = SQLGenerator.leadingPath(collection),
      let place = try firstRepetition(in: path), SQLGenerator.dependsOnStart(collection, condition, variable)
    else { return nil }
    let type = OptionalType(.object(path.steps[place].entity))
    let head = PathIR(variable: path.variable, steps: Array(path.steps[..<place]), type: type)
    let tail = PathIR(variable: SQLGenerator.middle, steps: Array(path.steps[place...]), type: path.type)
    return (.path(head), SQLGenerator.replacing(collection, by: tail), VariableIR(id: SQLGenerator.middle, type: type))
  }

  /// The index of the first step of a path that starts from objects which come up repeatedly, and leads to a to-many step.
  private func firstRepetition(in path: PathIR) throws(SQLRefusal) -> Int? {
    guard let many = path.steps.firstIndex(where: { $0.kind == .toMany }),
      path.steps[(many + 1)...].contains(where: { $0.kind == .toMany })
    else { return nil }
    var repeats = try row(of: path.variable, path.steps[..<many]).repeats
    var last = many
    for index in path.steps[many...].indices {
      let step = path.steps[index]
      if step.kind == .toMany {
        if index > many, repeats >= fewRepeats { return last + 1 }
        last = index
        var isJoinTable = false
        if case .joinTable? = mapping.entities[step.entity]?.relationships[step.name] { isJoinTable = true }
        if isJoinTable || repeats > 0 { repeats += 1 }
      } else if step.kind == .toOne {
        repeats = max(repeats, 1)
      }
    }
    return nil
  }

  /// The path at the start of a collection whose elements are those of the path, or made of them.
  private static func leadingPath(_ collection: CollectionIR) -> PathIR? {
    switch collection {
    case .path(let path): path
    case .filter(let source, _, _), .map(let source, _, _), .flatMap(let source, _, _): leadingPath(source)
    case .objects, .literal, .parameter, .distinct, .set, .mode: nil
    }
  }

  /// Whether the elements of a collection are those of all objects of an entity, or made of them.
  private static func isOfAllObjects(_ collection: CollectionIR) -> Bool {
    switch collection {
    case .objects: true
    case .filter(let source, _, _), .map(let source, _, _), .flatMap(let source, _, _): isOfAllObjects(source)
    case .path, .literal, .parameter, .distinct, .set, .mode: false
    }
  }

  private static func replacing(_ collection: CollectionIR, by path: PathIR) -> CollectionIR {
    switch collection {
    case .path: .path(path)
    case .filter(let source, let variable, let test): .filter(replacing(source, by: path), variable, test)
    case .map(let source, let variable, let value): .map(replacing(source, by: path), variable, value)
    case .flatMap(let source, let variable, let inner): .flatMap(replacing(source, by: path), variable, inner)
    case .objects, .literal, .parameter, .distinct, .set, .mode: collection
    }
  }

  /// Whether a collection and a condition on its elements read no object from outside but the one that the path at the start
  /// of the collection starts from.
  static func dependsOnStart(_ collection: CollectionIR, _ condition: IRNode, _ variable: VariableIR?) -> Bool {
    guard leadingPath(collection) != nil else { return false }
    var own: Set<Int> = []
    var read: [Int] = []
    if let variable { own.insert(variable.id) }
    for node in [.collection(collection), condition] {
      node.walk { node in
        switch node {
        case .collection(.path(let path)), .expression(.path(let path)): read.append(path.variable)
        case .collection(.filter(_, let variable, _)), .collection(.map(_, let variable, _)),
          .collection(.flatMap(_, let variable, _)): own.insert(variable.id)
        case .predicate(.quantified(let node)): own.insert(node.variable.id)
        case .expression(.groupAggregate): read.append(Int.min)
        case .predicate, .expression, .collection: break
        }
        return true
      }
    }
    // The first one is the path at the start.
    return read.dropFirst().allSatisfy(own.contains)
  }
}
