import CDQIR

/// A column of dates in another form, as texts or numbers, or of numbers that are read as Decimal, whose order is that of
/// the values.
///
/// An index holds the column as it is, so beside the exact comparison there is one of the column with a bound in the same
/// form. The bound finds more rows, never fewer.
struct BoundedColumn {
  let text: String
  /// The test that the column holds nothing of another form; nil for a column whose index cannot tell.
  let test: String?
  /// The least value of the form, if the column must have a value.
  let least: String?
  let bounds: SQLDialect.ValueBounds
  /// The date or the Decimal of a value of the column.
  let reading: (String) -> String

  /// A comparison together with the bounds that follow from it.
  ///
  /// - Parameter value: The text of the constant or the argument that the column is compared with.
  func bounding(_ exact: SQLCondition, _ relation: ComparisonIR.Operator, _ value: String) -> SQLCondition {
    func bound(_ form: String) -> String {
      let bound = SQLDialect.Form.fill(form, [value])
      return test.map { "(SELECT \(bound) WHERE \($0))" } ?? bound
    }
    var parts: [String] = []
    if [.equal, .greater, .greaterOrEqual].contains(relation) { parts.append("\(text) >= \(bound(bounds.low))") }
    if [.equal, .lessOrEqual].contains(relation) { parts.append("\(text) <= \(bound(bounds.high))") }
    if relation == .less { parts.append("\(text) <= \(bound(bounds.before))") }
    var result = exact
    result.text = "(\(parts.joined(separator: " AND ")) AND \(exact.text))"
    guard let test, let least else { return result }
    return IndexedColumn(text: text, test: test, least: least).tested(result, relation)
  }
}

extension SQLGenerator {
  /// The comparison of a column with a constant or an argument, with the bounds that an index serves.
  func bounded(
    _ column: BoundedColumn, _ relation: ComparisonIR.Operator, _ left: SQLOperand, _ right: SQLOperand
  ) throws(SQLRefusal) -> SQLCondition {
    var plain = left
    plain.access = nil
    let exact = try compare(relation, plain, right)
    // Where both may be nil, nil is equal to nil, which no bound finds.
    if exact.constant != nil || relation.holdsForEqual && left.isOptional && right.isOptional { return exact }
    let date = try right.constant == nil ? text(right) : text(SQLOperand(constant: right.constant ?? .null, left.type))
    return column.bounding(exact, relation, date)
  }
}
