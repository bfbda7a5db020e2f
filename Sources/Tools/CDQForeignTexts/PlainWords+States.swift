import CDQIR

/// Words for the state of an object, which the schema keeps as the case of an enum, as a Bool or as the date of an event:
/// `finished jobs`, `unpaid orders`, `cars never serviced`.
extension SchemaWords {
  /// Words of which a schema has one, with those for the opposite.
  private static let states: [(words: [String], opposites: [String])] = [
    (
      ["finished", "done", "completed", "complete", "closed", "ended", "resolved", "settled", "solved"],
      ["open", "unfinished", "incomplete", "ongoing", "pending", "outstanding"]
    ),
    (["paid", "settled"], ["owed", "outstanding"]),
    (["cancelled", "canceled"], []),
    (["active", "enabled"], ["disabled"]),
  ]

  private static let prefixes = ["un", "in", "non"]

  /// The condition that an object is in the state that a word names; nil if nothing in the schema says so.
  func state(_ word: String) -> String? {
    let word = word.lowercased()
    if let found = ownCase(word) ?? event(word) { return found }
    for (words, opposites) in SchemaWords.states {
      if words.contains(word), let found = state(among: words, isOpposite: false) ?? state(among: opposites, isOpposite: true) {
        return found
      }
      if opposites.contains(word), let found = state(among: opposites, isOpposite: false) ?? state(among: words, isOpposite: true) {
        return found
      }
    }
    for prefix in SchemaWords.prefixes where word.hasPrefix(prefix) && word.count > prefix.count + 3 {
      let positive = String(word.dropFirst(prefix.count))
      if let found = event(positive, isOpposite: true) { return found }
      for (words, _) in SchemaWords.states where words.contains(positive) {
        if let found = state(among: words, isOpposite: true) { return found }
      }
    }
    return nil
  }

  /// The condition of one of some words that mean the same. An enum with a case for a state may have others beside it, such
  /// as `cancelled`, so that its opposite is not known.
  private func state(among words: [String], isOpposite: Bool) -> String? {
    let cases = isOpposite ? [] : words.compactMap { ownCase($0) }
    if cases.count == 1 { return cases[0] }
    guard cases.isEmpty else { return nil }
    return words.lazy.compactMap { condition($0, isOpposite: isOpposite) ?? event($0, isOpposite: isOpposite) }.first
  }

  /// The condition that a Bool with the name of a word is true.
  private func condition(_ word: String, isOpposite: Bool) -> String? {
    guard let attribute = attribute(named: word), attribute.type == .bool else { return nil }
    return "\(attribute.name) == \(isOpposite ? "FALSE" : "TRUE")"
  }

  /// The condition that something has happened to an object: that a Bool is true, that an optional date is known, or that
  /// there are objects of a to-many relationship.
  ///
  /// - Parameter isOpposite: Whether it has not happened.
  func event(_ word: String, isOpposite: Bool = false) -> String? {
    let word = word.lowercased()
    // "Repeated" is the state of a word of a name, and "date" none.
    guard word.hasSuffix("ed") || SchemaWords.irregular.contains(word) else { return nil }
    let wanted = SchemaWords.stem(word)
    guard wanted.count > 2 else { return nil }
    let found = schema.allProperties(of: entity).first { property in
      SchemaWords.isEvent(property) && SchemaWords.parts(of: property.name).contains { SchemaWords.stem($0) == wanted }
    }
    return found.flatMap { isOpposite ? absence(of: $0, isUsedUp: false) : presence(of: $0) }
  }

  private static let irregular = EnglishWords.words(
    "done paid sent sold bought open built made lent read written driven taken given seen met held left lost won hidden")

  private static func isEvent(_ property: Property) -> Bool {
    switch property {
    case .attribute(let attribute): attribute.type == .bool || (attribute.type == .date && attribute.isOptional)
    case .relationship(let relationship): relationship.isToMany
    }
  }

  /// A word without its ending: `servic` for "serviced" and "service", `book` for "booked" and "bookings".
  static func stem(_ word: String) -> String {
    for end in ["ings", "ing", "ers", "er", "ed", "es", "s", "e"] where word.hasSuffix(end) && word.count - end.count > 2 {
      return String(word.dropLast(end.count))
    }
    return word
  }

  /// The enums of the entity with their cases, for a text whose words name none.
  var cases: [String] {
    schema.allAttributes(of: entity).compactMap { attribute in
      guard case .enumeration(let name) = attribute.type, let found = schema.enumeration(named: name) else { return nil }
      let more = found.cases.count > 8 ? " (+\(found.cases.count - 8))" : ""
      return "\(attribute.name) is one of \(found.cases.prefix(8).map { "." + $0.name }.joined(separator: ", "))\(more)"
    }
  }
}
