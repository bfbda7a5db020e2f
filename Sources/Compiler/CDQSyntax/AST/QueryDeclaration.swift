/// `query capital($country: String) = one City where …`
package struct QueryDeclaration: Hashable, Sendable {
  package var documentation: String?
  package var name: Identifier
  /// The declared parameters; nil when there is no parameter list.
  package var parameters: [ParameterDeclaration]?
  package var query: QueryNode
  package var span: SourceSpan

  package init(
    documentation: String?, name: Identifier, parameters: [ParameterDeclaration]?, query: QueryNode, span: SourceSpan
  ) {
    self.documentation = documentation
    self.name = name
    self.parameters = parameters
    self.query = query
    self.span = span
  }
}

/// `$atLeast: Int64`
package struct ParameterDeclaration: Hashable, Sendable {
  /// The name without the `$`, which the span includes.
  package var name: Identifier
  package var type: TypeReference

  package init(name: Identifier, type: TypeReference) {
    self.name = name
    self.type = type
  }
}

/// `one City only where … group by … having … select … sort … limit … per … offset …`, or
/// `update City only where … set …`
package struct QueryNode: Hashable, Sendable {
  package var cardinality: Cardinality?
  package var entity: Identifier
  /// Span of the word `only`; nil when it is not written.
  package var only: SourceSpan?
  package var predicate: PredicateNode?
  /// The new values of an `update`.
  package var assignments: [Assignment]
  package var grouping: [NamedValue]
  package var having: PredicateNode?
  package var selection: Selection?
  package var sort: Sort?
  package var limit: ExpressionNode?
  /// The keys of `limit 1 per country`; empty for a limit of the whole result.
  package var limitKeys: [ExpressionNode]
  package var offset: ExpressionNode?
  package var span: SourceSpan

  package init(
    cardinality: Cardinality? = nil, entity: Identifier, only: SourceSpan? = nil, predicate: PredicateNode? = nil,
    assignments: [Assignment] = [], grouping: [NamedValue] = [], having: PredicateNode? = nil,
    selection: Selection? = nil, sort: Sort? = nil, limit: ExpressionNode? = nil, limitKeys: [ExpressionNode] = [],
    offset: ExpressionNode? = nil, span: SourceSpan
  ) {
    self.cardinality = cardinality
    self.entity = entity
    self.only = only
    self.predicate = predicate
    self.assignments = assignments
    self.grouping = grouping
    self.having = having
    self.selection = selection
    self.sort = sort
    self.limit = limit
    self.limitKeys = limitKeys
    self.offset = offset
    self.span = span
  }

  /// The word before the entity: `one` in `one City`.
  package struct Cardinality: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case first, one, count, exists, delete, update
    }
    package var kind: Kind
    package var span: SourceSpan

    package init(_ kind: Kind, _ span: SourceSpan) {
      self.kind = kind
      self.span = span
    }
  }

  /// `population = population + 1`
  package struct Assignment: Hashable, Sendable {
    /// The path before the `=`, which is that of a property unless it has an error.
    package var property: ExpressionNode
    package var value: ExpressionNode

    package init(property: ExpressionNode, value: ExpressionNode) {
      self.property = property
      self.value = value
    }
  }

  /// `select distinct name, count() as cities`
  package struct Selection: Hashable, Sendable {
    package var isDistinct: Bool
    package var items: [NamedValue]
    package var span: SourceSpan

    package init(isDistinct: Bool, items: [NamedValue], span: SourceSpan) {
      self.isDistinct = isDistinct
      self.items = items
      self.span = span
    }
  }

  /// A column of `select` or a key of `group by`, such as `year(date) as y`, or a shape: `cities { name } as largest`.
  package struct NamedValue: Hashable, Sendable {
    /// The value, or the path to the related objects of a shape.
    package var expression: ExpressionNode
    /// The columns and clauses in the braces of a shape, as a query over the related objects, whose entity only the
    /// schema tells; nil for a value.
    package var shape: QueryNode?
    /// The name after `as`; nil without one.
    package var name: Identifier?

    package init(expression: ExpressionNode, shape: QueryNode? = nil, name: Identifier?) {
      self.expression = expression
      self.shape = shape
      self.name = name
    }

    /// The place of the value and its name.
    package var span: SourceSpan {
      let value = shape.map { expression.span.union($0.span) } ?? expression.span
      return name.map { value.union($0.span) } ?? value
    }
  }

  package enum Sort: Hashable, Sendable {
    /// `sort population desc, name`
    case keys([SortKey])
    /// `sort $order in (name, population desc)`
    case choice(VariableNode, [SortKey], SourceSpan)
  }
}

/// `name [cd] desc nulls first`
package struct SortKey: Hashable, Sendable {
  package enum Direction: String, Hashable, Sendable {
    case ascending, descending
  }
  package enum Nulls: String, Hashable, Sendable {
    case first, last
  }
  package var expression: ExpressionNode
  package var options: OptionsNode?
  package var direction: Direction?
  package var nulls: Nulls?
  package var span: SourceSpan

  package init(
    expression: ExpressionNode, options: OptionsNode? = nil, direction: Direction? = nil, nulls: Nulls? = nil,
    span: SourceSpan
  ) {
    self.expression = expression
    self.options = options
    self.direction = direction
    self.nulls = nulls
    self.span = span
  }
}

extension QueryNode {
  /// A clause that the query has, with its place and the conditions and values in it.
  package struct Part {
    package var clause: Clause
    package var span: SourceSpan
    package var nodes: [SyntaxNode]
  }

  /// The clauses that the query has, in their order.
  package var parts: [Part] {
    var parts: [Part] = []
    func add(_ clause: Clause, _ span: SourceSpan?, _ nodes: [SyntaxNode]) {
      if let span { parts.append(Part(clause: clause, span: span, nodes: nodes)) }
    }
    if let predicate { add(.predicate, predicate.span, [.predicate(predicate)]) }
    add(
      .assignments, assignments.first?.property.span,
      assignments.flatMap { [SyntaxNode.expression($0.property), .expression($0.value)] })
    add(.grouping, grouping.first?.span, grouping.map { .expression($0.expression) })
    if let having { add(.having, having.span, [.predicate(having)]) }
    add(.selection, selection?.span, selection?.items.map { .expression($0.expression) } ?? [])
    switch sort {
    case .keys(let keys):
      add(.sort, keys.first?.span ?? SourceSpan(at: entity.span.end), keys.map { .expression($0.expression) })
    case .choice(_, let keys, let span): add(.sort, span, keys.map { .expression($0.expression) })
    case nil: break
    }
    if let limit { add(.limit, limit.span, ([limit] + limitKeys).map { .expression($0) }) }
    if let offset { add(.offset, offset.span, [.expression(offset)]) }
    return parts
  }

  /// The numbers of limit and offset, those of shapes included.
  package var rowCounts: [ExpressionNode] {
    [limit, offset].compactMap { $0 } + shapes.flatMap { $0.shape?.rowCounts ?? [] }
  }

  /// The columns with rows of related objects.
  package var shapes: [NamedValue] { selection?.items.filter { $0.shape != nil } ?? [] }

  /// The predicates and expressions of the clauses and of their shapes, except the numbers of limit and offset.
  package var children: [SyntaxNode] {
    parts.filter { $0.clause < .limit }.flatMap(\.nodes) + limitKeys.map { .expression($0) }
      + shapes.flatMap { $0.shape?.children ?? [] }
  }
}
