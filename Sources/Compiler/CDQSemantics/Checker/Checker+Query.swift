import CDQIR
import CDQSyntax

/// Checks of a whole query: its entity, its clauses and which of them may be combined.
extension Checker {
  mutating func checkQuery(_ node: QueryNode, declared: [ParameterDeclaration]?) -> TypedQuery? {
    guard let entity = schema.entity(named: node.entity.text) else {
      reportUnknownEntity(node.entity)
      return nil
    }
    if let only = node.only, entity.isAbstract {
      report(
        .abstractOnly(entity.name), at: only, fixIts: [FixIt("remove 'only'", .safe, [.init(only, "")])])
      return nil
    }
    if let declared { declareParameters(declared) }
    return untilParametersSettle { checker in checker.checkClauses(node, entity) }
  }

  /// Checks a predicate without a query, over the entity of the scope.
  mutating func checkPredicateText(_ node: PredicateNode) -> TypedQuery? {
    let entity = state.scope.entity
    isCondition = true
    return untilParametersSettle { checker in
      guard let predicate = checker.check(node) else { return nil }
      return TypedQuery(
        entity: entity, includesSubentities: true, cardinality: .many, parameters: checker.typedParameters(),
        predicate: predicate, projection: nil, sort: .keys([]), limit: nil, offset: nil,
        variableCount: checker.state.scope.variableCount)
    }
  }

  private mutating func declareParameters(_ declarations: [ParameterDeclaration]) {
    hasParameterList = true
    for declaration in declarations {
      guard let type = resolve(declaration.type) else { continue }
      if let earlier = parameters.declare(declaration.name.text, type, at: declaration.name.span) {
        report(
          .duplicateParameter(declaration.name.text), at: declaration.name.span,
          notes: [Diagnostic.Note("declared here first", file: source.name, at: earlier)])
      }
    }
  }

  private mutating func resolve(_ reference: TypeReference) -> OptionalType? {
    guard let base = TypeName.resolve(reference.name.text, in: schema) else {
      let names = TypeName.known(in: schema)
      let near = Suggestions.nearest(to: reference.name.text, among: names)
      report(
        .unknownType(reference.name.text), at: reference.name.span, label: near.map { "did you mean '\($0)'?" },
        fixIts: near.map {
          [FixIt("replace with '\($0)'", .ofName(reference.name.text, $0), [.init(reference.name.span, $0)])]
        } ?? [])
      return nil
    }
    let type = reference.isCollection ? ValueType.collection(element: base, isOrdered: true) : base
    return OptionalType(type, isOptional: reference.isOptional)
  }

  /// Checks every clause, even when an earlier one failed.
  mutating func checkClauses(_ node: QueryNode, _ entity: Entity) -> TypedQuery? {
    var isWhole = true
    var predicate: TypedPredicate?
    let columns = Checker.columns(of: node)
    if let condition = node.predicate {
      state.aliases = columns.filter { schema.property(named: $0.key, of: entity.name) == nil }
      isCondition = true
      predicate = check(condition)
      (state.aliases, isCondition) = ([:], false)
      if predicate == nil { isWhole = false }
    }
    guard let assignments = checkAssignments(node, entity) else { return nil }
    let projection = checkProjection(node, columns)
    let sort: TypedSort?
    if case .failed = projection {
      isWhole = false
      // What is wrong with a column is no second mistake where 'sort' names it.
      sort = checkSort(Checker.withoutColumns(node.sort, columns), ofGroups: true)
    } else {
      sort = checkSort(node.sort, projection: projection.value)
    }
    let items = projection.value
    let limit = checkCount(node.limit, clause: "limit")
    let limitKeys = checkLimitKeys(node, isGrouped: items?.isGrouped == true)
    let offset = checkCount(node.offset, clause: "offset")
    guard isWhole, let sort, limit.isSound, let limitKeys, offset.isSound, parametersAreTyped else { return nil }
    return TypedQuery(
      entity: entity.name, includesSubentities: node.only == nil, cardinality: Checker.cardinality(node.cardinality),
      parameters: typedParameters(), predicate: predicate, projection: items, sort: sort, limit: limit.count,
      limitKeys: limitKeys, offset: offset.count, variableCount: state.scope.variableCount, assignments: assignments)
  }

  private static func cardinality(_ node: QueryNode.Cardinality?) -> QueryIR.Cardinality {
    switch node?.kind {
    case nil: .many
    case .first: .first
    case .one: .one
    case .count: .count
    case .exists: .exists
    case .delete: .delete
    case .update: .update
    }
  }

  private var parametersAreTyped: Bool {
    parameters.parameters.allSatisfy { $0.type != nil }
  }

  func typedParameters() -> [TypedParameter] {
    parameters.parameters.compactMap { parameter in
      guard let type = parameter.type else { return nil }
      return TypedParameter(
        name: parameter.name, type: type, isOmittable: parameter.isOmittable, span: parameter.span, use: parameter.use,
        size: parameter.size)
    }
  }

  // MARK: limit and offset

  /// A checked `limit` or `offset`. `isSound` is false when it was refused.
  struct CheckedCount {
    var count: CountIR?
    var isSound = true
  }

  private mutating func checkCount(_ node: ExpressionNode?, clause: String) -> CheckedCount {
    guard let node else { return CheckedCount() }
    switch node {
    case .literal(let literal):
      if case .integer(let number) = literal.kind, let count = Int(exactly: number) {
        return CheckedCount(count: .constant(count))
      }
    case .variable, .argument:
      guard let value = checkKnown(node, expecting: OptionalType(.int64)) else { return CheckedCount(isSound: false) }
      guard case .parameter(let index) = value.kind, value.type.base.isInteger else { break }
      return CheckedCount(count: .parameter(index))
    case .invalid:
      return CheckedCount(isSound: false)
    case .path, .aggregate, .chain, .unary, .call, .subquery, .ternary, .enumCase:
      break
    }
    report(.countNotInteger(clause), at: node.span, help: ["write \(clause) 10, or \(clause) $n"])
    return CheckedCount(isSound: false)
  }
}
