extension SQLDialect {
  /// The test of PostgreSQL that a column of another type is among the texts of the array `#1`, which an index of the column
  /// serves: the texts become values of its type. For a column with an array, the test that it has one of the texts.
  func membership(in type: TableName, isArray: Bool) -> String? {
    guard name == .postgres else { return nil }
    let spelled = identifier(type)
    if isArray { return "&& (#1)::\(spelled)" }
    // A text is a value of these types, and equal to at least itself.
    if type.name == "bpchar" || type.name == "citext" { return "= ANY ((#1)::\(spelled)[])" }
    // A text that is no label of an enum is no value of it, and a cast would stop the query.
    return "= ANY (ARRAY(SELECT e FROM unnest(enum_range(NULL::\(spelled))) AS e WHERE e::text = ANY (#1)))"
  }

  /// The same test for one text `#1`, after which an index also has the order of its other columns. For an enum it is exact,
  /// and NULL if the text is no label.
  func equality(with type: TableName) -> (form: String, isExact: Bool)? {
    guard name == .postgres else { return nil }
    let spelled = identifier(type)
    if type.name == "bpchar" || type.name == "citext" { return ("= (#1)::\(spelled)", false) }
    return ("= (SELECT e FROM unnest(enum_range(NULL::\(spelled))) AS e WHERE e::text = #1)", true)
  }
}
