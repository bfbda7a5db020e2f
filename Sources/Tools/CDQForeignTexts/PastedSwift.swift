import CDQKit
import CDQSyntax

/// A predicate or a chain of calls that was copied from Swift code, and its translation:
/// `cities.filter { $0.name == "Paris" }.count` becomes `count City where name == "Paris"`.
///
/// The translation moves the parts of the text. Methods and operators of Swift in a condition are translated by the
/// fix-its of the finding that they become.
struct PastedSwift {
  /// What the text is, for the message.
  private var what = "a method call"
  private let vocabulary: TextVocabulary
  private let file: String
  private var entity: String?
  private var cardinality = ""
  private var conditions: [String] = []
  private var selection: String?
  private var sort: [String] = []
  private var (limit, offset): (String?, String?) = (nil, nil)
  /// Whether the text has a part that has no translation.
  private var isUnread = false
  /// Whether the text can only be Swift.
  private var isSwift = false

  /// nil for a text that is no Swift.
  init?(_ source: SourceText, _ vocabulary: TextVocabulary) {
    (self.vocabulary, file) = (vocabulary, source.name)
    var reader = CallReader(String(decoding: source.utf8, as: UTF8.self))
    for word in [
      "FetchDescriptor", "NSFetchRequest", "SortDescriptor", "NSSortDescriptor", "NSPredicate", "#Predicate",
    ] where reader.skip(to: word) {
      isSwift = true
      switch word {
      case "NSPredicate": readFormat(&reader)
      case "#Predicate": readMacro(&reader)
      case "SortDescriptor", "NSSortDescriptor":
        readSort(CallReader(String(decoding: source.utf8, as: UTF8.self)), word)
      default:
        readDescriptor(&reader, word)
        // `try context.fetch(…).count`
        reader.skipClosing()
        while let member = reader.member() {
          read(member, nil, reader.list())
          reader.skipClosing()
        }
      }
      return
    }
    readChain(&reader)
    guard isSwift else { return nil }
  }

  func diagnostic(_ span: SourceSpan) -> Diagnostic {
    let texts = isUnread ? [] : translations
    let entity = entity.flatMap { vocabulary.entity(meantBy: $0) }
    return Diagnostic(
      .error, DiagnosticCode(SyntaxCode.foreignSyntax), stage: .parse,
      "this is \(what); a query starts with its entity",
      file: file, at: span,
      help: ["a query: \(entity.map { vocabulary.example(of: $0) } ?? vocabulary.example)"],
      fixIts: texts.map { FixIt("write \($0)", .maybe, [FixIt.Edit(span, $0)]) })
  }

  /// The text for the entity that is named, or for each that is possible.
  private var translations: [String] {
    if let entity { return [text(vocabulary.entity(meantBy: entity) ?? entity)] }
    if vocabulary.entity != nil { return [conditions.joined(separator: " AND ")] }
    return vocabulary.entities.prefix(8).map { text($0) }
  }

  private func text(_ entity: String) -> String {
    var words = cardinality.isEmpty ? [entity] : [cardinality, entity]
    if !conditions.isEmpty {
      words += [
        "where", conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " AND "),
      ]
    }
    if let selection { words += ["select", selection] }
    if !sort.isEmpty { words += ["sort", sort.joined(separator: ", ")] }
    if let limit { words += ["limit", limit] }
    if let offset { words += ["offset", offset] }
    return words.joined(separator: " ")
  }

  // MARK: Forms

  /// `NSPredicate(format: "age > %d", 5)`
  private mutating func readFormat(_ reader: inout CallReader) {
    what = "NSPredicate of Swift"
    guard let arguments = reader.list(), let format = arguments.first, format.label == "format" || format.label == nil,
      let quoted = CallReader.string(format.value)
    else {
      isUnread = true
      return
    }
    var values = arguments.dropFirst().map(\.value)[...]
    var condition = ""
    var rest = quoted[...]
    while let sign = rest.firstIndex(of: "%") {
      condition += rest[..<sign]
      let end = rest[sign...].dropFirst().firstIndex { !"ldiufgxs@K".contains($0) } ?? rest.endIndex
      let conversion = rest[sign..<end]
      rest = rest[end...]
      guard let value = values.popFirst() else {
        condition += "$value"
        continue
      }
      condition += conversion == "%K" ? CallReader.keyPath(value) : argument(value)
    }
    conditions = [condition + rest]
  }

  /// The text for a value of Swift: a literal, or a parameter with the name of a variable.
  private func argument(_ value: String) -> String {
    if CallReader.string(value) != nil || Double(value) != nil || ["true", "false", "nil"].contains(value) {
      return value
    }
    let name = value.split { !($0.isLetter || $0.isNumber || $0 == "_") }.last.map(String.init) ?? "value"
    return "$" + name
  }

  /// `#Predicate<City> { $0.name == "Paris" }`
  private mutating func readMacro(_ reader: inout CallReader) {
    what = "#Predicate of Swift"
    if let type = reader.generic() { entity = type }
    guard let body = reader.closure() else {
      isUnread = true
      return
    }
    add(body)
  }

  /// `FetchDescriptor<City>(predicate: …, sortBy: [SortDescriptor(\.name)])`
  private mutating func readDescriptor(_ reader: inout CallReader, _ word: String) {
    what = "\(word) of Swift"
    if let type = reader.generic() { entity = type }
    for argument in reader.list() ?? [] {
      var inner = CallReader(argument.value)
      if inner.skip(to: "#Predicate") {
        _ = inner.generic().map { entity = $0 }
        if let body = inner.closure() { add(body) } else { isUnread = true }
      }
      if argument.label == "entityName" { entity = CallReader.string(argument.value) }
      readSorts(argument.value, "SortDescriptor")
    }
    guard entity != nil else {
      isUnread = true
      return
    }
  }

  /// `SortDescriptor(\City.name, order: .reverse)`
  private mutating func readSort(_ reader: CallReader, _ word: String) {
    what = "\(word) of Swift"
    readSorts(reader.rest, word)
    if let range = reader.rest.firstRange(of: "(\\") {
      let root = reader.rest[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if !root.isEmpty { entity = String(root) }
    }
    isUnread = sort.isEmpty
  }

  private mutating func readSorts(_ text: String, _ word: String) {
    var sorts = CallReader(text)
    while sorts.skip(to: word) {
      guard let parts = sorts.list(), let key = parts.first else { break }
      let isReverse = parts.contains {
        $0.value.hasSuffix("reverse") || ($0.label == "ascending" && $0.value == "false")
      }
      sort.append(CallReader.keyPath(key.value) + (isReverse ? " desc" : ""))
    }
  }

  /// Adds the condition of a closure, without the name of its parameter.
  private mutating func add(_ closure: CallReader.Closure) {
    if let type = closure.type { entity = type }
    conditions.append(closure.body)
  }

  /// `City.filter { … }.count`, `cities.first`, `City[0]`, `[City] where …`
  private mutating func readChain(_ reader: inout CallReader) {
    reader.skipAssignment()
    if let element = reader.arrayType(), vocabulary.likeness(of: element) != .none {
      (isSwift, entity, what) = (true, element, "an array of Swift")
      let rest = reader.rest
      if !rest.isEmpty { entity = "\(vocabulary.entity(meantBy: element) ?? element) \(rest)" }
      return
    }
    guard let name = reader.word(), vocabulary.entity(meantBy: name) != nil, !vocabulary.properties.contains(name)
    else { return }
    entity = name
    while !reader.isAtEnd {
      if let index = reader.subscriptIndex() {
        (isSwift, limit, cardinality) = (true, nil, "first")
        if index != "0" { (cardinality, limit, offset) = ("", "1", index) }
        continue
      }
      guard let member = reader.member() else {
        isUnread = true
        return
      }
      let closure = reader.closure()
      let arguments = closure == nil ? reader.list() : nil
      read(member, closure, arguments)
      // A property of that name is meant.
      if !isSwift { return }
    }
  }

  /// The names of members, by what they do.
  private static let members: [String: String] = [
    "filter": "filter", "where": "filter", "first": "first", "last": "last", "count": "count", "isEmpty": "exists",
    "exists": "exists", "contains": "exists", "all": "all", "objects": "all", "fetch": "all", "find": "filter",
    "findAll": "all", "get": "all", "fetchRequest": "all", "fetchAll": "all", "sorted": "sorted", "sort": "sorted",
    "order": "sorted", "orderBy": "sorted", "map": "map", "compactMap": "map", "prefix": "limit", "limit": "limit",
    "dropFirst": "offset", "size": "count", "length": "count", "lazy": "all", "values": "all", "select": "map",
    "orderby": "sorted", "orderbydescending": "reversed", "sortby": "sorted", "sortedby": "sorted", "take": "limit",
    "skip": "offset",
    "tolist": "all", "toarray": "all", "any": "exists", "firstordefault": "first", "getall": "all", "query": "all",
    "collect": "all", "firstwhere": "first", "pluck": "map", "fetchone": "first", "findone": "first", "scalars": "all",
  ]

  private mutating func read(_ member: String, _ closure: CallReader.Closure?, _ arguments: [CallReader.Argument]?) {
    // `Where`, `order_by`
    guard let effect = PastedSwift.members[member] ?? PastedSwift.members[member.lowercased().filter { $0 != "_" }]
    else {
      isUnread = true
      // `City.name` is a property.
      if closure != nil || arguments != nil { isSwift = true }
      return
    }
    isSwift = true
    let inner = closure ?? arguments?.first.flatMap { CallReader($0.value).parsedClosure ?? CallReader.arrow($0.value) }
    let plain = inner == nil ? arguments?.first?.value : nil
    switch effect {
    case "filter", "first", "count", "exists":
      if let inner {
        add(inner)
      } else if effect == "filter" || effect == "first" {
        for argument in arguments ?? [] {
          if let label = argument.label, label != "by", label != "where" {
            conditions.append("\(label) == \(argument.value)")
          } else {
            conditions.append(CallReader.lookup(argument.value) ?? argument.value)
          }
        }
      }
      if effect != "filter" { cardinality = effect }
    case "sorted", "reversed":
      let end = effect == "reversed" ? " desc" : ""
      if let key = inner?.sides ?? inner?.body {
        sort = [key + end]
      } else if let plain {
        sort = [CallReader.keyPath(CallReader.string(plain) ?? plain) + end]
        // `-created_at`, `:name`
        if let key = sort.first, key.hasPrefix("-") { sort = [key.dropFirst() + " desc"] }
        if let key = sort.first, key.hasPrefix(":") { sort = [String(key.dropFirst())] }
      } else {
        isUnread = true
      }
    case "map":
      if let path = inner?.body ?? plain.map({ CallReader.keyPath(CallReader.string($0) ?? $0) }) { selection = path }
    case "limit": limit = plain
    case "offset": offset = plain
    case "last": isUnread = true
    default: break
    }
  }
}
