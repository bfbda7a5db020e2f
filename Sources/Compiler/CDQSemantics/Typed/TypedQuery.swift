package import CDQIR
package import CDQSyntax

/// A query in which every name is resolved and every node has a type. Only the checker makes one, and only from a text
/// without errors, so that later stages never meet an unchecked node.
package struct TypedQuery: Hashable, Sendable {
  package var entity: String
  package var includesSubentities: Bool
  package var cardinality: QueryIR.Cardinality
  package var parameters: [TypedParameter]
  package var predicate: TypedPredicate?
  package var projection: TypedProjection?
  package var sort: TypedSort
  package var limit: CountIR?
  /// The keys of a limit that counts for each combination of them; empty for a limit of the whole result.
  package var limitKeys: [TypedExpression] = []
  package var offset: CountIR?
  /// One more than the largest id of a variable in the tree.
  package var variableCount: Int
  /// The new values of an `update`.
  package var assignments: [TypedAssignment] = []
}

/// A property of an update's objects with its new value.
package struct TypedAssignment: Hashable, Sendable {
  package var property: String
  /// The place of the property.
  package var span: SourceSpan
  package var value: TypedExpression
}

/// A parameter with the type that its declaration or its uses give it.
package struct TypedParameter: Hashable, Sendable {
  package var name: String
  package var type: OptionalType
  package var isOmittable: Bool
  /// The place of its first use, or of its declaration.
  package var span: SourceSpan
  /// The first property that it is compared with, such as `City.name`; nil when there is none.
  package var use: String?
  /// The number of elements that a list must have; nil when any number will do.
  package var size: Int?
}

package enum TypedSort: Hashable, Sendable {
  case keys([TypedSortKey])
  case choice(parameter: Int, [TypedSortKey])
}

package struct TypedSortKey: Hashable, Sendable {
  /// The name that a caller chooses the key by, such as `country.name`: its text without spaces, comments and `#`.
  package var name: String
  package var expression: TypedExpression
  package var options: TextOptions
  package var isDescending: Bool
  package var nullsFirst: Bool
}

package struct TypedProjection: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package var name: String
    package var expression: TypedExpression
  }
  package var grouping: [TypedExpression]
  package var isGrouped: Bool
  package var having: TypedPredicate?
  package var items: [Item]
  package var shapes: [TypedShape]
  package var isDistinct: Bool
}

/// `cities { name sort population desc limit 3 } as largest`
package struct TypedShape: Hashable, Sendable {
  package var name: String
  /// The number of columns before it.
  package var position: Int
  package var steps: [StepIR]
  /// The place of the path.
  package var span: SourceSpan
  /// Whether a to-one relationship may lead to no object.
  package var isOptional: Bool
  /// What is in the braces, over the related objects.
  package var query: TypedQuery
}

extension TypedQuery {
  /// The shapes among its columns.
  package var shapes: [TypedShape] { projection?.shapes ?? [] }

  /// The top nodes of all clauses, those of shapes included. In a shape, variable 0 is a related object.
  package var allChildren: [TypedNode] { children + shapes.flatMap(\.query.allChildren) }

  /// The top nodes of all clauses, without those of shapes.
  package var children: [TypedNode] {
    var nodes: [TypedNode] = []
    if let predicate { nodes.append(.predicate(predicate)) }
    nodes += assignments.map { .expression($0.value) }
    if let projection {
      nodes += (projection.grouping + projection.items.map(\.expression)).map { .expression($0) }
      if let having = projection.having { nodes.append(.predicate(having)) }
    }
    switch sort {
    case .keys(let keys), .choice(_, let keys): nodes += keys.map { .expression($0.expression) }
    }
    nodes += limitKeys.map { .expression($0) }
    return nodes
  }
}
