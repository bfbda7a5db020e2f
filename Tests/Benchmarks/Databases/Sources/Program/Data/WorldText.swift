import CDQLoading
import Foundation

/// The data as NDJSON: the cities of `CityRow` with tags.
enum WorldText {
  private static let tagCount = 50

  /// The countries, the tags and as many cities as are wanted.
  static func inputs(rows: Int) -> [LoadInput] {
    let countries = (0..<CountryRow.count).map { CountryRow($0) }
    return [
      input("Country", countries.count) { number in
        let country = countries[number]
        return "{\"code\":\"\(country.code)\",\"name\":\"\(country.name)\",\"continent\":\"\(country.continent)\"}"
      },
      input("Tag", tagCount) { "{\"name\":\"tag \($0)\"}" },
      input("City", rows) { number in
        let city = CityRow(number, of: rows)
        let elevation = city.elevation.map { ",\"elevation\":\($0)" } ?? ""
        let country = city.hasCountry ? ",\"country\":\"\(countries[city.code].code)\"" : ""
        return "{\"id\":\(city.id),\"name\":\"\(city.name)\",\"population\":\(city.population)"
          + ",\"area\":\(city.areaHundredths / 100).\(twoDigits(city.areaHundredths % 100)),\"isCapital\":\(city.isCapital)"
          + "\(elevation),\"founded\":\"\(city.founded.year)-\(twoDigits(city.founded.month))-\(twoDigits(city.founded.day))\""
          + "\(country),\"tags\":[\(tags(of: number))]}"
      },
    ]
  }

  /// None, one or two tags.
  private static func tags(of number: Int) -> String {
    var random = SplitMix64(seed: 0x7A65 ^ (UInt64(number) &* 0x9E37_79B9_7F4A_7C15))
    let count = random.below(3)
    let first = random.below(tagCount)
    let all = [first, (first + 1 + random.below(tagCount - 1)) % tagCount]
    return all.prefix(count).map { "\"tag \($0)\"" }.joined(separator: ",")
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func input(_ entity: String, _ count: Int, _ line: (Int) -> String) -> LoadInput {
    var bytes = Data()
    for number in 0..<count {
      bytes.append(contentsOf: line(number).utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return LoadInput(name: entity, entity: entity, format: .ndjson, bytes: bytes)
  }
}
