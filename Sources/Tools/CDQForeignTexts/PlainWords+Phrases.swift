import CDQIR
import CDQKit

/// The parts of a text that restrict the objects that are asked for.
extension PlainWords {
  /// `more than 3 cities`, `with 2 orders`
  func counted(_ index: Int) -> (String, Int)? {
    for (phrase, sign) in EnglishWords.comparisons + [([], "==")] where lower[index...].starts(with: phrase) {
      let number = index + phrase.count
      guard number + 1 < words.count, Int(words[number]) != nil else { continue }
      if !isEntity(number + 1), let found = countedElements(sign, number) { return found }
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
      ["of", "a", "an", "any", "the", "in", "have", "has", "had", "having", "been", "known", "yet", "both", "either", "to"].contains(lower[next])
    { next += 1 }
    guard next < words.count, !isEntity(next) else { return nil }
    if !isAbsent, let found = element(next) { return found }
    if ["without", "no", "with", "having", "have", "has"].contains(word), let found = elementary(next, isAbsent: isAbsent) {
      return found
    }
    if isAbsent, let condition = schema.event(lower[next], isOpposite: true) { return (condition, next + 1) }
    if word == "never", let collection = collection(leadingTo: words[next]) { return ("\(collection).@count == 0", next + 1) }
    if !isAbsent, next + 1 < words.count,
      !["and", "or", "but", "sorted", "ordered", "by", "in", "from", ","].contains(lower[next + 1])
    {
      return nil
    }
    let property = schema.collection(words[next]).map { .relationship($0) } ?? schema.property(words[next])
    guard let property else { return nil }
    if isAbsent { return (schema.absence(of: property, isUsedUp: word == "out"), next + 1) }
    return schema.presence(of: property).map { ($0, next + 1) }
  }

  /// `never been to the vet`: the only to-many relationship to objects that lead to those of an entity.
  private func collection(leadingTo name: String) -> String? {
    let all = schema.schema.allRelationships(of: entity).filter { relationship in
      relationship.isToMany
        && schema.schema.allRelationships(of: relationship.destination).contains {
          !$0.isToMany && $0.destination != entity && SchemaWords.isNumber(name, of: $0.destination)
        }
    }
    return all.count == 1 ? all[0].name : nil
  }

  /// `an appointment today`: an object of a relationship, and when it is.
  private func element(_ index: Int) -> (String, Int)? {
    guard index + 1 < words.count, let collection = schema.collection(words[index]) else { return nil }
    var other = self
    other.schema = of(collection.destination)
    guard let date = other.schema.date(), let (condition, end) = other.moment(index + 1, of: "$x." + date) else { return nil }
    return ("SUBQUERY(\(collection.name), $x, \(condition)).@count > 0", end)
  }

  /// `from Brazil`, `in Europe`, `named bob`
  func preposition(_ index: Int) -> (String, Int)? {
    guard let named = EnglishWords.prepositions[lower[index]] else { return nil }
    var start = index + 1
    if start < words.count, ["the", "a"].contains(lower[start]) { start += 1 }
    guard start < words.count, index == 0 || !PlainWords.isMeasure(lower[index - 1]) else { return nil }
    if let condition = schema.caseCondition(words[start]) { return (condition, start + 1) }
    // `of category tools`, `in country France`
    if let named = schema.property(named: words[start]), start + 1 < words.count, !isKnown(start + 1),
      let path = schema.path(named)
    {
      if case .attribute(let attribute) = named, attribute.type != .string { return nil }
      return isOne(path, of: start + 1)
    }
    guard lower[start] == "either" || !isKnown(start), !["order", "ascending", "descending"].contains(lower[start]) else {
      return nil
    }
    if isNameInSchema(start) { return nil }
    if let path = continent(start) { return isOne(path, of: start) }
    let isName = ["named", "called", "titled"].contains(lower[index])
    guard
      !words[start].contains(where: \.isNumber) || isName,
      let path = named.lazy.compactMap({ text(named: $0) }).first ?? (isName ? schema.nameOfObject : nil)
        ?? likelyText(after: lower[index]) ?? named.lazy.compactMap({ placeOfObject($0) }).first
    else { return nil }
    return isOne(path, of: start)
  }

  /// The text that is meant by a preposition if none has a name that is usual for it: the name of the only object that the
  /// entity leads to, or the only text besides names and notes.
  private func likelyText(after word: String) -> String? {
    let all = schema.schema.allRelationships(of: entity).filter { !$0.isToMany }
    if ["of", "for", "by", "from", "with"].contains(word), all.count == 1, let only = all.first {
      return schema.path(.relationship(only))
    }
    guard word == "in" || word == "outside" else { return nil }
    let texts = schema.schema.allAttributes(of: entity).filter { attribute in
      attribute.type == .string
        && Set(SchemaWords.parts(of: attribute.name)).isDisjoint(with: EnglishWords.textsOfOneObject)
    }
    return texts.count == 1 ? texts.first?.name : nil
  }

  /// The path to a text that has a name.
  func text(named name: String) -> String? {
    if let found = schema.property(named: name) {
      if case .attribute(let attribute) = found, attribute.type != .string { return nil }
      return schema.path(found)
    }
    return nil
  }

  /// The path to the text that holds continents, if the words name one: `Europe`, `North America`.
  private func continent(_ start: Int) -> String? {
    let isName = EnglishWords.continents.contains(lower[start])
    let isLong = ["north", "south", "central"].contains(lower[start])
    guard isName, !isLong || start + 1 < words.count && lower[start + 1] == "america" else { return nil }
    return EnglishWords.propertiesOfContinents.lazy.compactMap { text(named: $0) ?? textOfObject($0) }.first
  }

  /// The path to a place of an object that the entity leads to, such as the town of the patient.
  private func placeOfObject(_ name: String) -> String? {
    EnglishWords.places.contains(name) ? textOfObject(name) : nil
  }

  /// The path to a text of an object that the entity leads to.
  private func textOfObject(_ name: String) -> String? {
    schema.schema.allRelationships(of: entity).lazy.filter { !$0.isToMany }.compactMap { relationship in
      guard let attribute = of(relationship.destination).attribute(named: name), attribute.type == .string else { return nil }
      return "\(relationship.name).\(attribute.name)"
    }.first
  }

  /// The path to a text or an enum of an object that the entity leads to, by which objects may be grouped.
  func kindOfObject(_ name: String) -> String? {
    schema.schema.allRelationships(of: entity).lazy.filter { !$0.isToMany }.compactMap { relationship in
      guard let attribute = of(relationship.destination).attribute(named: name) else { return nil }
      if case .enumeration = attribute.type { return "\(relationship.name).\(attribute.name)" }
      return attribute.type == .string ? "\(relationship.name).\(attribute.name)" : nil
    }.first
  }

  /// Whether a word in small letters is the name of something in the schema, and so hardly a value.
  private func isNameInSchema(_ index: Int) -> Bool {
    words[index] == lower[index]
      && vocabulary.entities.contains { SchemaWords.isNumber(words[index], of: $0) || of($0).property(named: words[index]) != nil }
  }

  // MARK: Values

  /// The index after the words of a value.
  func valueEnd(_ start: Int) -> Int {
    words[start...].indices.first {
      EnglishWords.connectives.contains(lower[$0]) || PlainWords.isComma(lower[$0])
        || ($0 > start && (isEntity($0) || EnglishWords.prepositions[lower[$0]] != nil))
    } ?? words.count
  }

  static func isComma(_ word: String) -> Bool { word == "," }

  /// Whether a word has a meaning, and so is no value.
  func isKnown(_ index: Int) -> Bool {
    PlainWords.isComma(lower[index]) || EnglishWords.fillers.contains(lower[index]) || EnglishWords.connectives.contains(lower[index]) || isEntity(index)
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
