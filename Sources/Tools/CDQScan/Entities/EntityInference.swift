/// Finds the entity that a predicate is about, from the fetch request, the generic type or the class around it.
///
/// The name is that of a class or of an entity, as the source has it. Where two answers are possible there is none.
struct EntityInference {
  let file: CodeFile
  var mention: EntityMention
  private var words = WordIndex()
  /// Made when the first receiver asks for a type.
  private var types: ExpressionTypes?
  /// The tokens at which a name is declared or assigned to, for the names that were asked for.
  private var bindings: [String: [Int]] = [:]

  init(_ file: CodeFile, _ resolver: TextResolver) {
    self.file = file
    mention = EntityMention(file, resolver)
  }

  mutating func occurrences(of name: String) -> [Int] { words.places(of: name, in: file) }

  mutating func type(_ range: Range<Int>) -> TypeName {
    if types == nil { types = ExpressionTypes(file, mention.resolver.module) }
    return types?.type(range) ?? .unknown
  }

  private mutating func bindings(of name: String) -> [Int] {
    if let known = bindings[name] { return known }
    let found = occurrences(of: name).filter { isBinding($0) }
    bindings[name] = found
    return found
  }

  private func isBinding(_ index: Int) -> Bool {
    if file.word(index - 1) == .let || file.word(index - 1) == .var { return true }
    let isMember = file.holds(index - 1, ".") && !file.holds(index - 2, "self")
    if file.holds(index + 1, "="), !isMember { return true }
    // A parameter of a Swift function or closure.
    guard file.language == .swift, file.holds(index + 1, ":"), let open = file.parent(index) else { return false }
    return file.byte(open) == UInt8(ascii: "(") && file.isWord(index + 2)
  }

  /// The entity of the fetch request that a place belongs to, without the root of a Swift key path.
  mutating func fetchedEntity(of site: CodeSite) -> String? { context(site.range, depth: 0) }

  mutating func entity(of site: CodeSite) -> String? {
    if let entity = site.entity { return entity }
    switch site.content {
    case .macro(let body):
      if let name = mention.entity(ofMacro: site, body: body) { return name }
    case .plain where site.kind == .fetchRequest || site.kind == .query || site.kind == .realmFormat:
      return wrapped(site.token)
    case .swiftKeyPath(let range):
      if let first = range.first, file.isWord(first + 1), EntityMention.isClass(file.text(first + 1)),
        file.holds(first + 2, ".")
      {
        return file.text(first + 1)
      }
    case .format where site.kind == .realmFormat:
      return realm(site.token)
    case .keyPath where file.holds(site.token, "byKeyPath") || file.holds(site.token, "ofProperty"):
      if let name = realm(site.range.lowerBound) { return name }
    case .keyPath where site.kind == .keyPath:
      if let name = requested(site) { return name }
    case .format, .keyPath, .plain: break
    }
    if let target = site.target, let name = context(target, depth: 1) { return name }
    return context(site.range, depth: 0)
  }

  /// The entity of the fetch request beside a `sectionNameKeyPath:`.
  private mutating func requested(_ site: CodeSite) -> String? {
    let value: Range<Int>?
    if file.language == .swift {
      let open = site.range.lowerBound + 1
      guard file.kind(open) == .open else { return nil }
      value = file.argument("fetchRequest", of: open)?.value
    } else {
      let selector = file.inside(site.range.lowerBound).first { file.holds($0, "initWithFetchRequest") }
      value = selector.flatMap { file.messageParts($0).first?.value }
    }
    guard let value, let first = value.first else { return nil }
    return value.count == 1 ? variable(file.text(first), at: first, 0) : mention.entity(in: value)
  }

  // MARK: the place of an expression

  /// The entity of the place that an expression stands at.
  mutating func context(_ range: Range<Int>, depth: Int) -> String? {
    guard depth < 4 else { return nil }
    var start = range.lowerBound
    // Receivers before the expression, such as `NSPredicate` before `.init`, are part of it.
    var child = start
    while let open = file.parent(child) {
      if file.byte(open) == UInt8(ascii: "{") {
        guard let list = listCall(open, child) else { break }
        (start, child) = (list, list)
        continue
      }
      if file.byte(open) == UInt8(ascii: "("), let found = call(open, child, depth) { return found.name }
      if file.byte(open) == UInt8(ascii: "["), file.language == .objectiveC, let found = message(open, child, depth) {
        return found.name
      }
      start = expressionStart(open)
      child = start
    }
    return assignment(start, depth)
  }

  /// The start of the call `withVaList(arguments) { NSPredicate(…) }`, whose value is that of its block.
  private func listCall(_ open: Int, _ child: Int) -> Int? {
    guard child == open + 1 || file.word(child - 1) == .return || file.word(child - 1) == .in,
      file.kind(open - 1) == .close, let list = file.partner(open - 1), file.holds(list - 1, "withVaList")
    else { return nil }
    return list - 1
  }

  /// An answer of which the name is nil when the place has no entity that can be known.
  private struct Answer {
    var name: String?
  }

  /// The first token of the call or list whose bracket is at `open`.
  func expressionStart(_ open: Int) -> Int {
    var next = open
    if file.language == .objectiveC, file.holds(next - 1, "@") { return next - 1 }
    while next > 0 {
      switch file.kind(next - 1) {
      case .word:
        // Two words, or a bracket and a word, are of two statements.
        if next < open && file.isWord(next) || ["return", "in", "try", "await", "case"].contains(file.text(next - 1)) { return next }
        next -= 1
      // An attribute or a macro begins an expression: what is before it belongs to another declaration.
      case .at, .hash: return next - 1
      case .mark where file.holds(next - 1, "."): next -= 1
      case .mark where file.holds(next - 1, ">"):
        // Generic arguments.
        var back = next - 1
        while back > 0, next - back < 24, !file.holds(back, "<") { back -= 1 }
        guard file.holds(back, "<"), file.isWord(back - 1) || file.kind(back - 1) == .at else { return next }
        next = back
      case .close where file.byte(next) != UInt8(ascii: "[") && !(next < open && file.isWord(next)):
        guard let partner = file.partner(next - 1) else { return next }
        next = partner
      default: return next
      }
    }
    return next
  }

  /// The place as an argument of a Swift call.
  private mutating func call(_ open: Int, _ child: Int, _ depth: Int) -> Answer? {
    let start = expressionStart(open)
    guard start < open else { return nil }
    let callee = start..<open
    let last = file.text(open - 1)
    if last.hasPrefix("@")
      || ["FetchRequest", "SectionedFetchRequest", "Query", "ObservedResults"].contains(file.text(start))
    {
      return Answer(name: wrapped(start))
    }
    if last == "NSCompoundPredicate" || last == "init" { return nil }
    // `towns.sorted(by: [SortDescriptor(keyPath: "name")])`
    if last == "sorted", file.holds(open - 2, "."), file.holds(open + 1, "by") { return Answer(name: realm(open - 1)) }
    // `predicates.append(…)`, `predicates.insert(…, at: 0)`
    if last == "append" || last == "insert", file.holds(open - 2, "."), file.isWord(open - 3) {
      return Answer(name: users(of: file.text(open - 3), after: child, depth))
    }
    let label = file.arguments(open).first { $0.value.contains(child) || $0.label == child }?.label.map {
      file.text($0)
    }
    if let name = mention.entity(in: callee) { return Answer(name: name) }
    if let name = passed(to: open - 1, label: label, depth) ?? takingEntity(open - 1, label) { return Answer(name: name) }
    let inside = file.inside(open)
    if inside.count < EntityInference.reach {
      if let name = mention.type(inside) { return Answer(name: name) }
      if label != nil, let name = mention.entity(in: inside) { return Answer(name: name) }
    }
    // `Town.all(predicate: …)`, `Town.mr_findAll(with: …)`: a function of a class.
    if let label, isOfObjects(label, of: last), EntityMention.isClass(file.text(start)), file.holds(start + 1, ".") {
      return Answer(name: file.text(start))
    }
    return Answer(name: nil)
  }

  /// The place as an argument of an Objective-C message.
  private mutating func message(_ open: Int, _ child: Int, _ depth: Int) -> Answer? {
    if file.holds(open - 1, "@") { return nil }
    // The selector's words before the place.
    guard let start = selector(after: open, before: child) else { return nil }
    let first = file.text(start)
    let selector = selector(before: child, after: start).map { file.text($0) } ?? first
    let receiver = file.receiver(start)
    let name = receiver.flatMap { $0.count == 1 ? file.text($0.lowerBound) : nil }
    switch selector {
    case "setPredicate", "setSortDescriptors", "setPropertiesToFetch", "setRelationshipKeyPathsForPrefetching":
      return Answer(name: name.flatMap { variable($0, at: open, depth) })
    case "addObject", "arrayWithObject", "arrayWithObjects", "initWithObjects":
      if selector == "addObject", let name { return Answer(name: users(of: name, after: child, depth)) }
      return nil
    case "andPredicateWithSubpredicates", "orPredicateWithSubpredicates", "notPredicateWithSubpredicate": return nil
    default:
      let inside = file.inside(open)
      if inside.count < EntityInference.reach, let entity = mention.entity(in: inside) { return Answer(name: entity) }
      if let name, EntityMention.isClass(name), !name.hasPrefix("NS"),
        first.lowercased().contains("predicate") || selector.lowercased().contains("predicate")
      {
        return Answer(name: name)
      }
      return Answer(name: nil)
    }
  }

  /// The first selector's word of the message whose bracket is at `open`.
  private func selector(after open: Int, before child: Int) -> Int? {
    var next = open + 1
    while next < min(child, open + 48) {
      if file.isWord(next), file.holds(next + 1, ":") { return next }
      next = file.after(next)
    }
    return nil
  }

  /// The selector's word that the argument at `child` belongs to, looked for from there backwards; nil when it is far.
  private func selector(before child: Int, after start: Int) -> Int? {
    var next = child - 1
    var steps = 0
    while next > start, steps < 64 {
      if file.holds(next, ":"), file.isWord(next - 1), !file.holds(next - 2, "?") { return next - 1 }
      next = file.kind(next) == .close ? (file.partner(next) ?? next) - 1 : next - 1
      steps += 1
    }
    return nil
  }

  private static let properties: Set<String> = [
    "predicate", "sortDescriptors", "relationshipKeyPathsForPrefetching", "propertiesToFetch", "propertiesToGroupBy",
    "nsPredicate", "nsSortDescriptors",
  ]

  /// The place as the right side of an assignment or declaration.
  private mutating func assignment(_ start: Int, _ depth: Int) -> String? {
    var equals = start - 1
    if file.holds(equals, "@") { equals -= 1 }
    // A branch of `condition ? a : b`.
    var steps = 0
    while steps < 24, file.holds(equals, "?") || file.holds(equals, ":"), equals > 0 {
      while steps < 24, equals > 0, !file.holds(equals, "="), file.kind(equals) != .open {
        equals = file.kind(equals) == .close ? (file.partner(equals) ?? equals) - 1 : equals - 1
        steps += 1
        if file.holds(equals, ";") || file.holds(equals, "}") || file.holds(equals, ",") { return nil }
      }
    }
    guard file.holds(equals, "=") || file.holds(equals, "+=") else { return returned(start, depth) }
    var name = equals - 1
    if EntityInference.properties.contains(file.text(name)), file.holds(name - 1, ".") {
      var receiver = name - 2
      if file.holds(receiver, "?") || file.holds(receiver, "!") { receiver -= 1 }
      guard file.isWord(receiver) else { return nil }
      // `self.request.predicate`, but not `controller.fetchRequest.predicate`.
      if file.holds(receiver - 1, "."), !file.holds(receiver - 2, "self") { return nil }
      return variable(file.text(receiver), at: receiver, depth)
    }
    // `let name: NSPredicate = …`
    var back = name
    while back > 0, equals - back < 12, !file.holds(back, ":"), file.kind(back) != .close { back -= 1 }
    if file.language == .swift, file.holds(back, ":"), file.isWord(back - 1),
      file.holds(back - 2, "let") || file.holds(back - 2, "var")
    {
      name = back - 1
    }
    guard file.isWord(name), !file.holds(name - 1, ".") else { return nil }
    return users(of: file.text(name), after: start, depth)
  }

  /// The entity of the places where a variable is used as a predicate, later in the function.
  private mutating func users(of name: String, after index: Int, _ depth: Int) -> String? {
    guard depth < 3 else { return nil }
    guard let block = function(around: index) else { return uses(of: name, depth) }
    var found: Set<String> = []
    var count = 0
    let inside = file.inside(block)
    for next in nearby(occurrences(of: name), index) where next > index && inside.contains(next) {
      // From here on the name stands for another predicate.
      if file.holds(next + 1, "="), isDeclaration(next) { break }
      count += 1
      guard count < 32 else { return nil }
      if file.holds(next - 1, ".") || file.holds(next + 1, "=") || file.holds(next + 1, ":")
        || file.holds(next + 1, ".")
      {
        continue
      }
      if let entity = context(next..<(next + 1), depth: depth + 1) { found.insert(entity) }
    }
    return found.onlyElement
  }

  /// The outermost `{` around a token that is no type's.
  func function(around index: Int) -> Int? {
    var result: Int?
    var current = file.block(around: index)
    while let open = current {
      if ConstantTable.owner(file, open + 1) != nil { break }
      result = open
      current = file.block(around: open)
    }
    return result
  }

  // MARK: variables

  /// The entity of a fetch request, or of Realm's results, by the name of a variable.
  mutating func variable(_ name: String, at index: Int, _ depth: Int) -> String? {
    guard depth < 4 else { return nil }
    let visible = nearby(bindings(of: name), index).filter { isVisible($0, at: index) }
    let before = visible.filter { $0 < index }
    if let place = before.last ?? visible.onlyElement {
      // A variable that is assigned in several branches may hold any of them.
      let places = isDeclaration(place) ? [place] : before.suffix(16)
      var named: Set<String> = []
      for place in places {
        if let entity = mention.entity(in: place..<declarationEnd(place)) { named.insert(entity) }
      }
      if named.count > 1 { return nil }
      if let entity = named.first { return entity }
    }
    // `request.entity = …`, `[request setEntity:…]`
    guard let block = function(around: index) else { return nil }
    var found: Set<String> = []
    let inside = file.inside(block)
    for next in nearby(occurrences(of: name), index) where inside.contains(next) {
      let isAssigned = file.holds(next + 1, ".") && file.holds(next + 2, "entity") && file.holds(next + 3, "=")
      let isSent = file.holds(next - 1, "[") && file.holds(next + 1, "setEntity")
      guard isAssigned || isSent else { continue }
      let value = isSent ? file.messageParts(next + 1).first?.value : (next + 4)..<declarationEnd(next + 4)
      guard let value else { continue }
      if value.count == 1, file.isWord(value.lowerBound) {
        if let entity = variable(file.text(value.lowerBound), at: value.lowerBound, depth + 1) { found.insert(entity) }
      } else if let entity = mention.entity(in: value) {
        found.insert(entity)
      }
    }
    return found.onlyElement
  }

  /// The number of tokens, or of declarations of one name, that are looked at on each side of a place. It keeps files of
  /// generated code with thousands of predicates from taking quadratic time.
  private static let reach = 4000

  /// The elements of a sorted array that are nearest to an index.
  func nearby(_ places: [Int], _ index: Int) -> ArraySlice<Int> {
    guard places.count > 200 else { return places[...] }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < index { low = middle + 1 } else { high = middle }
    }
    return places[max(0, low - 100)..<min(places.count, low + 100)]
  }

  /// Whether the name that is declared or assigned to at a place can be the one that is used at an index.
  private func isVisible(_ place: Int, at index: Int) -> Bool {
    if file.language == .swift, file.holds(place + 1, ":"), let open = file.parent(place),
      file.byte(open) == UInt8(ascii: "("),
      let close = file.partner(open)
    {
      // A parameter is visible in the body after it.
      var next = close + 1
      while next < min(close + 24, file.tokens.count), file.byte(next) != UInt8(ascii: "{") { next = file.after(next) }
      return file.kind(next) == .open && file.inside(next).contains(index)
    }
    guard let block = file.block(around: place) else { return true }
    return file.inside(block).contains(index)
  }

  /// Whether a name is declared at a place, and not only assigned to.
  private func isDeclaration(_ index: Int) -> Bool {
    if file.language == .objectiveC { return file.holds(index - 1, "*") || file.isWord(index - 1) }
    return file.holds(index - 1, "let") || file.holds(index - 1, "var") || file.holds(index + 1, ":")
  }

  /// The end of the declaration or assignment at a name.
  private func declarationEnd(_ start: Int) -> Int {
    if file.language == .objectiveC {
      var index = start
      while index < file.tokens.count, !file.holds(index, ";"), file.kind(index) != .close { index = file.after(index) }
      return min(index, file.tokens.count)
    }
    return max(start + 1, ConstantTable.statementEnd(file, start + 1))
  }

  // MARK: property wrappers and Realm

  /// The entity of `@FetchRequest(entity: Town.entity(), …) var towns: FetchedResults<Town>` and the like.
  private mutating func wrapped(_ token: Int) -> String? {
    var next = token + 1
    while next < file.tokens.count, next < token + 24, file.byte(next) != UInt8(ascii: "("), !file.holds(next, "var") {
      next += 1
    }
    var end = next
    if file.byte(next) == UInt8(ascii: "(") {
      end = file.after(next)
      let inside = file.inside(next)
      if let argument = file.argument("entity", of: next), let name = mention.entity(in: argument.value) { return name }
      if let first = file.arguments(next).first, first.label == nil, let name = mention.type(first.value) {
        return name
      }
      if let name = mention.entity(in: token..<next) { return name }
      if file.holds(token, "Query"), let name = mention.entity(in: inside) { return name }
    }
    // `_towns = Query(…)` gives the wrapper of a property that is declared elsewhere.
    if file.holds(token - 1, "="), file.isWord(token - 2), file.text(token - 2).hasPrefix("_") {
      let name = String(file.text(token - 2).dropFirst())
      return occurrences(of: name).filter { file.word($0 - 1) == .var }.onlyElement.flatMap { declared($0 - 1) }
    }
    // The declaration after a property wrapper.
    while file.isWord(end), !file.holds(end, "var"), end < file.tokens.count { end = file.after(end) }
    return declared(end)
  }

  /// The entity of the objects of a property with a wrapper, by the token of its `var`.
  private mutating func declared(_ index: Int) -> String? {
    guard file.holds(index, "var"), file.isWord(index + 1), file.holds(index + 2, ":") else { return nil }
    let type = (index + 3)..<min(file.tokens.count, index + 16)
    if file.byte(index + 3) == UInt8(ascii: "["), file.isWord(index + 4) { return file.text(index + 4) }
    var typeEnd = index + 4
    while type.contains(typeEnd), !file.holds(typeEnd, ">") { typeEnd += 1 }
    return mention.entity(in: (index + 3)..<min(typeEnd + 1, file.tokens.count))
  }
}

extension EntityMention {
  /// The entity of a `#Predicate`: its generic argument, or the type of its closure's parameter.
  func entity(ofMacro site: CodeSite, body: Int?) -> String? {
    if file.holds(site.token + 1, "<"), file.isWord(site.token + 2) {
      var last = site.token + 2
      while file.holds(last + 1, "."), file.isWord(last + 2) { last += 2 }
      // `#Expression` has the type of its value after it.
      let isWhole = file.holds(last + 1, ">") || (file.holds(site.token, "#Expression") && file.holds(last + 1, ","))
      if isWhole, EntityMention.isClass(file.text(last)) { return file.text(last) }
    }
    guard let body else { return nil }
    // `{ (town: Town) in`, `{ (town: Town) -> Bool in`
    let open = body + 1
    guard file.byte(open) == UInt8(ascii: "("), let argument = file.arguments(open).first, argument.label != nil,
      let last = argument.value.last, EntityMention.isClass(file.text(last))
    else { return nil }
    return file.text(last)
  }
}
