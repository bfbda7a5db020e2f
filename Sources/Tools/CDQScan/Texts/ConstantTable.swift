import CDQSyntax

/// The string constants that a file defines: `let format = "…"`, `case name = "…"`, `#define KEY @"…"`.
struct ConstantTable {
  struct Definition {
    /// The type around it, such as the `Keys` of `Keys.name`; nil outside of all types.
    var owner: String?
    /// The brackets that the definition is visible in.
    var scope: SourceSpan
    /// The offset of the name.
    var offset: UInt32
    /// The tokens of the value; empty for an enum's case, whose value is its name.
    var value: Range<Int>
    /// Whether the value may change later.
    var isVariable = false
    /// Whether it is a case of an enum, which has its text in `rawValue`.
    var isCase = false
    /// The declared type, such as `Int`; nil when the declaration has none.
    var type: String?
  }

  private(set) var definitions: [String: [Definition]] = [:]
  /// Names that are assigned to after their declaration, or changed by `+=`.
  private(set) var changed: Set<String> = []

  init(_ file: CodeFile) {
    switch file.language {
    case .swift: readSwift(file)
    case .objectiveC: readObjectiveC(file)
    }
  }

  /// The definition that a name stands for at an offset: the innermost one, and the nearest before.
  func definition(of name: String, owner: String?, at offset: UInt32) -> Definition? {
    guard var all = definitions[name] else { return nil }
    // In a file with thousands of equal names the nearest ones are enough.
    if all.count > 400 {
      var (low, next) = (0, all.count)
      while low < next {
        let middle = (low + next) / 2
        if all[middle].offset <= offset { low = middle + 1 } else { next = middle }
      }
      all = Array(all[max(0, next - 200)..<min(all.count, next + 100)])
    }
    if let owner { return all.filter { $0.owner == owner }.onlyElement }
    let visible = all.filter { $0.scope.start <= offset && offset < $0.scope.end }
    let inner = visible.max { left, right in
      if left.scope.length != right.scope.length { return left.scope.length > right.scope.length }
      return left.offset < right.offset && right.offset <= offset
    }
    return inner ?? all.onlyElement
  }

  private mutating func add(_ name: String, _ definition: Definition) {
    definitions[name, default: []].append(definition)
  }

  // MARK: Swift

  private mutating func readSwift(_ file: CodeFile) {
    for index in file.tokens.indices where file.tokens[index].kind == .word {
      switch file.tokens[index].word {
      case .let, .var: readSwiftDeclaration(file, index)
      case .case: readCases(file, index)
      default: if file.kind(index + 1) == .mark { readUse(file, index) }
      }
    }
  }

  /// Reads a word before a sign: the name of a parameter, or of something that changes.
  private mutating func readUse(_ file: CodeFile, _ index: Int) {
    switch file.byte(index + 1) {
    case UInt8(ascii: ":"): if file.isWord(index + 2) { readParameter(file, index) }
    case UInt8(ascii: "="):
      let isDeclaration = file.word(index - 1) == .let || file.word(index - 1) == .var || file.holds(index - 1, ":")
      if !isDeclaration, file.holds(index + 1, "=") { changed.insert(file.text(index)) }
    case UInt8(ascii: "+"): if file.holds(index + 1, "+=") { changed.insert(file.text(index)) }
    case UInt8(ascii: "."):
      if file.holds(index + 1, "."), file.holds(index + 2, "append") { changed.insert(file.text(index)) }
    default: break
    }
  }

  private mutating func readSwiftDeclaration(_ file: CodeFile, _ index: Int) {
    guard file.isWord(index + 1) else { return }
    let name = index + 1
    var next = name + 1
    var type: String?
    if file.holds(next, ":") {
      type = file.text(next + 1)
      next += 1
      while next < file.tokens.count, !file.holds(next, "="), !file.holds(next, "{"), !file.holds(next, ";"),
        next < name + 24, !ConstantTable.begins(file, next)
      {
        next = file.after(next)
      }
    }
    var value = 0..<0
    if file.holds(next, "=") {
      value = (next + 1)..<ConstantTable.statementEnd(file, next + 1)
    } else if file.holds(next, "{"), let body = ConstantTable.returned(file, next) {
      value = body
    }
    guard !value.isEmpty || type != nil else { return }
    add(
      file.text(name),
      Definition(
        owner: ConstantTable.owner(file, index), scope: ConstantTable.scope(file, index),
        offset: file.tokens[name].start, value: value, isVariable: file.holds(index, "var"), type: type))
  }

  private static func begins(_ file: CodeFile, _ index: Int) -> Bool {
    file.word(index) == .let || file.word(index) == .var || file.word(index) == .func
  }

  /// The value of a computed property whose body is a single literal: `{ "name" }`, `{ return "name" }`.
  static func returned(_ file: CodeFile, _ open: Int) -> Range<Int>? {
    var body = file.inside(open)
    if let first = body.first, file.holds(first, "return") { body = (first + 1)..<body.upperBound }
    guard let first = body.first, body.count < 32, file.kind(first) == .string else { return nil }
    return body
  }

  private mutating func readParameter(_ file: CodeFile, _ index: Int) {
    guard let open = file.parent(index), file.byte(open) == UInt8(ascii: "("), let close = file.partner(open) else {
      return
    }
    // The scope of a parameter is the body after the parentheses, or the closure around them. Most labels are those of
    // calls, after which neither comes.
    var next = close + 1
    guard ConstantTable.mayFollowParameters(file, next) else { return }
    while next < close + 24, next < file.tokens.count, !file.holds(next, "{"), !file.holds(next, "}") {
      next = file.after(next)
    }
    guard file.holds(next, "{"), let end = file.partner(next) else { return }
    add(
      file.text(index),
      Definition(
        owner: nil, scope: SourceSpan(file.tokens[open].start, file.tokens[end].end), offset: file.tokens[index].start,
        value: 0..<0, isVariable: true, type: file.text(index + 2)))
  }

  private static func mayFollowParameters(_ file: CodeFile, _ index: Int) -> Bool {
    file.holds(index, "{") || file.holds(index, "->") || file.word(index) == .in || file.holds(index, "throws")
      || file.holds(index, "async") || file.holds(index, "rethrows") || file.holds(index, "where")
  }

  private mutating func readCases(_ file: CodeFile, _ index: Int) {
    // A case of a switch begins with a dot, a literal or `let`, and ends with a colon.
    var next = index + 1
    while file.isWord(next) {
      let name = next
      var value = 0..<0
      if file.holds(name + 1, "=") {
        guard file.kind(name + 2) == .string else { return }
        value = (name + 2)..<(name + 3)
        next = name + 3
      } else {
        next = name + 1
      }
      if file.holds(next, ":") || file.kind(next) == .open { return }
      if let owner = ConstantTable.owner(file, index) {
        add(
          file.text(name),
          Definition(
            owner: owner, scope: ConstantTable.scope(file, index), offset: file.tokens[name].start, value: value,
            isCase: true))
      }
      guard file.holds(next, ",") else { return }
      next += 1
    }
  }

  /// The end of the statement whose value begins at `start`: the first line break outside of brackets after which no
  /// operator continues it.
  static func statementEnd(_ file: CodeFile, _ start: Int) -> Int {
    var index = start
    while index < file.tokens.count {
      if file.kind(index) == .close || file.holds(index, ";") || (index > start && file.holds(index, ",")) { break }
      if index > start, isLineBreak(file, index), !continues(file, index) { break }
      index = file.after(index)
    }
    return index
  }

  private static func isLineBreak(_ file: CodeFile, _ index: Int) -> Bool {
    let (start, end) = (Int(file.tokens[index - 1].end), Int(file.tokens[index].start))
    guard start < end else { return false }
    return file.source.utf8[start..<end].contains { $0 == 0x0A || $0 == 0x0D }
  }

  private static func continues(_ file: CodeFile, _ index: Int) -> Bool {
    if file.kind(index) == .mark, !file.holds(index, "@"), !file.holds(index, "\\") { return true }
    return file.kind(index - 1) == .mark && !file.holds(index - 1, "?") && !file.holds(index - 1, "!")
  }

  /// The name of the type whose braces are the innermost around a token.
  static func owner(_ file: CodeFile, _ index: Int) -> String? {
    guard let open = file.block(around: index) else { return nil }
    var next = open - 1
    let last = max(0, open - 48)
    while next >= last {
      switch file.word(next) {
      case .enum, .struct, .class, .extension, .actor, .protocol:
        guard file.isWord(next + 1) else { return nil }
        var name = next + 1
        while file.holds(name + 1, "."), file.isWord(name + 2) { name += 2 }
        return file.text(name)
      case .func, .`init`, .var, .let, .if, .for, .while, .switch, .else, .return: return nil
      default: if endsHead(file, next) { return nil }
      }
      next -= 1
    }
    return nil
  }

  /// Whether a sign cannot be in the head of a type: a brace, `;` or `=`.
  private static func endsHead(_ file: CodeFile, _ index: Int) -> Bool {
    switch file.byte(index) {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): true
    case UInt8(ascii: "="): file.holds(index, "=")
    default: false
    }
  }

  static func scope(_ file: CodeFile, _ index: Int) -> SourceSpan {
    let end = UInt32(truncatingIfNeeded: file.source.utf8.count)
    guard let open = file.block(around: index) else { return SourceSpan(0, end) }
    return SourceSpan(file.tokens[open].start, file.partner(open).map { file.tokens[$0].end } ?? end)
  }

  // MARK: Objective-C

  private mutating func readObjectiveC(_ file: CodeFile) {
    let end = UInt32(truncatingIfNeeded: file.source.utf8.count)
    for index in file.tokens.indices {
      if file.kind(index) == .hash, file.isWord(index + 1), file.text(index).hasSuffix("define") {
        var next = index + 2
        while file.kind(next) == .string { next += 1 }
        guard next > index + 2 else { continue }
        add(
          file.text(index + 1),
          Definition(
            owner: nil, scope: SourceSpan(0, end), offset: file.tokens[index + 1].start, value: (index + 2)..<next))
      } else if file.isWord(index), file.holds(index + 1, "="), !file.holds(index - 1, ".") {
        // `NSString *const name = …` declares it; `name = …` changes it.
        let isDeclaration = file.isWord(index - 1) || file.holds(index - 1, "*")
        if isDeclaration {
          let type = file.isWord(index - 1) && !file.holds(index - 1, "const") ? file.text(index - 1) : nil
          add(
            file.text(index),
            Definition(
              owner: nil, scope: ConstantTable.scope(file, index), offset: file.tokens[index].start,
              value: (index + 2)..<ConstantTable.objectiveCEnd(file, index + 2), isVariable: true, type: type))
        } else {
          changed.insert(file.text(index))
        }
      } else if file.isWord(index), file.holds(index - 1, ")"), let open = file.partner(index - 1),
        file.isWord(open + 1),
        open + 2 == index - 1, let block = ConstantTable.methodBody(file, index)
      {
        // `:(NSInteger)count` of a method.
        add(
          file.text(index),
          Definition(
            owner: nil, scope: block, offset: file.tokens[index].start, value: 0..<0, isVariable: true,
            type: file.text(open + 1)))
      }
    }
  }

  private static func methodBody(_ file: CodeFile, _ index: Int) -> SourceSpan? {
    guard file.parent(index) == nil else { return nil }
    var next = index
    while next < index + 48, next < file.tokens.count, !file.holds(next, "{"), !file.holds(next, ";") {
      next = file.after(next)
    }
    guard file.holds(next, "{"), let end = file.partner(next) else { return nil }
    return SourceSpan(file.tokens[index].start, file.tokens[end].end)
  }

  private static func objectiveCEnd(_ file: CodeFile, _ start: Int) -> Int {
    var index = start
    while index < file.tokens.count, !file.holds(index, ";"), !file.holds(index, ","), file.kind(index) != .close {
      index = file.after(index)
    }
    return min(index, file.tokens.count)
  }
}

extension CodeFile {
  /// `mayor.name` of the tokens `Town.mayor.name` in a `#keyPath`; nil where there is no name.
  func keyPathText(_ range: Range<Int>) -> String? {
    var names = range.filter { isWord($0) }.map { text($0) }
    while names.count > 1, names.first?.isCapitalized == true { names.removeFirst() }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}

extension Collection {
  /// The element of a collection of one; nil otherwise.
  var onlyElement: Element? { count == 1 ? first : nil }
}
