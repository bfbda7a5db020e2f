import CDQIR
package import CDQSQL

// Databases of many machines that speak PostgreSQL's language. What they do differently is taken from their documentation
// and from reports of their users; none of them was run here.

extension SQLDialect {
  /// Citus, for tables of our own layout. Each relationship that a query follows must be on the distribution column.
  package static let citus: SQLDialect = {
    var citus = postgres.copy(named: .citus, title: "Citus")
    citus.withoutCollations("Citus does not take COLLATE in all clauses")
    return citus
  }()

  /// YugabyteDB, for tables of our own layout.
  package static let yugabyte: SQLDialect = {
    var yugabyte = postgres.copy(named: .yugabyte, title: "YugabyteDB")
    // Conditions with upper() and lower() gave other rows in its storage than in the server.
    yugabyte.asciiFolding = nil
    return yugabyte
  }()

  /// CockroachDB, for tables of our own layout.
  package static let cockroach: SQLDialect = {
    var cockroach = postgres.copy(named: .cockroach, title: "CockroachDB")
    cockroach.withoutCollations("CockroachDB has no collation \"C\"")
    cockroach.normalized = nil
    var tests = TextTests(
      begins: "left(#1, length(#2)) = #2", ends: "right(#1, length(#2)) = #2", contains: "strpos(#1, #2) > 0", like: "#1 LIKE #2",
      matches: "#1 ~ #2", hasLookaround: false, scalar: ("\\x{", 1, "}"))
    tests.end = "\\z"
    cockroach.textMatching = .superset(tests)
    cockroach.functions[.length]?[.text] = .refused("CockroachDB counts scalars, and not UTF-16 units")
    cockroach.arithmetic[.divide]?[.integer] = .refused("CockroachDB divides integers as decimal numbers")
    for function in cockroach.aggregates.keys { cockroach.aggregates[function]?[.real] = .refused(realReason) }
    // A cast that changes nothing marks each sort by a Double, as it does each comparison with one.
    cockroach.collations[.real] = "::double precision"
    cockroach.outputs[.real] = nil
    cockroach.review = { text in text.contains("double precision") ? SQLRefusal(realReason) : nil }
    return cockroach
  }()

  private static let realReason = "CockroachDB sorts NaN below all numbers, and memory above"

  /// Leaves the collation to the columns, which our own layout makes with that of the language.
  private mutating func withoutCollations(_ reason: String) {
    collations = [:]
    asciiFolding = nil
    casts[ConversionKey(.integer, .text)] = .refused(reason)
  }
}
