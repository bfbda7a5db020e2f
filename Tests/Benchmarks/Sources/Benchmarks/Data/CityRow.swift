import Foundation

/// One city as plain values: what every engine is loaded from.
struct CityRow {
  var id: Int
  var name: String
  var population: Int
  /// Hundredths, so that every text form and every engine has the same `Double`.
  var areaHundredths: Int
  var isCapital: Bool
  var elevation: Int?
  var founded: Day
  var rank: Int
  /// Index of the country whose code it has.
  var code: Int
  /// Whether it belongs to that country too.
  var hasCountry: Bool

  var area: Double { Double(areaHundredths) / 100 }

  /// The city with that number, from 0, of `count`. Each row has its own generator, so that rows can be made in any
  /// order and the first rows of a larger world are those of a smaller one but for their rank.
  init(_ number: Int, of count: Int) {
    var random = SplitMix64(seed: 0x5EED ^ (UInt64(number) &* 0xD1B5_4A32_D192_ED03))
    id = number + 1
    name = CityRow.name(&random)
    // The logarithm is even: half of the cities have fewer than 5,500 inhabitants, a fifth more than a million.
    population = CityRow.population(random.unit())
    areaHundredths = 100 + random.below(999_900)
    isCapital = random.below(20) == 0
    elevation = random.below(5) == 0 ? nil : random.below(3000) - 100
    founded = Day(year: 1600 + random.below(400), month: 1 + random.below(12), day: 1 + random.below(28))
    rank = random.below(4 * count)
    // Some countries have many cities, some few.
    let unit = random.unit()
    code = Int(unit * unit * Double(CountryRow.count))
    hasCountry = random.below(100) != 0
  }

  /// 1 to 30,000,000 without a logarithm of the platform's, whose last bit may differ: 24 doublings and the rest of
  /// one, each evenly filled.
  private static func population(_ unit: Double) -> Int {
    let position = unit * 24.788
    let octave = Int(position)
    let start = Double(1 << octave)
    return min(30_000_000, Int(start + (position - Double(octave)) * start))
  }

  private static func name(_ random: inout SplitMix64) -> String {
    var name = ""
    for place in 0..<(2 + random.below(4)) {
      let syllable = random.below(25) == 0 ? foreign[random.below(foreign.count)] : plain[random.below(plain.count)]
      name += place == 0 ? syllable.capitalized : syllable
    }
    return name
  }

  private static let plain = [
    "san", "burg", "ville", "al", "ma", "mal", "ton", "grad", "kirk", "ro", "be", "lo", "mer", "ost", "wes", "nor",
    "del", "mar", "vis", "ta", "po", "lis", "ham", "ford", "den", "haag", "ber", "lin", "lan", "dor", "fels", "ka",
    "no", "shi", "to", "kyo", "riv", "er", "el", "ba", "que", "ran", "ci", "ty", "ox", "cam", "brid", "ge", "ur", "bis",
  ]
  private static let foreign = ["mö", "ñu", "ça", "él", "ål", "zü", "mál", "šk", "ří", "京"]
}

/// One country as plain values.
struct CountryRow {
  static let count = 250

  let code: String
  let name: String
  let continent: String

  /// The country with that number, from 0. Codes rise with it.
  init(_ number: Int) {
    let letters = Array("AEILNORSTU")
    code = String(UnicodeScalar(UInt8(65 + number / 10))) + String(letters[number % 10])
    name = code + "land"
    continent = ["Africa", "America", "Asia", "Europe", "Oceania"][number % 5]
  }
}

/// A day of the Gregorian calendar.
struct Day {
  var year: Int
  var month: Int
  var day: Int

  /// Days since 1970-01-01.
  var number: Int {
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Midnight UTC.
  var date: Date { Date(timeIntervalSince1970: Double(number) * 86_400) }
}
