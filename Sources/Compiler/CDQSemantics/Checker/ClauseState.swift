import CDQSyntax

/// What the names in the clauses of a query mean, and what is known of its groups. The braces of a shape have one of
/// their own, since the names of the query around them mean nothing there.
struct ClauseState {
  var scope: Scope
  /// The group whose rows aggregate functions such as `count()` range over; nil outside the clauses of a grouped query.
  var group: GroupContext?
  /// The keys of the query's groups, and where another key can be inserted; for reports.
  var grouping: [QueryNode.NamedValue] = []
  var groupPlace: UInt32?
  /// The keys of the query's groups, for the values that repeat them.
  var groupKeys = GroupKeys()
  /// The names of the keys that have errors, which were reported.
  var brokenKeys: Set<String> = []
  /// The keys and columns by their names.
  var named = NamedValues()
  /// The places of the selected values and of the keys by their names, in the clauses before 'select'.
  var aliases: [String: SourceSpan] = [:]
  /// The typed paths of one step that were checked before. Generated texts repeat the same ones many times.
  var knownSteps: [(name: String, value: TypedExpression)] = []

  init(entity: String) {
    scope = Scope(entity: entity)
  }
}
