import CDQSyntax

/// Finds the entity that an expression or a type names, such as `Town` in `NSFetchRequest<Town>(entityName: "Town")`.
struct EntityMention {
  let file: CodeFile
  private(set) var resolver: TextResolver

  init(_ file: CodeFile, _ resolver: TextResolver) {
    self.file = file
    self.resolver = resolver
  }

  /// The only entity that a range of tokens names; nil when it names none, or several.
  mutating func entity(in range: Range<Int>) -> String? {
    var named: Set<String> = []
    var typed: Set<String> = []
    for index in range where file.isWord(index) || file.kind(index) == .at || file.holds(index, "#Predicate") {
      // The sign after it tells what a word can be, so that few texts are made.
      switch file.byte(index + 1) {
      case UInt8(ascii: ":"):
        if EntityMention.labels.contains(file.text(index)), let name = entityName(index) { named.insert(name) }
      case UInt8(ascii: "<"):
        guard file.holds(index + 1, "<") else { continue }
        let type = file.text(index).drop { $0 == "@" || $0 == "#" }
        let isSectioned = EntityMention.sectioned.contains(type)
        guard isSectioned || EntityMention.generics.contains(type) else { continue }
        if let name = generic(index + 1, last: isSectioned) { typed.insert(name) }
      case UInt8(ascii: "("):
        guard file.holds(index, "objects") || file.holds(index, "object") else { continue }
        if let name = type(file.inside(index + 1)) { typed.insert(name) }
      default: if let name = fetching(index) { typed.insert(name) }
      }
    }
    return (named.isEmpty ? typed : named).onlyElement
  }

  /// Labels and selectors whose argument is an entity's name.
  private static let labels: Set<String> = [
    "entityName", "forEntityName", "fetchRequestWithEntityName", "initWithEntityName", "entityForName",
    "requestWithEntityName",
  ]

  /// Types whose generic argument is a class of objects.
  private static let generics: Set<Substring> = [
    "Predicate", "NSFetchRequest", "FetchRequest", "FetchDescriptor", "FetchedResults", "Results", "List",
    "ObservedResults", "ResultsObserver", "NSFetchedResultsController", "NSBatchUpdateRequest", "RLMResults", "RLMArray",
  ]

  /// Types that have the class of objects after the one of their sections.
  private static let sectioned: Set<Substring> = ["SectionedFetchResults", "SectionedFetchRequest"]

  /// Types that say nothing about the entity.
  private static let general: Set<String> = [
    "NSFetchRequestResult", "NSManagedObject", "NSDictionary", "NSNumber", "NSManagedObjectID", "Any", "AnyObject", "T",
    "Self",
    "Element", "Entity", "Object", "ResultType", "Result", "Model", "String",
  ]

  static func isClass(_ name: String) -> Bool {
    name.isCapitalized && !general.contains(name)
  }

  /// The value of `entityName:`, by the label's token.
  private mutating func entityName(_ label: Int) -> String? {
    guard let open = file.parent(label) else { return nil }
    let value: Range<Int>?
    if file.language == .objectiveC, file.byte(open) == UInt8(ascii: "[") {
      value = file.messageParts(label).first?.value
    } else {
      value = file.arguments(open).first { $0.label == label }?.value
    }
    guard let value, !value.isEmpty else { return nil }
    return name(value)
  }

  /// The name of an entity as an expression: a text, `Town.self`, `Town.entityName`, `[Town class]`.
  mutating func name(_ range: Range<Int>) -> String? {
    if let text = resolver.text(range, of: file), text.gaps.isEmpty, text.bytes.count < 200 { return text.string }
    if let text = type(range) { return text }
    for index in range where file.isWord(index) && EntityMention.isClass(file.text(index)) {
      let text = file.text(index)
      if text.hasPrefix("NS") || text == "String" { continue }
      if file.holds(index + 1, ".") || file.isWord(index + 1) { return text }
    }
    // `"\(Town.self)"`
    if let first = range.first, range.count == 1, file.kind(first) == .string {
      let literal = SourceLiteralReader.read(file, first)
      if let gap = literal.gaps.onlyElement, literal.bytes.isEmpty {
        let text = file.source.text(gap.span)
        if text.hasSuffix(".self") { return String(text.dropLast(5)) }
      }
    }
    return nil
  }

  /// `Town` of `Town.self`.
  func type(_ range: Range<Int>) -> String? {
    for index in range
    where file.holds(index, "self") && file.holds(index - 1, ".") && file.isWord(index - 2)
      && EntityMention.isClass(file.text(index - 2)) && index - 2 >= range.lowerBound
    {
      return file.text(index - 2)
    }
    return nil
  }

  /// `Town` of `<Town>`, or of `<String, Town>`.
  private func generic(_ open: Int, last: Bool) -> String? {
    var next = open + 1
    var names: [String] = []
    while next < open + 16, !file.holds(next, ">"), next < file.tokens.count {
      if file.isWord(next), !file.holds(next + 1, ".") { names.append(file.text(next)) }
      if file.holds(next, "<") { return nil }
      next += 1
    }
    guard let name = last ? names.last : names.first, EntityMention.isClass(name) else { return nil }
    return name
  }

  /// `Town.fetchRequest()`, `Town.entity()`, `[Town fetchRequest]`, `[Town allObjects]`
  private func fetching(_ index: Int) -> String? {
    let isMember = file.holds(index + 1, ".")
    let member = isMember ? index + 2 : index + 1
    guard file.isWord(member), isMember || file.holds(index - 1, "["), !file.holds(index - 1, ".") else { return nil }
    let name = file.text(index)
    guard EntityMention.isClass(name), !name.hasPrefix("NS") else { return nil }
    let text = file.text(member)
    let isRequest = text.contains("etchRequest") || text == "request" || text == "makeRequest"
    return isRequest || text == "entity" || text == "allObjects" || text == "objectsWhere" ? name : nil
  }
}
