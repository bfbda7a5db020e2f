import CDQIR

/// Values, lists of them, and the opposite of a condition.
extension PlainWords {
  /// The condition that a text is one of the values that begin at an index, such as `France or Spain`.
  func isOne(_ path: String, of start: Int) -> (String, Int)? {
    var values: [String] = []
    var position = start
    if position < words.count, ["either", "neither"].contains(lower[position]) { position += 1 }
    var end = position
    while position < words.count {
      let last = valueEnd(position)
      guard last > position else { break }
      values.append(words[position..<last].joined(separator: " "))
      end = last
      position = last
      while position < words.count, [",", "or", "and", "nor"].contains(lower[position]) { position += 1 }
      // After "and" another condition may begin.
      guard position > last, position < words.count, !isKnown(position), !EnglishWords.isWord(lower[position]),
        !isNegation(position), schema.caseCondition(words[position]) == nil
      else { break }
    }
    guard let first = values.first else { return nil }
    if values.count == 1 { return ("\(path) \(equals([first][...]))", end) }
    let isQuoted = values.allSatisfy { $0.hasPrefix("\"") || $0.hasPrefix("'") }
    let list = values.map { $0.hasPrefix("\"") || $0.hasPrefix("'") ? $0 : "\"\($0)\"" }.joined(separator: ", ")
    return ("\(path) IN\(isQuoted ? "" : "[c]") {\(list)}", end)
  }

  // MARK: Missing values

  private static let missing = EnglishWords.words("missing empty unknown null nil blank absent unset none undefined")
  private static let given = EnglishWords.words("known present given set filled available there")

  /// `is missing`, `is not known` after a property.
  func existence(of property: Property, _ index: Int) -> (String, Int)? {
    var position = index
    var isNegated = false
    guard position < words.count, ["is", "are", "was", "were", "=", "not"].contains(lower[position]) else { return nil }
    while position < words.count, ["is", "are", "was", "were", "not"].contains(lower[position]) {
      if lower[position] == "not" { isNegated.toggle() }
      position += 1
    }
    guard position < words.count else { return nil }
    let isMissing = PlainWords.missing.contains(lower[position])
    guard isMissing || PlainWords.given.contains(lower[position]) else { return nil }
    if isMissing != isNegated { return (schema.absence(of: property, isUsedUp: false), position + 1) }
    return schema.presence(of: property).map { ($0, position + 1) }
  }

  // MARK: Opposites

  private static let negations = EnglishWords.words("not except excluding non excepting never nor")

  func isNegation(_ index: Int) -> Bool {
    PlainWords.negations.contains(lower[index])
      || (lower[index] == "other" && index + 1 < words.count && lower[index + 1] == "than")
  }

  /// The opposite of what follows `not`, `except` and `outside`.
  mutating func opposite(_ index: Int) -> (String, Int)? {
    if lower[index] == "outside" { return preposition(index).map { (PlainWords.negated($0), $1) } }
    guard isNegation(index) else { return nil }
    var position = index + (lower[index] == "other" ? 2 : 1)
    while position < words.count, ["a", "an", "the", "for", "those", "that", "are", "is", "been", "yet"].contains(lower[position]) { position += 1 }
    guard position < words.count else { return nil }
    var inner = Reading()
    let end = read(position, &inner)
    guard end > position, let condition = inner.conditions.first, inner.conditions.count == 1, inner.sort == nil else { return nil }
    return (PlainWords.negated(condition), end)
  }

  private static func negated(_ condition: String) -> String {
    if !condition.contains(" AND "), !condition.contains(" OR ") {
      for (sign, other) in [(" == TRUE", " == FALSE"), (" == FALSE", " == TRUE"), (" == nil", " != nil"), (" != nil", " == nil")]
      where condition.hasSuffix(sign) {
        return condition.dropLast(sign.count) + other
      }
      if let sign = condition.firstRange(of: " == ."), !condition.contains(" ==[") {
        return condition[..<sign.lowerBound] + " != ." + condition[sign.upperBound...]
      }
    }
    return "NOT (\(condition))"
  }

  // MARK: Names of several words

  /// Puts the name of a property in place of the words that it is made of: `onCall` for "on call".
  mutating func joinNames() {
    let properties = schema.schema.allProperties(of: entity).map { ($0, SchemaWords.parts(of: $0.name)) }
    for length in [4, 3, 2] {
      var index = 0
      while index + length <= words.count {
        let phrase = lower[index..<(index + length)]
        let found = properties.first { property, parts in
          let isCondition = property.type.base == .bool
          let bare = isCondition && ["is", "has", "was"].contains(parts[0]) ? Array(parts.dropFirst()) : parts
          // `in stock` is only a property if it is true or false.
          guard bare.count == length, isCondition || EnglishWords.prepositions[bare[0]] == nil else { return false }
          return zip(phrase, bare).allSatisfy { $0 == $1 || ($1 == bare.last && SchemaWords.isNumber($0, of: $1)) }
        }
        if let found, !(index...(index + length - 1)).contains(place ?? -1) {
          words.replaceSubrange(index..<(index + length), with: [found.0.name])
          lower.replaceSubrange(index..<(index + length), with: [found.0.name.lowercased()])
          if let place, place > index { self.place = place - length + 1 }
        }
        index += 1
      }
    }
  }

  /// The condition that an attribute is true whose name has the stem of a word: `smoker` for "smoke".
  func stemmed(_ word: String) -> String? {
    func stem(_ word: String) -> String {
      for end in ["ing", "ers", "er", "ed", "es", "s", "e"] where word.hasSuffix(end) && word.count - end.count > 3 {
        return String(word.dropLast(end.count))
      }
      return word
    }
    let wanted = stem(word)
    guard wanted.count > 3 else { return nil }
    return schema.schema.allAttributes(of: entity).first { attribute in
      attribute.type == .bool && SchemaWords.parts(of: attribute.name).contains { stem($0) == wanted }
    }.map { "\($0.name) == TRUE" }
  }
}
