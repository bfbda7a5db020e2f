/// Random numbers that a seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Writes filters and sort keys: some that are right, some that are almost right, and some that mean harm.
struct FilterWriter {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }

  // MARK: Right

  private static let texts = [
    "'a'", "'o'", "'são'", "'SAN'", "''", "'Porto'", "'ł'", "'É'", "'a b'", "'%'", "'_'", "'*'", "'\\''", "\"''; --\"",
    "'👨‍👩‍👧'", "'\u{0301}'",
  ]
  private static let numbers = ["0", "1", "100000", "1000000", "-1", "9223372036854775807", "1.5e6", "0x10"]
  private static let continents = [".europe", ".asia", "'Africa'", ".northAmerica"]

  /// A well-formed condition with operators nested to a depth.
  mutating func filter(depth: Int = 2) -> String {
    switch depth > 0 ? Int.random(in: 0..<8, using: &random) : 7 {
    case 0, 1: "(\(filter(depth: depth - 1)) AND \(filter(depth: depth - 1)))"
    case 2, 3: "(\(filter(depth: depth - 1)) OR \(filter(depth: depth - 1)))"
    case 4: "NOT (\(filter(depth: depth - 1)))"
    default: comparison()
    }
  }

  private mutating func comparison() -> String {
    let name = pick(["name", "country.name"])
    let option = pick(["", "[c]", "[cd]", "[d]"])
    return switch Int.random(in: 0..<11, using: &random) {
    case 0: "\(name) \(pick(["==", "!=", "<", ">="]))\(pick(["", "[c]", "[cd]"])) \(pick(Self.texts))"
    case 1: "\(name) \(pick(["BEGINSWITH", "ENDSWITH", "CONTAINS"]))\(option) \(pick(Self.texts))"
    case 2: "\(name) LIKE\(option) \(pick(["'a*'", "'*o'", "'?o*'", "'*'", "'São*'"]))"
    case 3: "\(name) IN {\(pick(Self.texts)), \(pick(Self.texts))}"
    case 4: "population \(pick(["==", "!=", "<", "<=", ">", ">="])) \(pick(Self.numbers))"
    case 5: "population BETWEEN {\(pick(["0", "50000"])), \(pick(["200000", "3000000"]))}"
    case 6: "population \(pick(["==", "!="])) NULL"
    case 7: pick(["isCapital", "isCapital == false", "NOT isCapital", "TRUEPREDICATE", "country == NULL"])
    case 8: "country.continent \(pick(["==", "!="])) \(pick(Self.continents))"
    case 9: "length(\(name)) \(pick(["<", "==", ">"])) \(pick(["0", "5", "9"]))"
    default: "population \(pick(["/", "*", "+", "-"])) \(pick(["2", "1000", "7"])) > \(pick(Self.numbers))"
    }
  }

  /// Well-formed sort keys.
  mutating func sort() -> String {
    let keys = [
      "name", "name[cd]", "name[c]", "population", "isCapital", "country.name", "country.continent", "length(name)",
    ]
    let count = Int.random(in: 1...3, using: &random)
    return (0..<count).map { _ in pick(keys) + pick(["", " desc", " nulls last", " desc nulls first"]) }
      .joined(separator: ", ")
  }

  // MARK: Hostile

  private static let pieces = [
    "name", "population", "country.name", "id", "country.code", "country.cities.name", "SELF", "==", "!=", ">", "IN",
    "LIKE",
    "MATCHES", "BEGINSWITH[cd]", "BETWEEN", "{1, 2}", "{", "}", "(", ")", "(((((((", "[", "]", "'x'", "\"", "'", "5",
    "-",
    "1e999", "9223372036854775808", "0x", "$x", "%@", "%K", "NOT", "AND", "OR", "&&", "||", "!", "ANY", "ALL",
    "SUBQUERY(",
    "$c", ",", ".@count", "@sum", "TERNARY(", "CAST(", "now()", "NULL", "nil", ";", "--", "' OR 1=1 --",
    "DROP TABLE City",
    "'; DROP TABLE \"City\"; --", "SELECT * FROM City", "pg_sleep(10)", "delete City", "where", "sort", "limit 5",
    "\u{0}",
    "\u{202E}", "é", "👨‍👩‍👧", "\u{FEFF}", "\n", "\r\n", "//", "/*", "FUNCTION(", "'(a+)+$'", "aaaaaaaaaaaaaaaaaaaaaaaa!",
    "&",
    "<script>", "${jndi:ldap://x}", "../../etc/passwd", "%00", "%s%s%n", "#",
  ]

  /// A text of an untrusted user who means harm, or who makes mistakes.
  mutating func hostileText() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2:
      let count = Int.random(in: 1...12, using: &random)
      return (0..<count).map { _ in pick(Self.pieces) }.joined(separator: pick([" ", ""]))
    case 3, 4, 5: return damaged(filter(depth: 3))
    case 6:
      return repeated(pick(["(", "NOT ", "!", "-", "{", "population + ", "name == 'a' OR ", "'", "TERNARY(", "["]))
    default:
      let count = Int.random(in: 0...60, using: &random)
      let scalars = (0..<count).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random)) }
      return String(String.UnicodeScalarView(scalars))
    }
  }

  /// A text with up to three characters removed, doubled, exchanged or inserted.
  private mutating func damaged(_ text: String) -> String {
    var characters = Array(text)
    for _ in 0..<Int.random(in: 0...3, using: &random) where !characters.isEmpty {
      let place = Int.random(in: 0..<characters.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: characters.remove(at: place)
      case 1: characters.insert(characters[place], at: place)
      case 2: characters.swapAt(place, Int.random(in: 0..<characters.count, using: &random))
      default: characters.insert(contentsOf: pick(Self.pieces), at: place)
      }
    }
    return String(characters)
  }

  private mutating func repeated(_ piece: String) -> String {
    String(repeating: piece, count: Int.random(in: 1...(3_000 / piece.count), using: &random)) + "isCapital"
  }
}
