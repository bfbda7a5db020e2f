import CDQSyntax
import Testing

@Suite struct DocumentTests {
  /// Files, each with its tree.
  static let texts: [(TextKind, String, String)] = [
    (.document, "", ""),
    (
      .document,
      """
      schema "World.xcdatamodeld"
      /// One.
      ///  Two.
      enum Income: String { low = "5. Low income", high }
      enum Level { a = 1, b = -2, }
      abstract entity Base { id: Int64 @unique }
      """,
      #"""
      (schema "World.xcdatamodeld") (enum Income (doc "One.\n Two.") (raw-type String) (case low "5. Low \#
      income") (case high)) (enum Level (case a 1) (case b (- 2))) (entity Base :abstract (property id Int64 \#
      (@unique)))
      """#
    ),
    (
      .document,
      """
      // not documentation
      /// A city.
      entity City: Base {
        /// Its name.
        name: String @index @renamed(from: "title") @json("city_name") @length(1...50) @matches("a.*")
        population: Int64? = 5 @range(0...) @range(...5) @range(-1.5...2e3)
        level: Income? = .low
        tags: [String] = {"a", "b"}
        born: Date? = date("2026-01-31")
        inverse: Bool = false
        ordered: ordered [City]? inverse ordered @delete(cascade) @count(1...10)
        entity: String query: Int16 #where: Data in: UUID
        country: Country? inverse cities
        @@unique(name, country)
        @@index(name, population desc, tags asc)
      }
      """,
      #"""
      (entity City (doc "A city.") (parent Base) (property name String (doc "Its name.") (@index) (@renamed \#
      (from: "title")) (@json "city_name") (@length (range 1 50)) (@matches "a.*")) (property population \#
      Int64? (default 5) (@range (range 0 _)) (@range (range _ 5)) (@range (range (- (number 1.5)) (number \#
      2e3)))) (property level Income? (default .low)) (property tags [String] (default (list "a" "b"))) \#
      (property born Date? (default (call date "2026-01-31"))) (property inverse Bool (default FALSE)) \#
      (property ordered ordered [City]? (inverse ordered) (@delete cascade) (@count (range 1 10))) (property \#
      entity String) (property query Int16) (property where Data) (property in UUID) (property country \#
      Country? (inverse cities)) (@@unique name country) (@@index name (population :descending) tags))
      """#
    ),
    (
      .document,
      """
      /// Doc.
      query largest($atLeast: Int64, $x: [String]?) = first City where population >= $atLeast sort population \
      desc
      query query = query where query == 1 query count() = count City query e = exists City
      """,
      #"""
      (query-declaration largest (doc "Doc.") (parameters (atLeast Int64) (x [String]?)) (query City :first \#
      (where (>= (path population) $atLeast)) (sort (key (path population) :descending)))) (query-declaration \#
      query (query query (where (== (path query) 1)))) (query-declaration count (parameters) (query City \#
      :count)) (query-declaration e (query City :exists))
      """#
    ),
    (
      .document,
      "query a = City where entity == 1 AND schema.x == 2 AND enum\nquery b = City sort entity\nentity A {}",
      """
      (query-declaration a (query City (where (AND (== (path entity) 1) (== (path schema.x) 2) (bare (path \
      enum)))))) (query-declaration b (query City (sort (path entity)))) (entity A)
      """
    ),
  ]

  @Test(arguments: texts) func parses(_ row: (TextKind, String, String)) {
    let (kind, text, tree) = row
    let (dump, findings) = parse(kind, text)
    #expect(findings.map(\.message) == [])
    #expect(dump == tree)
  }
}
