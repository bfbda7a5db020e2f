import CDQKit

/// Makes queries with nested constructs, up to the parser's limit of nesting and beyond. They find code whose cost
/// grows with a power of the depth.
///
/// The queries are about `Thing` in the first of the `Worlds`.
struct NestedQueries {
  private var random: SplitMix

  /// Makes a query from the next numbers of a stream.
  static func query(_ random: inout SplitMix) -> String {
    var queries = NestedQueries(random: random)
    defer { random = queries.random }
    return queries.query()
  }

  private mutating func query() -> String {
    let predicate =
      switch random.below(4) {
      case 0: "\(nested(NestedQueries.numbers, number())) \(random.pick(["==", "<", "!="])) \(number())"
      case 1: "\(number()) IN \(nested(NestedQueries.collections, "parts.a"))"
      case 2: "\(random.pick(["ANY", "ALL", "NONE"])) \(nested(NestedQueries.collections, "{1}")) == a"
      default: nested(NestedQueries.predicates, inner())
      }
    let start = random.pick(["Thing", "Thing", "count Thing", "first Thing", "delete Group"])
    return start == "delete Group" ? "Thing where \(predicate) sort a" : "\(start) where \(predicate)"
  }

  /// The innermost predicate.
  private mutating func inner() -> String {
    if random.once(in: 2) { return "\(number()) \(random.pick(["==", "<", ">="])) \(number())" }
    var writer = QueryWriter(schema: Worlds.all[0].schema, random: random, isStrict: false)
    defer { random = writer.random }
    return writer.predicateText(of: "Thing").text
  }

  private mutating func number() -> String {
    random.pick(["a", "b", "1", "-1", "$n", "$m?", "previous.a", "parts.@count", "parts.@sum.a", "rating"])
  }

  /// A text nested in one to three of the forms, which alternate. In a form, `%` is the text and `#` the level.
  private mutating func nested(_ forms: [String], _ text: String) -> String {
    let depth = random.below(random.pick([8, 8, 40, 140]))
    let chosen = (0...random.below(3)).map { _ in random.pick(forms) }
    var result = text
    for level in 0..<depth where result.utf8.count < Mutator.most {
      let parts = chosen[level % chosen.count].replacing("#", with: "\(level)").split(
        separator: "%", omittingEmptySubsequences: false)
      result = parts.joined(separator: result)
    }
    return result
  }

  private static let predicates = [
    "NOT %", "(%)", "(a == 1 OR %)", "(% AND b < 2)", "(% OR flag)", "(a + b == # OR (a * b == # AND %))",
    "(b > # AND (a * b == # OR %))", "(a == $r#? OR %)", "NOT (b == $q#? AND %)", "(name CONTAINS[cd] $t#? AND %)",
    "SUBQUERY(parts, $s#, %).@count > 0", "SUBQUERY(steps, $s#, %).@count == 2",
    "SUBQUERY(steps, $s#, %).@count BETWEEN {1, 2}", "NOT SUBQUERY(parts, $s#, %).@count BETWEEN {1, 2}",
    "SUBQUERY(parts, $s#, %).@count BETWEEN {a, b}", "SUBQUERY(parts, $s#, %).@count IN {a, b, 3}",
    "SUBQUERY(parts, $s#, %).@count IN ({1, 2} UNION {3})", "SUBQUERY(parts, $s#, $s#.a < a AND %).@count > 0",
    "SUBQUERY(parts, $s#, %).@count == NULL", "(SUBQUERY(parts, $s#, %).@count ^ 1) == 2",
    "(3 / SUBQUERY(parts, $s#, %).@count) == a", "(b << SUBQUERY(parts, $s#, %).@count) > a",
    "TERNARY(%, 1, 2) == a", "TERNARY(flag, 1, 2) == TERNARY(%, a, b)", "TERNARY(%, flag, on) == TRUE",
    "TERNARY(%, flag, on)", "parts.@sum.a < SUBQUERY(parts, $s#, %).@count", "ANY parts.a == TERNARY(%, a, b)",
    "ANY parts.a == SUBQUERY(parts, $s#, %).@count", "ALL parts.a > SUBQUERY(parts, $s#, %).@count",
    "ANY SUBQUERY(parts, $s#, %).a == 1", "NONE SUBQUERY(steps, $s#, %).b == $x", "a IN SUBQUERY(parts, $s#, %).a",
    "ALL {1, a} < SUBQUERY(steps, $s#, %).@count", "ANY {1, 2, 3} < TERNARY(%, a, b)",
    "SUBQUERY(parts, $s#, %).@sum.b > 2", "SUBQUERY(parts, $s#, %).@max.price BETWEEN {price, 3}",
    "name LIKE TERNARY(%, 'a*', name)", "name BEGINSWITH[c] TERNARY(%, name, $t)", "name[FIRST] == TERNARY(%, 'a', 'b')",
    "CAST(TERNARY(%, a, b), 'String') == name", "count(SUBQUERY(parts, $s#, %)) > count(parts)",
  ]

  private static let numbers = [
    "(%)", "(% + a)", "(b - %)", "(a * %)", "(a / %)", "(% / b)", "(% % b)", "(a & %)", "(a | %)", "(% ^ b)", "(a << %)",
    "(rating ** %)", "-(%)", "abs(%)", "floor(%)", "sqrt(%)", "CAST(%, 'Int64')", "CAST(CAST(%, 'String'), 'Int64')",
    "TERNARY(flag, %, 1)", "TERNARY(a == #, 1, %)", "TERNARY(% == a, 1, b)", "TERNARY(% IN {1, b}, $n, $m?)",
    "{1, %}[0]", "{%, a}[FIRST]", "counts[%]", "max({a, %})", "sum({%, 1})", "count({%, b})", "average({a, %})",
    "SUBQUERY(parts, $s#, $s#.a < %).@count", "SUBQUERY(parts, $s#, % BETWEEN {$s#.a, 3}).@sum.a",
  ]

  private static let collections = [
    "(% UNION {#})", "({#} UNION %)", "(% INTERSECT parts.a)", "(% MINUS {a, b})", "(steps.a MINUS %)",
    "mode(%)", "distinct(%)", "(% UNION {#} UNION {#})", "{a, count(%)}", "SUBQUERY(parts, $s#, a IN %).a",
    "SUBQUERY(steps, $s#, ANY % == 1).a",
  ]
}
