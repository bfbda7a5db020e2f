package import CDQIR
package import CDQSyntax

/// A query in which every name is resolved and every node has a type. Only the checker makes one, and only from a text
/// without errors, so that no later stage can meet an unchecked node.
package struct TypedQuery: Hashable, Sendable {
  package var entity: String
  package var includesSubentities: Bool
  package var cardinality: QueryIR.Cardinality
  package var parameters: [TypedParameter]
  package var predicate: TypedPredicate?
  package var projection: TypedProjection?
  package var sort: TypedSort
  package var limit: CountIR?
  package var offset: CountIR?
  /// One more than the largest id of a variable in the tree.
  package var variableCount: Int
}

/// A parameter with the type that its uses or its declaration give it.
package struct TypedParameter: Hashable, Sendable {
  package var name: String
  package var type: OptionalType
  package var isOmittable: Bool
  /// Place of its first use, or of its declaration.
  package var span: SourceSpan
  /// What it meets first, such as `City.name`.
  package var use: String?
  /// How many elements a list must have, where that matters.
  package var size: Int?
}

package enum TypedSort: Hashable, Sendable {
  case keys([TypedSortKey])
  case choice(parameter: Int, [TypedSortKey])
}

package struct TypedSortKey: Hashable, Sendable {
  /// The key as callers name it, such as `country.name`: its text without spaces, comments and `#`.
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
  package var isDistinct: Bool
}
