import CDQIR
import CDQSyntax

/// A text in plain English that names an entity, such as `how many tracks` and `customers from Brazil`, and the query that
/// was probably meant.
///
/// This is no understanding of English. A table says what some words mean, the schema says what the others name, and a text
/// with any other word gets only an example of a query of the entity.
struct PlainWords {
  private let source: SourceText
  private let vocabulary: TextVocabulary
  /// The words of the text, with strings and numbers as they are written.
  private var words: [String]
  private var entity = ""
  /// The place of the entity in the words; nil if only a property names it.
  private var place: Int?

  /// nil for a text with signs of comparisons, or with no word that is an entity or a property.
  init?(_ source: SourceText, _ tokens: [Token], _ vocabulary: TextVocabulary) {
    guard vocabulary.schema != nil, tokens.count <= 40 else { return nil }
    (self.source, self.vocabulary) = (source, vocabulary)
    words = []
    for token in tokens where token.kind != .endOfText {
      switch token.kind {
      case .word, .number, .string:
        let word = source.text(token.span)
        words.append(PlainWords.numbers[word.lowercased()] ?? word)
      case .question, .comma, .dot: continue
      default: return nil
      }
    }
    guard words.count > 1 else { return nil }
    if PlainWords.starts.contains(words[0].lowercased()) || vocabulary.likeness(of: words[0]) != .none
      || vocabulary.entity == nil
    {
      findEntity()
    }
    if entity.isEmpty { return nil }
  }

  private static let numbers = [
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10",
    "twenty": "20", "hundred": "100",
  ]

  /// Words at the start of a text in English, which are no property in a text with errors.
  private static let starts: Set<String> = [
    "how", "what", "which", "who", "where", "show", "list", "give", "find", "get", "all", "the", "total", "average",
    "number",
    "largest", "biggest", "smallest", "sort", "order", "top", "display", "print", "sum", "tell", "search",
  ]

  private mutating func findEntity() {
    let entities = vocabulary.entities
    for test in [{ $0 == $1 }, PlainWords.isNumber(_:of:)] as [(String, String) -> Bool] {
      // In "total population per country" the country is the group.
      for (index, word) in words.enumerated()
      where index == 0 || !["per", "by", "each", "in", "from"].contains(words[index - 1].lowercased()) {
        guard let found = entities.first(where: { test(word, $0) }) else { continue }
        (entity, place) = (found, index)
        return
      }
    }
    // A property that one entity has.
    for word in words {
      let owners = entities.filter { property(word, of: $0) != nil }
      if owners.count == 1 || (owners.count > 1 && words[0].lowercased() != "where"), let first = best(owners) {
        entity = first
        return
      }
    }
    for (index, word) in words.enumerated() where word.count > 4 {
      guard let found = Suggestions.entity(meantBy: word, among: entities) else { continue }
      (entity, place) = (found, index)
      return
    }
  }

  /// Of several entities the one with the most words of the text as properties.
  private func best(_ entities: [String]) -> String? {
    entities.max { left, right in
      words.count { property($0, of: left) != nil } < words.count { property($0, of: right) != nil }
    }
  }

  /// Whether a word is the name of an entity in another case or in the plural.
  private static func isNumber(_ word: String, of entity: String) -> Bool {
    let (word, entity) = (word.lowercased(), entity.lowercased())
    let stem = entity.hasSuffix("y") ? entity.dropLast() + "ies" : entity + "es"
    return word == entity || word == entity + "s" || word == stem || word + "s" == entity
  }

  /// The property of an entity that a word names in any case.
  private func property(_ word: String, of entity: String) -> Property? {
    let lower = word.lowercased()
    return vocabulary.schema?.allProperties(of: entity).first {
      $0.name.lowercased() == lower || "is" + lower == $0.name.lowercased()
    }
  }

  /// The finding; nil if the parser has read a query, and says more about it.
  func diagnostic(_ span: SourceSpan, _ parsed: ParseResult<Pipeline.Tree>) -> Diagnostic? {
    let errors = parsed.diagnostics.filter { $0.severity == .error }
    let isQuery = if case .query = parsed.tree { true } else { false }
    if isQuery, errors.first?.fixIts.isEmpty == false || KeywordTable.shared.keyword(of: words[1]).clause != nil {
      return nil
    }
    let translation = translation
    if isQuery, translation == nil, errors.contains(where: { !$0.help.isEmpty }) { return nil }
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse, "a query starts with its entity",
      file: source.name, at: span,
      help: ["a query of '\(entity)': \(vocabulary.example(of: entity))"],
      fixIts: translation.map { [FixIt("write \($0)", .maybe, [FixIt.Edit(span, $0)])] } ?? [])
  }

  // MARK: Translation

  private static let fillers: Set<String> = [
    "show", "list", "give", "find", "get", "display", "print", "tell", "me", "us", "all", "the", "a", "an", "of",
    "what", "which",
    "who", "is", "are", "there", "do", "does", "we", "i", "have", "has", "exist", "please", "every", "any", "that",
    "search",
    "in", "database", "total", "for", "and", "want",
  ]
  private static let greatest: Set<String> = [
    "largest", "biggest", "highest", "greatest", "top", "longest", "newest", "latest",
  ]
  private static let least: Set<String> = ["smallest", "lowest", "shortest", "oldest", "earliest"]
  /// Those of them that ask for a date.
  private static let ages: Set<String> = ["newest", "latest", "oldest", "earliest"]
  private static let aggregates = [
    "total": "sum", "sum": "sum", "average": "average", "avg": "average", "mean": "average", "maximum": "max",
    "max": "max",
    "minimum": "min", "min": "min",
  ]
  /// Phrases for comparisons, longest first.
  private static let comparisons: [(words: [String], sign: String)] = [
    (["more", "than"], ">"), (["greater", "than"], ">"), (["larger", "than"], ">"), (["bigger", "than"], ">"),
    (["at", "least"], ">="), (["at", "most"], "<="), (["less", "than"], "<"), (["fewer", "than"], "<"),
    (["smaller", "than"], "<"),
    (["over"], ">"), (["above"], ">"), (["under"], "<"), (["below"], "<"), (["of"], "=="), (["equals"], "=="),
    (["is"], "=="),
  ]
  /// The properties that are probably meant by a preposition, most probable first.
  private static let prepositions: [String: [String]] = [
    "from": ["country", "city", "state", "place", "origin", "address", "location"],
    "in": ["country", "city", "state", "continent", "region", "place", "location", "category"],
    "of": ["country", "continent", "state", "region", "artist", "author", "category", "genre"],
    "by": ["artist", "author", "composer", "creator", "writer", "director", "owner", "user", "customer"],
    "named": ["name", "title"], "called": ["name", "title"], "titled": ["title", "name"],
  ]

  /// The query; nil if the text has words without a meaning here.
  private var translation: String? {
    let lower = words.map { $0.lowercased() }
    if ["sort", "where", "order"].contains(lower[0]), place == nil {
      return "\(entity) \(source.text(SourceSpan(0, UInt32(source.utf8.count))))"
    }
    if let name = PlainWords.aggregates[lower[0]], let text = aggregate(name, lower) { return text }
    if lower.starts(with: ["how", "many"]) || lower.starts(with: ["number", "of"])
      || lower.starts(with: ["count", "of"])
    {
      return query(of: Array(words.dropFirst(2)), cardinality: "count ")
    }
    return query(of: words, cardinality: "")
  }

  /// `average population of cities per country`
  private func aggregate(_ name: String, _ lower: [String]) -> String? {
    guard let value = words.dropFirst().lazy.compactMap({ attribute($0) }).first(where: { $0.type.isNumeric }) else {
      return nil
    }
    let column = "\(name)(\(value.name)) as \(name == "sum" ? "total" : name)"
    guard let by = lower.lastIndex(where: { ["per", "by", "each"].contains($0) }), by + 1 < words.count else {
      return isRead(Array(words.dropFirst()), besides: [value.name]) ? "\(entity) select \(column)" : nil
    }
    guard let key = property(words[by + 1], of: entity).flatMap({ path($0) }), by + 2 == words.count else { return nil }
    return "\(entity) group by \(key) select \(key), \(column)"
  }

  /// A query of the entity with the condition, the order and the number of rows that the other words mean.
  private func query(of words: [String], cardinality: String) -> String? {
    var (conditions, sort, limit) = ([String](), nil as String?, nil as String?)
    var direction: Bool?
    var asksForDate = false
    var index = 0
    let lower = words.map { $0.lowercased() }
    while index < words.count {
      let word = lower[index]
      defer { index += 1 }
      if PlainWords.isNumber(words[index], of: entity) || words[index] == entity { continue }
      if ["by", "sorted", "ordered"].contains(word),
        let key = words[(index + 1)...].first(where: { !["by"].contains($0.lowercased()) }),
        let named = property(key, of: entity), let path = path(named)
      {
        sort = path
        index = words[index...].firstIndex(of: key) ?? index
      } else if let named = PlainWords.prepositions[word], index + 1 < words.count, !isProperty(words[index + 1]),
        let path = meant(named)
      {
        let end =
          words[(index + 1)...].firstIndex { ["with", "and", "sorted", "ordered", "by"].contains($0.lowercased()) }
          ?? words.count
        conditions.append("\(path) == \(quoted(words[(index + 1)..<end]))")
        index = end - 1
      } else if PlainWords.greatest.contains(word) || PlainWords.least.contains(word) {
        direction = PlainWords.greatest.contains(word)
        asksForDate = PlainWords.ages.contains(word)
        if index + 1 < words.count, Int(words[index + 1]) != nil {
          limit = words[index + 1]
          index += 1
        }
      } else if let amount = amount.flatMap({ attribute($0) }),
        let (condition, end) = comparison(amount, words, from: index),
        condition.contains("<") || condition.contains(">")
      {
        // `cities with more than 1 million people`: what is counted has another name.
        conditions.append(condition)
        index = min(end, words.count - 1)
      } else if let attribute = attribute(words[index]) {
        if attribute.type == .bool {
          conditions.append("\(attribute.name) == TRUE")
        } else if let (condition, end) = comparison(attribute, words, from: index + 1) {
          conditions.append(condition)
          index = end - 1
        } else {
          return nil
        }
      } else if Int(word) != nil, index + 1 < words.count,
        PlainWords.isNumber(words[index + 1], of: entity) || PlainWords.greatest.contains(lower[index + 1])
          || PlainWords.least.contains(lower[index + 1])
      {
        limit = word
      } else if !PlainWords.fillers.contains(word), !["with", "whose", "where", "having"].contains(word) {
        return nil
      }
    }
    if let direction {
      guard let key = sort ?? (asksForDate ? date : amount) else { return nil }
      sort = key + (direction ? " desc" : "")
      if limit == nil, let place, self.words[place].lowercased() == entity.lowercased() { limit = "1" }
    }
    var result = cardinality + entity
    if !conditions.isEmpty { result += " where " + conditions.joined(separator: " AND ") }
    if let sort { result += " sort \(sort)" }
    if let limit { result += " limit \(limit)" }
    return result
  }

  /// `population over 1 million`
  private func comparison(_ attribute: Attribute, _ words: [String], from start: Int) -> (String, Int)? {
    let lower = words.map { $0.lowercased() }
    for (phrase, sign) in PlainWords.comparisons where lower[start...].starts(with: phrase) {
      let index = start + phrase.count
      guard index < words.count else { return nil }
      guard attribute.type.isNumeric else {
        guard sign == "==" else { return nil }
        return ("\(attribute.name) == \(quoted(words[index...]))", words.count)
      }
      guard words[index].first?.isNumber == true else { return nil }
      let factors = ["thousand": "000", "million": "000000", "billion": "000000000"]
      guard index + 1 < words.count, let zeros = factors[lower[index + 1]], Int(words[index]) != nil else {
        return ("\(attribute.name) \(sign) \(words[index])", index + 1)
      }
      return ("\(attribute.name) \(sign) \(words[index])\(zeros)", index + 2)
    }
    // `with name Oslo`
    guard attribute.type == .string, start < words.count, start > 1,
      ["with", "whose", "having"].contains(lower[start - 2])
    else { return nil }
    return ("\(attribute.name) == \(quoted(words[start...]))", words.count)
  }

  /// Whether a word is the entity or a property, and so no text.
  private func isProperty(_ word: String) -> Bool {
    PlainWords.fillers.contains(word.lowercased()) || PlainWords.isNumber(word, of: entity)
      || property(word, of: entity) != nil
  }

  private func quoted(_ words: ArraySlice<String>) -> String {
    if words.count == 1, let first = words.first, first.hasPrefix("\"") || first.hasPrefix("'") { return first }
    return "\"\(words.joined(separator: " "))\""
  }

  private func attribute(_ word: String) -> Attribute? {
    guard case .attribute(let attribute)? = property(word, of: entity) else { return nil }
    return attribute
  }

  /// The path to a value of a property: the property, or the name of the object that it leads to.
  private func path(_ property: Property) -> String? {
    switch property {
    case .attribute(let attribute): return attribute.name
    case .relationship(let relationship):
      if relationship.isToMany { return nil }
      let texts = (vocabulary.schema?.allAttributes(of: relationship.destination) ?? []).filter { $0.type == .string }
        .map(\.name)
      return (texts.first { ["name", "title"].contains($0.lowercased()) } ?? texts.first).map {
        "\(relationship.name).\($0)"
      }
    }
  }

  /// The path to the text that a preposition asks for.
  private func meant(_ names: [String]) -> String? {
    for name in names {
      guard let found = property(name, of: entity), let path = path(found) else { continue }
      if case .attribute(let attribute) = found, attribute.type != .string { continue }
      return path
    }
    return nil
  }

  /// The property by which objects are large or small: the first number that identifies nothing.
  private var amount: String? {
    let identity = vocabulary.schema?.identity(of: entity).map(\.name) ?? []
    return (vocabulary.schema?.allAttributes(of: entity) ?? []).first { attribute in
      attribute.type.isNumeric && !identity.contains(attribute.name) && !attribute.name.lowercased().hasSuffix("id")
    }?.name
  }

  /// The first date of the entity.
  private var date: String? {
    (vocabulary.schema?.allAttributes(of: entity) ?? []).first { $0.type == .date }?.name
  }

  /// Whether all words have a meaning: the entity, fillers, and names of properties that are used.
  private func isRead(_ words: [String], besides names: [String]) -> Bool {
    words.allSatisfy { word in
      PlainWords.fillers.contains(word.lowercased()) || PlainWords.isNumber(word, of: entity)
        || names.contains { $0.lowercased() == word.lowercased() }
    }
  }
}
