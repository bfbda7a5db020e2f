import CDQIR

/// What a value may use where a query is grouped: aggregates over the rows of a group, and the grouping keys.
struct GroupContext {
  /// The keys, compared with the values of a `select` or `sort` without their spans.
  var keys: [TypedExpression]
  /// Set while the argument of an aggregate is checked.
  var isInsideAggregate = false
  /// Set when an aggregate over rows was met.
  var sawAggregate = false
}
