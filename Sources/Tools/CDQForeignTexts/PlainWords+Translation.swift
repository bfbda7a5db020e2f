import CDQIR
import CDQSyntax

extension PlainWords {
  /// The query, without the words of `unknown`; nil if there is none.
  mutating func translation() -> String? {
    if ["sort", "where", "order"].contains(lower[0]), place == nil {
      return "\(entity) \(source.text(SourceSpan(0, UInt32(source.utf8.count))))"
    }
    if let text = mostFrequent() ?? aggregate() { return text }
    if lower.contains("per"), let (key, end) = group(), end == words.count, isRead(words.dropLast(2)) {
      return "\(entity) group by \(key) select \(key), count() as count"
    }
    for start in [["how", "many"], ["number", "of"], ["count", "of"], ["count"], ["the", "number", "of"]]
    where lower.starts(with: start) {
      let rest = Array(words.dropFirst(start.count))
      if let (key, end) = group(), end == words.count, isRead(rest.dropLast(2)) {
        return "\(entity) group by \(key) select \(key), count() as count"
      }
      return query(from: start.count, cardinality: "count ")
    }
    return firstOfEach() ?? query(from: 0, cardinality: "")
  }

  /// `per country`: the key, and the index after it.
  func group() -> (key: String, end: Int)? {
    guard let by = lower.lastIndex(where: { ["per", "by", "each", "every"].contains($0) }) else { return nil }
    var index = by + 1
    if index < words.count, ["each", "the"].contains(lower[index]) { index += 1 }
    guard index < words.count else { return nil }
    // The key is a property, or the object of a relationship: "per country".
    let named =
      schema.property(words[index])
      ?? schema.schema.allRelationships(of: entity).first {
        !$0.isToMany && SchemaWords.isNumber(words[index], of: $0.destination)
      }
      .map { .relationship($0) }
    return (named.flatMap { schema.path($0) } ?? kindOfObject(words[index])).map { ($0, index + 1) }
  }

  /// `average population of cities per country`, `what is the sum of all orders`
  func aggregate() -> String? {
    guard let start = lower.firstIndex(where: { EnglishWords.aggregates[$0] != nil }),
      let name = EnglishWords.aggregates[lower[start]], lower[..<start].allSatisfy(EnglishWords.fillers.contains)
    else { return nil }
    let rest = words.dropFirst(start + 1)
    let group = group()
    let end = group.map { $0.end - 2 } ?? words.count
    if let group, group.end != words.count { return nil }
    let named = rest.first { word in schema.attribute(word)?.type.isNumeric == true }
    // "highest peak" asks for an object.
    guard ["sum", "average", "median"].contains(name) || (named != nil && lower[start].hasPrefix("m")),
      let value = named.flatMap({ schema.attribute($0) }) ?? (["sum", "average"].contains(name) ? schema.amount : nil),
      isRead(words[(start + 1)..<max(start + 1, end)], besides: named)
    else { return nil }
    let column = "\(name)(\(value.name)) as \(name == "sum" ? "total" : name)"
    guard let group else { return "\(entity) select \(column)" }
    return "\(entity) group by \(group.key) select \(group.key), \(column)"
  }

  /// What is read of a text so far.
  struct Reading {
    var conditions: [String] = []
    var sort: String?
    var limit: String?
    var direction: Bool?
    var rank = ""
    /// The properties that are named without a comparison.
    var columns: [Attribute] = []
    /// Whether a value over all objects is asked for.
    var isAggregate = false
  }

  static func isIgnored(_ word: String) -> Bool { [",", "with", "and"].contains(word) }

  /// `or megacities`: another way to meet the last condition.
  private mutating func either(_ index: Int, _ reading: inout Reading) -> Int? {
    guard lower[index] == "or", index + 1 < words.count, let last = reading.conditions.last else { return nil }
    var inner = Reading()
    let end = read(index + 1, &inner)
    guard end > index + 1, inner.conditions.count == 1, inner.sort == nil, inner.columns.isEmpty else { return nil }
    reading.conditions[reading.conditions.count - 1] = "\(last) OR \(inner.conditions[0])"
    return end
  }

  /// A query of the entity with the condition, the order and the number of rows that the other words mean.
  mutating func query(from start: Int, cardinality: String) -> String? {
    var reading = Reading()
    let asked = cardinality.isEmpty ? asked() : nil
    var index = asked == nil ? start : 2
    if asked == nil, lower[0] == "who", let place, place > 1, !EnglishWords.fillers.contains(lower[1]) {
      // "Who booked the room" asks for other objects than rooms.
      unknown.append(words[1])
      index = 2
    }
    // `total population of Europe`
    let first = lower.firstIndex { !EnglishWords.fillers.contains($0) || EnglishWords.aggregates[$0] != nil } ?? 0
    let named = cardinality.isEmpty ? EnglishWords.aggregates[lower[first]] : nil
    let aggregate = ["highest", "lowest"].contains(lower[first]) ? nil : named
    if aggregate != nil {
      index = first + 1
      reading.isAggregate = true
    }
    while index < words.count {
      let end = either(index, &reading) ?? read(index, &reading)
      if end == index, !EnglishWords.fillers.contains(lower[index]), !PlainWords.isIgnored(lower[index]), !isEntity(index) { unknown.append(words[index]) }
      index = max(index + 1, end)
    }
    if let direction = reading.direction {
      let date = EnglishWords.ages.contains(reading.rank) ? schema.date() : nil
      let named = EnglishWords.propertiesOfRanks[reading.rank]?.compactMap { [schema] in schema.attribute($0)?.name }
        .first
      let isNamed = EnglishWords.ages.contains(reading.rank) || EnglishWords.ranksOfOneProperty.contains(reading.rank)
      let key = reading.sort ?? date ?? named ?? (isNamed ? nil : schema.amount?.name)
      if let key {
        reading.sort = key + (direction ? " desc" : "")
      } else if EnglishWords.ordinals.contains(reading.rank), reading.limit != nil {
        reading.sort = nil
      } else {
        unknown.append(reading.rank)
        reading.sort = nil
      }
      if reading.limit == nil, let place, isSingular(place) { reading.limit = "1" }
    }
    // A property beside an order or a number is what these are about.
    var columns = reading.columns.map(\.name).filter { !(reading.sort ?? "").hasPrefix($0) }
    if let aggregate {
      guard columns.count < 2, let value = reading.columns.first ?? schema.amount, value.type.isNumeric else {
        return nil
      }
      columns = ["\(aggregate)(\(value.name)) as \(aggregate == "sum" ? "total" : aggregate)"]
      (reading.sort, reading.limit) = (nil, nil)
    }
    var result = cardinality + entity
    if reading.conditions.count == 1 { result += " where " + reading.conditions[0] }
    if reading.conditions.count > 1 {
      result += " where " + reading.conditions.map { $0.contains(" OR ") ? "(\($0))" : $0 }.joined(separator: " AND ")
    }
    if let asked { columns = [asked] }
    if cardinality.isEmpty, !columns.isEmpty { result += " select \(columns.joined(separator: ", "))" }
    if cardinality.isEmpty, let sort = reading.sort { result += " sort \(sort)" }
    if cardinality.isEmpty, let limit = reading.limit { result += " limit \(limit)" }
    return result
  }

  /// Whether the text ends with a mark of two words or three, such as `BE 900`.
  private func isMark(_ index: Int) -> Bool {
    let mark = words[index...]
    return (2...3).contains(mark.count) && mark.allSatisfy { $0 == $0.uppercased() && !PlainWords.isComma($0) }
      && mark.last?.first?.isNumber == true && mark.first?.first?.isLetter == true
  }

  func isEntity(_ index: Int) -> Bool { SchemaWords.isNumber(words[index], of: entity) }

  /// Whether the entity is asked for as one object, such as in "the latest order".
  func isSingular(_ place: Int) -> Bool {
    let word = lower[place]
    return !word.hasSuffix("s")
      || SchemaWords.isNumber(word, of: entity) && entity.lowercased() == word && !entity.hasSuffix("s")
  }

  /// Reads what begins at an index. The result is the index after it; the index itself if nothing does.
  mutating func read(_ index: Int, _ reading: inout Reading) -> Int {
    let word = lower[index]
    let next = index + 1 < words.count ? index + 1 : nil
    if isEntity(index) {
      // A name after the entity: `customer bob`.
      if let next, isSingular(index), isMark(next), let name = schema.nameOfObject {
        reading.conditions.append("\(name) == \"\(words[next...].joined(separator: " "))\"")
        return words.count
      }
      guard let next, next + 2 >= words.count, isSingular(index), !isKnown(next), !EnglishWords.isWord(lower[next]),
        schema.caseCondition(words[next]) == nil, let name = schema.nameOfObject
      else { return index }
      reading.conditions.append("\(name) \(equals(words[next...]))")
      hasName = true
      return words.count
    }
    if ["by", "sorted", "ordered", "order", "alphabetically"].contains(word), let end = order(index, &reading) {
      return end
    }
    if let (condition, end) = textMatch(index, &reading) ?? between(index, &reading) {
      reading.conditions.append(condition)
      return end
    }
    if let (condition, end) = direction(index) ?? moment(index) ?? counted(index) ?? absence(index) ?? opposite(index) ?? named(index) {
      reading.conditions.append(condition)
      return end
    }
    if word == "of", place == nil, !reading.columns.isEmpty, !reading.isAggregate, let next, !isKnown(next),
      schema.caseCondition(words[next]) == nil, let name = schema.nameOfObject
    {
      // `population of Oslo`
      let end = valueEnd(next)
      reading.conditions.append("\(name) \(equals(words[next..<end]))")
      return end
    }
    // `the biggest cities in the world`
    if word == "in", lower[(index + 1)...].starts(with: ["the", "world"]), schema.property(named: "world") == nil {
      return index + 3
    }
    if let (condition, end) = preposition(index) {
      reading.conditions.append(condition)
      return end
    }
    if let end = rank(index, &reading) { return end }
    if let amount = measured(index), let (condition, end) = comparison(amount, from: index),
      condition.contains("<") || condition.contains(">")
    {
      // `cities with more than 1 million people`: what is counted has another name.
      reading.conditions.append(condition)
      return end
    }
    if Int(word) != nil, let next {
      let isCount = isEntity(next) || (next + 1 < words.count && isEntity(next + 1))
      if isCount || EnglishWords.greatest.contains(lower[next]) || EnglishWords.least.contains(lower[next]) {
        reading.limit = word
        return next
      }
    }
    if EnglishWords.fillers.contains(word), !EnglishWords.present.contains(word), schema.property(named: word) == nil {
      return index
    }
    if EnglishWords.events.contains(word), let next, !isEntity(next) { return next }
    if let condition = negated(word) ?? dated(word) ?? schema.caseCondition(word) ?? state(index) {
      reading.conditions.append(condition)
      return index + 1
    }
    if let attribute = schema.attribute(word) { return value(of: attribute, index, &reading) }
    if let condition = stemmed(word) {
      reading.conditions.append(condition)
      return index + 1
    }
    // `a cat and a dog`
    if index > 0, ["a", "an", "and"].contains(lower[index - 1]), let (condition, end) = elementary(index, isAbsent: false) {
      reading.conditions.append(condition)
      return end
    }
    if let problem = unmeasured(index) { notes.append(problem) }
    // `unpaid orders`
    if let next, isEntity(next),
      let kind = EnglishWords.kinds.compactMap({ [schema] in schema.attribute($0) }).first(where: {
        $0.type == .string
      }), !EnglishWords.vague.contains(word)
    {
      reading.conditions.append("\(kind.name) ==[c] \"\(words[index])\"")
      return next
    }
    return index
  }

  /// `doctor Adams`, `country is missing`: the object that the entity leads to.
  private func named(_ index: Int) -> (String, Int)? {
    guard let property = schema.property(named: words[index]), index + 1 < words.count else { return nil }
    if let found = existence(of: property, index + 1) { return found }
    guard case .relationship(let relationship) = property, !relationship.isToMany, let path = schema.path(property) else {
      return nil
    }
    var start = index + 1
    while start < words.count, ["is", "are", "named", "called"].contains(lower[start]) { start += 1 }
    guard start < words.count, !isKnown(start), !EnglishWords.isWord(lower[start]), !isNegation(start) else { return nil }
    return isOne(path, of: start)
  }

  /// The condition that a Bool is false: `inactive` for `is_active`.
  func negated(_ word: String) -> String? {
    for prefix in ["in", "un", "non"] where word.hasPrefix(prefix) {
      if let attribute = schema.attribute(String(word.dropFirst(prefix.count))), attribute.type == .bool {
        return "\(attribute.name) == FALSE"
      }
    }
    return nil
  }

  /// `sorted by name descending`
  func order(_ index: Int, _ reading: inout Reading) -> Int? {
    if lower[index] == "alphabetically" {
      guard let name = schema.nameOfObject else { return nil }
      reading.sort = name
      return index + 1
    }
    guard
      let position = words[(index + 1)...].indices.first(where: {
        !["by", "the", "their", "its", "in"].contains(lower[$0])
      }),
      position <= index + 3, let named = schema.property(words[position]), let path = schema.path(named)
    else { return nil }
    reading.sort = path
    guard position + 1 < words.count, ["desc", "descending", "reverse", "down"].contains(lower[position + 1]) else {
      return position + 1
    }
    reading.sort = path + " desc"
    return position + 2
  }

  /// `the 5 largest`, `top 5`, `latest`, `the most cities`
  func rank(_ index: Int, _ reading: inout Reading) -> Int? {
    let word = lower[index]
    let isGreatest = EnglishWords.greatest.contains(word)
    guard isGreatest || EnglishWords.least.contains(word) else { return nil }
    // `newest first`, `top most`
    if reading.direction != nil, EnglishWords.ordinals.contains(word) || ["most", "least"].contains(word) { return index + 1 }
    (reading.direction, reading.rank) = (isGreatest, word)
    guard index + 1 < words.count else { return index + 1 }
    if ["most", "least", "fewest"].contains(word) {
      if let collection = schema.collection(words[index + 1]) {
        reading.sort = "\(collection.name).@count"
        return index + 2
      }
      if lower[index + 1] == "recent" {
        reading.rank = "recent"
        return index + 2
      }
    }
    // `most expensive`, `best rated`
    if let names = EnglishWords.propertiesOfAdjectives[lower[index + 1]] {
      guard let attribute = names.lazy.compactMap({ [schema] in schema.attribute($0) }).first else { return nil }
      reading.sort = attribute.name
      return index + 2
    }
    if Int(words[index + 1]) != nil {
      reading.limit = words[index + 1]
      return index + 2
    }
    // "the highest salary", "by largest population"
    if !isEntity(index + 1), let attribute = schema.attribute(words[index + 1]),
      attribute.type.isNumeric || attribute.type == .date
    {
      reading.sort = attribute.name
      return index + 2
    }
    return index + 1
  }

  /// The condition that a property has the value after it, or is true.
  func value(of attribute: Attribute, _ index: Int, _ reading: inout Reading) -> Int {
    if attribute.type == .date, let (condition, end) = moment(index + 1, of: attribute.name) {
      reading.conditions.append(condition)
      return end
    }
    // `returned` of `returnedAt`
    if attribute.type == .date, attribute.isOptional, lower[index] != attribute.name.lowercased(), lower[index].hasSuffix("ed") {
      reading.conditions.append("\(attribute.name) != nil")
      return index + 1
    }
    if attribute.type == .bool {
      reading.conditions.append("\(attribute.name) == TRUE")
      return index + 1
    }
    let isPhrase =
      index + 1 < words.count
      && (lower[index + 1] == "between"
        || EnglishWords.matches.contains { lower[(index + 1)...].starts(with: $0.words) })
    if !isPhrase, let (condition, end) = comparison(attribute, from: index + 1) {
      // `credit limit over 100`: both words name the property.
      reading.columns.removeAll { $0 == attribute }
      reading.conditions.append(condition)
      return end
    }
    if attribute.type.isNumeric, index + 1 < words.count, Double(words[index + 1]) != nil {
      reading.conditions.append("\(attribute.name) == \(words[index + 1])")
      return index + 2
    }
    if !reading.columns.contains(attribute) { reading.columns.append(attribute) }
    return index + 1
  }

  /// `name starts with A`, `containing berg`: about the property before it, or the name.
  func textMatch(_ index: Int, _ reading: inout Reading) -> (String, Int)? {
    for (phrase, sign) in EnglishWords.matches where lower[index...].starts(with: phrase) {
      let start = index + phrase.count
      let end = start < words.count ? valueEnd(start) : start
      guard end > start else { return nil }
      let before = reading.columns.last.flatMap { $0.type == .string ? $0.name : nil }
      if before != nil { reading.columns.removeLast() }
      guard let path = before ?? schema.nameOfObject else { return nil }
      let value = words[start..<end].joined(separator: " ")
      let quoted = value.hasPrefix("\"") || value.hasPrefix("'") ? value : "\"\(value)\""
      return ("\(path) \(sign)[c] \(quoted)", end)
    }
    return nil
  }

  /// `between 10 and 20`: about the property before it, or the first number.
  func between(_ index: Int, _ reading: inout Reading) -> (String, Int)? {
    guard lower[index] == "between", index + 3 < words.count, lower[index + 2] == "and",
      Double(words[index + 1]) != nil,
      Double(words[index + 3]) != nil
    else { return nil }
    let isYear = [words[index + 1], words[index + 3]].allSatisfy { Int($0).map { (1500...2100).contains($0) } ?? false }
    let before = reading.columns.last.flatMap { $0.type.isNumeric ? $0.name : nil }
    if before != nil { reading.columns.removeLast() }
    if isYear, let column = reading.columns.last, column.type == .date {
      reading.columns.removeLast()
      return ("year(\(column.name)) BETWEEN {\(words[index + 1]), \(words[index + 3])}", index + 4)
    }
    let date = before == nil && isYear ? schema.date(index > 0 ? lower[index - 1] : nil).map { "year(\($0))" } : nil
    guard let path = before ?? date ?? schema.amount?.name else { return nil }
    // `between 300 and 500 pages`
    let isNamed = index + 4 < words.count && schema.attribute(named: words[index + 4])?.name == path
    return ("\(path) BETWEEN {\(words[index + 1]), \(words[index + 3])}", index + (isNamed ? 5 : 4))
  }

  /// `population over 1 million`, `older than 30 years`
  func comparison(_ attribute: Attribute, from start: Int) -> (String, Int)? {
    guard start < words.count else { return nil }
    for (phrase, sign) in EnglishWords.comparisons where lower[start...].starts(with: phrase) {
      let index = start + phrase.count
      guard index < words.count else { return nil }
      guard attribute.type.isNumeric else {
        guard sign == "==", phrase != ["of"], attribute.type == .string else { return nil }
        return lower[index] == "not" ? nil : isOne(attribute.name, of: index)
      }
      return number(index, of: attribute).map { ("\(attribute.name) \(sign) \($0)", $1) }
    }
    // `with name Oslo`, `category tools`
    guard attribute.type == .string, !isKnown(start), !isNegation(start) else { return nil }
    return isOne(attribute.name, of: start)
  }

  /// A number in the unit of a property, with the index after it: `2 million`, `3 minutes`.
  private func number(_ index: Int, of attribute: Attribute) -> (String, Int)? {
    guard words[index].first?.isNumber == true else { return nil }
    guard index + 1 < words.count else { return (words[index], index + 1) }
    if let zeros = EnglishWords.factors[lower[index + 1]], Int(words[index]) != nil {
      return (words[index] + zeros, index + 2)
    }
    func length(_ word: String) -> Int? {
      EnglishWords.milliseconds.first { SchemaWords.isNumber(word, of: $0.key) }?.value
    }
    guard let unit = length(lower[index + 1]) else {
      // `30 minutes` of the property `minutes`
      let isOwn = schema.attribute(words[index + 1]) == attribute
      return (words[index], index + (isOwn ? 2 : 1))
    }
    // Of a property without a unit nobody knows what its numbers count.
    guard let own = SchemaWords.parts(of: attribute.name).lazy.compactMap({ length($0) }).first,
      let count = Int(words[index]), (0...1_000_000).contains(count), (count * unit) % own == 0
    else { return nil }
    return (String(count * unit / own), index + 2)
  }
}
