import CDQPrinting
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// The canonical text of a tree parses to the same tree.
@Suite struct PrinterTests {
  /// Texts and their canonical spelling.
  static let texts: [(TextKind, String, String)] = [
    (.predicate, "((a = 1)) && (b <> 2 || (c == 3 AND d == 4))", "a == 1 AND (b != 2 OR c == 3 AND d == 4)"),
    (.predicate, "(a == 1 AND b == 2) AND !(c == 3)", "(a == 1 AND b == 2) AND NOT c == 3"),
    (.predicate, "not (a == 1 or b == 2) and not not c", "NOT (a == 1 OR b == 2) AND NOT NOT c"),
    (.predicate, "some a.b contains [DC] 'it''", ""),
    (.predicate, "some a.b contains [DC] 'it\"s' and none x == nil", #"SOME a.b CONTAINS[cd] "it\"s" AND NONE x == NULL"#),
    (.predicate, "((a + b) * 2 - (c * 3)) > -(d) and (a & 3) + 1 == 2", "(a + b) * 2 - c * 3 > -d AND (a & 3) + 1 == 2"),
    (.predicate, "(a ** b) ** (c) == (-a) ** 2", "(a ** b) ** c == (-a) ** 2"),
    (.predicate, "#like like #where and #in.in == a[#first] and a[first] == 0", "#like LIKE where AND #in.in == a[#first] AND a[FIRST] == 0"),
    (.predicate, "(a.b).c == (5).x and ($x).y == $x.y", "(a.b).c == (5).x AND ($x).y == $x.y"),
    (.predicate, "#sum(a) == cast(b, 'Int') and #subquery(c) == sum:(d)", #"sum(a) == CAST(b, "Int") AND #subquery(c) == sum:(d)"#),
    (.strict, "%K == %@ and x between {%d, %f} and SELF isKindOfClass: %@", "%K == %@ AND x BETWEEN {%lld, %f} AND SELF isKindOfClass: %@"),
    (.query, "count City only where a = 1 sort b [c] desc nulls first limit $n?", "count City only where a == 1 sort b [c] desc nulls first limit $n?"),
    (.query, "City select distinct #distinct, (a), count(distinct b) as in", "City select distinct distinct, a, count(distinct b) as in"),
    (.query, "City select distinct (-a), sum(distinct #union) as s", "City select distinct (-a), sum(distinct #union) as s"),
    (.query, "#where where #query IN ($a)", "#where where query IN $a"),
    (.query, "City select #distinct sort $o in (a, b desc)", "City select #distinct sort $o in (a, b desc)"),
    (
      .document,
      "schema 'W' enum E:Int16{a=1,b=-2,} abstract entity A:B{#inverse:String=\"x\"@index inverse:[C]inverse d @@index(a desc,#null)} query q($x:[Int])=A",
      """
      schema "W"

      enum E: Int16 {
        a = 1,
        b = -2
      }

      abstract entity A: B {
        inverse: String = "x" @index
        inverse: [C] inverse d
        @@index(a desc, #null)
      }

      query q($x: [Int]) = A

      """
    ),
    (
      .document,
      #"""
      /// Doc.
      mapping M:T at a."b c"[0] where s=.open&&#like==1 scope l.id=$l{/** x */ @entity=kind as{"t":T,2:#null,}
      #in=a.in."1" due=d as date('yyyy') s=s as{NULL:.a,-1:true}c=C where x=$id #minus=e using as l=$l p=@index as=as}
      mapping E:#where{}
      """#,
      #"""
      /// Doc.
      mapping M: T at a."b c"[0] where s == .open AND #like == 1 scope l.id == $l {
        @entity = kind as {"t": T, 2: #null}
        #in = a.in."1"
        due = d as date("yyyy")
        s = s as {NULL: .a, -1: true}
        c = C where x == $id
        #minus = e using as
        l = $l
        p = @index
        as = as
      }

      mapping E: where {}

      """#
    ),
  ]

  @Test(arguments: texts) func canonicalText(_ kind: TextKind, _ text: String, _ expected: String) throws {
    guard parse(kind, text).findings.isEmpty else {
      #expect(expected.isEmpty)
      return
    }
    let printed = PrinterTests.printed(kind, text)
    #expect(printed == expected)
    #expect(parse(kind, printed).dump == parse(kind, text).dump)
  }

  static func printed(_ kind: TextKind, _ text: String) -> String {
    let source = SourceText(name: "t", text)
    switch kind {
    case .predicate: return CDQPrinting.printed(Parser.parsePredicate(source).tree).text
    case .strict:
      return CDQPrinting.printed(Parser.parsePredicate(source, options: ParseOptions(strictNSPredicate: true)).tree).text
    case .query: return CDQPrinting.printed(Parser.parseQuery(source).tree)
    case .expression: return CDQPrinting.printed(Parser.parseExpression(source).tree)
    case .document: return CDQPrinting.printed(Parser.parseDocument(source).tree)
    }
  }

  /// Every text of the other tests that parses.
  static let known: [(TextKind, String)] =
    (PredicateTests.texts + QueryTests.texts + DocumentTests.texts).map { ($0.0, $0.1) }

  @Test func knownTextsKeepTheirTree() {
    for (kind, text) in PrinterTests.known {
      let original = parse(kind, text)
      guard original.findings.isEmpty else { continue }
      let printed = PrinterTests.printed(kind, text)
      let again = parse(kind, printed)
      #expect(again.dump == original.dump, "\(printed)")
      #expect(again.findings.isEmpty, "\(printed) \(again.findings.map(\.message))")
      #expect(PrinterTests.printed(kind, printed) == printed)
    }
  }

  @Test func corpusKeepsItsTree() throws {
    guard let file = Repository.shared("corpus/accept_reject.tsv") else { return }
    let text = try String(contentsOf: file, encoding: .utf8)
    var count = 0
    for line in text.split(separator: "\n") where line.hasPrefix("+") {
      let predicate = String(line.dropFirst(2).prefix { $0 != "\t" })
      let printed = PrinterTests.printed(.strict, predicate)
      #expect(parse(.strict, printed).dump == parse(.strict, predicate).dump, "\(printed)")
      count += 1
    }
    #expect(count > 50)
  }

  @Test func filesOfTheRepositoryKeepTheirTree() throws {
    for file in Repository.files(below: "", extension: "cdq") {
      let text = try String(contentsOf: file, encoding: .utf8)
      let original = parse(.document, text)
      let printed = PrinterTests.printed(.document, text)
      let again = parse(.document, printed)
      #expect(again.dump == original.dump, "\(file.path)")
      #expect(PrinterTests.printed(.document, printed) == printed)
    }
  }

  /// 5,000 random trees, in three tests that run in parallel.
  @Test(arguments: [TextKind.predicate, .query, .document]) func randomTrees(_ kind: TextKind) {
    var failures = 0
    for seed in 0..<1700 {
      var trees = RandomTrees(seed: UInt64(seed) &* 77 &+ 5)
      let depth = 1 + seed % 3
      let printed: String
      let dump: String
      switch kind {
      case .predicate, .strict, .expression:
        let tree = trees.predicate(depth)
        (printed, dump) = (CDQPrinting.printed(tree).text, CDQSyntax.dump(tree))
      case .query:
        let tree = trees.query(depth)
        (printed, dump) = (CDQPrinting.printed(tree), CDQSyntax.dump(tree))
      case .document:
        let tree = trees.document(depth)
        (printed, dump) = (CDQPrinting.printed(tree), CDQSyntax.dump(tree))
      }
      let again = RandomTrees.parsed(kind, printed)
      guard again.dump != dump || again.hasErrors else { continue }
      failures += 1
      if failures < 5 { Issue.record("seed \(seed): \(printed)\n\(dump)\n\(again.dump)") }
    }
    #expect(failures == 0)
  }
}

extension RandomTrees {
  static func parsed(_ kind: TextKind, _ text: String) -> (dump: String, hasErrors: Bool) {
    let source = SourceText(name: "t", text)
    func result(_ dump: String, _ findings: [Diagnostic]) -> (String, Bool) {
      (dump, findings.contains { $0.severity == .error })
    }
    switch kind {
    case .predicate, .strict, .expression:
      let parsed = Parser.parsePredicate(source)
      return result(CDQSyntax.dump(parsed.tree), parsed.diagnostics)
    case .query:
      let parsed = Parser.parseQuery(source)
      return result(CDQSyntax.dump(parsed.tree), parsed.diagnostics)
    case .document:
      let parsed = Parser.parseDocument(source)
      return result(CDQSyntax.dump(parsed.tree), parsed.diagnostics)
    }
  }

  /// Makes a document with random queries and other declarations.
  mutating func document(_ depth: Int) -> Document {
    let none = SourceSpan(at: 0)
    let items = (0..<2).map { _ in
      Document.Item.query(
        QueryDeclaration(
          documentation: nil, name: Identifier("where", none), parameters: nil, query: query(depth), span: none))
    }
    let entity = Document.Item.entity(
      EntityDeclaration(
        documentation: " two\n\nlines", isAbstract: false, name: Identifier("query", none), parent: nil,
        members: [.property(
          PropertyDeclaration(
            documentation: "x", name: Identifier("inverse", none),
            type: TypeReference(
              name: Identifier("ordered", none), isOptional: true, isCollection: false, isOrdered: false, span: none),
            defaultValue: nil, inverse: Identifier("inverse", none), annotations: [], span: none))],
        span: none))
    return Document(items: [items[0], entity, items[1]])
  }
}
