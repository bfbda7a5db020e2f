import CDQSemantics
import CDQSyntax
import Testing

/// Typed trees of texts, with all types: one line proves the path, the operator and the type inference.
@Suite struct TypedDumpTests {
  struct Case: CustomTestStringConvertible {
    var text: String
    var dump: String
    init(_ text: String, _ dump: String) {
      (self.text, self.dump) = (text, dump)
    }
    var testDescription: String { text }
  }

  static let predicates: [Case] = [
    Case("name == \"x\"", "name~String == \"x\"~String"),
    Case("nickname ==[cd] $n", "nickname~String? ==[cd] $n~String?"),
    Case("population > $n", "population~Int64? > $n~Int64"),
    Case("rank > $n AND population < $n", "(rank~Int16 > $n~Int64 AND population~Int64? < $n~Int64)"),
    Case("$low <= population", "$low~Int64 <= population~Int64?"),
    Case("population BETWEEN {$a, $b}", "population~Int64? BETWEEN {$a~Int64, $b~Int64}~[Int64]"),
    Case("population BETWEEN $range", "population~Int64? BETWEEN $range~[Int64]"),
    Case("name MATCHES ''", "name~String MATCHES \"\"~String"),
    Case("name IN $names", "name~String IN $names~[String]"),
    Case("id IN {1, 2}", "id~Int64 IN {1~Int64, 2~Int64}~[Int64]"),
    Case("area == 1", "area~Double? == 1.0~Double"),
    Case("area == 9007199254740993", "area~Double? == 9007199254740993~Int64"),
    Case("rank == 70000", "rank~Int16 == 70000~Int64"),
    Case("rank IN {5, 70000}", "rank~Int16 IN {5~Int64, 70000~Int64}~[Int64]"),
    Case("rank BETWEEN {rank, 70000}", "rank~Int16 BETWEEN {rank~Int16, 70000~Int64}~[Int64]"),
    Case("budget == 0.1", "budget~Decimal? == decimal(\"0.1\")~Decimal"),
    Case("budget > -0.1", "budget~Decimal? > decimal(\"-0.1\")~Decimal"),
    Case("population == 1.5", "population~Int64? == 1.5~Double"),
    Case("isCapital", "isCapital~Bool"),
    Case("isCapital == $flag", "isCapital~Bool == $flag~Bool"),
    Case("NOT isCapital", "NOT isCapital~Bool"),
    Case("population == NULL", "population~Int64? == NULL~NULL?"),
    Case("NULL != country", "country~Country? != NULL~NULL?"),
    Case("country.name BEGINSWITH[c] $p", "country.name~String? BEGINSWITH[c] $p~String"),
    Case("country == $c", "country~Country? == $c~Country?"),
    // A key path that starts at a parameter, wherever in the text the checker infers that the parameter is an object.
    Case(
      "country == $c AND name == $c.name",
      "(country~Country? == $c~Country? AND name~String == $c.name~String?)"),
    Case(
      "ANY $s.streets.name == name AND SELF != $s",
      "(ANY $s.streets.name~[String] == name~String AND SELF~City != $s~City)"),
    Case("SELF IN $set", "SELF~City IN $set~[City]"),
    Case("ANY streets.name LIKE 'A*'", "ANY streets.name~[String] LIKE \"A*\"~String"),
    Case("NONE streets.length > $l", "NONE streets.length~[Double] > $l~Double"),
    Case("ALL streets.order BETWEEN {1, 3}", "ALL streets.order~[Int64] BETWEEN {1~Int64, 3~Int64}~[Int64]"),
    Case("SOME country.cities.name == $x", "SOME country.cities.name~[String] == $x~String"),
    Case("ANY country.cities.nickname == $x", "ANY country.cities.nickname~[String] == $x~String?"),
    Case("streets.@count > 2", "count(streets~[Street])~Int64 > 2~Int64"),
    Case("streets[SIZE] > 2", "count(streets~[Street])~Int64 > 2~Int64"),
    Case("streets[0].name == 'x'", "streets.name~[String][0~Int64]~String? == \"x\"~String"),
    Case("streets.@max.length > 1.5", "maximum(streets.length~[Double])~Double? > 1.5~Double"),
    Case("streets.@avg.order > 1", "average(streets.order~[Int64])~Double? > 1.0~Double"),
    Case("tags CONTAINS 'port'", "\"port\"~String IN tags~[String]"),
    Case("ANY tags CONTAINS[c] 'port'", "ANY tags~[String] CONTAINS[c] \"port\"~String"),
    Case("'port' IN tags", "\"port\"~String IN tags~[String]"),
    Case("name CONTAINS $t", "name~String CONTAINS $t~String"),
    Case("name.length > 3", "length(name~String)~Int64 > 3~Int64"),
    Case(
      "SUBQUERY(streets, $s, $s.length > $l AND $s.name == name).@count > 0",
      "count(SUBQUERY(streets~[Street], $1, ($1.length~Double > $l~Double AND $1.name~String == name~String))~[Street])~Int64 > 0~Int64"
    ),
    Case(
      "SUBQUERY(tags, $t, $t == 'a').@count == 1",
      "count(SUBQUERY(tags~[String], $1, $1~String == \"a\"~String)~[String])~Int64 == 1~Int64"),
    Case("population + 1 > $n * 2", "(population~Int64? + 1~Int64)~Int64? > ($n~Int64 * 2~Int64)~Int64?"),
    Case("area / 2 > 1", "(area~Double? / 2.0~Double)~Double? > 1.0~Double"),
    Case("founded > date('2001-01-01')", "founded~Date? > date(\"2001-01-01T00:00:00Z\")~Date"),
    Case("founded + days(3) > now()", "(founded~Date? + days(3~Int64)~Duration)~Date? > now()~Date"),
    Case("income == .low", "income~Income? == \"5. Low\"~Income"),
    Case("income == '1. High'", "income~Income? == \"1. High\"~Income"),
    Case("income == $i", "income~Income? == $i~Income?"),
    Case("code == uuid('00000000-0000-0000-0000-000000000001')", "code~UUID == uuid(\"00000000-0000-0000-0000-000000000001\")~UUID"),
    Case("TERNARY(isCapital, 1, 2.5) > 1", "TERNARY(isCapital~Bool, 1.0~Double, 2.5~Double)~Double > 1.0~Double"),
    Case("CAST(name, 'NSNumber') > 1", "CAST(name~String)~Double? > 1.0~Double"),
    Case("multiply:by:(rank, 2) == 4", "(rank~Int16 * 2~Int64)~Int64? == 4~Int64"),
    Case("max:(streets.length) > 1", "maximum(streets.length~[Double])~Double? > 1.0~Double"),
    Case("name IN tags UNION {'x'}", "name~String IN (tags~[String] UNION {\"x\"~String}~[String])~[String]"),
    Case("TRUEPREDICATE", "TRUEPREDICATE"),
    Case("1 == 1", "1~Int64 == 1~Int64"),
    Case("$a == $b AND $b == name", "($a~String == $b~String AND $b~String == name~String)"),
    Case("name == $x? OR rank == $y?", "(name~String == $x~String OR rank~Int16 == $y~Int16)"),
  ]

  @Test(arguments: predicates) func predicate(_ item: Case) {
    let source = SourceText(name: "<query>", item.text)
    let parsed = Parser.parsePredicate(source)
    #expect(parsed.diagnostics.isEmpty)
    let result = check(parsed.tree, entity: Identifier("City", SourceSpan(at: 0)), source: source, schema: Sample.schema)
    #expect(!result.diagnostics.contains { $0.severity == .error }, "\(result.diagnostics.map(\.message))")
    let line = result.query?.dump.split(separator: "\n").first { $0.hasPrefix("where ") }
    #expect(line.map { String($0.dropFirst(6)) } == item.dump)
  }

  static let queries: [Case] = [
    Case("City", "City\n"),
    Case("Metropolis only where lines > 1", "Metropolis only\nwhere lines~Int32 > 1~Int32\n"),
    Case(
      "one City where name == $n sort country.name [cd] desc nulls first, rank limit $k offset 2",
      """
      parameter $n: String
      parameter $k: Int64
      one City
      where name~String == $n~String
      sort country.name~String?[cd] desc nulls first, rank~Int16 asc nulls first
      limit $k
      offset 2

      """),
    Case("count City where isCapital", "count City\nwhere isCapital~Bool\n"),
    Case(
      "City sort $order in (name, population desc)",
      "parameter $order: String\nCity\nsort $order in (name~String asc nulls first, population~Int64? desc nulls last)\n"),
    Case(
      "City group by country.continent having sum(population) > 5 select country.continent as c, count() as n sort n desc",
      """
      City
      group by country.continent~String?
      having group sum(population~Int64?)~Int64? > 5~Int64
      select country.continent~String? as c, group count()~Int64 as n
      sort group count()~Int64 desc nulls last

      """),
    Case("City select distinct name, rank + 1 as next", "City\nselect distinct name~String as name, (rank~Int16 + 1~Int64)~Int64? as next\n"),
    Case(
      "update City where name == 'x' set population = population + 1, country = $c, rank = $rank?",
      """
      parameter $c: Country?
      parameter $rank?: Int16
      update City
      where name~String == "x"~String
      set population = (population~Int64? + 1~Int64)~Int64?, country = $c~Country?, rank = $rank~Int16

      """),
    Case("delete City where id IN $ids", "parameter $ids: [Int64]\ndelete City\nwhere id~Int64 IN $ids~[Int64]\n"),
  ]

  @Test(arguments: queries) func query(_ item: Case) {
    let source = SourceText(name: "<query>", item.text)
    let parsed = Parser.parseQuery(source)
    #expect(parsed.diagnostics.isEmpty)
    let result = check(parsed.tree, source: source, schema: Sample.schema)
    #expect(!result.diagnostics.contains { $0.severity == .error }, "\(result.diagnostics.map(\.message))")
    #expect(result.query?.dump == item.dump)
  }
}
