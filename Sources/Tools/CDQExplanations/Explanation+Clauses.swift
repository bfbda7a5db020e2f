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

  static let misplacedShape = Explanation(
    .error, "columns in braces stand at a wrong place",
    """
    'cities { name }' lists values of the objects that one object is related to. Its path ends in a relationship, with \
    to-one steps before it, and each row of the query is one object: it is neither grouped nor distinct.
    """,
    wrong: .init(.query, "Country select name { code }"),
    right: .init(.query, "Country select name, cities { name }"))

  static let shapeClause = Explanation(
    .error, "a shape has another clause",
    "In the braces of a shape are columns, then 'where', 'sort' and 'limit', which count for each object of the query.",
    wrong: .init(.query, "Country select name, cities { name sort name offset 1 }"),
    right: .init(.query, "Country select name, cities { name sort name limit 1 }"))

  static let updateClauses = Explanation(
    .error, "an update has no 'set', or other clauses",
    """
    An update changes every object that 'where' finds, and 'set' names the new values. It has no order and no limit; \
    a condition chooses the objects.
    """,
    wrong: .init(.query, "update City where rank == 1"),
    right: .init(.query, "update City where rank == 1 set rank = 2"))
}
