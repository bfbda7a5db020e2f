public import CDQConnections
public import QueryCases

// `Queries` has the functions and the rows of all modules; these are the rows of this one.

public typealias TotalsRow = Queries.TotalsRow
public typealias ContinentsRow = Queries.ContinentsRow

/// The queries of this module with their arguments.
public func queryCases(_ sample: SampleArguments) throws -> [QueryCase<Connection>] {
  let (id, ids, name, prefix, from) = (sample.id, sample.ids, sample.name, sample.prefix, sample.from)
  let (low, high): (Int64, Int64) = (1_000_000, 1_010_000)
  let populations = ["City_population_index", "City_population_id_index"]
  return [
    QueryCase("byID", indexes: ["City_id_index"], ["id": .int(id)], try Queries.byID(id: id).statement) {
      Digest(try await Queries.byID(in: $0, id: id))
    },
    QueryCase("named", indexes: ["City_name_index"], ["name": .string(name)], try Queries.named(name: name).statement) {
      Digest(try await Queries.named(in: $0, name: name))
    },
    QueryCase(
      "namedFolded", indexes: ["City_name_c_index"], ["name": .string(name)],
      try Queries.namedFolded(name: name).statement
    ) { Digest(try await Queries.namedFolded(in: $0, name: name)) },
    QueryCase(
      "atElevation", indexes: ["City_elevation_index"] + populations, ["elevation": .int(1000), "least": .int(1_000_000)],
      try Queries.atElevation(elevation: 1000, least: 1_000_000).statement
    ) { Digest(try await Queries.atElevation(in: $0, elevation: 1000, least: 1_000_000)) },
    QueryCase(
      "numbered", indexes: ["City_id_index"], ["ids": .list(ids.map { .int($0) })], try Queries.numbered(ids: ids).statement
    ) { Digest(try await Queries.numbered(in: $0, ids: ids)) },
    QueryCase(
      "populated", indexes: populations, ["low": .int(low), "high": .int(high)],
      try Queries.populated(low: low, high: high).statement
    ) { Digest(try await Queries.populated(in: $0, low: low, high: high)) },
    QueryCase("highest", indexes: ["City_elevation_index"], ["least": .int(2500)], try Queries.highest(least: 2500).statement) {
      Digest(try await Queries.highest(in: $0, least: 2500))
    },
    QueryCase("lowest", indexes: ["City_elevation_index"], [:], try Queries.lowest().statement) {
      Digest(try await Queries.lowest(in: $0))
    },
    QueryCase(
      "prefixed", indexes: ["City_name_index"], ["prefix": .string(prefix)], try Queries.prefixed(prefix: prefix).statement
    ) { Digest(try await Queries.prefixed(in: $0, prefix: prefix)) },
    QueryCase(
      "prefixedFolded", indexes: ["City_name_c_index"], ["prefix": .string(prefix)],
      try Queries.prefixedFolded(prefix: prefix).statement
    ) { Digest(try await Queries.prefixedFolded(in: $0, prefix: prefix)) },
    QueryCase(
      "prefixedPlain", indexes: ["City_name_cd_index"], ["prefix": .string(prefix)],
      try Queries.prefixedPlain(prefix: prefix).statement
    ) { Digest(try await Queries.prefixedPlain(in: $0, prefix: prefix)) },
    QueryCase(
      "page", indexes: populations, ["population": .int(1_000_000), "id": .int(id)],
      try Queries.page(population: 1_000_000, id: id).statement
    ) { Digest(try await Queries.page(in: $0, population: 1_000_000, id: id)) },
    QueryCase(
      "pageByName", indexes: ["City_name_index"], ["name": .string(name), "id": .int(id)],
      try Queries.pageByName(name: name, id: id).statement
    ) { Digest(try await Queries.pageByName(in: $0, name: name, id: id)) },
    QueryCase(
      "inCountry", indexes: ["City_country_index"], ["code": .string("UA"), "most": .double(150)],
      try Queries.inCountry(code: "UA", most: 150).statement
    ) { Digest(try await Queries.inCountry(in: $0, code: "UA", most: 150)) },
    QueryCase(
      "tagged", indexes: populations + ["Tag_cities_destination_index", "Tag_cities_pkey", "Tag_name_index"],
      ["tag": .string("tag 7"), "low": .int(low), "high": .int(high)],
      try Queries.tagged(tag: "tag 7", low: low, high: high).statement
    ) { Digest(try await Queries.tagged(in: $0, tag: "tag 7", low: low, high: high)) },
    QueryCase(
      "largeCountries", indexes: populations + ["City_country_index"], ["least": .int(20_000_000)], row: .country,
      try Queries.largeCountries(least: 20_000_000).statement
    ) { Digest(try await Queries.largeCountries(in: $0, least: 20_000_000)) },
    QueryCase("totals", indexes: [], [:], row: .totals, try Queries.totals().statement) {
      Digest(try await Queries.totals(in: $0))
    },
    QueryCase("continents", indexes: [], [:], row: .continent, try Queries.continents().statement) {
      Digest(try await Queries.continents(in: $0))
    },
    QueryCase("many", indexes: ["City_id_index"], ["from": .int(from)], try Queries.many(from: from).statement) {
      Digest(try await Queries.many(in: $0, from: from))
    },
  ]
}
