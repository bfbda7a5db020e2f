import CDQSchema

/// A name of a database as words in lower case, from which names of Swift are put together: `CustomerID`, `customer_id`
/// and `CUSTOMER_ID` are `customer` and `id`.
struct SwiftWords: Hashable, Sendable {
  var words: [String]

  init(_ words: [String]) { self.words = words }

  /// The words of a name: parts between characters that no identifier has or `_`, and within these at capital letters.
  init(_ name: String) {
    words = []
    for part in name.unicodeScalars.split(whereSeparator: { $0 == "_" || !$0.properties.isXIDContinue }) {
      let scalars = Array(part)
      var word = String.UnicodeScalarView()
      for (place, scalar) in scalars.enumerated() {
        let isUpper = scalar.properties.isUppercase
        if isUpper, place > 0 {
          let last = scalars[place - 1].properties.isUppercase
          let next = place + 1 < scalars.count && scalars[place + 1].properties.isLowercase
          // The `s` of `URLs` is the acronym's plural, and begins no word.
          let isPlural = next && scalars[place + 1] == "s" && (place + 2 == scalars.count || scalars[place + 2].properties.isUppercase)
          if !last || next && !isPlural { finish(&word) }
        }
        word.append(scalar)
      }
      finish(&word)
    }
  }

  private mutating func finish(_ word: inout String.UnicodeScalarView) {
    guard !word.isEmpty else { return }
    let text = String(word).lowercased()
    // `address_2` and `address2` are the same name.
    if !words.isEmpty, text.unicodeScalars.allSatisfy({ $0.properties.numericType != nil }) {
      words[words.count - 1] += text
    } else {
      words.append(text)
    }
    word = String.UnicodeScalarView()
  }

  var isEmpty: Bool { words.isEmpty }
  var upperCamel: String { words.map(SwiftWords.capitalized).joined() }
  var lowerCamel: String { (words.first ?? "") + words.dropFirst().map(SwiftWords.capitalized).joined() }

  /// The words with the last one in the singular.
  var singular: SwiftWords { changingLast(EnglishNoun.singular) }
  /// The words with the last one, which is in the singular, in the plural.
  var plural: SwiftWords { changingLast(EnglishNoun.pluralOfWord) }

  private func changingLast(_ change: (String) -> String) -> SwiftWords {
    SwiftWords(words.dropLast() + words.suffix(1).map(change))
  }

  /// The words without the first ones, if they begin with all of them and have more.
  func dropping(first others: SwiftWords) -> SwiftWords? {
    guard !others.isEmpty, words.count > others.words.count, Array(words.prefix(others.words.count)) == others.words else { return nil }
    return SwiftWords(Array(words.dropFirst(others.words.count)))
  }

  /// The words without the last ones, if they end with all of them and have more.
  func dropping(last others: SwiftWords) -> SwiftWords? {
    guard !others.isEmpty, words.count > others.words.count, Array(words.suffix(others.words.count)) == others.words else { return nil }
    return SwiftWords(Array(words.dropLast(others.words.count)))
  }

  static func + (one: SwiftWords, other: SwiftWords) -> SwiftWords { SwiftWords(one.words + other.words) }

  /// Words that Swift writes in capital letters, unless a name begins with them: `customerID`, `url`, `imageURL`.
  private static let acronyms: Set<String> = [
    "id", "url", "uri", "uuid", "guid", "html", "json", "xml", "http", "https", "api", "ip", "isbn", "issn", "sku", "ssn", "css",
    "sql", "pdf", "csv", "utc", "gps", "vat", "ean", "upc", "iban", "bic", "cpu", "gpu", "ram", "dns", "tls", "ssl", "smtp", "ftp",
    "sms", "rss", "faq", "hr", "crm", "erp", "pos", "pin", "mfa", "dob", "eta", "gdp", "imdb", "md5", "sha1", "sha256", "tv", "dvd",
  ]

  private static func capitalized(_ word: String) -> String {
    if acronyms.contains(word) { return word.uppercased() }
    if word.hasSuffix("s"), acronyms.contains(String(word.dropLast())) { return word.dropLast().uppercased() + "s" }
    // The number of `ipv4` and `address2` is part of the word.
    return word.prefix(1).uppercased() + word.dropFirst()
  }
}
