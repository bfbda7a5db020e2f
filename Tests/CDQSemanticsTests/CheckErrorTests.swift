import CDQSemantics
import CDQSyntax
import Testing

/// Texts with one mistake, with the code and the place of the only diagnostic: `«»` marks the underlined text.
@Suite struct CheckErrorTests {
  struct Case: CustomTestStringConvertible {
    var marked: String
    var code: DiagnosticCode
    init(_ marked: String, _ code: DiagnosticCode) {
      (self.marked, self.code) = (marked, code)
    }
    var testDescription: String { marked }
    var text: String { marked.filter { $0 != "«" && $0 != "»" } }
    var span: SourceSpan {
      let parts = marked.split(separator: "«", omittingEmptySubsequences: false)
      let inside = parts[1].split(separator: "»", omittingEmptySubsequences: false)[0]
      let start = UInt32(parts[0].utf8.count)
      return SourceSpan(start, start + UInt32(inside.utf8.count))
    }
  }

  static let errors: [Case] = [
    Case("«nmae» == 'x'", "unknown-property"),
    Case("country.«nmae» == 'x'", "unknown-property"),
    Case("«nmae» BEGINSWITH[c] $prefix", "unknown-property"),
    Case("population BETWEEN {$a, «nmae»}", "unknown-property"),
    Case("rank IN {«nmae», $x}", "unknown-property"),
    Case("name.«first» == 'x'", "member-of-value"),
    Case("name == «Paris»", "unquoted-text"),
    Case("«population > '1000'»", "type-mismatch"),
    Case("«name == 5»", "type-mismatch"),
    Case("«founded > '2001-01-01'»", "type-mismatch"),
    Case("«isCapital < TRUE»", "not-ordered"),
    Case("«code < code»", "not-ordered"),
    Case("«population» BEGINSWITH '1'", "needs-text"),
    Case("name LIKE «5»", "needs-text"),
    Case("population ==«[c]» 5", "options-not-allowed"),
    Case("population BETWEEN«[c]» {1, 5}", "options-not-allowed"),
    Case("name MATCHES«[d]» 'x'", "options-not-allowed"),
    Case("name MATCHES «'('»", "invalid-regular-expression"),
    Case("«name» - 'x' == 'y'", "needs-number"), Case("name + «1» == 'y'", "needs-text"),
    Case("«1» + name == 'y'", "needs-text"), Case("name + $n + «1» == 'y'", "needs-text"),
    Case("«area» & 1 == 1", "needs-integer"),
    Case("«streets.name» == 'x'", "to-many-without-quantifier"),
    Case("ANY «name» == 'x'", "quantifier-without-collection"),
    Case("name == «streets.name»", "to-many-on-right"),
    Case("«streets == NULL»", "to-many-compared-with-null"),
    Case("«tags == streets.name»", "collection-equality"),
    Case("country.cities«[0]».name == 'x'", "index-of-unordered"),
    Case("name«[0]» == 'x'", "needs-collection"),
    Case("streets.«@maxx».length > 1", "unknown-collection-operator"),
    Case("streets.«@max» > 1", "argument-count"),
    Case("«streets.name».@sum.self > 1", "needs-number"),
    Case("population BETWEEN «{1, 2, 3}»", "between-bounds"),
    Case("population BETWEEN «5»", "needs-collection"),
    Case("«sqroot»(area) > 1", "unknown-function"),
    Case("«sqrt(area, 1)» > 1", "argument-count"),
    Case("«FUNCTION»(name, 'x') == 1", "unsupported"),
    Case("«FETCH»(name, 'x') == 1", "unsupported"),
    Case("«random»() == 1", "unsupported"),
    Case("founded == date(«'2001-02-30'»)", "malformed-literal"),
    Case("code == uuid(«'x'»)", "malformed-literal"),
    Case("budget == decimal(«'1x'»)", "malformed-literal"),
    Case("founded == date(«name»)", "malformed-literal"),
    Case("income == «.lwo»", "unknown-enum-case"),
    Case("income == «'x'»", "unknown-enum-case"),
    Case("name == «.low»", "enum-case-without-type"),
    Case("«.low» == .low", "enum-case-without-type"),
    Case("CAST(name, «'NSFoo'») == 1", "impossible-cast"),
    Case("«CAST(country, 'NSNumber')» == 1", "impossible-cast"),
    Case("«$a» == $b", "unknown-parameter-type"),
    Case("«$a» == NULL", "unknown-parameter-type"),
    Case("population IN $x AND population == «$x»", "parameter-conflict"),
    Case("name == $x AND population == «$x»", "parameter-conflict"),
    Case("name == $x? AND nickname == «$x»", "optional-parameter"),
    Case("«$p».name == 'x'", "dynamic-path"),
    Case("name == $p AND «$p».name == 'x'", "dynamic-path"),
    Case("«$p».name == $p.code", "dynamic-path"),
    Case("country == $p AND $p.«nam» == 'x'", "unknown-property"),
    Case("country.«$b» == 'x'", "dynamic-path"),
    Case("SUBQUERY(streets, $s, SUBQUERY(tags, «$s», $s == 'x').@count > 0).@count > 0", "variable-shadows"),
    Case("SUBQUERY(«name», $s, $s == 'x').@count > 0", "needs-collection"),
    Case("«country == 'FRA'»", "type-mismatch"),
    Case("«secret» == 5", "opaque-value"),
    Case("«isPort»", "not-a-predicate"),
    Case("«rank»", "not-a-predicate"),
    Case("rank IN {1, «'x'»}", "mixed-aggregate"),
    Case("«rank IN {'a', 'b'}»", "membership-mismatch"),
    Case("«rank | 1 & 2» == 3", "bitwise-needs-parentheses"),
    Case("«TERNARY(isCapital, 1, 'x')» == 1", "ternary-branches"),
    Case("«founded + 1» > now()", "type-mismatch"),
    Case("{1, «{2}»}[SIZE] == 2", "unsupported"),
    Case("«name UTI-CONFORMS-TO 'x'»", "unsupported"),
  ]

  @Test(arguments: errors) func oneMistakeIsOneError(_ item: Case) {
    let source = SourceText(name: "<query>", item.text)
    let parsed = Parser.parsePredicate(source)
    #expect(parsed.diagnostics.isEmpty, "\(parsed.diagnostics.map(\.message))")
    let result = check(parsed.tree, entity: Identifier("City", SourceSpan(at: 0)), source: source, schema: Sample.schema)
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [item.code])
    #expect(errors.first.map { source.text($0.span) } == source.text(item.span))
    #expect(errors.first?.span == item.span)
    #expect(result.query == nil)
  }

  static let queryErrors: [Case] = [
    Case("«Citty» where name == 'x'", "unknown-entity"),
    Case("Place «only»", "abstract-only"),
    Case("City sort «streets.name»", "sort-to-many"),
    Case("City sort «code»", "sort-key"),
    Case("City group by «name»", "group-without-select"),
    Case("City group by «rank + 1» select count()", "unnamed-item"),
    Case("City group by «5» select count()", "unnamed-item"),
    Case("City group by «count()» as n select count()", "aggregate-outside-group"),
    Case("City group by «sum(rank)» as n select count()", "aggregate-outside-group"),
    Case("City group by rank + 1 as n, rank as «n» select count()", "duplicate-item"),
    Case("City group by rank + 1 as n select rank + 1 as next, count() as «n»", "duplicate-item"),
    Case("City group by rank + 1 as name select «name», count()", "ambiguous-name"),
    Case("City group by rank + 1 as n having «name» == 3 select n, count() as name", "ambiguous-name"),
    Case("City group by rank + 1 as n having max(«c») > 3 select n, count() as c", "unknown-property"),
    Case("City group by rank + 1 as n select «rank»", "not-a-grouping-key"),
    Case("City having «rank > 1» select name", "having-without-group"),
    Case("count City «select name»", "select-with-cardinality"),
    Case("update «City» where rank == 1", "update-clauses"),
    Case("update City set rank = 1 sort «rank»", "update-clauses"),
    Case("update City set rank = 1 limit «5»", "update-clauses"),
    Case("update City set «nmae» = 'x'", "unknown-property"),
    Case("update City set «country.name» = 'x'", "not-assignable"),
    Case("update City set «streets» = $s", "not-assignable"),
    Case("update City set name = 'a', «name» = 'b'", "not-assignable"),
    Case("update City set «name» = nil", "not-assignable"),
    Case("update City set name = «rank»", "not-assignable"),
    Case("update City set rank = «area»", "not-assignable"),
    Case("update City set rank = «70000»", "not-assignable"),
    Case("update City set country = «country»", "not-assignable"),
    Case("update City set tags = «{'a'}»", "not-assignable"),
    Case("update City set rank = «count()»", "aggregate-outside-group"),
    Case("City select «rank + 1»", "unnamed-item"),
    Case("City select name, «country.name»", "duplicate-item"),
    Case("City select «tags»", "selected-collection"),
    Case("City group by rank select «name»", "not-a-grouping-key"),
    Case("City where «count()» > 1", "aggregate-outside-group"),
    Case("City sort rank limit 1 per country offset «5»", "limit-per-key"),
    Case("«first» City sort rank limit 1 per country", "limit-per-key"),
    Case("City group by rank select rank limit «1 per rank»", "limit-per-key"),
    Case("City «select distinct name» limit 1 per rank", "limit-per-key"),
    Case("City limit 1 per «tags»", "limit-per-key"),
  ]

  @Test(arguments: queryErrors) func queryMistakes(_ item: Case) {
    let source = SourceText(name: "<query>", item.text)
    let parsed = Parser.parseQuery(source)
    #expect(parsed.diagnostics.isEmpty, "\(parsed.diagnostics.map(\.message))")
    let result = check(parsed.tree, source: source, schema: Sample.schema)
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [item.code])
    #expect(errors.first.map { source.text($0.span) } == source.text(item.span))
  }

  static let warnings: [Case] = [
    Case("isCapital == «1»", "bool-compared-with-number"),
    Case("«name == NULL»", "always-constant"),
    Case("name IN {'a', «NULL»}", "null-in-aggregate"),
    Case("«population < NULL»", "null-ordering"),
    Case("population BETWEEN «{5, 1}»", "reversed-bounds"),
    Case("name CONTAINS «''»", "empty-needle"),
    Case("name == «'$x'»", "quoted-placeholder"),
    Case("«'a' IN name»", "substring-membership"),
    Case("name LIKE «'A%'»", "like-percent"),
    Case("SUBQUERY(streets, «$s», name == 'x').@count > 0", "unused-variable"),
    Case("«ANY tags != 'x'»", "any-not-equal"),
  ]

  @Test(arguments: warnings) func warning(_ item: Case) {
    let source = SourceText(name: "<query>", item.text)
    let parsed = Parser.parsePredicate(source)
    let result = check(parsed.tree, entity: Identifier("City", SourceSpan(at: 0)), source: source, schema: Sample.schema)
    #expect(result.diagnostics.map(\.code) == [item.code])
    #expect(result.diagnostics.map(\.severity) == [.warning])
    #expect(result.diagnostics.first?.span == item.span)
    #expect(result.query != nil)
  }
}
