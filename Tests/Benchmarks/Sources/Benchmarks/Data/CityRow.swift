import Foundation

/// One city as plain values, from which the data of every engine is made.
struct CityRow {
  var id: Int
  var name: String
  var population: Int
  /// The area in hundredths, so that every text form and every engine has the same `Double`.
  var areaHundredths: Int
  var isCapital: Bool
  var elevation: Int?
  var founded: Day
  var rank: Int
  /// Index of the country whose code the city has.
  var code: Int
  /// Whether the city also has a relationship to that country.
  var hasCountry: Bool

  var area: Double { Double(areaHundredths) / 100 }

  /// Creates the city with a number from 0 of `count` cities. Each row has its own random generator, so that rows can
  /// be made in any order, and the first rows of a larger world are those of a smaller one except for their rank.
  init(_ number: Int, of count: Int) {
    var random = SplitMix64(seed: 0x5EED ^ (UInt64(number) &* 0xD1B5_4A32_D192_ED03))
    id = number + 1
    name = CityRow.name(&random)
    // The logarithm is uniform: half of the cities have fewer than 5,500 inhabitants, a fifth more than a million.
    population = CityRow.population(random.unit())
    areaHundredths = 100 + random.below(999_900)
    isCapital = random.below(20) == 0
    elevation = random.below(5) == 0 ? nil : random.below(3000) - 100
    founded = Day(year: 1600 + random.below(400), month: 1 + random.below(12), day: 1 + random.below(28))
    rank = random.below(4 * count)
    // The square makes some countries have many cities and others few.
    let unit = random.unit()
    code = Int(unit * unit * Double(CountryRow.count))
    hasCountry = random.below(100) != 0
  }

  /// A population from 1 to 30,000,000, uniform within each of 24 doublings and a part of one. It does not use the
  /// platform's logarithm, whose last bit may differ.
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

  /// Creates the country with a number from 0. Codes ascend with the number.
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

  /// Midnight UTC of this day.
  var date: Date { Date(timeIntervalSince1970: Double(number) * 86_400) }
}
