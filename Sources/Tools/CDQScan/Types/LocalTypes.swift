/// The names that a file binds, with their scopes and types: parameters, variables, properties.
struct LocalTypes {
  struct Binding {
    /// The token of the name.
    var index: Int
    /// The tokens in which the name can be used.
    var scope: Range<Int>
    /// Unknown for a name whose type is not read.
    var type = TypeName.unknown
    /// The tokens of a type that is read when the name is asked for: in Swift from the first one on. Most parameters are
    /// never asked for.
    fileprivate var typeRange: Range<Int>?
    /// The tokens of the value; empty without one.
    var value = 0..<0
    /// Whether the value is unwrapped, as by `if let`.
    var unwraps = false
    /// Whether it is a property, which can be used before its declaration.
    var isProperty = false
  }

  let file: CodeFile
  private var bindings: [String: [Binding]] = [:]

  init(_ file: CodeFile) {
    self.file = file
    for index in file.tokens.indices {
      if file.language == .swift { readSwift(index) } else { readObjectiveC(index) }
    }
  }

  /// The binding that a name stands for at a token; nil when the file has none that can be meant.
  func binding(of name: String, at index: Int) -> Binding? {
    guard let all = bindings[name] else { return nil }
    var best: Binding?
    for binding in LocalTypes.nearby(all, index) where binding.scope.contains(index) {
      guard binding.isProperty || binding.index < index else { continue }
      guard let current = best else {
        best = binding
        continue
      }
      let isInner = binding.scope.lowerBound > current.scope.lowerBound
      let isSame = binding.scope.lowerBound == current.scope.lowerBound
      if isInner || (isSame && binding.index > current.index) { best = binding }
    }
    if let range = best?.typeRange { best?.type = type(range) }
    return best
  }

  private func type(_ range: Range<Int>) -> TypeName {
    guard file.language == .swift else { return ObjectiveCType.read(file, range) }
    let (type, end) = file.typeName(at: range.lowerBound)
    return file.holds(end, "...") ? TypeName("[\(type.name)]") : type
  }

  /// Whether a name is bound more than once around a token, so that a use may see another value than the first.
  func isRebound(_ name: String, at index: Int) -> Bool {
    (bindings[name] ?? []).count { $0.scope.contains(index) && !$0.isProperty } > 1
  }

  /// Of thousands of bindings of one name the nearest before a token are enough.
  private static func nearby(_ all: [Binding], _ index: Int) -> ArraySlice<Binding> {
    guard all.count > 300 else { return all[...] }
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return all[max(0, low - 200)..<min(all.count, low + 100)]
  }

  private mutating func bind(_ index: Int, _ binding: Binding) {
    bindings[file.text(index), default: []].append(binding)
  }

  private func block(around index: Int) -> Range<Int> {
    file.block(around: index).map { file.inside($0) } ?? 0..<file.tokens.count
  }

  /// The block that begins after a token, on its level.
  private func block(after index: Int) -> Range<Int>? {
    var next = index
    while next < min(file.tokens.count, index + 200) {
      if file.kind(next) == .open, file.byte(next) == UInt8(ascii: "{") { return file.inside(next) }
      if file.kind(next) == .close || file.holds(next, ";") { return nil }
      next = file.after(next)
    }
    return nil
  }

  // MARK: Swift

  private mutating func readSwift(_ index: Int) {
    switch file.tokens[index].kind {
    case .word:
      switch file.tokens[index].word {
      case .let, .var: readVariable(index)
      case .for: readLoop(index)
      default: break
      }
    case .open:
      if file.byte(index) == UInt8(ascii: "{") { readClosure(index) }
      if file.byte(index) == UInt8(ascii: "("), isParameterList(index) { readParameters(index) }
    case .close, .number, .string, .hash, .at, .mark: break
    }
  }

  private mutating func readVariable(_ index: Int) {
    let open = file.parent(index)
    let isPattern = open.map { file.byte($0) != UInt8(ascii: "{") } ?? false
    guard file.isWord(index + 1), !isPattern, !file.holds(index - 1, "case") else {
      // `case .a(let x)`, `case let .a(x)`, `let (a, b) = …`
      var next = index + 1
      while file.holds(next, "."), file.isWord(next + 1) { next += 2 }
      if file.isWord(next) { return bind(next, Binding(index: next, scope: block(around: index))) }
      if file.kind(next) == .open {
        for inner in file.inside(next) where file.isWord(inner) {
          bind(inner, Binding(index: inner, scope: block(around: index)))
        }
      }
      return
    }
    let name = index + 1
    var binding = Binding(index: name, scope: block(around: index))
    binding.isProperty = open.map { ConstantTable.owner(file, $0 + 1) != nil } ?? true
    var next = name + 1
    if file.holds(next, ":") { (binding.type, next) = file.typeName(at: next + 1) }
    if file.holds(next, "=") { binding.value = (next + 1)..<ConstantTable.statementEnd(file, next + 1) }
    if let condition = condition(index) {
      binding.unwraps = true
      // The block of the condition is on the line of the value.
      if let body = binding.value.first(where: { file.byte($0) == UInt8(ascii: "{") && file.parent($0) == open }) {
        binding.value = binding.value.lowerBound..<body
      }
      if binding.value.isEmpty, binding.type.name.isEmpty { binding.value = name..<(name + 1) }
      if !file.holds(condition, "guard"), let body = block(after: name + 1) { binding.scope = index..<body.upperBound }
    }
    bind(name, binding)
  }

  /// The `if`, `guard` or `while` of which a binding is a condition; nil for a statement of its own.
  private func condition(_ index: Int) -> Int? {
    var next = index - 1
    guard next >= 0 else { return nil }
    guard file.holds(next, ",") || file.word(next).beginsConditions else { return nil }
    while next >= 0, index - next < 300 {
      if file.word(next).beginsConditions { return next }
      if file.kind(next) == .open || file.holds(next, ";") { return nil }
      next = file.kind(next) == .close ? (file.partner(next) ?? next) - 1 : next - 1
    }
    return nil
  }

  private mutating func readLoop(_ index: Int) {
    guard let body = block(after: index + 1) else { return }
    var next = index + 1
    while next < min(index + 16, file.tokens.count), !file.holds(next, "in") {
      if file.isWord(next) { bind(next, Binding(index: next, scope: index..<body.upperBound)) }
      next += 1
    }
  }

  /// `{ a, b in`, `{ [weak self] (a, b) in`
  private mutating func readClosure(_ open: Int) {
    var next = open + 1
    if file.byte(next) == UInt8(ascii: "["), file.kind(next) == .open { next = file.after(next) }
    let start = next
    while next < start + 24, next < file.tokens.count, file.word(next) != .in {
      guard file.isWord(next) || file.kind(next) == .mark || (file.kind(next) == .open && next == start), !file.holds(next, "=")
      else { return }
      next = file.after(next)
    }
    guard file.word(next) == .in else { return }
    for index in start..<next where file.isWord(index) && !file.holds(index - 1, ":") && !file.holds(index + 1, ":") {
      bind(index, Binding(index: index, scope: file.inside(open)))
    }
  }

  /// Whether parentheses are those of a function, an initializer or a closure.
  private func isParameterList(_ open: Int) -> Bool {
    if file.byte(open - 1) == UInt8(ascii: "{"), file.kind(open - 1) == .open { return true }
    if file.holds(open - 1, "init") || file.holds(open - 1, "subscript") { return !file.holds(open - 2, ".") }
    if file.holds(open - 1, "?"), file.holds(open - 2, "init") { return true }
    if file.isWord(open - 1) { return file.word(open - 2) == .func }
    guard file.holds(open - 1, ">") else { return false }
    var back = open - 1
    while back > 0, open - back < 40, !file.holds(back, "func"), file.byte(back) != UInt8(ascii: "{") { back -= 1 }
    return file.holds(back, "func")
  }

  private mutating func readParameters(_ open: Int) {
    let close = file.after(open)
    let isClosure = file.byte(open - 1) == UInt8(ascii: "{")
    var scope: Range<Int>?
    if isClosure {
      guard file.holds(close, "in") || file.holds(close, "->") || file.holds(close, "throws") || file.holds(close, "async")
      else { return }
      scope = file.inside(open - 1)
    } else {
      // A declaration without a body, as in a protocol, is followed by another one.
      scope = block(after: close)
      var next = close
      while let body = scope, next < body.lowerBound {
        switch file.word(next) {
        case .func, .var, .let, .`init`: scope = nil
        default: break
        }
        next = file.after(next)
      }
    }
    guard let scope else { return }
    for argument in file.elements(file.inside(open)) {
      guard let colon = argument.first(where: { file.holds($0, ":") }), file.isWord(colon - 1) else { continue }
      bind(
        colon - 1,
        Binding(index: colon - 1, scope: open..<scope.upperBound, typeRange: (colon + 1)..<max(colon + 1, argument.upperBound)))
    }
  }

  // MARK: Objective-C

  private mutating func readObjectiveC(_ index: Int) {
    guard file.tokens[index].kind == .word else { return }
    // `:(NSInteger)count`
    if file.holds(index - 1, ")"), let open = file.partner(index - 1), file.holds(open - 1, ":"), file.parent(index) == nil {
      guard let body = block(after: index + 1) else { return }
      return bind(index, Binding(index: index, scope: index..<body.upperBound, typeRange: file.inside(open)))
    }
    guard file.isWord(index - 1) || file.holds(index - 1, "*") || file.holds(index - 1, ">") else { return }
    let ends = file.holds(index + 1, "=") || file.holds(index + 1, ";") || file.holds(index + 1, "in")
    let isParameter = file.holds(index + 1, ",") || file.holds(index + 1, ")")
    guard ends || isParameter else { return }
    var start = index
    while start > 0, index - start < 16 {
      let isPart =
        file.isWord(start - 1) || file.holds(start - 1, "*") || file.holds(start - 1, "<") || file.holds(start - 1, ">")
      guard isPart, !file.holds(start - 1, "return") else { break }
      start -= 1
    }
    guard start < index else { return }
    var scope = block(around: index)
    if isParameter || file.holds(index + 1, "in") {
      guard let open = file.parent(index), file.byte(open) == UInt8(ascii: "("),
        let body = block(after: file.after(open)), body.lowerBound - file.after(open) < 4
      else { return }
      scope = open..<body.upperBound
    }
    bind(index, Binding(index: index, scope: scope, typeRange: start..<index))
  }
}
