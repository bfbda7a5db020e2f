import CDQIR

/// The parts of a text that say when something happened.
extension PlainWords {
  private static let earlier = EnglishWords.words("before until older earlier")
  private static let later = EnglishWords.words("since after newer younger later")
  private static let within = EnglishWords.words("from in on during for within at over")

  /// `from last week`, `in 2024`, `since yesterday`, `older than 30 days`, with the index after it.
  ///
  /// - Parameter named: The date that the text names; nil for the one that the words suggest.
  func moment(_ index: Int, of named: String? = nil) -> (String, Int)? {
    guard index < words.count else { return nil }
    if let found = age(index) { return found }
    let isAge = ["older", "newer", "younger"].contains(lower[index])
    if isAge, named == nil, let found = years(index) { return found }
    guard let date = named ?? (isAge ? schema.dateOfOrigin : schema.date(index > 0 ? lower[index - 1] : nil)) else {
      // A year that is a number.
      let sign = ["in": "==", "since": ">=", "after": ">", "before": "<", "until": "<="][lower[index]]
      guard let year = schema.year, let sign, index + 1 < words.count, PlainWords.year(words[index + 1]) != nil else { return nil }
      return ("\(year) \(sign) \(words[index + 1])", index + 2)
    }
    let word = lower[index]
    let isEarlier = PlainWords.earlier.contains(word)
    let isLater = PlainWords.later.contains(word)
    var position = index + (isEarlier || isLater || PlainWords.within.contains(word) ? 1 : 0)
    for filler in ["than", "the"] where position < words.count && lower[position] == filler { position += 1 }
    // `less than 30 days ago`
    var isReversed = false
    if position == index, index + 3 < words.count, ["more", "less"].contains(word), lower[index + 1] == "than" {
      isReversed = word == "more"
      position = index + 2
      guard let (length, end) = duration(position), end < words.count, ["ago", "old"].contains(lower[end]) else { return nil }
      return (
        isReversed ? "\(date) < now() - \(length)" : "\(date) BETWEEN {now() - \(length), now()}", end + 1
      )
    }
    guard position < words.count else { return nil }
    let sign = isEarlier ? "<" : isLater ? (word == "since" ? ">=" : ">") : nil
    return range(date, position, sign) ?? calendar(date, position, word, hasPreposition: position > index)
  }

  /// `30 days`: the duration, and the index after it.
  private func duration(_ index: Int) -> (String, Int)? {
    guard index + 1 < words.count else { return nil }
    let number = ["a", "an"].contains(lower[index]) ? "1" : words[index]
    return EnglishWords.duration(number, lower[index + 1]).map { ($0, index + 2) }
  }

  /// `yesterday`, `last month`, `the last 7 days`, `30 days ago`
  private func range(_ date: String, _ position: Int, _ sign: String?) -> (String, Int)? {
    if let sign {
      if let (condition, count) = DatePhrases.condition(lower[position...], sign, of: date) {
        return (condition, position + count)
      }
    } else {
      for (phrase, condition) in DatePhrases.phrases where lower[position...].starts(with: phrase) {
        return (condition.replacing("#", with: date), position + phrase.count)
      }
    }
    let isPast = ["last", "past", "previous", "recent"].contains(lower[position])
    if isPast || ["next", "coming", "following"].contains(lower[position]) {
      let next = position + 1
      guard next < words.count else { return nil }
      let isNumber = Int(words[next]) != nil
      guard let length = EnglishWords.duration(isNumber ? words[next] : "1", lower[min(words.count - 1, next + (isNumber ? 1 : 0))])
      else { return nil }
      let end = next + (isNumber ? 2 : 1)
      guard end <= words.count else { return nil }
      if let sign { return ("\(date) \(sign) now() - \(length)", end) }
      return (
        isPast ? "\(date) BETWEEN {now() - \(length), now()}" : "\(date) BETWEEN {now(), now() + \(length)}", end
      )
    }
    guard let (length, end) = duration(position) else { return nil }
    let isAgo = end < words.count && ["ago", "old"].contains(lower[end])
    if let sign { return ("\(date) \(sign) now() - \(length)", end + (isAgo ? 1 : 0)) }
    if isAgo { return ("\(date) < now() - \(length)", end + 1) }
    // `within 7 days`
    guard position > 0, lower[position - 1] == "within" else { return nil }
    return ("\(date) BETWEEN {now() - \(length), now()}", end)
  }

  private static func year(_ word: String) -> Int? { Int(word).flatMap { (1000...2999).contains($0) ? $0 : nil } }

  /// `in 2023`, `since 2020`, `in March 2021`, `from 2019 to 2021`
  private func calendar(_ date: String, _ position: Int, _ word: String, hasPreposition: Bool) -> (String, Int)? {
    guard hasPreposition else { return nil }
    if let month = EnglishWords.months.firstIndex(of: lower[position]), !PlainWords.earlier.contains(word),
      !PlainWords.later.contains(word)
    {
      guard position + 1 < words.count, let year = PlainWords.year(words[position + 1]) else {
        return ("month(\(date)) == \(month + 1)", position + 1)
      }
      return ("month(\(date)) == \(month + 1) AND year(\(date)) == \(year)", position + 2)
    }
    // `the 1980s`
    if words[position].hasSuffix("s"), let decade = PlainWords.year(String(words[position].dropLast())), decade % 10 == 0 {
      return ("year(\(date)) BETWEEN {\(decade), \(decade + 9)}", position + 1)
    }
    guard lower[position - 1] != "than", let year = PlainWords.year(words[position]) else { return nil }
    if position + 2 < words.count, ["from", "in"].contains(word), ["to", "until", "through"].contains(lower[position + 1]),
      let last = PlainWords.year(words[position + 2])
    {
      return ("year(\(date)) BETWEEN {\(year), \(last)}", position + 3)
    }
    // From 2000 on.
    let isOpen =
      word == "from" && position + 1 < words.count && ["on", "onwards", "onward"].contains(lower[position + 1])
    let comparison = ["since": ">=", "after": ">", "before": "<", "until": "<=", "later": ">", "earlier": "<"][word]
    return ("year(\(date)) \(isOpen ? ">=" : comparison ?? "==") \(year)", position + (isOpen ? 2 : 1))
  }

  /// `older than 65`, `under 18 years old`: about an age, or the date of birth.
  private func age(_ index: Int) -> (String, Int)? {
    let word = lower[index]
    guard index + 1 < words.count else { return nil }
    let isComparative = ["older", "younger"].contains(word) && lower[index + 1] == "than"
    let position = index + (isComparative ? 2 : 1)
    guard isComparative || ["over", "under", "above", "below"].contains(word), position < words.count,
      let years = Int(words[position]), (1...150).contains(years)
    else { return nil }
    var end = position + 1
    let hasUnit = end < words.count && ["years", "year"].contains(lower[end])
    if hasUnit { end += 1 }
    let isOld = end < words.count && ["old", "age"].contains(lower[end])
    if isOld { end += 1 }
    guard isComparative ? (hasUnit || end == words.count || !EnglishWords.days.keys.contains(lower[end])) : isOld else {
      return nil
    }
    let isOlder = ["older", "over", "above"].contains(word)
    if let age = schema.attribute("age"), age.type.isNumeric { return ("\(age.name) \(isOlder ? ">" : "<") \(years)", end) }
    guard let birth = schema.dateOfBirth, let length = EnglishWords.duration("\(years)", "years") else { return nil }
    return ("\(birth) \(isOlder ? "<" : ">") now() - \(length)", end)
  }

  /// `older than 10 years`, of objects that know the year from which their age counts but no date of it.
  private func years(_ index: Int) -> (String, Int)? {
    guard schema.dateOfBirth == nil, let year = schema.year, index + 3 < words.count, lower[index + 1] == "than",
      let count = Int(words[index + 2]), (1...2000).contains(count), ["year", "years"].contains(lower[index + 3])
    else { return nil }
    let isOld = index + 4 < words.count && lower[index + 4] == "old"
    return ("\(year) \(lower[index] == "older" ? "<" : ">") year(now()) - \(count)", index + (isOld ? 5 : 4))
  }

  /// What an adjective says about a date: `upcoming`, `overdue`, `expired`.
  func dated(_ word: String) -> String? {
    let due = schema.date(with: ["due", "deadline"])
    switch word {
    case "upcoming", "future": return schema.date().map { "\($0) > now()" }
    case "past": return schema.date().map { "\($0) < now()" }
    case "expired": return schema.date(with: ["expir", "expiry", "valid"]).map { "\($0) < now()" }
    case "overdue", "late":
      let done = ["paid", "done", "completed", "finished", "closed", "returned"].lazy
        .compactMap { schema.attribute($0) }.first { $0.type == .bool }
      return due.map { "\($0) < now()" + (done.map { " AND \($0.name) == FALSE" } ?? "") }
    default: return nil
    }
  }
}
