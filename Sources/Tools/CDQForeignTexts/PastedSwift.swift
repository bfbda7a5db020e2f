import CDQKit
import CDQSyntax

/// A request or a chain of calls that was copied from Swift code, and its translation:
/// `cities.filter { $0.name == "Paris" }.count` becomes `count City where name == "Paris"`.
///
/// Every part of the text is in the translation. If one has none, the finding names it in place of a translation.
struct PastedSwift {
  /// What the text is, for the message.
  var what = "a method call"
  let vocabulary: TextVocabulary
  private let file: String
  var entity: String?
  var cardinality = ""
  var conditions: [PastedCondition] = []
  var selection: String?
  var sort: [String] = []
  var (limit, offset): (String?, String?) = (nil, nil)
  /// Sentences about the parts that have no translation.
  var unread: [String] = []
  /// What the translation does in another way.
  var notes: [String] = []
  /// Whether the text can only be Swift.
  var isSwift = false

  /// nil for a text that is no Swift.
  init?(_ source: SourceText, _ vocabulary: TextVocabulary) {
    (self.vocabulary, file) = (vocabulary, source.name)
    let text = String(decoding: source.utf8, as: UTF8.self)
    var reader = CallReader(text)
    let isChain = startsChain(reader) && !text.contains("fetchRequest")
    if !isChain, let statement = PastedStatement(text, vocabulary) {
      isSwift = true
      adopt(statement)
      // `try context.fetch(…).count`
      if reader.skip(to: "fetch") {
        _ = reader.list()
        readMembers(&reader)
      }
      return
    }
    if readLoop(text) { return }
    reader.skipBlock()
    readChain(&reader)
    guard isSwift else { return nil }
  }

  /// `for city in cities where city.isCapital { … }`, `Dictionary(grouping: cities, by: \.country)`
  private mutating func readLoop(_ text: String) -> Bool {
    var reader = CallReader(text)
    let word = reader.word()
    if word == "Dictionary", let arguments = reader.list(), arguments.first?.label == "grouping", arguments.count == 2 {
      (isSwift, what, entity) = (true, "Dictionary(grouping:by:) of Swift", arguments[0].value)
      unread = ["groups have values and no objects: group by property select property, count() as count"]
      return true
    }
    guard word == "for", let name = reader.word(), reader.word() == "in", let list = reader.word(),
      vocabulary.entity(meantBy: list) != nil
    else { return false }
    (isSwift, what, entity) = (true, "a loop of Swift", list)
    if let brace = reader.rest.firstIndex(of: "{"), reader.rest.hasPrefix("where ") {
      conditions = [.closure("\(name) in \(reader.rest[..<brace].dropFirst(6))")]
    } else if !reader.rest.hasPrefix("{") {
      unread.append("'\(reader.rest.prefix(24))' is not translated")
    }
    return true
  }

  private mutating func adopt(_ statement: PastedStatement) {
    (what, entity, sort, cardinality) = (statement.what, statement.entity, statement.sort, statement.cardinality)
    (limit, offset, unread) = (statement.limit, statement.offset, statement.unread)
    conditions = statement.condition.map { [$0] } ?? []
  }

  func diagnostic(_ span: SourceSpan) -> Diagnostic {
    let (texts, problems) = translations
    let entity = entity.flatMap { vocabulary.entity(meantBy: $0) }
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse,
      "this is \(what); a query starts with its entity",
      file: file, at: span,
      help: problems + notes + ["a query: \(entity.map { vocabulary.example(of: $0) } ?? vocabulary.example)"],
      fixIts: texts.map { FixIt("write \($0)", .maybe, [FixIt.Edit(span, $0)]) })
  }

  // MARK: Writing

  /// The text for the entity that is named, or for each that is possible, and sentences about what has none.
  private var translations: (texts: [String], problems: [String]) {
    if !unread.isEmpty { return ([], unread) }
    let isConditionOnly = cardinality.isEmpty && sort.isEmpty && limit == nil && offset == nil && selection == nil
    var names = [String]()
    if let entity {
      guard let meant = vocabulary.entity(meantBy: entity.prefix { $0 != " " }.description) else {
        let known = vocabulary.entities.prefix(8).joined(separator: ", ")
        return ([], ["there is no entity '\(entity)'; entities: \(known)"])
      }
      names = [meant]
    } else if let entity = vocabulary.entity {
      names = [entity]
    } else {
      names = Array(vocabulary.entities.prefix(8))
    }
    var (texts, problems) = ([String](), [String]())
    for name in names {
      do throws(SwiftCondition.Unread) {
        let condition = try condition(name)
        let isPredicate = vocabulary.entity != nil && entity == nil && isConditionOnly
        texts.append(isPredicate ? condition ?? "TRUEPREDICATE" : text(name, condition))
      } catch {
        problems.append(error.help)
      }
    }
    // Of an entity that is only possible, a problem says that another one is meant.
    return (texts, texts.isEmpty ? Array(problems.prefix(1)) : [])
  }

  private func condition(_ entity: String) throws(SwiftCondition.Unread) -> String? {
    var texts: [String] = []
    for condition in conditions { texts.append(try condition.text(of: entity, vocabulary)) }
    return texts.count < 2 ? texts.first : texts.map { "(\($0))" }.joined(separator: " AND ")
  }

  private func text(_ entity: String, _ condition: String?) -> String {
    var words = cardinality.isEmpty ? [entity] : [cardinality, entity]
    if let condition { words += ["where", condition] }
    if let selection { words += ["select", selection] }
    if !sort.isEmpty { words += ["sort", sort.joined(separator: ", ")] }
    if let limit { words += ["limit", limit] }
    if let offset { words += ["offset", offset] }
    return words.joined(separator: " ")
  }

  // MARK: Chains

  /// Whether a text begins with a variable that is named after an entity, and a dot.
  private func startsChain(_ reader: CallReader) -> Bool {
    var reader = reader
    reader.skipAssignment()
    guard let name = reader.word(), vocabulary.entity(meantBy: name) != nil else { return false }
    return reader.rest.hasPrefix(".")
  }

  /// `City.filter { … }.count`, `cities.first`, `City[0]`, `[City] where …`
  private mutating func readChain(_ reader: inout CallReader) {
    reader.skipAssignment()
    if let element = reader.arrayType(), vocabulary.likeness(of: element) != .none {
      (isSwift, what) = (true, "an array of Swift")
      entity = element
      let rest = reader.rest
      if rest.hasPrefix("where ") {
        conditions = [.format(String(rest.dropFirst(6)))]
      } else if !rest.isEmpty {
        unread.append("a query has no '[\(element)]': write \(vocabulary.entity(meantBy: element) ?? element) \(rest)")
      }
      return
    }
    guard let name = reader.word(), !vocabulary.properties.contains(name) else { return }
    if vocabulary.entity(meantBy: name) == nil {
      // `realm.objects(City.self)`
      guard reader.member() != nil, let type = reader.list()?.first?.value, type.hasSuffix(".self"),
        vocabulary.entity(meantBy: String(type.dropLast(5))) != nil
      else { return }
      (entity, isSwift) = (String(type.dropLast(5)), true)
    } else {
      entity = name
    }
    readMembers(&reader)
  }

  private mutating func readMembers(_ reader: inout CallReader) {
    while true {
      if entity == nil || what != "a method call" { reader.skipClosing() }
      if reader.isAtEnd { return }
      if let index = reader.subscriptIndex() {
        (isSwift, limit, cardinality) = (true, nil, "first")
        if index != "0" { (cardinality, limit, offset) = ("", "1", index) }
        continue
      }
      guard let member = reader.member() else {
        // What follows a request in another statement was read with it.
        if what == "a method call", isSwift { unread.append("'\(reader.rest.prefix(24))' is not translated") }
        return
      }
      let first = reader.closure()
      let arguments = first == nil ? reader.list() : nil
      // `reduce(0) { $0 + $1.total }`
      read(member, first ?? (member == "reduce" && arguments != nil ? reader.closure() : nil), arguments)
      // A property of that name is meant.
      if !isSwift { return }
    }
  }
}
