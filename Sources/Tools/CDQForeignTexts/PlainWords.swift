import CDQIR
import CDQKit
import CDQSyntax

/// A text in plain English that names an entity, such as `how many tracks` and `customers from Brazil`, and the query that
/// was probably meant.
///
/// This is no understanding of English. Tables say what some words mean, the schema says what the others name, and a text
/// with any other word gets only the words that have no meaning, and an example of a query of the entity.
struct PlainWords {
  let source: SourceText
  let vocabulary: TextVocabulary
  /// The words of the text, with strings and numbers as they are written.
  var words: [String]
  /// The words in lower case.
  var lower: [String]
  var schema: SchemaWords
  /// The place of the entity in the words; nil if only a property names it.
  var place: Int?
  /// Other entities that the text may be about, if it names none.
  private var others: [String] = []
  /// Whether the words after the entity are read as a name, as in `City Oslo`.
  var hasName = false
  /// The words that have no meaning here.
  var unknown: [String] = []
  /// Sentences about words that need others, such as a comparison without a number.
  var notes: [String] = []
  /// Whether the text is read without its apostrophes, which the parser took for quotation marks.
  var hasApostrophes = false

  var entity: String { schema.entity }

  /// The text with words in place of apostrophes, `today s` and `are not`; nil for one without, or with texts in quotes.
  static func withoutApostrophes(_ source: SourceText) -> SourceText? {
    var text = String(decoding: source.utf8, as: UTF8.self).replacing("’", with: "'")
    let count = text.count { $0 == "'" }
    guard count > 0, !text.contains("\""), source.utf8.count < 400 else { return nil }
    for (end, words) in [("n't", " not"), ("'s", " "), ("s'", "s ")] {
      text = (text + " ").replacing(end + " ", with: words + " ")
    }
    return text.contains("'") ? nil : SourceText(name: source.name, text)
  }

  /// nil for a text with signs of comparisons, or with no word that is an entity or a property.
  init?(_ source: SourceText, _ tokens: [Token], _ vocabulary: TextVocabulary) {
    guard let names = vocabulary.schema, tokens.count <= 40 else { return nil }
    (self.source, self.vocabulary) = (source, vocabulary)
    (words, lower) = ([], [])
    schema = SchemaWords(schema: names, entity: "")
    var domain = -2
    for (index, token) in tokens.enumerated() where token.kind != .endOfText {
      switch token.kind {
      // `gmail.com`; a path is no English, and a full stop is at the end.
      case .dot where isDomain(index, tokens): domain = index
      case .word where domain == index - 1: words[words.count - 1] += "." + source.text(token.span)
      case .dot where index + 2 < tokens.count: return nil
      case .word, .number, .string:
        let word = source.text(token.span)
        // `a million`
        if EnglishWords.factors[word.lowercased()] != nil, words.last?.lowercased() == "a" { words[words.count - 1] = "1" }
        words.append(EnglishWords.numbers[word.lowercased()] ?? word)
      case .comma: words.append(",")
      case .question, .dot, .bang: continue
      // `non-smokers`
      case .minus where index > 0 && tokens[index - 1].kind == .word && tokens[index + 1].kind == .word
        && tokens[index - 1].end == token.start && tokens[index + 1].start == token.end:
        continue
      default: return nil
      }
    }
    lower = words.map { $0.lowercased() }
    guard words.count > 1 else { return nil }
    if EnglishWords.starts.contains(lower[0]) || vocabulary.likeness(of: words[0]) != .none || vocabulary.entity == nil
    {
      findEntity()
    }
    if entity.isEmpty { return nil }
    joinNames()
  }

  /// Whether a dot is inside of a value such as `gmail.com`, whose first word is no property that a path could begin with.
  private func isDomain(_ index: Int, _ tokens: [Token]) -> Bool {
    guard index > 2, index + 1 < tokens.count, let names = vocabulary.schema else { return false }
    let (before, after) = (tokens[index - 1], tokens[index + 1])
    guard before.kind == .word, after.kind == .word, before.end == tokens[index].start, after.start == tokens[index].end
    else { return false }
    let word = source.text(before.span)
    return tokens[index - 2].kind == .word
      && !vocabulary.entities.contains { SchemaWords(schema: names, entity: $0).property(named: word) != nil }
  }

  func of(_ entity: String) -> SchemaWords { SchemaWords(schema: schema.schema, entity: entity) }

  private mutating func findEntity() {
    let entities = vocabulary.entities
    // In "total population per country" the country is the group, and in "with more than 3 cities" the cities are counted.
    for (index, word) in words.enumerated() where index == 0 || !isInner(index) {
      guard
        let found = entities.first(where: { $0 == word })
          ?? entities.first(where: { SchemaWords.isNumber(word, of: $0) })
      else { continue }
      schema = of(found)
      place = index
      return
    }
    // A property that one entity has.
    for word in words {
      let owners = entities.filter { of($0).property(named: word) != nil }
      if owners.count == 1 || (owners.count > 1 && lower[0] != "where"), let first = best(owners) {
        schema = of(first)
        others = owners.filter { $0 != first }
        return
      }
    }
    // A kind of objects: `the cheapest novel`.
    for word in words where !EnglishWords.isWord(word.lowercased()) && !EnglishWords.fillers.contains(word.lowercased()) {
      let owners = entities.filter { of($0).ownCase(word) != nil }
      if owners.count == 1, let first = owners.first {
        schema = of(first)
        return
      }
    }
    for (index, word) in words.enumerated() where word.count > 4 {
      guard let found = Suggestions.entity(meantBy: word, among: entities) else { continue }
      schema = of(found)
      place = index
      return
    }
  }

  /// Whether the word at an index belongs to what restricts the objects that are asked for.
  private func isInner(_ index: Int) -> Bool {
    if ["per", "by", "each", "in", "from", "without", "than", "least", "with", "most", "fewest"].contains(
      lower[index - 1])
    {
      return true
    }
    return index > 1 && Int(words[index - 1]) != nil
      && ["than", "least", "over", "with", "most"].contains(lower[index - 2])
  }

  /// Of several entities the one with the most words of the text as properties.
  private func best(_ entities: [String]) -> String? {
    func count(_ entity: String) -> Int { words.count { of(entity).property(named: $0) != nil } }
    return entities.max { count($0) < count($1) }
  }

  /// The same text about other entities that have its properties.
  private func alternatives() -> [String] {
    others.prefix(2).compactMap { entity in
      var other = self
      (other.schema, other.unknown) = (of(entity), [])
      return other.translation().flatMap { other.unknown.isEmpty ? $0 : nil }
    }
  }

  /// Whether the text after `where` is a sentence, such as "where the email is missing".
  private var isSentence: Bool {
    words.count > 3 && lower[1] == "where" && ["the", "their", "its", "there", "they", "it", "is", "are"].contains(lower[2])
  }

  /// The finding; nil if the parser has read a query, and says more about it.
  mutating func diagnostic(_ span: SourceSpan, _ parsed: ParseResult<Pipeline.Tree>) -> Diagnostic? {
    let errors = parsed.diagnostics.filter { $0.severity == .error }
    let isQuery = if case .query = parsed.tree { !hasApostrophes } else { false }
    if isQuery, KeywordTable.shared.keyword(of: words[1]).clause != nil, !isSentence { return nil }
    let text = translation()
    // The parser knows how a word is spelt, but not what words without a comparison mean.
    let isAdvised = errors.first.map { !$0.fixIts.isEmpty || !$0.help.isEmpty } ?? false
    let isCorrected =
      errors.first.map { !$0.fixIts.isEmpty && $0.code != DiagnosticCode(SyntaxCode.unexpectedToken) } ?? false
    if isQuery, notes.isEmpty, isCorrected || (isAdvised && (text == nil || !unknown.isEmpty || hasName)) { return nil }
    if isQuery, notes.isEmpty, text == nil || !unknown.isEmpty, errors.contains(where: { !$0.help.isEmpty }) { return nil }
    let comparisons = comparisonsOfUnknown
    let missing = unknown.reduce(into: [String]()) { missing, word in
      // What a number is needed for has been said.
      let isExplained = !comparisons.isEmpty && PlainWords.isMeasure(word.lowercased())
      if !isExplained, !missing.contains(word) { missing.append(word) }
    }.prefix(3)
    let names = missing.map { "'\($0)'" }.joined(separator: ", ")
    let help =
      names.isEmpty
      ? []
      : [
        "\(names) \(missing.count == 1 ? "names" : "name") nothing that a query knows; \(vocabulary.properties(of: entity))"
      ]
    let isWhole = text != nil && unknown.isEmpty
    let example = text.flatMap { $0 == entity || isWhole ? nil : $0 } ?? vocabulary.example(of: entity)
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse, "a query starts with its entity",
      file: source.name, at: span, help: notes + comparisons + help + (unknown.isEmpty ? [] : schema.cases) + ["a query of '\(entity)': \(example)"],
      fixIts: isWhole
        ? ([text ?? ""] + alternatives()).map { FixIt("write \($0)", .maybe, [FixIt.Edit(span, $0)]) } : [])
  }
}
