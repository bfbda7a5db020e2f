import CDQForeignTexts
import CDQKit
import CDQSchema
import CDQSyntax
import Testing

/// What newcomers type: plain words, Swift, SQL, texts without quotes and numbers with units. Each text has one error, whose
/// first fix-it makes the query that is meant.
@Suite struct FirstWordsTests {
  static let schema: CheckedSchema = {
    let source = SourceText(
      name: "World.cdq",
      """
      entity Country { id: String @unique name: String continent: String population: Int64? cities: [City] inverse country }
      entity City {
        id: Int64 @unique
        name: String
        population: Int64?
        isCapital: Bool = false
        founded: Date?
        country: Country? inverse cities
      }
      entity Customer { CustomerId: Int64 @unique FirstName: String LastName: String Country: String? Spent: Double }
      entity Track { TrackId: Int64 @unique Name: String Composer: String? Milliseconds: Int64 UnitPrice: Double }
      """)
    return buildSchema(SchemaInputs(documents: [(source, Parser.parseDocument(source).tree)]), reader: NoFiles()).schema
  }()

  /// Texts with the queries that their first fix-its make.
  static let corrected: [(text: String, query: String)] = [
    // Texts without quotes, in schemas of either case
    ("City where name == paris", #"City where name == "paris""#),
    ("City where name = Paris", #"City where name = "Paris""#),
    ("City where name CONTAINS par", #"City where name CONTAINS "par""#),
    ("City where country.continent == europe", #"City where country.continent == "europe""#),
    ("City where name IN {Paris, london}", #"City where name IN {"Paris", "london"}"#),
    ("City where name IN (paris, london)", #"City where name IN {"paris", "london"}"#),
    ("City where name IN (paris)", #"City where name IN {"paris"}"#),
    ("City where name IN [paris, London]", #"City where name IN {"paris", "London"}"#),
    ("City where name == New York", #"City where name == "New York""#),
    ("City where name == New York AND population > 5", #"City where name == "New York" AND population > 5"#),
    ("City where name LIKE paris*", #"City where name LIKE "paris*""#),
    ("City where name LIKE %paris%", #"City where name LIKE "*paris*""#),
    ("Customer where Country == Brazil", #"Customer where Country == "Brazil""#),
    ("Customer where Country IN {USA, Canada}", #"Customer where Country IN {"USA", "Canada"}"#),
    ("Customer where Country IN (USA, Canada)", #"Customer where Country IN {"USA", "Canada"}"#),
    ("Customer where FirstName BEGINSWITH an", #"Customer where FirstName BEGINSWITH "an""#),
    ("Customer where Country == FirstNam", "Customer where Country == FirstName"),
    (#"City where name == 'Paris""#, "City where name == 'Paris'"),
    ("City where country = Germany", #"City where country.name = "Germany""#),
    ("Customer where Country contains countri", #"Customer where Country contains "countri""#),
    ("City where name starts with Ber", #"City where name BEGINSWITH "Ber""#),
    ("City where population is greater than 5", "City where population > 5"),
    // Swift
    ("City.where(name: \"Oslo\")", #"City where name == "Oslo""#),
    (#"NSPredicate(format: "isCapital == YES AND founded != nil")"#, "City where isCapital == YES AND founded != nil"),
    (
      #"let p = NSPredicate(format: "FirstName == %@ AND %K > %d", name, "Spent", 5)"#,
      "Customer where FirstName == $name AND Spent > 5"
    ),
    (##"#Predicate<City> { $0.name == "Paris" }"##, #"City where name == "Paris""#),
    (
      ##"#Predicate<City> { city in city.name.contains("a") && !city.isCapital }"##,
      #"City where name CONTAINS "a" && !isCapital"#
    ),
    (##"#Predicate { (c: City) in c.name == "c.x" }"##, #"City where name == "c.x""#),
    (
      ##"FetchDescriptor<City>(predicate: #Predicate { $0.population > 5 }, sortBy: [SortDescriptor(\.name, order: .reverse)])"##,
      "City where population > 5 sort name desc"
    ),
    ("City.filter { $0.population > 3 }", "City where population > 3"),
    (
      "let big = cities.filter { $0.population > 3 }.sorted { $0.name > $1.name }.prefix(5)",
      "City where population > 3 sort name desc limit 5"
    ),
    ("City.filter({ $0.isCapital }).map(\\.name)", "City where isCapital select name"),
    ("cities.first(where: { $0.name.hasPrefix(\"A\") })", #"first City where name BEGINSWITH "A""#),
    ("City.count", "count City"), ("City.count()", "count City"), ("City.all", "City"), ("City.first", "first City"),
    ("Track[0]", "first Track"), ("[City] where population > 5", "City where population > 5"),
    ("City where #keyPath(City.name) == 'x'", "City where name == 'x'"),
    // SQL
    ("City select count(*)", "City select count()"),
    (
      "City group by country.name having count(*) > 2 select country.name, count() as n",
      "City group by country.name having count() > 2 select country.name, count() as n"
    ),
    (
      "SELECT year(founded) AS y, count(*) FROM City GROUP BY y ORDER BY y",
      "City group by year(founded) as y select y, count() sort y"
    ),
    (
      "SELECT MONTH(founded) m, SUM(population) FROM City GROUP BY MONTH(founded)",
      "City group by month(founded) as m select m, sum(population)"
    ),
    (
      "SELECT MONTH(founded) m, SUM(population) FROM City GROUP BY m ORDER BY 2 DESC, m",
      "City group by month(founded) as m select m, sum(population) sort sum(population) desc, m"
    ),
    (
      "SELECT country.name, sum(population) FROM City GROUP BY 1 ORDER BY 1",
      "City group by country.name select country.name, sum(population) sort country.name"
    ),
    ("SELECT name, population p FROM City ORDER BY 2 DESC", "City select name, population as p sort p desc"),
    ("SELECT COUNT(*) n FROM City WHERE isCapital", "City where isCapital select count() as n"),
    (
      "SELECT length(name), sum(population) FROM City GROUP BY 1",
      "City group by length(name) as length select length(name), sum(population)"
    ),
    (
      "SELECT name FROM City WHERE population > (SELECT avg(population) FROM City)",
      "City where population > City.@avg.population select name"
    ),
    (
      "SELECT Name FROM Track t WHERE EXISTS (SELECT 1 FROM Customer c WHERE c.FirstName = t.Composer)",
      "Track where SUBQUERY(Customer, $c, $c.FirstName = Composer).@count > 0 select Name"
    ),
    // All objects of an entity
    ("City where population > avg(population)", "City where population > City.@avg.population"),
    ("City where population > avg(City.population)", "City where population > City.@avg.population"),
    ("City where population > City.population.@avg", "City where population > City.@avg.population"),
    ("City where count(id) > 5", "City where City.@count > 5"),
    ("City where Customer.FirstName == name", "City where SUBQUERY(Customer, $c, $c.FirstName == name).@count > 0"),
    ("City where name IN Country", "City where name IN Country.@unionOfObjects.name"),
    (
      "City where City.name == Customer.FirstName",
      "City where SUBQUERY(Customer, $c, name == $c.FirstName).@count > 0"
    ),
    ("City where name IN (SELECT FirstName FROM Customer)", "City where name IN Customer.@unionOfObjects.FirstName"),
    (
      "City where name NOT IN (SELECT c.FirstName FROM Customer c)",
      "City where NOT (name IN Customer.@unionOfObjects.FirstName)"
    ),
    // Texts and days
    ("City where name || 'x' == 'Oslox'", "City where name + 'x' == 'Oslox'"),
    ("City where name || ' ' || name == 'x'", "City where name + ' ' + name == 'x'"),
    ("City where 'a' || name == 'ab'", "City where 'a' + name == 'ab'"),
    ("City select name || '!' as x", "City select name + '!' as x"),
    ("City select uppercase(name) || country.name as x", "City select uppercase(name) + country.name as x"),
    ("City group by DATE(founded) as d select d, count()", "City group by startOfDay(founded) as d select d, count()"),
    ("City where cast(founded as date) == today()", "City where startOfDay(founded) == startOfDay(now())"),
    ("City where date(founded) == startOfDay(now())", "City where startOfDay(founded) == startOfDay(now())"),
    ("City where founded > today()", "City where founded > startOfDay(now())"),
    ("update City set isCapital = NOT isCapital", "update City set isCapital = TERNARY(isCapital, FALSE, TRUE)"),
    ("update City set isCapital = !isCapital", "update City set isCapital = TERNARY(isCapital, FALSE, TRUE)"),
    ("City sort name limit 1 each country", "City sort name limit 1 per country"),
    ("City where name = :name", "City where name = $name"),
    ("Track where UnitPrice > ?", "Track where UnitPrice > $unitPrice"),
    (
      "City select case when population > 5 then 1 when isCapital then 2 else 3 end as size",
      "City select TERNARY(population > 5, 1, TERNARY(isCapital, 2, 3)) as size"
    ),
    ("City sort name limit 10,20", "City sort name limit 20 offset 10"),
    ("City sort name limit to 5", "City sort name limit 5"),
    ("City where extract(year from founded) = 2000", "City where year(founded) = 2000"),
    ("City where name IS EMPTY", #"City where name == """#),
    ("Country where cities IS NOT EMPTY", "Country where cities.@count > 0"),
    ("Country where NOT EXISTS cities", "Country where cities.@count == 0"),
    ("Country where EXISTS cities AND name != 'x'", "Country where cities.@count > 0 AND name != 'x'"),
    ("City where name =~ /Par.*/", #"City where name MATCHES "Par.*""#),
    ("City where name = None", "City where name = nil"),
    (#"City where name BEGINSWITH[c][d] "a""#, #"City where name BEGINSWITH[cd] "a""#),
    (#"City where name isn't "x""#, #"City where name != "x""#),
    ("count distinct City select name", "City select count(distinct name) as number"), ("distinct City", "City"),
    ("first 10 City sort name", "City sort name limit 10"), ("City sort name first 10", "City sort name limit 10"),
    ("City ordered by name", "City sort name"), ("City order name", "City sort name"),
    ("City sort name dsc", "City sort name desc"),
    (
      "City group by country.name select country.name as c, count() as n having n > 3",
      "City group by country.name having n > 3 select country.name as c, count() as n"
    ),
    // Numbers
    ("City where population > 1,000,000", "City where population > 1000000"),
    ("City where population > 1_000_000", "City where population > 1000000"),
    ("City where population > 1M", "City where population > 1000000"),
    ("City where population > 2.5k", "City where population > 2500"),
    ("City where population > 1.5 million", "City where population > 1500000"),
    ("City where founded > now() - 5 days", "City where founded > now() - days(5)"),
    ("City where founded < 18 years ago", "City where founded < now() - days(6575)"),
    ("City where founded > now - 7d", "City where founded > now() - days(7)"),
    ("City where founded > yesterday", "City where founded > now() - days(1)"),
    ("City where founded is today", "City where year(founded) == year(now()) AND month(founded) == month(now()) AND day(founded) == day(now())"),
    ("City where founded = 2024-01-15", #"City where founded = date("2024-01-15")"#),
    (#"City where population > "1 million""#, "City where population > 1000000"),
    ("Track where UnitPrice > $30", "Track where UnitPrice > 30"), ("Track where UnitPrice > 10%", "Track where UnitPrice > 0.1"),
    ("Track where UnitPrice > 1.000,50", "Track where UnitPrice > 1000.50"),
    // Clauses
    ("City where population > 5 where isCapital", "City where population > 5 AND isCapital"),
    ("City select name population", "City select name, population"), ("City select *", "City"),
    (#"City where name IN "Oslo", "Bergen""#, #"City where name IN {"Oslo", "Bergen"}"#),
    ("Country group by continent", "Country group by continent select continent, count() as rows"),
    ("count City group by isCapital", "City group by isCapital select isCapital, count() as rows"),
    ("Country select name, cities.population", "Country select name, cities.@sum.population as sum"),
    ("City where name CONTAINS[ci] 'a'", "City where name CONTAINS[c] 'a'"),
    ("Country where SUBQUERY(cities, $c, $c.isCapital) > 0", "Country where SUBQUERY(cities, $c, $c.isCapital).@count > 0"),
    ("City where name == %@", "City where name == $name"), (#"City where name == "\(city.name)""#, "City where name == $name"),
    // Statements of SQL
    (
      "UPDATE City SET population = population + 1 WHERE name = 'Oslo'",
      "update City where name = 'Oslo' set population = population + 1"
    ),
    (
      "UPDATE City AS c SET isCapital = true, founded = NULL WHERE c.name LIKE 'O%' AND c.population IS NOT NULL",
      "update City where name BEGINSWITH 'O' AND population != nil set isCapital = true, founded = NULL"
    ),
    (
      #"UPDATE "City" SET "isCapital" = true WHERE "name" = 'Oslo' AND country.name = "Norway""#,
      #"update City where name = 'Oslo' AND country.name = "Norway" set isCapital = true"#
    ),
    ("UPDATE [City] SET [isCapital] = true WHERE [id] = 1", "update City where id = 1 set isCapital = true"),
    (#"SELECT "name" FROM "City""#, "City select name"),
    (
      "SELECT * FROM City WHERE isCapital AND name NOT IN (SELECT c.FirstName FROM Customer c WHERE c.Spent > 5)",
      "City where isCapital AND NOT name IN SUBQUERY(Customer, $c, $c.Spent > 5).@unionOfObjects.FirstName"
    ),
    ("UPDATE Track SET UnitPrice = 1.5", "update Track set UnitPrice = 1.5"),
    ("update City set population = 5 where name = 'Oslo'", "update City where name = 'Oslo' set population = 5"),
    ("SELECT * FROM City LIMIT 5, 10", "City limit 10 offset 5"),
    ("SELECT [name] FROM [dbo].[City]", "City select name"), ("max(population) from City", "City select max(population)"),
    ("SELECT coalesce(name, 'x') FROM City", "City select TERNARY(name != nil, name, 'x') as value"),
    ("SELECT name FROM City FETCH FIRST 3 ROWS ONLY", "City select name limit 3"),
    (
      "SELECT c.name FROM Country o JOIN City c ON c.country_id = o.id WHERE continent = 'Asia'",
      "City where country != nil AND (country.continent = 'Asia') select name"
    ),
    // Other tools
    ("let big = City where population > 5", "City where population > 5"),
    ("SortDescriptor(\\City.name, order: .reverse)", "City sort name desc"),
    ("try context.fetch(FetchDescriptor<City>()).count", "count City"),
    ("cities.Where(c => c.population > 5).OrderByDescending(c => c.name).Take(2)", "City where population > 5 sort name desc limit 2"),
    (#"City.objects.filter(name__icontains="os")"#, #"City where name CONTAINS[c] "os""#),
    (#"City.where(name: "x").order(:population).limit(5)"#, #"City where name == "x" sort population limit 5"#),
    ("cities.select { |c| c.name }", "City select name"),
    ("{ cities { name } }", "City select name"), ("query { cities { name } }", "City select name"),
    ("query Names { countries { name cities { name } } }", "Country select name, cities { name }"),
    ("from c in City where c.population > 5 select c.name", "City where population > 5 select name"),
    // Plain words
    ("countries with more than 3 cities", "Country where cities.@count > 3"),
    ("countries without cities", "Country where cities.@count == 0"), ("cities without a country", "City where country == nil"),
    ("which country has the most cities", "Country sort cities.@count desc limit 1"),
    ("cities founded before 1900", "City where year(founded) < 1900"),
    ("cities founded in March", "City where month(founded) == 3"),
    ("cities from last week", "City where founded BETWEEN {now() - days(7), now()}"),
    ("cities starting with B", #"City where name BEGINSWITH[c] "B""#),
    ("tracks between 1 and 5", "Track where Milliseconds BETWEEN {1, 5}"),
    ("the most expensive track", "Track sort UnitPrice desc limit 1"), ("cheapest tracks", "Track sort UnitPrice"),
    ("tracks with price over 3", "Track where UnitPrice > 3"), ("customers named bob", #"Customer where FirstName ==[c] "bob""#),
    ("who are our customers?", "Customer"), ("sum of all customers", "Customer select sum(Spent) as total"),
    ("how many cities per country", "City group by country.name select country.name, count() as count"),
    ("names of all cities", "City select name"), ("name and population of cities", "City select name, population"),
    ("City Oslo", #"City where name ==[c] "Oslo""#),
    ("how many tracks are there?", "count Track"), ("show me all cities", "City"),
    ("cities in France", #"City where country.name ==[c] "France""#),
    ("customers from Brazil", #"Customer where Country ==[c] "Brazil""#),
    ("tracks by Queen", #"Track where Composer ==[c] "Queen""#),
    ("cities by population", "City sort population"), ("the largest cities", "City sort population desc"),
    ("top 5 cities by population", "City sort population desc limit 5"),
    ("longest track", "Track sort Milliseconds desc limit 1"),
    ("give me the ten biggest cities in Japan", #"City where country.name ==[c] "Japan" sort population desc limit 10"#),
    ("list countries of Africa", #"Country where continent ==[c] "Africa""#),
    ("cities with more than a million people", "City where population > 1000000"),
    ("the 10 biggest cities in the world", "City sort population desc limit 10"),
    (
      "SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY country ORDER BY population DESC) AS n FROM City) t WHERE n <= 3",
      "City sort population desc limit 3 per country"
    ),
    (
      "WITH ranked AS (SELECT c.*, ROW_NUMBER() OVER (PARTITION BY c.country, year(c.founded) ORDER BY c.name) rn FROM City c WHERE c.population > 5) SELECT * FROM ranked WHERE rn = 1",
      "City where population > 5 sort name limit 1 per country, (year(founded))"
    ),
    (
      "SELECT DISTINCT ON (country) * FROM City ORDER BY population DESC",
      "City sort population desc limit 1 per country"
    ),
    ("City sort name limit 1 by country", "City sort name limit 1 per country"),
    ("City sort name limit 2 for each country", "City sort name limit 2 per country"),
    ("City sort name limit 2 per year(founded)", "City sort name limit 2 per (year(founded))"),
    ("first City sort name limit 2 per country", "City sort name limit 2 per country"),
    ("largest city of each country", "City sort population desc limit 1 per country"),
    ("the 3 largest cities per country", "City sort population desc limit 3 per country"),
    ("newest city in each country", "City sort founded desc limit 1 per country"),
    ("cities in Europe", #"City where country.continent ==[c] "Europe""#),
    ("cities not in South America", #"City where NOT (country.continent ==[c] "South America")"#),
    ("cities in South Africa", #"City where country.name ==[c] "South Africa""#),
    ("City with name Oslo", #"City where name ==[c] "Oslo""#),
    ("oldest city", "City sort founded limit 1"),
    ("capital cities", "City where isCapital == TRUE"),
    ("average population of cities", "City select average(population) as average"),
    (
      "total population of cities per country",
      "City group by country.name select country.name, sum(population) as total"
    ),
    ("cities with population over 2 million", "City where population > 2000000"),
    ("cities with more than 2 million people", "City where population > 2000000"),
    ("sort Milliseconds", "Track sort Milliseconds"), ("where UnitPrice > 5", "Track where UnitPrice > 5"),
    ("FirstName == 'Ann'", "Customer where FirstName == 'Ann'"),
  ]

  @Test(arguments: corrected)
  func `One error, whose fix-it makes the query`(text: String, query: String) throws {
    try Self.expectCorrection(of: text, query)
  }

  /// Expects one error, whose first fix-it makes a query without errors.
  static func expectCorrection(of text: String, _ query: String, _ schema: CheckedSchema = schema) throws {
    let source = SourceText(name: "<query>", text)
    let errors = Self.errors(of: text, schema)
    #expect(errors.count == 1, "\(errors.map(\.message))")
    let fixIt = try #require(errors.first?.fixIts.first, "\(errors.map(\.message))")
    var bytes = source.utf8
    for edit in fixIt.edits.reversed() {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.newText.utf8))
    }
    #expect(String(decoding: bytes, as: UTF8.self) == query)
    #expect(Self.errors(of: query, schema).isEmpty)
  }

  /// What has no counterpart: one error, with a help that says what to do.
  @Test(arguments: [
    ("City join Country where name = 'x'", "relationships replace joins"), ("City union Country", "run two queries"),
    ("City where country IN (select id from Country)", "the condition on a relationship"),
    ("City where id IN (select x from Country where y = 1)", "the condition on a relationship"),
    ("SELECT name FROM City WHERE id IN (SELECT id FROM Country)", "follows a relationship"),
    ("City where population > avg(population * 2)", "City select avg(population * 2) as value"),
    ("City where count() > 5", "stands after 'group by'"),
    ("City group by year(founded) select count() as n", "year(founded) as year"),
    ("City where name == 'x' [cd]", "options follow the operator"), ("City page 2", "limit 20 offset 20"),
    ("City where n > 3 select population as n", "before 'select'"),
    ("oldest tracks", "'oldest' names nothing"), ("total sales per customer", "'sales'"),
    ("give me 5 random cities", "City limit 5"), ("help", "cdq eval --help"), ("list tables", "entities: Country, City"),
    ("SELECT row_number() OVER (ORDER BY name) FROM City", "the program computes other windows"),
    ("WITH big AS (SELECT * FROM City) SELECT * FROM big", "write the condition of the part into the query"),
    ("City where name IN (SELECT name FROM Country)", "the condition on a relationship"),
    ("City where id NOT IN (SELECT id FROM Country)", "the condition on a relationship"),
    ("SELECT * FROM City LEFT JOIN Track ON Track.id = City.id", "a relationship leads to other objects"),
    ("INSERT INTO City (name) VALUES ('x')", "store.insert"),
    ("City where %K == 'x'", "write the property itself"),
    ("City where founded > Date().addingTimeInterval(-5)", "now() - days(7)"),
    ("City, Country where name == 'x'", "a relationship leads to others"),
    ("City where founded like '2024%'", "year(founded)"), ("Customer where age(Spent) > 3", "compare the date"),
    ("City?name=Oslo&sort=-population", "properties of 'City'"), (".[] | select(.population > 5)", "entities: Country, City"),
    ("{ cities(where: {population: {gt: 5}}) { name } }", "properties of 'City'"),
    ("Country group by continent select continent, avg(cities.population)", "begin with those objects"),
    ("City where name == \"a \\(x)\"", "a parameter, without quotes"),
    ("City where row_number() over (partition by country order by name DESC) <= 3", "sort name desc limit 3 per country"),
    ("update first City where population > 3 set name = 'x'", "update City where id == … set …"),
    ("delete one City where population > 3", "delete City where id == …"),
    ("UPDATE City SET name = 'x' WHERE id = 1 RETURNING id", "the number of its objects"),
    ("City c JOIN Customer k ON k.FirstName = c.name", "where SUBQUERY(Customer, $c, $c.FirstName == name).@count > 0"),
    ("City select startOfHour(founded) as h", "startOfDay(date)"), ("City select lag(population) as l", "no window functions"),
    ("City sort population * 2", "select …, population * 2 as k sort k"),
    ("City sort (population * 2)", "select …, (population * 2) as k sort k"),
    ("City join Customer on Customer.FirstName == name", "where SUBQUERY(Customer, $c, $c.FirstName == name).@count > 0"),
    ("delete City where id == 1 returning id", "the number of its objects"),
    ("City select count(distinct name, founded) as n", "the rows of City select distinct name, founded"),
    ("City select sum(distinct population, id) as n", "sum(distinct population)"),
  ])
  func `One error says what to write instead`(text: String, help: String) {
    let errors = Self.errors(of: text)
    #expect(errors.count == 1, "\(errors.map(\.message))")
    #expect(errors.first?.help.contains { $0.contains(help) } == true, "\(errors.map(\.help))")
  }

  /// Of several errors the first has the whole corrected text, and the others none.
  @Test(arguments: [
    ("City sort by population descending", "City sort population desc"),
    ("Country select continent, count() + 1", "Country group by continent select continent, count() + 1 as value"),
    (
      "City group by country.name select name, count() + 1", "City group by country.name select country.name, count() + 1 as value"
    ),
  ])
  func `The first of several errors shows a query that runs`(text: String, query: String) {
    let errors = Self.errors(of: text)
    #expect(errors.count > 1)
    let fixIts = errors.sorted { $0.span.start < $1.span.start }.map { $0.fixIts.compactMap { $0.edits.first?.newText } }
    #expect(fixIts.first == [query] && fixIts.dropFirst().allSatisfy(\.isEmpty), "\(fixIts)")
  }

  /// An error in 'select' is no error of what names the columns.
  @Test(arguments: [
    ("City group by country.name select country.name, count() + 1 sort count() desc", "unnamed-item"),
    ("City group by country.name select country.name as c, sum(population) / 2 sort sum(population)", "unnamed-item"),
    // The name of a key that has an error
    ("City group by strftime('%Y-%m-%d', founded) as d select d, count()", "unknown-function"),
    ("City group by date_trunc('month', founded, 'Europe/Oslo') as d having d != nil select d, count() sort d", "unknown-function"),
    ("City group by country select country.name, sum(population) as p sort p desc", "not-a-grouping-key"),
    ("City group by country.name select country.name, sum(populaton) as p sort p desc, count()", "unknown-property"),
  ])
  func `One mistake is one error`(text: String, code: String) {
    #expect(Self.errors(of: text).map(\.code) == [DiagnosticCode(code)])
  }

  /// Properties with the names of words that mean something else keep their meaning.
  @Test(arguments: [
    "City where name == name", "City sort name desc limit 5", "count City where isCapital", "City select name as top",
  ])
  func `Texts of the language have no error`(text: String) {
    #expect(Self.errors(of: text).isEmpty)
  }

  /// Texts about a given entity are never read for another one.
  @Test func `A predicate of a program stays one`() throws {
    for text in ["name == paris", "City.count", "how many"] {
      let findings = Pipeline.compile(SourceText(name: "<query>", text), entity: "City", schema: Self.schema, translator: ForeignTexts.translator)
        .diagnostics
      #expect(!findings.isEmpty)
    }
    let first = Pipeline.compile(
      SourceText(name: "<query>", #"NSPredicate(format: "name == 'x'")"#), entity: "City", schema: Self.schema, translator: ForeignTexts.translator)
    #expect(first.diagnostics.first?.fixIts.first?.edits.first?.newText == "name == 'x'")
  }

  static func errors(of text: String, _ schema: CheckedSchema = schema) -> [Diagnostic] {
    Pipeline.compile(SourceText(name: "<query>", text), entity: nil, schema: schema, translator: ForeignTexts.translator)
      .diagnostics.filter {
      $0.severity == .error
    }
  }
}
