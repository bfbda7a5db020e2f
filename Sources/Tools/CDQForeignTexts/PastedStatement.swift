import CDQKit

/// Statements of Swift that make a request: `@Query(filter: …, sort: …)`, `FetchDescriptor`, `NSFetchRequest` with the lines
/// that set its properties, and predicates and sort descriptors alone.
///
/// The parts are found wherever they stand in the text, since a request is often made by several statements.
struct PastedStatement {
  /// What the text is, for the message.
  var what = ""
  var entity: String?
  var condition: PastedCondition?
  var sort: [String] = []
  var (limit, offset): (String?, String?) = (nil, nil)
  var cardinality = ""
  /// Sentences about what has no translation.
  var unread: [String] = []

  /// The words by which a statement is recognized, with what it is.
  private static let forms: [(word: String, what: String)] = [
    ("@Query", "@Query of SwiftData"), ("@FetchRequest", "@FetchRequest of SwiftUI"),
    ("@SectionedFetchRequest", "@SectionedFetchRequest of SwiftUI"), ("FetchDescriptor", "FetchDescriptor of SwiftData"),
    ("NSFetchRequest", "NSFetchRequest of Core Data"), ("fetchLimit", "NSFetchRequest of Core Data"),
    ("NSCompoundPredicate", "NSCompoundPredicate of Swift"), ("NSPredicate", "NSPredicate of Swift"),
    ("#Predicate", "#Predicate of Swift"), ("SortDescriptor", "SortDescriptor of Swift"),
    ("NSSortDescriptor", "NSSortDescriptor of Swift"),
  ]

  /// Properties of requests that change the result and have no counterpart.
  private static let refused = [
    "propertiesToFetch": "select", "propertiesToGroupBy": "group by", "havingPredicate": "having",
    "returnsDistinctResults": "select distinct", "resultType": "select or count",
    "sectionIdentifier": "group by",
  ]

  private let text: String

  /// nil for a text without such a statement.
  init?(_ text: String, _ vocabulary: TextVocabulary) {
    self.text = text
    guard let form = PastedStatement.forms.first(where: { has($0.word) }) else { return nil }
    what = form.what
    readConditions()
    readSorts()
    limit = value(of: "fetchLimit")
    offset = value(of: "fetchOffset")
    if has("fetchCount") || text.contains(".count(for:") { cardinality = "count" }
    for (name, clause) in PastedStatement.refused where has(name) {
      unread.append("'\(name)' is not translated: a query says it by '\(clause)'")
    }
    if entity == nil { entity = named(vocabulary) }
  }

  private func has(_ word: String) -> Bool {
    var reader = CallReader(text)
    return reader.skip(to: word)
  }

  /// The entity that the text names: by its type, by the name in `entityName:`, or by the variable of the result.
  private func named(_ vocabulary: TextVocabulary) -> String? {
    var reader = CallReader(text)
    for label in ["entityName", "forEntityName"] where reader.skip(to: label) {
      if reader.rest.hasPrefix(":"), let quoted = reader.rest.split(separator: "\"").dropFirst().first {
        return String(quoted)
      }
    }
    let words = SwiftToken.tokens(of: text).filter { $0.kind == .word }.map(\.text)
    if let entity = words.first(where: { vocabulary.entities.contains($0) }) { return entity }
    for word in ["FetchDescriptor", "NSFetchRequest", "FetchedResults"] {
      var reader = CallReader(text)
      if reader.skip(to: word), let type = reader.generic() { return type }
    }
    guard let place = words.firstIndex(of: "var"), place + 1 < words.count,
      text.hasPrefix("@")
    else { return nil }
    return vocabulary.entity(meantBy: words[place + 1])
  }

  // MARK: Parts

  private mutating func readConditions() {
    let lookUp = { [text] (name: String) -> String? in
      var reader = CallReader(text)
      while reader.skip(to: name) {
        let rest = reader.rest
        if rest.hasPrefix("="), !rest.hasPrefix("==") { return String(rest.dropFirst()) }
        if rest.hasPrefix(":"), let equal = rest.firstIndex(of: "="), rest[..<equal].count < 40 {
          return String(rest[rest.index(after: equal)...])
        }
      }
      return nil
    }
    do throws(SwiftCondition.Unread) {
      for word in PastedCondition.words {
        var reader = CallReader(text)
        var found: [PastedCondition] = []
        while reader.skip(to: word) {
          // The type of a variable, as in `let p: NSPredicate`.
          if !reader.rest.hasPrefix("("), !reader.rest.hasPrefix("<"), !reader.rest.hasPrefix("{") { continue }
          let (condition, type) = try PastedCondition.read(word + reader.rest, lookUp)
          entity = entity ?? type
          found.append(condition)
          if word == "NSCompoundPredicate" { break }
        }
        guard let first = found.first else { continue }
        if found.count > 1 { unread.append("the text has several predicates: join their conditions with AND or OR") }
        condition = first
        return
      }
      for label in ["predicate", "filter"] {
        var reader = CallReader(text)
        guard reader.skip(to: label), reader.rest.hasPrefix(":") || reader.rest.hasPrefix("="),
          let name = CallReader.firstWord(of: reader.rest)
        else { continue }
        if name != "nil" { unread.append("the text does not say what the predicate '\(name)' is") }
      }
    } catch {
      unread.append(error.help)
    }
  }

  private mutating func readSorts() {
    for word in ["SortDescriptor", "NSSortDescriptor"] {
      var reader = CallReader(text)
      while reader.skip(to: word) {
        guard let parts = reader.list() else { continue }
        guard let key = CallReader.sortKey(parts) else {
          unread.append("a sort key is a property, and this one is not translated")
          return
        }
        sort.append(key)
      }
    }
    guard sort.isEmpty else { return }
    for label in ["sort", "sortBy", "sortDescriptors"] {
      var reader = CallReader(text)
      guard reader.skip(to: label), reader.rest.hasPrefix(":") || reader.rest.hasPrefix("=") else { continue }
      let value = CallReader.items(String(reader.rest.dropFirst())).first ?? ""
      if value.hasPrefix("\\") {
        var order = CallReader(text)
        let isReverse = order.skip(to: "order") && order.rest.dropFirst().prefix(12).contains(".reverse")
        sort = [CallReader.keyPath(value) + (isReverse ? " desc" : "")]
      } else if value.hasPrefix("["), value.contains(".init(") {
        // `[.init(\.title, order: .reverse)]`
        for item in CallReader.items(String(value.dropFirst().dropLast())) {
          var initializer = CallReader(item)
          guard initializer.member() == "init", let key = initializer.list().flatMap(CallReader.sortKey) else {
            unread.append("a sort key is a property, and '\(item.prefix(20))' is not translated")
            return
          }
          sort.append(key)
        }
      } else if !value.isEmpty, !value.hasPrefix("[]"), !value.hasPrefix("[ ]"), !value.hasPrefix("nil") {
        unread.append("the text does not say what the order '\(value.prefix(20))' is")
      }
    }
  }

  /// The number that is assigned to a property of the request, or passed for it.
  private mutating func value(of name: String) -> String? {
    var reader = CallReader(text)
    while reader.skip(to: name) {
      guard reader.rest.hasPrefix("=") || reader.rest.hasPrefix(":") else { continue }
      let value = reader.rest.dropFirst().drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
      let digits = value.filter { $0 != "_" }
      if Int(digits) != nil { return digits }
      guard let variable = value.split(separator: ".").last, variable.first?.isLetter == true else { continue }
      return "$\(variable)"
    }
    return nil
  }
}
