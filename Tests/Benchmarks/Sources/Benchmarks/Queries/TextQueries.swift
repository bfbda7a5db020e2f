import CDQRuntime
import Foundation

/// Queries with BEGINSWITH, CONTAINS, ENDSWITH, LIKE and MATCHES.
func textQueries(_ world: World) -> [QueryCase] {
  let cities = world.cities
  let sum: @Sendable (PlainColumns) -> Int = { Int(truncatingIfNeeded: PlainColumns.sum($0.names)) }
  return [
    QueryCase(
      name: "nameBegins", family: "BEGINSWITH[c]", shape: .ids, arguments: ["prefix": "san"],
      sqlite: "SELECT id FROM city WHERE name LIKE 'san%'",
      duckdb: "SELECT id FROM city WHERE name ILIKE 'san%'",
      handwritten: { .cities(cities.filter { $0.name.lowercased().hasPrefix("san") }) },
      generated: { .cities(Queries.nameBegins(in: cities, prefix: "san")) }, sum: sum),
    QueryCase(
      name: "nameBeginsCount", family: "BEGINSWITH[c]", shape: .count, arguments: ["prefix": "san"],
      sqlite: "SELECT count(*) FROM city WHERE name LIKE 'san%'",
      duckdb: "SELECT count(*) FROM city WHERE name ILIKE 'san%'",
      handwritten: { .count(cities.count { $0.name.lowercased().hasPrefix("san") }) },
      generated: { .count(Queries.nameBeginsCount(in: cities, prefix: "san")) }, sum: sum),
    QueryCase(
      name: "namePrefixCount", family: "BEGINSWITH", shape: .count, arguments: ["prefix": "San"],
      sqlite: "SELECT count(*) FROM city WHERE name GLOB 'San*'",
      duckdb: "SELECT count(*) FROM city WHERE starts_with(name, 'San')",
      handwritten: { .count(cities.count { $0.name.hasPrefix("San") }) },
      generated: { .count(Queries.namePrefixCount(in: cities, prefix: "San")) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.name.starts(with: "San") }
        return .count(try cities.count { try predicate.evaluate($0) })
      }, sum: sum),
    QueryCase(
      name: "nameContains", family: "CONTAINS", shape: .ids, arguments: ["text": "burg"],
      sqlite: "SELECT id FROM city WHERE instr(name, 'burg')",
      duckdb: "SELECT id FROM city WHERE contains(name, 'burg')",
      handwritten: { .cities(cities.filter { $0.name.contains("burg") }) },
      generated: { .cities(Queries.nameContains(in: cities, text: "burg")) }, sum: sum),
    QueryCase(
      name: "nameContainsCount", family: "CONTAINS", shape: .count, arguments: ["text": "burg"],
      sqlite: "SELECT count(*) FROM city WHERE instr(name, 'burg')",
      duckdb: "SELECT count(*) FROM city WHERE contains(name, 'burg')",
      handwritten: { .count(cities.count { $0.name.contains("burg") }) },
      generated: { .count(Queries.nameContainsCount(in: cities, text: "burg")) },
      predicateMacro: {
        let predicate = #Predicate<City> { $0.name.contains("burg") }
        return .count(try cities.count { try predicate.evaluate($0) })
      }, sum: sum),
    QueryCase(
      name: "nameContainsFoldedCount", family: "CONTAINS[cd]", shape: .count, arguments: ["text": "mal"],
      duckdb: "SELECT count(*) FROM city WHERE contains(strip_accents(lower(name)), 'mal')",
      handwritten: {
        .count(cities.count { $0.name.range(of: "mal", options: [.caseInsensitive, .diacriticInsensitive]) != nil })
      },
      generated: { .count(Queries.nameContainsFoldedCount(in: cities, text: "mal")) }, sum: sum),
    QueryCase(
      name: "nameEndsCount", family: "ENDSWITH", shape: .count, arguments: ["suffix": "ville"],
      sqlite: "SELECT count(*) FROM city WHERE name GLOB '*ville'",
      duckdb: "SELECT count(*) FROM city WHERE ends_with(name, 'ville')",
      handwritten: { .count(cities.count { $0.name.hasSuffix("ville") }) },
      generated: { .count(Queries.nameEndsCount(in: cities, suffix: "ville")) }, sum: sum),
    QueryCase(
      name: "nameLikeCount", family: "LIKE", shape: .count,
      sqlite: "SELECT count(*) FROM city WHERE name GLOB 'S*b?rg*'",
      duckdb: "SELECT count(*) FROM city WHERE name LIKE 'S%b_rg%'",
      handwritten: {
        let pattern = /b.rg/.dotMatchesNewlines()
        return .count(cities.count { $0.name.hasPrefix("S") && $0.name.dropFirst().contains(pattern) })
      },
      generated: { .count(try Queries.nameLikeCount(in: cities)) }, sum: sum),
    QueryCase(
      name: "nameMatchesCount", family: "MATCHES", shape: .count,
      duckdb: "SELECT count(*) FROM city WHERE regexp_full_match(name, '.*burg[aeiou].*')",
      handwritten: {
        let pattern = /burg[aeiou]/
        return .count(cities.count { $0.name.contains(pattern) })
      },
      generated: { .count(try Queries.nameMatchesCount(in: cities)) }, sum: sum),
  ]
}
