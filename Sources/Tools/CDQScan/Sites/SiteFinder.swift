import CDQSyntax

/// Finds the places in a source file where predicates and key paths are written.
struct SiteFinder {
  let file: CodeFile
  var sites: [CodeSite] = []
  /// Functions that pass a format on, by name.
  var helpers: [String: [Helper]] = [:]
  /// Whether the file imports Realm, so that `.filter("…")` takes a predicate.
  let usesRealm: Bool
  /// Whether the file is a test, or a page object of tests of an interface.
  let importsTests: Bool
  /// Whether the file imports SwiftData, so that `@Query` is its.
  let usesSwiftData: Bool

  /// A function of the file that passes a format on, with the call of `NSPredicate` in its body.
  struct Helper {
    var function: FormatHelper
    var target: Range<Int>
  }

  /// Byte strings of which a file has at least one if it has a site.
  static let marks = ByteSearch([
    "Predicate", "predicate", "NSExpression", "expressionWithFormat", "FetchRequest", "@Query", "sortDescriptor",
    "SortDescriptor", "KeyPath", "keyPath:", "ofProperty:",
    "objectsWhere", "indexOfObjectWhere", "objectsInRealm", ".filter(", ".filter (", "matching:", "@ObservedResults",
    "propertiesTo", "#Expression",
    "PropertiesTo",
  ])

  /// - Parameter other: the finder of the file around a comment, which knows the imports.
  init(_ file: CodeFile, like other: SiteFinder? = nil) {
    self.file = file
    if let other {
      (usesRealm, usesSwiftData, importsTests) = (other.usesRealm, other.usesSwiftData, other.importsTests)
    } else {
      var modules: Set<String> = []
      for index in file.landmarks where file.word(index) == .import { modules.insert(file.text(index + 1)) }
      usesRealm = modules.contains("RealmSwift") || modules.contains("Realm")
      usesSwiftData = modules.contains("SwiftData")
      importsTests =
        modules.contains("XCTest") || modules.contains("XCUIAutomation") || file.namesInterfaceElements
    }
    switch file.language {
    case .swift:
      for index in file.landmarks { swift(index) }
      callsOfHelpers()
    case .objectiveC: for index in file.tokens.indices where file.tokens[index].kind == .word { objectiveCWord(index) }
    }
  }

  mutating func add(_ kind: ScanKind, _ token: Int, _ range: Range<Int>, _ content: CodeSite.Content) {
    sites.append(CodeSite(kind: kind, token: token, range: range, content: content))
  }

  // MARK: Swift

  private mutating func swift(_ index: Int) {
    switch file.kind(index) {
    case .word: swiftWord(index)
    case .hash: macro(index)
    case .at: wrapper(index)
    case .number, .string, .open, .close, .mark, nil: break
    }
  }

  private mutating func swiftWord(_ index: Int) {
    switch file.word(index) {
    case .predicate: initializer(index) { $0.predicate(index, $1) }
    case .expression: initializer(index) { $0.expression(index, $1) }
    case .comparisonPredicate:
      initializer(index) {
        if $0.file.arguments($1).first?.label != nil, !$0.file.holds($1 + 1, "format") {
          $0.add(
            .predicateObject, index, index..<$0.file.after($1), .plain(reason: "it is put together from expressions"))
        } else {
          $0.predicate(index, $1)
        }
      }
    case .sortDescriptor, .swiftSortDescriptor, .sectionedSortDescriptor: initializer(index) { $0.sort(index, $1) }
    case .fetchRequest, .sectionedFetchRequest: wrapperValue(index, .fetchRequest)
    case .query where usesSwiftData: wrapperValue(index, .query)
    case .`init` where file.holds(index - 1, ".") && file.byte(index + 1) == UInt8(ascii: "(") && isImplicit(index - 1):
      implicit(index)
    case .`init` where file.holds(index - 1, ".") && file.holds(index - 2, "self") && file.holds(index + 2, "format"):
      if file.byte(index + 1) == UInt8(ascii: "("), isInPredicate(index) { predicate(index, index + 1, from: index - 2) }
    case .filter: filter(index)
    case .matching where file.holds(index + 1, ":") && file.holds(index - 2, "index"):
      if usesRealm, let open = file.parent(index), file.kind(index + 2) == .string {
        realm(index, open, label: "matching")
      }
    case .sectionNameKeyPath, .byKeyPath, .forKeyPath: labelledKeyPath(index)
    case .ofProperty where usesRealm && file.kind(index + 2) == .string: labelledKeyPath(index)
    case .relationshipKeyPathsForPrefetching, .propertiesToFetch, .propertiesToGroupBy: keyPaths(index)
    default: break
    }
  }

  /// Whether the dot at `index` begins an expression, as in `.init(format:)`.
  private func isImplicit(_ index: Int) -> Bool {
    switch file.kind(index - 1) {
    case .mark: !file.holds(index - 1, "?") && !file.holds(index - 1, "!") && !file.holds(index - 1, ">")
    case .open, nil: true
    case .word: file.holds(index - 1, "return") || file.holds(index - 1, "in")
    case .close, .number, .string, .hash, .at: false
    }
  }

  /// Whether a token is in an extension of `NSPredicate`.
  private func isInPredicate(_ index: Int) -> Bool {
    var block = file.block(around: index)
    while let open = block {
      if let owner = ConstantTable.owner(file, open + 1) { return owner == "NSPredicate" }
      block = file.block(around: open)
    }
    return false
  }

  /// `.init(format: …)`, `.init(key: …, ascending: …)`
  private mutating func implicit(_ index: Int) {
    let labels = file.arguments(index + 1).compactMap { $0.label.map { file.text($0) } }
    let range = (index - 1)..<file.after(index + 1)
    if labels.first == "format" { predicate(index, index + 1, from: index - 1) }
    if labels.first == "key", labels.contains("ascending"), let first = file.arguments(index + 1).first {
      add(.sort, index, range, .keyPath(first.value))
    }
  }

  /// Calls `body` with the `(` after `Type` or `Type.init`, also for `Type<Generic>`.
  private mutating func initializer(_ index: Int, _ body: (inout SiteFinder, Int) -> Void) {
    var next = index + 1
    if file.holds(next, "<") { next = file.genericEnd(next) }
    if file.holds(next, "."), file.holds(next + 1, "init") { next += 2 }
    guard file.byte(next) == UInt8(ascii: "("), file.kind(next) == .open, !isDeclared(index) else {
      // `NSPredicate { object, _ in … }`
      if file.byte(next) == UInt8(ascii: "{"), file.holds(index, "NSPredicate"), !isDeclared(index), isStart(index) {
        add(.predicateObject, index, index..<file.after(next), .plain(reason: SiteFinder.blockReason))
      }
      return
    }
    body(&self, next)
  }

  private static let blockReason = "a block is code, which a store cannot run"

  /// Whether a value can begin at a word: not after the colon or arrow of a type.
  private func isStart(_ index: Int) -> Bool {
    // After a colon an argument begins, or a type.
    if file.holds(index - 1, ":") { return file.parent(index).map { file.byte($0) == UInt8(ascii: "(") } ?? false }
    return file.holds(index - 1, "=") || file.holds(index - 1, "(") || file.holds(index - 1, ",")
      || file.holds(index - 1, "return")
      || file.holds(index - 1, "[")
  }

  /// Whether a word is declared here and not called: `func filter(…)`.
  private func isDeclared(_ index: Int) -> Bool {
    file.holds(index - 1, "func") || file.holds(index - 1, "class") || file.holds(index - 1, "extension")
      || file.holds(index - 1, "struct") || file.holds(index - 1, "macro")
  }

  private mutating func predicate(_ index: Int, _ open: Int, from start: Int? = nil) {
    let arguments = file.arguments(open)
    let range = (start ?? index)..<file.after(open)
    guard let first = arguments.first, let label = first.label else { return }
    switch file.text(label) {
    case "format": add(.predicateFormat, index, range, .format(first.value, arguments: values(arguments)))
    case "block": add(.predicateObject, index, range, .plain(reason: SiteFinder.blockReason))
    case "value": add(.predicateObject, index, range, .plain(reason: nil))
    case "fromMetadataQueryString":
      add(.predicateObject, index, range, .plain(reason: "Spotlight's query language is another one"))
    default: break
    }
  }

  /// The arguments after a format; nil when they are in an array that the source does not write.
  private func values(_ arguments: [CodeArgument]) -> [Range<Int>]? {
    guard arguments.count > 1 else { return [] }
    let second = arguments[1]
    guard let label = second.label else { return arguments.dropFirst().map(\.value) }
    guard file.holds(label, "argumentArray") else { return nil }
    if second.value.count == 1, file.holds(second.value.lowerBound, "nil") { return [] }
    var open = second.value.lowerBound
    if file.holds(open, "@") { open += 1 }
    guard file.byte(open) == UInt8(ascii: "["), file.kind(open) == .open,
      file.partner(open) == second.value.upperBound - 1,
      file.language == .swift || open > second.value.lowerBound
    else { return nil }
    return file.elements(file.inside(open))
  }

  private mutating func expression(_ index: Int, _ open: Int) {
    let arguments = file.arguments(open)
    let range = index..<file.after(open)
    guard let first = arguments.first, let label = first.label else { return }
    switch file.text(label) {
    case "format": add(.expressionFormat, index, range, .format(first.value, arguments: values(arguments)))
    case "forKeyPath":
      let isSwift = first.value.first.map { file.holds($0, "\\") } ?? false
      add(.keyPath, index, range, isSwift ? .swiftKeyPath(first.value) : .keyPath(first.value))
    default: break
    }
  }

  private mutating func sort(_ index: Int, _ open: Int) {
    let range = index..<file.after(open)
    guard let first = file.arguments(open).first else { return }
    let label = first.label.map { file.text($0) } ?? ""
    guard ["key", "keyPath", ""].contains(label) else { return }
    let isSwift = first.value.first.map { file.holds($0, "\\") } ?? false
    add(.sort, index, range, isSwift ? .swiftKeyPath(first.value) : .keyPath(first.value))
  }

  // MARK: property wrappers and macros

  private mutating func wrapper(_ index: Int) {
    switch file.text(index) {
    case "@FetchRequest", "@SectionedFetchRequest": property(index, .fetchRequest)
    case "@Query": property(index, .query)
    case "@ObservedResults": property(index, .realmFormat)
    default: break
    }
  }

  private mutating func property(_ index: Int, _ kind: ScanKind) {
    var next = index + 1
    if file.holds(next, "<") { next = file.genericEnd(next) }
    let end = file.kind(next) == .open && file.byte(next) == UInt8(ascii: "(") ? file.after(next) : next
    let isForeign = kind == .query && !usesSwiftData
    add(kind, index, index..<end, .plain(reason: isForeign ? "the file does not import SwiftData" : nil))
    // `@Query(sort: \Town.name)`
    if kind == .query, end > next {
      for argument in file.arguments(next) where argument.label.map({ file.holds($0, "sort") }) ?? false {
        guard file.holds(argument.value.lowerBound, "\\") else { continue }
        add(.sort, argument.value.lowerBound, argument.value, .swiftKeyPath(argument.value))
      }
    }
  }

  /// `_towns = FetchRequest(…)`, `FetchRequest<Town>(…)`
  private mutating func wrapperValue(_ index: Int, _ kind: ScanKind) {
    initializer(index) { finder, open in
      let labels = finder.file.arguments(open).compactMap { $0.label.map { finder.file.text($0) } }
      let known: Set<String> = [
        "entity", "sortDescriptors", "predicate", "fetchRequest", "filter", "sort", "sectionIdentifier",
      ]
      guard labels.contains(where: known.contains), !finder.file.holds(index - 1, ".") else { return }
      finder.add(kind, index, index..<finder.file.after(open), .plain(reason: nil))
    }
  }

  private mutating func macro(_ index: Int) {
    let isExpression = file.holds(index, "#Expression")
    guard file.holds(index, "#Predicate") || isExpression else { return }
    var next = index + 1
    if file.holds(next, "<") { next = file.genericEnd(next) }
    // `#Expression<Town, Bool>` is a condition, which a predicate evaluates.
    let isCondition = file.holds(next - 1, ">") && file.holds(next - 2, "Bool")
    // `#Predicate<X>(…) { }` does not exist, but parentheses without arguments do.
    if file.byte(next) == UInt8(ascii: "("), file.kind(next) == .open {
      // `#Predicate({ … })`
      next = file.byte(next + 1) == UInt8(ascii: "{") ? next + 1 : file.after(next)
    }
    let body = file.byte(next) == UInt8(ascii: "{") && file.kind(next) == .open ? next : nil
    add(.predicateMacro, index, index..<(body.map { file.after($0) } ?? next), .macro(body: body))
    sites[sites.count - 1].isValue = isExpression && !isCondition
  }

  // MARK: Realm and key paths

  /// `.filter("…", …)` with a literal without a label.
  private mutating func filter(_ index: Int) {
    guard file.holds(index - 1, "."), file.kind(index + 1) == .open,
      file.byte(index + 1) == UInt8(ascii: "("), file.kind(index + 2) == .string
    else { return }
    realm(index, index + 1, label: nil)
  }

  private mutating func realm(_ index: Int, _ open: Int, label: String?) {
    let arguments = file.arguments(open)
    guard let first = arguments.first else { return }
    let range = index..<file.after(open)
    guard usesRealm || isChainOfObjects(index) else {
      return add(
        .realmFormat, index, range,
        .plain(reason: "the file does not import Realm, so the text may be of another library"))
    }
    add(.realmFormat, index, range, .format(first.value, arguments: values(arguments)))
  }

  /// Whether the receiver of a call is known to be Realm's: the chain before it asks for objects.
  func isOfRealm(_ site: CodeSite) -> Bool { file.language == .objectiveC || isChainOfObjects(site.token) }

  /// Whether a chain of calls before `.filter` has `objects(…)`.
  private func isChainOfObjects(_ index: Int) -> Bool {
    var next = index - 1
    var steps = 0
    while next > 0, steps < 32 {
      if file.holds(next, "objects") { return true }
      switch file.kind(next) {
      case .close:
        guard let open = file.partner(next) else { return false }
        next = open - 1
      case .word: next -= 1
      case .mark where file.holds(next, ".") || file.holds(next, "?") || file.holds(next, "!"): next -= 1
      default: return false
      }
      steps += 1
    }
    return false
  }

  /// `sectionNameKeyPath: "…"`, `sorted(byKeyPath: "…")`, `value(forKeyPath: "…")`
  private mutating func labelledKeyPath(_ index: Int) {
    guard file.holds(index + 1, ":"), let open = file.parent(index), file.byte(open) == UInt8(ascii: "("),
      let argument = file.arguments(open).first(where: { $0.label == index })
    else { return }
    if argument.value.count == 1, file.holds(argument.value.lowerBound, "nil") { return }
    // A parameter of a function that is declared here.
    if file.isWord(index + 2), file.text(index + 2).hasPrefix("String"), file.holds(open - 2, "func") { return }
    let isSort = file.holds(index, "byKeyPath")
    if file.holds(index, "forKeyPath"),
      !["value", "mutableSetValue", "mutableOrderedSetValue", "mutableArrayValue"].contains(file.text(open - 1))
    {
      return
    }
    let range = (open - 1)..<file.after(open)
    let isSwift = file.holds(argument.value.lowerBound, "\\")
    add(isSort ? .sort : .keyPath, index, range, isSwift ? .swiftKeyPath(argument.value) : .keyPath(argument.value))
  }

  /// `request.propertiesToFetch = ["a", "b"]`: a site for each text of the list.
  private mutating func keyPaths(_ index: Int) {
    guard file.holds(index + 1, "=") else { return }
    var open = index + 2
    if file.holds(open, "@") { open += 1 }
    guard file.byte(open) == UInt8(ascii: "["), file.kind(open) == .open else { return }
    for element in file.elements(file.inside(open))
    where file.kind(element.lowerBound) == .string || file.holds(element.lowerBound, "#keyPath") {
      add(.keyPath, element.lowerBound, element, .keyPath(element))
    }
  }

  // MARK: Objective-C

  private mutating func objectiveCWord(_ index: Int) {
    if file.holds(index + 1, "="), !file.holds(index + 1, "==") {
      switch file.word(index) {
      case .relationshipKeyPathsForPrefetching, .propertiesToFetch, .propertiesToGroupBy: keyPaths(index)
      default: break
      }
      return
    }
    guard file.holds(index + 1, ":"), let open = file.parent(index), file.byte(open) == UInt8(ascii: "[") else {
      return
    }
    let name = file.text(index)
    guard let handler = SiteFinder.selectors[name] else { return }
    let parts = file.messageParts(index)
    guard let first = parts.first else { return }
    let range = open..<file.after(open)
    switch handler {
    case .format(let kind): add(kind, index, range, .format(first.value, arguments: values(parts)))
    case .key(let kind):
      if first.value.count == 1, file.holds(first.value.lowerBound, "nil") { return }
      add(kind, index, range, .keyPath(first.value))
    case .object(let reason): add(.predicateObject, index, range, .plain(reason: reason))
    case .sortAllocation:
      guard let receiver = file.receiver(index), file.text(of: receiver).contains("NSSortDescriptor") else { return }
      add(.sort, index, range, .keyPath(first.value))
    case .realmWhere:
      // `objectsInRealm:where:`
      guard let condition = parts.firstIndex(where: { $0.label.map { file.text($0) } == "where" }) else { return }
      let rest = Array(parts[condition...])
      add(.realmFormat, index, range, .format(rest[0].value, arguments: values(rest)))
    case .list:
      var bracket = first.value.lowerBound
      if file.holds(bracket, "@") { bracket += 1 }
      guard file.byte(bracket) == UInt8(ascii: "["), file.kind(bracket) == .open else { return }
      for element in file.elements(file.inside(bracket)) where file.kind(element.lowerBound) == .string {
        add(.keyPath, element.lowerBound, element, .keyPath(element))
      }
    }
  }

  private enum Selector {
    case format(ScanKind)
    case key(ScanKind)
    case object(String?)
    case sortAllocation, realmWhere, list
  }

  private static let selectors: [String: Selector] = [
    "predicateWithFormat": .format(.predicateFormat), "expressionWithFormat": .format(.expressionFormat),
    "objectsWhere": .format(.realmFormat), "indexOfObjectWhere": .format(.realmFormat), "objectsInRealm": .realmWhere,
    "predicateWithBlock": .object(blockReason), "predicateWithValue": .object(nil),
    "predicateFromMetadataQueryString": .object("Spotlight's query language is another one"),
    "predicateWithLeftExpression": .object("it is put together from expressions"),
    "sortDescriptorWithKey": .key(.sort), "initWithKey": .sortAllocation, "sectionNameKeyPath": .key(.keyPath),
    "expressionForKeyPath": .key(.keyPath), "valueForKeyPath": .key(.keyPath),
    "sortedResultsUsingKeyPath": .key(.sort), "sortedResultsUsingProperty": .key(.sort),
    "setRelationshipKeyPathsForPrefetching": .list, "setPropertiesToFetch": .list, "setPropertiesToGroupBy": .list,
  ]
}
