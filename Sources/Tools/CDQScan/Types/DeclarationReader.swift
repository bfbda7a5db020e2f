/// Reads the declarations of a Swift file: types with their members, constants and functions.
struct DeclarationReader {
  private let file: CodeFile
  private(set) var found = FileDeclarations()
  /// The type of each `{` that begins the body of one.
  private var bodies: [Int: Int] = [:]

  init(_ file: CodeFile) {
    self.file = file
    guard file.language == .swift else {
      found = ObjectiveCDeclarations(file).found
      return
    }
    for index in file.landmarks { read(index) }
  }

  private mutating func read(_ index: Int) {
    switch file.tokens[index].word {
    case .struct: readType(index, .structure)
    case .enum: readType(index, .enumeration)
    case .extension: readType(index, .addition)
    case .class, .actor: readType(index, .reference)
    case .protocol: readType(index, .other)
    case .case: readCases(index)
    case .associatedtype: found.generics.insert(file.text(index + 1))
    case .let, .var: readProperty(index)
    case .func: readFunction(index)
    case .typealias:
      if file.isWord(index + 1), file.holds(index + 2, "=") {
        let name = file.text(index + 1)
        let type = file.typeName(at: index + 3).type
        found.aliases[name] = found.aliases[name].map { $0 == type ? type : .unknown } ?? type
      }
    default: break
    }
  }

  private mutating func readType(_ index: Int, _ kind: DeclaredType.Kind) {
    guard file.isWord(index + 1), !file.holds(index - 1, "."), !file.word(index + 1).beginsMember,
      !file.holds(index + 1, "override"), !file.holds(index + 1, "final")
    else { return }
    var next = index + 2
    while file.holds(next, "."), file.isWord(next + 1) { next += 2 }
    var type = DeclaredType(name: file.text(next - 1), kind: kind)
    if file.holds(next, "<") { readGenerics(next) }
    while next < file.tokens.count, next < index + 60, file.byte(next) != UInt8(ascii: "{") {
      if file.isWord(next), file.holds(next - 1, ":") || file.holds(next - 1, ",") { type.inherited.append(file.text(next)) }
      if file.holds(next, ";") || file.kind(next) == .close { return }
      next = file.after(next)
    }
    guard file.byte(next) == UInt8(ascii: "{"), file.kind(next) == .open else { return }
    bodies[next] = found.types.count
    found.types.append(type)
  }

  private mutating func readGenerics(_ open: Int) {
    let end = file.genericEnd(open)
    for index in open..<max(open, end) where file.isWord(index) && !file.holds(index - 1, ":") && !file.holds(index - 1, ".") {
      found.generics.insert(file.text(index))
    }
  }

  /// Calls `body` with the type around a declaration, or with what is outside of all; not for what is local.
  private mutating func owner(_ index: Int, _ body: (inout DeclaredType) -> Void) {
    guard let open = file.parent(index) else { return body(&found.global) }
    if let type = bodies[open] { body(&found.types[type]) }
  }

  private mutating func readProperty(_ index: Int) {
    guard file.isWord(index + 1), file.parent(index).map({ bodies[$0] != nil }) ?? true else { return }
    let name = file.text(index + 1)
    var next = index + 2
    var type = TypeName.unknown
    if file.holds(next, ":") { (type, next) = file.typeName(at: next + 1) }
    var text: String?
    // `static var key: String { "name" }`
    if file.byte(next) == UInt8(ascii: "{"), let body = ConstantTable.returned(file, next) { text = constantText(body) }
    if file.holds(next, "=") {
      let value = (next + 1)..<ConstantTable.statementEnd(file, next + 1)
      if type.name.isEmpty, value.count == 1 || file.kind(next + 2) == .open { type = file.literalType(at: next + 1) }
      if file.holds(index, "let") { text = constantText(value) }
    }
    let isStatic = isStatic(index)
    let isManaged = file.holds(index - 1, "@NSManaged") || file.holds(index - 2, "@NSManaged")
      || file.holds(index - 3, "@NSManaged")
    let isGlobal = file.parent(index) == nil
    owner(index) { owner in
      owner.members[name] = owner.members[name].map { $0 == type ? type : .unknown } ?? type
      if let text, isStatic || isGlobal { owner.texts[name] = text }
      if isManaged { owner.managed.insert(name) }
    }
  }

  /// The text of a literal, or of `#keyPath(Town.mayor.name)`; nil for any other value.
  private func constantText(_ value: Range<Int>) -> String? {
    guard let first = value.first else { return nil }
    if value.count == 1, file.kind(first) == .string {
      let literal = SourceLiteralReader.read(file, first)
      return literal.gaps.isEmpty ? literal.string : nil
    }
    guard file.holds(first, "#keyPath"), file.kind(first + 1) == .open, file.after(first + 1) == value.upperBound else {
      return nil
    }
    return file.keyPathText(file.inside(first + 1))
  }

  private func isStatic(_ index: Int) -> Bool {
    var back = index - 1
    while back >= 0, index - back < 6, file.isWord(back) || file.kind(back) == .at {
      if file.holds(back, "static") || file.holds(back, "class") { return true }
      back -= 1
    }
    return false
  }

  private mutating func readFunction(_ index: Int) {
    guard file.isWord(index + 1) else { return }
    var next = index + 2
    if file.holds(next, "<") {
      readGenerics(next)
      next = file.genericEnd(next)
    }
    guard file.kind(next) == .open, file.byte(next) == UInt8(ascii: "(") else { return }
    for part in file.inside(next) {
      switch file.tokens[part].word {
      case .predicate, .argument, .anyType: found.mayPass = true
      default: break
      }
    }
    next = file.after(next)
    while file.holds(next, "async") || file.holds(next, "throws") || file.holds(next, "rethrows") { next = next + 1 }
    let name = file.text(index + 1)
    let type = file.holds(next, "->") ? file.typeName(at: next + 1).type : TypeName("Void")
    owner(index) { $0.add(result: type, of: name) }
  }

  private mutating func readCases(_ index: Int) {
    guard let open = file.parent(index), let type = bodies[open], found.types[type].kind == .enumeration else { return }
    var next = index + 1
    while file.isWord(next) {
      let name = file.text(next)
      found.types[type].cases.insert(name)
      next += 1
      if file.kind(next) == .open { next = file.after(next) }
      if file.holds(next, "=") {
        if file.kind(next + 1) == .string { found.types[type].texts[name] = SourceLiteralReader.read(file, next + 1).string }
        next = file.holds(next + 1, "-") ? next + 3 : next + 2
      } else if found.types[type].inherited.first == "String" {
        found.types[type].texts[name] = name
      }
      guard file.holds(next, ",") else { return }
      next += 1
    }
  }
}
