import Foundation

/// The data as a user's own types, and values from which the arguments of queries are chosen.
struct World: Sendable {
  let rowCount: Int
  let cities: [City]
  let countries: [Country]

  init(rowCount: Int) {
    self.rowCount = rowCount
    let countries = (0..<CountryRow.count).map { Country(CountryRow($0)) }
    let cities = (0..<rowCount).map { City(CityRow($0, of: rowCount), countries) }
    var members: [[City]] = Array(repeating: [], count: countries.count)
    let numbers = Dictionary(uniqueKeysWithValues: countries.enumerated().map { ($1.code, $0) })
    for city in cities {
      if let code = city.country?.code, let number = numbers[code] { members[number].append(city) }
    }
    for (country, members) in zip(countries, members) { country.cities = members }
    self.cities = cities
    self.countries = countries
  }

  /// 10,000 different populations, of which about half can occur in a city.
  static let tenThousand: [Int64] = {
    var random = SplitMix64(seed: 10_000)
    var values: Set<Int64> = []
    while values.count < 10_000 {
      values.insert(Int64(random.below(values.count.isMultiple(of: 2) ? 20_000 : 30_000_000)))
    }
    return values.sorted()
  }()

  /// The name of some city.
  var someName: String { CityRow(rowCount * 3 / 4, of: rowCount).name }
}

/// The columns as plain arrays, to measure how long reading the memory alone takes.
struct PlainColumns: Sendable {
  let population: [Int64]
  let area: [Double]
  let elevation: [Int64]
  let founded: [Double]
  /// All names one after another in UTF-8, padded to whole words.
  let names: [UInt64]
  let nameBytes: Int

  init(_ world: World) {
    population = world.cities.map(\.population)
    area = world.cities.map(\.area)
    elevation = world.cities.map { $0.elevation ?? 0 }
    founded = world.cities.map(\.founded.timeIntervalSinceReferenceDate)
    var bytes: [UInt8] = []
    for city in world.cities { bytes += city.name.utf8 }
    nameBytes = bytes.count
    var words: [UInt64] = Array(repeating: 0, count: bytes.count / 8 + 1)
    for (place, byte) in bytes.enumerated() { words[place / 8] |= UInt64(byte) << UInt64(place % 8 * 8) }
    names = words
  }

  static func sum(_ values: [Int64]) -> Int64 {
    var sum: Int64 = 0
    for value in values { sum &+= value }
    return sum
  }

  static func sum(_ values: [UInt64]) -> UInt64 {
    var sum: UInt64 = 0
    for value in values { sum &+= value }
    return sum
  }

  /// Adds up eight sums in parallel lanes, since the compiler may not change the order of floating-point additions.
  static func sum(_ values: [Double]) -> Double {
    var lanes = SIMD8<Double>.zero
    values.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count - 63, by: 64) {
        lanes += bytes.loadUnaligned(fromByteOffset: start, as: SIMD8<Double>.self)
      }
    }
    return lanes.sum()
  }
}
