import CDQForeignTexts
import CDQKit
import CDQSyntax
import Testing

/// Code of Swift in place of a query: every part of it is in the translation, or the error names the part.
@Suite struct PastedSwiftTests {
  /// Requests, with the queries that the only fix-it makes.
  static let requests: [(text: String, query: String)] = [
    (
      ##"@Query(filter: #Predicate<City> { $0.isCapital }, sort: \.name) var cities: [City]"##,
      "City where isCapital sort name"
    ),
    (#"@Query(sort: \City.population, order: .reverse) var cities: [City]"#, "City sort population desc"),
    (
      ##"@Query(filter: #Predicate<City> { $0.population > 5 }, sort: [SortDescriptor(\City.name), SortDescriptor(\City.population, order: .reverse)]) var cities: [City]"##,
      "City where population > 5 sort name, population desc"
    ),
    (
      #"@FetchRequest(sortDescriptors: [SortDescriptor(\.name)], predicate: NSPredicate(format: "isCapital == YES")) var cities: FetchedResults<City>"#,
      "City where isCapital == YES sort name"
    ),
    (
      ##"var d = FetchDescriptor<City>(predicate: #Predicate { $0.isCapital }, sortBy: [SortDescriptor(\.name)]); d.fetchLimit = 10"##,
      "City where isCapital sort name limit 10"
    ),
    (
      #"let r = NSFetchRequest<City>(entityName: "City"); r.predicate = NSPredicate(format: "population > 5"); r.fetchLimit = 3; r.fetchOffset = 6"#,
      "City where population > 5 limit 3 offset 6"
    ),
    (
      #"let r: NSFetchRequest<City> = City.fetchRequest(); r.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]"#,
      "City sort name desc"
    ),
    (
      #"NSCompoundPredicate(orPredicateWithSubpredicates: [NSPredicate(format: "isCapital == YES"), NSPredicate(format: "population > 5")])"#,
      "City where (isCapital == YES) OR (population > 5)"
    ),
    (
      #"let a = NSPredicate(format: "isCapital == YES"); let b = NSCompoundPredicate(notPredicateWithSubpredicate: a)"#,
      "City where NOT (isCapital == YES)"
    ),
    (#"NSPredicate(format: "%K == %@", #keyPath(City.name), name)"#, "City where name == $name"),
    (#"NSPredicate(format: "isCapital == %@ AND founded < %@", argumentArray: [true, Date()])"#, "City where isCapital == true AND founded < now()"),
    (
      ##"try context.fetchCount(FetchDescriptor<City>(predicate: #Predicate { $0.isCapital }))"##,
      "count City where isCapital"
    ),
    (#"realm.objects(City.self).filter("isCapital == true")"#, "City where isCapital == true"),
    (#"City.filter(Column("name") == "Oslo").order(Column("population").desc)"#, #"City where name == "Oslo" sort population desc"#),
    ("cities.sorted(using: KeyPathComparator(\\.population, order: .reverse)).prefix(3)", "City sort population desc limit 3"),
    ("cities.filter { $0.isCapital }.sorted(using: SortDescriptor(\\.name)).first", "first City where isCapital sort name"),
    ("cities.sorted { $0.name < $1.name }.reversed()", "City sort name desc"),
    ("cities.sorted { $0.name > $1.name }.first?.name", "City select name sort name desc limit 1"),
    ("cities.map { ($0.name, $0.population) }", "City select name, population"),
    ("tracks.map(\\.UnitPrice).reduce(0, +)", "Track select sum(UnitPrice) as total"),
    ("tracks.reduce(0) { $0 + $1.UnitPrice }", "Track select sum(UnitPrice) as total"),
    ("tracks.map(\\.UnitPrice).max()", "Track select max(UnitPrice) as max"),
    ("tracks.max { $0.UnitPrice < $1.UnitPrice }", "first Track sort UnitPrice desc"),
    ("cities.filter { $0.name.prefix(2) == \"Os\" }", "City where prefix(name, 2) == \"Os\""),
    ("cities.filter { Calendar.current.startOfDay(for: $0.founded) == day }", "City where startOfDay(founded) == $day"),
    ("cities.filter { $0.isCapital }.dropFirst(10).prefix(5)", "City where isCapital limit 5 offset 10"),
    ("cities.allSatisfy { $0.isCapital }", "exists City where NOT (isCapital)"),
    ("for city in cities where city.isCapital { print(city.name) }", "City where isCapital"),
    ("guard let c = cities.first(where: { $0.id == 5 }) else { return }", "first City where id == 5"),
  ]

  /// Conditions of closures, with those of the language.
  static let conditions: [(text: String, condition: String)] = [
    (#"$0.name.hasSuffix("x") == true"#, #"name ENDSWITH "x""#),
    (#"$0.name.hasSuffix("x") == false"#, #"!(name ENDSWITH "x")"#),
    (#"$0.name.hasSuffix("x") != false"#, #"name ENDSWITH "x""#),
    (#"$0.name.hasSuffix("x") != true"#, #"!(name ENDSWITH "x")"#),
    (#"$0.country?.name.hasPrefix("x") ?? false"#, #"country.name BEGINSWITH "x""#),
    (#"$0.country?.name.hasPrefix("x") ?? true"#, #"country == nil || country.name BEGINSWITH "x""#),
    (#"$0.country?.name.hasPrefix("x") == false"#, #"country != nil && !(country.name BEGINSWITH "x")"#),
    (#"($0.population ?? 0) > 5"#, "TERNARY(population != nil, population, 0) > 5"),
    ("(1...5).contains($0.id)", "id BETWEEN {1, 5}"), ("(1..<5).contains($0.id)", "id >= 1 && id < 5"),
    ("1...5 ~= $0.id", "id BETWEEN {1, 5}"), (#"["a", "b"].contains($0.name)"#, #"name IN {"a", "b"}"#),
    ("names.contains($0.name)", "name IN $names"), ("$0.name == model.searchText", "name == $searchText"),
    ("$0.population! > 1_000_000", "population! > 1000000".replacing("!", with: "")),
    ("if let p = $0.population { p > 5 } else { false }", "population != nil && population > 5"),
    ("if let p = $0.population { return p > 5 } else { return true }", "population == nil || population > 5"),
    ("guard let p = $0.population else { return false }; return p > 5", "population != nil && population > 5"),
    ("$0.population == nil ? true : $0.isCapital", "population == nil || isCapital"),
    (#"$0.name.caseInsensitiveCompare("x") == .orderedSame"#, #"name ==[c] "x""#),
    (#"$0.name.range(of: "x", options: [.caseInsensitive, .diacriticInsensitive]) != nil"#, #"name CONTAINS[cd] "x""#),
    (#"$0.name.lowercased().contains("x") && !$0.name.isEmpty"#, #"lowercase(name) CONTAINS "x" && name != """#),
    ("$0.founded! > Date.now.addingTimeInterval(-7 * 24 * 60 * 60)", "founded > now() - days(7)"),
    ("$0.founded! > Date() - 90", "founded > now() - seconds(90)"),
    (
      "Calendar.current.isDateInYesterday($0.founded!)",
      "year(founded) == year(now() - days(1)) && month(founded) == month(now() - days(1)) && day(founded) == day(now() - days(1))"
    ),
    ("Calendar.current.component(.year, from: $0.founded!) == 2000", "year(founded) == 2000"),
    ("$0.founded! < Calendar.current.date(byAdding: .day, value: -3, to: Date())!", "founded < now() - days(3)"),
    ("!($0.isCapital || $0.id < 5) && $0.id != 3", "!(isCapital || id < 5) && id != 3"),
    ("($0.isCapital || $0.id < 5) && $0.id != 3", "(isCapital || id < 5) && id != 3"),
  ]

  /// Conditions about the elements of a relationship.
  static let elements: [(text: String, condition: String)] = [
    ("$0.cities.contains { $0.isCapital }", "ANY cities.isCapital == TRUE"),
    (#"$0.cities.contains(where: { city in city.name.hasPrefix("A") })"#, #"ANY cities.name BEGINSWITH "A""#),
    ("$0.cities.allSatisfy { $0.id > 5 }", "ALL cities.id > 5"),
    ("$0.cities.filter { $0.isCapital }.count > 1", "SUBQUERY(cities, $x, $x.isCapital).@count > 1"),
    (
      "country in country.cities.contains { $0.isCapital && $0.id > 5 }",
      "SUBQUERY(cities, $x, $x.isCapital && $x.id > 5).@count > 0"
    ),
    (
      "country in country.cities.contains { city in city.name == country.name }",
      "SUBQUERY(cities, $x, $x.name == name).@count > 0"
    ),
    (
      "!$0.cities.contains { $0.isCapital && $0.id > 5 }", "SUBQUERY(cities, $x, $x.isCapital && $x.id > 5).@count == 0"
    ),
    ("$0.cities.first(where: { $0.isCapital }) != nil", "SUBQUERY(cities, $x, $x.isCapital).@count > 0"),
    ("$0.cities.map(\\.population!).reduce(0, +) > 5", ""), ("!$0.cities.isEmpty", "cities.@count > 0"),
    ("$0.cities.map { $0.id }.max() > 5", "cities.@max.id > 5"), ("$0.cities.reduce(0) { $0 + $1.id } > 5", "cities.@sum.id > 5"),
    ("$0.cities.count > 2", "cities.@count > 2"),
  ].filter { !$0.condition.isEmpty }

  @Test(arguments: requests)
  func `Every part of a request is in its query`(text: String, query: String) throws {
    try FirstWordsTests.expectCorrection(of: text, query)
  }

  @Test(arguments: conditions)
  func `The condition of a closure is that of the query`(text: String, condition: String) throws {
    try FirstWordsTests.expectCorrection(of: "#Predicate<City> { \(text) }", "City where \(condition)")
    try FirstWordsTests.expectCorrection(of: "let found = cities.filter { \(text) }", "City where \(condition)")
  }

  @Test(arguments: elements)
  func `Closures about elements are quantifiers`(text: String, condition: String) throws {
    try FirstWordsTests.expectCorrection(of: "#Predicate<Country> { \(text) }", "Country where \(condition)")
  }

  /// No fix-it, and a help about the part that has no translation.
  @Test(arguments: [
    ("cities.filter { $0.age > 5 }", "'City' has no property 'age'"),
    ("cities.shuffled()", "'.shuffled()' has no counterpart"),
    ("cities.filter { $0.isCapital }.randomElement()", "'.randomElement()' has no counterpart"),
    ("cities.prefix(5).filter { $0.isCapital }", "a query limits last"),
    ("cities.reversed()", "needs an order"), ("cities.filter { $0.name.hashValue > 5 }", "'.hashValue'"),
    ("cities.filter { isFine($0) }", "'isFine(…)' is no function"),
    (#"cities.filter { $0.name == "\(name)!" }"#, "write a parameter"),
    ("NSCompoundPredicate(type: .or, subpredicates: [a, b])", "does not say what 'a' is"),
    ("FetchDescriptor<City>(predicate: predicate)", "does not say what the predicate 'predicate' is"),
    ("FetchDescriptor<Trip>()", "there is no entity 'Trip'"),
    (#"let r = NSFetchRequest<City>(entityName: "City"); r.propertiesToFetch = ["name"]"#, "a query says it by 'select'"),
    ("Dictionary(grouping: cities, by: \\.country)", "group by property"),
  ])
  func `What has no translation is named`(text: String, help: String) {
    let errors = FirstWordsTests.errors(of: text)
    #expect(errors.count == 1 && errors.first?.fixIts.isEmpty == true, "\(errors.map(\.fixIts))")
    #expect(errors.first?.help.contains { $0.contains(help) } == true, "\(errors.map(\.help))")
  }

  /// Brackets without end and deep nesting are errors, as any other text.
  @Test func `Any text is read to an end`() {
    let texts = [
      String(repeating: "(", count: 2000), "cities.filter { " + String(repeating: "!(", count: 2000),
      "cities.filter { " + String(repeating: "[", count: 2000), "cities.filter { $0.", "cities.filter { \"",
      "NSCompoundPredicate(notPredicateWithSubpredicate: a); let a = a", "#Predicate<City> {", "@Query(", "cities.filter { \\",
      "cities.filter { if let p", "cities.filter { $0.name.range(of", "cities.sorted(using: [", "cities.filter { -",
    ]
    for text in texts { #expect(!FirstWordsTests.errors(of: text).isEmpty, "\(text.prefix(40))") }
  }
}
