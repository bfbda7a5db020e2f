import CDQSyntax
import Testing

/// The layout of `cdq fmt`.
@Suite struct FormatterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: SourceFormatter.StartSymbol
    var text: String
    var expected: String
    var testDescription: String { text }

    init(_ text: String, _ expected: String) {
      self.init(.document, text, expected)
    }

    init(_ kind: SourceFormatter.StartSymbol, _ text: String, _ expected: String) {
      self.kind = kind
      self.text = text
      self.expected = expected
    }
  }

  static let cases: [Case] = [
    Case(
      "mapping M:T at a.\"b\" where s=.open&&x=1 scope y=$y{id=i\nd=e as date('yyyy') s=s as{'x':.a,NULL:.b} c=C where x=$id}",
      """
      mapping M: T at a."b" where s == .open AND x == 1 scope y == $y {
        id = i
        d = e as date("yyyy")
        s = s as {"x": .a, NULL: .b}
        c = C where x == $id
      }

      """),
    Case(
      "mapping Mapping: Entity at some.place where condition == \"first value\" AND anotherCondition == \"another value\" {id=i}",
      """
      mapping Mapping: Entity at some.place where condition == "first value"
        AND anotherCondition == "another value" { id = i }

      """),
    Case(.predicate, "a=1&&b<>2||!c>=$x and d==nil", "a == 1 AND b != 2 OR NOT c >= $x AND d == NULL"),
    Case(.predicate, "name beginswith [DC] 'it''", "?"),
    Case(
      .predicate, #"name beginswith [dc]'it"s' or x =< 0x10 and y => 1e3"#,
      #"name BEGINSWITH[cd] "it\"s" OR x <= 0x10 AND y >= 1e3"#),
    Case(.predicate, "  (  a == -  5)", "(a == -5)"),
    Case(
      .predicate, "some a . b . @count>{ 1,2 }and subquery( c,$x,$x . y in{} ) [first]!=self",
      "SOME a.b.@count > {1, 2} AND SUBQUERY(c, $x, $x.y IN {})[FIRST] != SELF"),
    Case(.predicate, "a == . high and b. #in == 1 and #like == #name", "a == .high AND b.in == 1 AND #like == name"),
    Case(.predicate, "multiply:by:( 3,2 )>abs (x)", "multiply:by:(3, 2) > abs(x)"),
    Case(
      .query, "one City only where a = 1 sort name[dc] desc , b nulls first limit 5 offset $n ?", "?"),
    Case(
      .query, "one City only where a = 1 sort name[dc] desc , b nulls first limit 5 offset $n?",
      "one City only where a == 1 sort name [cd] desc, b nulls first limit 5 offset $n?"),
    Case(
      .query, "City sort $order? IN (name , b desc)", "City sort $order? in (name, b desc)"),
    Case(
      .query, "City\nwhere a == 1 sort b", "City\n  where a == 1\n  sort b"),
    Case(
      "schema 'World.xcdatamodeld'\nenum A:String{low='x',high}\nenum E {}\nenum B {\na,\n\n\nb\n}",
      """
      schema "World.xcdatamodeld"
      enum A: String { low = "x", high }
      enum E {}
      enum B {
        a,

        b
      }

      """),
    Case(
      """
      // Header


      /// A city.
      abstract   entity City:Place{name:String@index // the name


        id:Int64=5 @unique
        parts : ordered[Part] inverse whole@delete( cascade )@count(1 ... 10)
        // last
      }
      query a=City
      """,
      """
      // Header

      /// A city.
      abstract entity City: Place {
        name: String @index  // the name

        id: Int64 = 5 @unique
        parts: ordered [Part] inverse whole @delete(cascade) @count(1...10)
        // last
      }
      query a = City

      """),
    Case(
      "entity A { a: Int b: Bool?=YES @scalar(FALSE) }", "entity A { a: Int  b: Bool? = true @scalar(false) }\n"),
    Case(
      """
      query people($x:Int64,$y :String?)=City where population != NULL AND (name BEGINSWITH $x OR name ENDSWITH $y) group by country.continent having sum(population) > 1000000 select country.continent as continent, count() as cities, sum(population) as people sort people desc
      """,
      """
      query people($x: Int64, $y: String?) = City
        where population != NULL AND (name BEGINSWITH $x OR name ENDSWITH $y)
        group by country.continent
        having sum(population) > 1000000
        select country.continent as continent, count() as cities, sum(population) as people
        sort people desc

      """),
    Case(
      """
      query q = City where aaaaaaaaaaaaaaaaaaaaaaaaa == 1 AND bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb == 2 AND (ccccccccccccccccc == 3 OR ddddddddddd == 4)
      """,
      """
      query q = City
        where aaaaaaaaaaaaaaaaaaaaaaaaa == 1
          AND bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb == 2
          AND (ccccccccccccccccc == 3 OR ddddddddddd == 4)

      """),
    Case(
      .predicate,
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa == 1 AND b == 2 OR bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb == 2 AND (c\n == 3 OR \nd == 4)",
      """
      aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa == 1 AND b == 2
      OR bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb == 2 AND (c == 3 OR d == 4)
      """),
    Case(
      .query,
      "City where (a == 1 // first\n OR b == 2) AND\n c == /* five */ 5 // end",
      """
      City
        where (
          a == 1  // first
          OR b == 2
        )
          AND c == /* five */ 5  // end
      """),
    Case(
      .query,
      "City where id IN {11111111, 22222222, 33333333, 44444444, 55555555, 66666666, 77777777, 88888888, 99999999, 10000000, 11000000}",
      """
      City
        where id IN {
          11111111, 22222222, 33333333, 44444444, 55555555, 66666666, 77777777, 88888888, 99999999,
          10000000, 11000000
        }
      """),
    Case("\u{FEFF}query a = City\r\n  // x\r\n\r\n// y\r\n", "query a = City\n  // x\n\n// y\n"),
    Case("", ""),
    Case("// only", "// only\n"),
    Case("/* a */ query a = City /* b */ query b = City", "/* a */ query a = City /* b */\nquery b = City\n"),
    Case("entity A { // c\n}", "entity A {  // c\n}\n"),
  ]

  @Test(arguments: cases) func layout(_ test: Case) {
    let source = SourceText(name: "t", test.text)
    let result = SourceFormatter.format(source, as: test.kind)
    #expect(result.text ?? "?" == test.expected)
    guard let text = result.text else { return }
    let formatted = SourceText(name: "t", text)
    #expect(SourceFormatter.haveSameTree(source, formatted, as: test.kind))
    #expect(SourceFormatter.format(formatted, as: test.kind).text == text)
  }
}
