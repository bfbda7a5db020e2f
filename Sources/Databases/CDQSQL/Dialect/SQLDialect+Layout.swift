package import CDQIR

/// What reading and writing our own layout needs of a dialect.
extension SQLDialect {
  /// The expression that reads a column of our own layout in the form that a driver's reader takes.
  package func reading(_ column: String, _ type: ValueType) -> String {
    let text = identifier(column)
    if type.element != nil { return Form.fill(layout.listOutput, [text]) }
    guard type != .opaque, let form = Family(type).flatMap({ outputs[$0] }) else { return text }
    return Form.fill(form, [text])
  }

  /// The mark of a parameter in a statement, by its number.
  package func parameter(_ number: Int) -> String { "\(parameterMark)\(number)" }

  /// The statement that begins a transaction which changes data. No transaction may see half of another one's.
  package var begin: String { layout.begin }

  /// The greatest number of parameters of a statement.
  package var parameterLimit: Int { 30_000 }

  /// The greatest number of columns of a result. PostgreSQL has 1664, SQLite 2000.
  package var columnLimit: Int { 1600 }
}
