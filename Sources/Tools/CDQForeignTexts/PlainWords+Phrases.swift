import CDQIR

/// The parts of a text that restrict the objects that are asked for.
extension PlainWords {
  /// `more than 3 cities`, `with 2 orders`
  func counted(_ index: Int) -> (String, Int)? {
    for (phrase, sign) in EnglishWords.comparisons + [([], "==")] where lower[index...].starts(with: phrase) {
      let number = index + phrase.count
      guard number + 1 < words.count, Int(words[number]) != nil else { continue }
      guard let collection = schema.collection(words[number + 1]), !isEntity(number + 1) else { continue }
      return ("\(collection.name).@count \(sign) \(words[number])", number + 2)
    }
    return nil
  }

  /// `without email`, `that have no orders`, `with orders`, `out of stock`
  func absence(_ index: Int) -> (String, Int)? {
    var next = index + 1
    let word = lower[index]
    let isAbsent =
      EnglishWords.absent.contains(word) || (word == "out" && next < words.count && lower[next] == "of")
      || (["not", "never", "don't"].contains(word))
    guard isAbsent || EnglishWords.present.contains(word) else { return nil }
    while next < words.count,
      ["of", "a", "an", "any", "the", "in", "have", "has", "had", "having"].contains(lower[next])
    { next += 1 }
    guard next < words.count, !isEntity(next) else { return nil }
    if !isAbsent, next + 1 < words.count,
      !["and", "or", "but", "sorted", "ordered", "by", "in", "from"].contains(lower[next + 1])
    {
      return nil
    }
    let property = schema.collection(words[next]).map { .relationship($0) } ?? schema.property(words[next])
    guard let property else { return nil }
    if isAbsent { return (schema.absence(of: property, isUsedUp: word == "out"), next + 1) }
    return schema.presence(of: property).map { ($0, next + 1) }
  }

  /// `from Brazil`, `in Europe`, `named bob`
  func preposition(_ index: Int) -> (String, Int)? {
    guard let named = EnglishWords.prepositions[lower[index]] else { return nil }
    var start = index + 1
    if start < words.count, ["the", "a"].contains(lower[start]) { start += 1 }
    guard start < words.count else { return nil }
    if let condition = schema.caseCondition(words[start]) { return (condition, start + 1) }
    // `of category tools`, `in country France`
    if let named = schema.property(named: words[start]), start + 1 < words.count, !isKnown(start + 1),
      let path = schema.path(named)
    {
      if case .attribute(let attribute) = named, attribute.type != .string { return nil }
      let end = valueEnd(start + 1)
      return ("\(path) \(equals(words[(start + 1)..<end]))", end)
    }
    guard !isKnown(start), !["order", "ascending", "descending"].contains(lower[start]) else { return nil }
    let isName = ["named", "called", "titled"].contains(lower[index])
    guard let path = named.lazy.compactMap({ text(named: $0) }).first ?? (isName ? schema.nameOfObject : nil) else {
      return nil
    }
    let end = valueEnd(start)
    return end > start ? ("\(path) \(equals(words[start..<end]))", end) : nil
  }

  /// The path to a text that has a name.
  func text(named name: String) -> String? {
    guard let found = schema.property(named: name) else { return nil }
    if case .attribute(let attribute) = found, attribute.type != .string { return nil }
    return schema.path(found)
  }

  /// `from last week`, `in 2024`, `since yesterday`, `older than 30 days`
  func moment(_ index: Int) -> (String, Int)? {
    guard let date = schema.date(index > 0 ? lower[index - 1] : nil) else { return nil }
    var position = index
    let word = lower[index]
    var sign = ">"
    if ["older", "before", "until"].contains(word) { sign = "<" }
    if [
      "from", "in", "since", "after", "before", "during", "on", "within", "until", "for", "than", "older", "newer",
      "younger",
    ]
    .contains(word) {
      position += 1
    }
    if position < words.count, ["than", "the"].contains(lower[position]) { position += 1 }
    guard position < words.count else { return nil }
    switch lower[position] {
    case "today", "now": return ("\(date) > now() - days(1)", position + 1)
    case "yesterday": return ("\(date) > now() - days(\(word == "since" || word == "after" ? 1 : 2))", position + 1)
    case "last", "past", "previous", "recent", "this":
      let hasNumber = position + 1 < words.count && Int(words[position + 1]) != nil
      let unit = position + (hasNumber ? 2 : 1)
      guard unit < words.count, let length = EnglishWords.duration(hasNumber ? words[position + 1] : "1", lower[unit])
      else {
        return nil
      }
      if lower[position] == "this", lower[unit] == "year" { return ("year(\(date)) == year(now())", unit + 1) }
      return ("\(date) \(sign) now() - \(length)", unit + 1)
    default: break
    }
    if position > index, position + 1 < words.count,
      let length = EnglishWords.duration(words[position], lower[position + 1])
    {
      let isAgo = position + 2 < words.count && ["ago", "old"].contains(lower[position + 2])
      return ("\(date) \(sign) now() - \(length)", position + (isAgo ? 3 : 2))
    }
    if position > index, let month = EnglishWords.months.firstIndex(of: lower[position]) {
      guard position + 1 < words.count, let year = Int(words[position + 1]), (1000...2999).contains(year) else {
        return ("month(\(date)) == \(month + 1)", position + 1)
      }
      return ("month(\(date)) == \(month + 1) AND year(\(date)) == \(year)", position + 2)
    }
    guard position > index, word != "than", let year = Int(words[position]), (1000...2999).contains(year) else {
      return nil
    }
    let comparison =
      ["since": ">=", "after": ">", "before": "<", "until": "<=", "newer": ">", "older": "<"][word] ?? "=="
    return ("year(\(date)) \(comparison) \(year)", position + 1)
  }

  // MARK: Values

  /// The index after the words of a value.
  func valueEnd(_ start: Int) -> Int {
    words[start...].indices.first {
      EnglishWords.connectives.contains(lower[$0])
        || ($0 > start && (isEntity($0) || EnglishWords.prepositions[lower[$0]] != nil))
    } ?? words.count
  }

  /// Whether a word has a meaning, and so is no value.
  func isKnown(_ index: Int) -> Bool {
    EnglishWords.fillers.contains(lower[index]) || EnglishWords.connectives.contains(lower[index]) || isEntity(index)
      || schema.property(words[index]) != nil
  }

  /// The comparison with a text, whatever its case unless it is in quotes.
  func equals(_ words: ArraySlice<String>) -> String {
    if words.count == 1, let first = words.first, first.hasPrefix("\"") || first.hasPrefix("'") { return "== \(first)" }
    return "==[c] \"\(words.joined(separator: " "))\""
  }

  /// Whether all words have a meaning: the entity, fillers, and a property that is used.
  func isRead(_ words: some Sequence<String>, besides name: String? = nil) -> Bool {
    words.allSatisfy { word in
      EnglishWords.fillers.contains(word.lowercased()) || SchemaWords.isNumber(word, of: entity) || word == name
        || ["value", "amount", "sum"].contains(word.lowercased())
    }
  }
}
