import CDQLanguageServer
import CDQSyntax
import Testing

/// Completion against the parser: what a text has at a place is offered there, and what is offered is accepted.
@Suite struct QueryCompletionTests {
  let client: TestClient
  let path = "/w/Queries.cdq"

  init() throws {
    client = try TestClient()
  }

  static let texts = [
    "City", "count City", "first City only where isCapital limit 3 offset 1", "exists City where NOT isCapital",
    "City where name BEGINSWITH[c] \"a\" AND population >= 5 OR isCapital == TRUE",
    "City where name ENDSWITH \"a\" AND name CONTAINS \"b\" AND name LIKE \"c*\" AND name MATCHES \"d.*\"",
    "City where population BETWEEN {1, 2} AND name IN {\"a\", \"b\"} sort population desc nulls last, name[cd] asc",
    "City where kind == .small AND NOT kind IN {.small, .large}", "City where country.title != name",
    "Country where ANY cities.population > 5 OR ALL cities.isCapital == FALSE OR NONE cities.name == \"x\"",
    "Country where SUBQUERY(cities, $c, $c.population > 5 AND $c.isCapital).@count > 1",
    "Country where SUBQUERY(cities, $c, SUBQUERY($c.country.cities, $d, $d.name == $c.name).@count > 1).@count > 0",
    "City where TERNARY(isCapital, population, country.cities.@count) > 5 AND (TRUEPREDICATE OR population < 3)",
    "City where founded > date(\"2020-01-01\") AND year(founded) < 2000 AND length(name) > 3",
    "City group by kind having count() > 2 AND max(population) > 5 select kind, count() as n sort n desc limit 4",
    "City group by length(name) as letters having letters > 2 AND count() > City.@count select letters, count() as n sort letters, n",
    "Country where SUBQUERY(City, $c, $c.country == SELF).@count > 1 AND cities.@count > 0",
    "Country select title, cities { name, country { title } where population > 5 sort population desc limit 3 } as largest",
    "City sort population desc limit 3 per country", "City limit $n per country.title, (year(founded)), isCapital",
    "City select distinct name, population as people sort name nulls first", "City sort $how in (name, population desc)",
    "Country where cities[FIRST].name == title AND (cities UNION cities).@count > 2", "City where (population > 5) AND SELF == $city",
  ]

  /// The labels at the end of the first `count` tokens of a query.
  private func labels(_ source: SourceText, _ tokens: ArraySlice<Token>) -> [String] {
    let prefix = tokens.isEmpty ? "" : source.text(SourceSpan(0, tokens.last!.end))
    // After these signs a name follows without a space.
    let space = [.dot, .leftBracket].contains(tokens.last?.kind) ? "" : " "
    return client.labels(path, "query q = \(prefix)\(space)¦")
  }

  @Test(arguments: texts) func `What a query has next is offered`(text: String) {
    let source = SourceText(name: "", text)
    let tokens = Lexer.lex(source).tokens
    var variables = Set<String>()
    for index in tokens.indices {
      let (token, word) = (tokens[index], source.text(tokens[index].span))
      let before = index > 0 ? tokens[index - 1] : nil
      let isOption = before?.kind == .leftBracket && index + 1 < tokens.count && tokens[index + 1].kind == .rightBracket
        && token.keyword == .none
      switch token.kind {
      case .word where before?.keyword == .asWord: variables.insert(word)
      case .word where isOption: #expect(labels(source, tokens[..<index]).contains(word), "\(word) in \(text)")
      case .word, .equal, .doubleEqual, .notEqual, .less, .lessEqual, .greater, .greaterEqual:
        let found = labels(source, tokens[..<index]).map { $0.lowercased() }
        let isOffered = found.contains { $0 == word.lowercased() || $0.hasPrefix(word.lowercased() + " ") }
        #expect(isOffered, "\(word) before offset \(token.start) of \(text): \(found)")
      case .atWord: #expect(labels(source, tokens[..<index]).contains(word), "\(word) in \(text)")
      case .variable where variables.contains(word):
        #expect(labels(source, tokens[..<index]).contains(word), "\(word) in \(text)")
      case .variable: variables.insert(word)
      default: continue
      }
    }
  }

  @Test(arguments: texts) func `What is offered is accepted`(text: String) {
    let source = SourceText(name: "", text)
    let tokens = Lexer.lex(source).tokens
    for index in tokens.indices {
      let prefix = index == 0 ? "" : source.text(SourceSpan(0, tokens[index - 1].end))
      let space = [.dot, .leftBracket].contains(index > 0 ? tokens[index - 1].kind : .endOfText) ? "" : " "
      let start = UInt32(prefix.utf8.count + space.utf8.count)
      for label in labels(source, tokens[..<index]) {
        // The name of a function in parts is one only before its arguments.
        let whole = SourceText(name: "", "\(prefix)\(space)\(label)\(label.hasSuffix(":") ? "(" : "")")
        let wrong = Parser.parseQuery(whole).diagnostics.filter {
          $0.span.start >= start && $0.span.start < UInt32(whole.utf8.count)
        }
        #expect(wrong.isEmpty, "\(label) after \(prefix): \(wrong.map(\.message))")
      }
    }
  }

  @Test func `A part of a query that cannot be read ends no completion`() {
    #expect(client.labels(path, "query q = City where population FOO 5 ¦").contains("AND"))
    #expect(client.labels(path, "query q = City where (population > 5 ¦").contains("OR"))
    #expect(client.labels(path, "query q = City where population > 5 ] AND ¦").contains("name"))
    #expect(client.labels(path, "query a = City where name ==\nquery q = City where ¦").contains("name"))
  }
}
