import CDQIR

/// The context of values in a grouped query, which may use aggregates over the rows of a group.
struct GroupContext {
  /// Whether the argument of an aggregate is being checked.
  var isInsideAggregate = false
  /// Whether a grouping key is being checked, a value of one object.
  var isKey = false
  /// Whether an aggregate over rows was found.
  var sawAggregate = false
}
