import CDQSyntax

/// The explanations of the codes of a limit for each key, and of updates.
extension Explanation {
  static let limitPerKey = Explanation(
    .error, "the query cannot keep the first objects of each key",
    """
    'limit 3 per country' keeps the first three objects of each country, in the order of 'sort'. A key is one value of \
    an object. 'offset', 'first', 'one', 'group by' and 'select distinct' count or combine results in another way, so \
    they do not go with it.
    """,
    wrong: .init(.query, "City sort rank limit 1 per country offset 5"),
    right: .init(.query, "City sort rank limit 1 per country"))

  static let updateClauses = Explanation(
    .error, "an update has no 'set', or other clauses",
    """
    An update changes every object that 'where' finds, and 'set' names the new values. It has no order and no limit; \
    a condition chooses the objects.
    """,
    wrong: .init(.query, "update City where rank == 1"),
    right: .init(.query, "update City where rank == 1 set rank = 2"))
}
