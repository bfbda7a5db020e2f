public import CDQIR
import CDQSemantics
import CDQSyntax

extension CheckedQuery {
  /// Makes a query from checked parts, without a text.
  ///
  ///     let query = try CheckedQuery(.count, of: "City", in: schema, where: large)
  ///     print(query)    // count City where population > 1000000
  ///
  /// - Parameters:
  ///   - cardinality: what the query gives: all objects, the first, their number ….
  ///   - entity: the entity of the objects.
  ///   - schema: the schema of the entity.
  ///   - predicate: the condition, about the entity or an ancestor of it.
  ///   - order: the sort keys, of the entity or an ancestor of it.
  ///   - limit: the greatest number of results, not negative; nil for no limit.
  ///   - offset: the number of results to skip, not negative.
  /// - Throws: `QueryError` when a part is about another entity, or a number is negative.
  public init(
    _ cardinality: QueryIR.Cardinality = .many, of entity: String, in schema: Schema,
    where predicate: CheckedPredicate = .everything, sort order: CheckedOrder = .insertion, limit: Int? = nil,
    offset: Int = 0
  ) throws(QueryError) {
    let none = SyntaxRewriting.noSpan
    // Printed, a text that is no entity could be more than a name.
    guard schema.entity(named: entity) != nil else {
      throw QueryError([.parts("there is no entity '\(entity)'", nil)], [])
    }
    var node = QueryNode(entity: Identifier(entity, none), span: none)
    node.cardinality = QueryNode.Cardinality.Kind(rawValue: cardinality.rawValue).map { .init($0, none) }
    let combination = try PredicateCombination([predicate])
    if predicate != .everything { node.predicate = combination.nodes[0] }
    if !order.nodes.isEmpty { node.sort = .keys(order.nodes) }
    node.limit = try limit.map { number throws(QueryError) in try CheckedQuery.count(number, "limit") }
    if offset != 0 { node.offset = try CheckedQuery.count(offset, "offset") }
    let source = SourceText(name: "<query>", Pipeline.Tree.query(node).text)
    for part in [predicate.entity, order.entity].compactMap({ $0 }) where !schema.isEntity(entity, kindOf: part) {
      throw QueryError([.parts("a part about '\(part)' is in a query of '\(entity)'", source)], [source])
    }
    checked = try CheckedText(
      source, entity: nil, schema, Limits.forCombination(predicate.limits), bound: combination.bound)
  }

  /// The query with one condition more, and with an order.
  ///
  ///     let columns = try CheckedQuery(parsing: "City select id, name, country.name as country", in: schema)
  ///     let query = try columns.narrowed(to: filter, sort: order)
  ///
  /// The query's own `where` holds, too. A parameter that both have is one parameter of the result.
  ///
  /// - Parameters:
  ///   - predicate: the condition, about the query's entity or an ancestor of it.
  ///   - order: the sort keys, of the query's entity or an ancestor of it. ``CheckedOrder/insertion`` leaves the order
  ///     of the query.
  /// - Throws: `QueryError` when a part is about another entity, the query is sorted already and an order is given, or
  ///   the parts give a parameter different types.
  public func narrowed(
    to predicate: CheckedPredicate, sort order: CheckedOrder = .insertion
  ) throws(QueryError) -> CheckedQuery {
    guard case .query(var node) = checked.tree else { return self }
    for part in [predicate.entity, order.entity].compactMap({ $0 }) where !schema.isEntity(ir.entity, kindOf: part) {
      throw QueryError(
        [.parts("a part about '\(part)' is in a query of '\(ir.entity)'", checked.source)], [checked.source])
    }
    if !order.nodes.isEmpty {
      guard node.sort == nil else {
        throw QueryError([.parts("the query has an order already", checked.source)], [checked.source])
      }
      node.sort = .keys(order.nodes)
    }
    var parts = [predicate]
    if let own = node.predicate {
      let text = SourceText(name: "<query>", Pipeline.Tree.predicate(own).text)
      let limits = Limits.forCombination(limits)
      parts.insert(
        CheckedPredicate(try CheckedText(text, entity: ir.entity, schema, limits, bound: checked.bound)), at: 0)
    }
    let combination = try PredicateCombination(parts)
    let operands = zip(combination.nodes, parts).filter { $1 != .everything }.map { $0.0 }
    if operands.count > 1 {
      node.predicate = .compound(CompoundPredicate(.and, operands, span: SyntaxRewriting.noSpan))
    } else {
      node.predicate = operands.first
    }
    let source = SourceText(name: "<query>", Pipeline.Tree.query(node).text)
    let limits = Limits.forCombination(limits).stricter(predicate.limits)
    return CheckedQuery(try CheckedText(source, entity: nil, schema, limits, bound: combination.bound))
  }

  private static func count(_ number: Int, _ clause: String) throws(QueryError) -> ExpressionNode {
    guard number >= 0 else {
      throw QueryError([.parts("the \(clause) is negative: \(number)", nil)], [])
    }
    return .literal(LiteralNode(.integer(Int64(number)), SyntaxRewriting.noSpan))
  }
}

extension Diagnostic {
  fileprivate static func parts(_ message: String, _ source: SourceText?) -> Diagnostic {
    Diagnostic(
      .error, "type-mismatch", stage: .check, message, file: source?.name ?? "<query>",
      at: SourceSpan(0, UInt32(truncatingIfNeeded: source?.utf8.count ?? 0)))
  }
}
