import CDQIR

/// Words for a range of a number that the text does not tell: `near the equator`, `small countries`. No query is made of
/// them, but the text gets the numbers that a query can compare.
extension PlainWords {
  private static let measures: [(words: Set<String>, sign: String, properties: [String])] = [
    (EnglishWords.words("near nearby close equator around far"), "BETWEEN {…, …}", ["latitude", "longitude", "lat", "lon", "distance"]),
    (EnglishWords.words("north northern"), "> …", ["latitude", "lat"]),
    (EnglishWords.words("south southern"), "< …", ["latitude", "lat"]),
    (EnglishWords.words("east eastern"), "> …", ["longitude", "lon"]),
    (EnglishWords.words("west western"), "< …", ["longitude", "lon"]),
    (EnglishWords.words("rich richer wealthy"), "> …", ["gdp", "salary", "wealth", "income"]),
    (EnglishWords.words("poor poorer"), "< …", ["gdp", "salary", "wealth", "income"]),
    (EnglishWords.words("expensive pricey"), "> …", ["price", "cost", "fee", "rate", "total"]),
    (EnglishWords.words("cheap affordable"), "< …", ["price", "cost", "fee", "rate", "total"]),
    (EnglishWords.words("big large huge many"), "> …", []), (EnglishWords.words("small tiny few"), "< …", []),
  ]

  static func isMeasure(_ word: String) -> Bool { measures.contains { $0.words.contains(word) } }

  /// The numbers that the words without a meaning could be about.
  var comparisonsOfUnknown: [String] {
    unknown.prefix(3).compactMap { word in
      let wanted = word.lowercased()
      guard let (_, sign, names) = PlainWords.measures.first(where: { $0.words.contains(wanted) }) else { return nil }
      let found = names.isEmpty
        ? [schema.amount].compactMap { $0 }
        : names.compactMap { schema.attribute($0) }.filter { $0.type.isNumeric }
      let comparable = found.isEmpty ? Array(schema.amounts.prefix(4)) : found
      guard !comparable.isEmpty else { return nil }
      return "'\(word)' needs a number to compare with: \(comparable.map { "\($0.name) \(sign)" }.joined(separator: ", "))"
    }
  }

  /// The number that a comparison at an index is about: the one that a word before it or after its number asks for, or else
  /// the first. It has no number if the words ask for one that the entity does not have.
  func measured(_ index: Int) -> Attribute? {
    guard let (phrase, _) = EnglishWords.comparisons.first(where: { lower[index...].starts(with: $0.words) }) else { return nil }
    var after = index + phrase.count + 1
    if after < words.count, EnglishWords.factors[lower[after]] != nil { after += 1 }
    if after < words.count, let attribute = schema.attribute(named: words[after]), attribute.type.isNumeric { return attribute }
    let hints = [index > 0 ? lower[index - 1] : "", lower[index], after < words.count ? lower[after] : ""]
    guard let names = hints.lazy.compactMap({ EnglishWords.measures[$0] }).first else { return schema.amount }
    let found = names.lazy.compactMap { [schema] in schema.attribute($0) }.first { $0.type.isNumeric }
    return found ?? (schema.amounts.count == 1 ? schema.amount : nil)
  }

  /// What is wrong with a comparison that no number follows, such as "larger than Paris".
  func unmeasured(_ index: Int) -> String? {
    guard let (phrase, sign) = EnglishWords.comparisons.first(where: { lower[index...].starts(with: $0.words) }),
      phrase.count > 1, ["<", ">"].contains(sign), index + phrase.count < words.count,
      Double(words[index + phrase.count]) == nil, let amount = schema.amount
    else { return nil }
    return "'\(phrase.joined(separator: " "))' needs a number: \(amount.name) \(sign) 1000"
  }

  /// `north of 60 degrees`, `south of the equator`
  func direction(_ index: Int) -> (String, Int)? {
    guard index + 2 < words.count, lower[index + 1] == "of" else { return nil }
    let equator = lower[index + 2] == "the" ? index + 3 : index + 2
    let isEquator = equator < words.count && lower[equator] == "equator"
    guard isEquator || Double(words[index + 2]) != nil,
      let (_, sign, names) = PlainWords.measures.first(where: { $0.words.contains(lower[index]) && $0.sign != "BETWEEN {…, …}" }),
      let position = names.lazy.compactMap({ schema.attribute($0) }).first, ["lat", "lon"].contains(position.name.lowercased().prefix(3))
    else { return nil }
    if isEquator { return position.name.lowercased().hasPrefix("lat") ? ("\(position.name) \(sign.prefix(1)) 0", equator + 1) : nil }
    let hasUnit = index + 3 < words.count && ["degree", "degrees"].contains(lower[index + 3])
    return ("\(position.name) \(sign.prefix(1)) \(words[index + 2])", index + (hasUnit ? 4 : 3))
  }

  /// `which continent has the most countries`: the value of a property that most objects have, or fewest.
  func mostFrequent() -> String? {
    guard words.count > 4, isEntity(words.count - 1), ["which", "what"].contains(lower[0]), lower[2] == "has",
      let attribute = schema.attribute(named: words[1])
    else { return nil }
    let between = lower[3..<(words.count - 1)].filter { $0 != "the" }
    guard between.count == 1, let word = between.first, ["most", "fewest", "least"].contains(word) else { return nil }
    return "\(entity) group by \(attribute.name) select \(attribute.name), count() as number sort number\(word == "most" ? " desc" : "") limit 1"
  }
}
