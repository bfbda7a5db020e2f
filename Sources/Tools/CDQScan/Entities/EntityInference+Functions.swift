/// Predicates that functions and properties of the file pass on.
extension EntityInference {
  /// The entity of the requests that a function of the file gives its argument to; nil when it is not known.
  ///
  /// - Parameters:
  ///   - callee: the token of the function's name in a call.
  ///   - label: the argument's label; nil for an argument without one.
  mutating func passed(to callee: Int, label: String?, _ depth: Int) -> String? {
    guard file.language == .swift, depth < 3, file.isWord(callee) else { return nil }
    let isOwn = !file.holds(callee - 1, ".") || file.holds(callee - 2, "self") || file.holds(callee - 2, "Self")
    guard isOwn || EntityMention.isClass(file.text(callee - 2)) else { return nil }
    let declarations = occurrences(of: file.text(callee)).filter { file.holds($0 - 1, "func") }
    guard let name = declarations.onlyElement else { return nil }
    let open = file.holds(name + 1, "<") ? file.genericEnd(name + 1) : name + 1
    guard file.kind(open) == .open, let parameter = parameter(open, label) else { return nil }
    return given(parameter, open, depth)
  }

  /// The entity of the requests that a function gives a parameter to.
  private mutating func given(_ parameter: String, _ open: Int, _ depth: Int) -> String? {
    guard let body = body(after: open) else { return nil }
    var found: Set<String> = []
    for next in nearby(occurrences(of: parameter), body.lowerBound) where body.contains(next) {
      if file.holds(next - 1, ".") || file.holds(next + 1, "=") || file.holds(next + 1, ":") { continue }
      if let entity = context(next..<(next + 1), depth: depth + 1) { found.insert(entity) }
    }
    return found.onlyElement
  }

  /// The labels of the predicates that a function takes and gives to requests, with the entities of these.
  ///
  /// - Parameter open: the `(` of its parameters.
  mutating func taken(_ open: Int) -> [(label: String?, entity: String)] {
    file.elements(file.inside(open)).compactMap { element in
      let outer = file.text(element.lowerBound)
      let label = outer == "_" ? nil : outer
      guard let parameter = parameter(open, label), let entity = given(parameter, open, 0) else { return nil }
      return (label, entity)
    }
  }

  /// The entity of the requests that a function of another file gives its argument to; nil when it is not known.
  func takingEntity(_ callee: Int, _ label: String?) -> String? {
    let module = mention.resolver.module
    guard file.language == .swift, !module.takers.isEmpty, let functions = module.takers[file.text(callee)] else {
      return nil
    }
    var receivers = ReceiverCheck(file, module)
    let start = expressionStart(callee + 1)
    let called = functions.filter { $0.label == label && receivers.calls(callee, from: start, of: $0.owner) }
    return Set(called.map(\.entity)).onlyElement
  }

  /// The inner name of the parameter with a label, if it is a predicate.
  private func parameter(_ open: Int, _ label: String?) -> String? {
    for element in file.elements(file.inside(open)) {
      guard let colon = element.first(where: { file.holds($0, ":") }), file.isWord(colon - 1) else { continue }
      let outer = file.text(element.lowerBound)
      guard outer == label ?? "_" else { continue }
      return file.typeName(at: colon + 1).type.name == "NSPredicate" ? file.text(colon - 1) : nil
    }
    return nil
  }

  /// Whether an argument of a class's function is a predicate or an order of the objects of the class. The functions of
  /// MagicalRecord have a prefix.
  func isOfObjects(_ label: String, of function: String) -> Bool {
    function.lowercased().hasPrefix("mr_") || label.lowercased().contains("predicate")
      || ["where", "filter", "sortDescriptors", "sortedBy"].contains(label)
  }

  private func body(after open: Int) -> Range<Int>? {
    var next = file.after(open)
    let last = min(file.tokens.count, next + 24)
    while next < last, file.byte(next) != UInt8(ascii: "{") {
      if file.holds(next, "func") || file.kind(next) == .close { return nil }
      next = file.after(next)
    }
    return file.kind(next) == .open ? file.inside(next) : nil
  }

  /// The entity of a predicate that a function or a property returns.
  ///
  /// - Parameter start: the first token of the predicate, after `return` or at the beginning of a body.
  mutating func returned(_ start: Int, _ depth: Int) -> String? {
    guard file.language == .swift, depth < 3, var open = file.parent(start), file.byte(open) == UInt8(ascii: "{"),
      file.holds(start - 1, "return") || start == open + 1 || file.holds(start - 1, ":")
    else { return nil }
    // `switch self { case .sold: return NSPredicate(…) }`
    while isBranch(open), let outer = file.parent(open), file.byte(outer) == UInt8(ascii: "{") { open = outer }
    guard let name = giver(open) else { return nil }
    let own = uses(of: file.text(name), depth)
    let given = mention.resolver.module.given
    guard !given.isEmpty else { return own }
    let others = given[PredicateGiver(name: file.text(name), owner: ConstantTable.owner(file, name))] ?? []
    return others.union(own.map { [$0] } ?? []).onlyElement
  }

  /// The name of the function or property whose body begins at a `{`, if it gives a predicate.
  private func giver(_ open: Int) -> Int? {
    // `func cheap(_ price: Double) -> NSPredicate {`, `var sold: NSPredicate {`
    var type = open - 1
    if file.holds(type, "?") { type -= 1 }
    guard file.holds(type, "NSPredicate") else { return nil }
    if file.holds(type - 1, ":"), file.isWord(type - 2) { return type - 2 }
    guard file.holds(type - 1, "->") else { return nil }
    var close = type - 2
    while close > 0, file.isWord(close) { close -= 1 }
    guard let parameters = file.partner(close), file.isWord(parameters - 1), file.holds(parameters - 2, "func") else {
      return nil
    }
    return parameters - 1
  }

  /// Whether a `{` begins a branch of a statement, and not the body of a function or a closure.
  private func isBranch(_ open: Int) -> Bool {
    var next = open - 1
    while next >= 0, open - next < 64 {
      switch file.word(next) {
      case .if, .guard, .switch, .else, .for, .while: return true
      case .func, .var, .`init`: return false
      default: if file.holds(next, "do") || file.holds(next, "catch") { return true }
      }
      switch file.byte(next) {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"): return false
      default: next = file.kind(next) == .close ? (file.partner(next) ?? next) - 1 : next - 1
      }
    }
    return false
  }

  /// The entity of the requests that take a predicate from a function or a property.
  mutating func uses(of name: String, _ depth: Int) -> String? {
    guard depth < 3, file.language == .swift else { return nil }
    var found: Set<String> = []
    for next in occurrences(of: name).prefix(64) {
      if ["func", "var", "let"].contains(file.text(next - 1)) { continue }
      if file.holds(next + 1, ":") || file.holds(next + 1, "=") { continue }
      let end = file.kind(next + 1) == .open && file.byte(next + 1) == UInt8(ascii: "(") ? file.after(next + 1) : next + 1
      // `store.cheap` may be of another type than the one that is read.
      if file.holds(next - 1, "."), !file.holds(next - 2, "self"), !EntityMention.isClass(file.text(next - 2)),
        file.text(next - 2) != "Self", file.isWord(next - 2)
      {
        continue
      }
      if file.holds(end, ".") { continue }
      let start = file.holds(next - 1, ".") ? (file.isWord(next - 2) ? next - 2 : next - 1) : next
      if let entity = context(start..<end, depth: depth + 1) { found.insert(entity) }
    }
    return found.onlyElement
  }
}
