import CDQSyntax

/// The uses in a file of predicates that functions and properties of other files give.
///
///     request.predicate = Filters.named(text)
///
/// The entity of the request is that of the predicate, which its own file does not name.
package struct PredicateUses: Sendable {
  private(set) var entities: [PredicateGiver: Set<String>] = [:]

  /// Looks for what the module declares.
  package struct Search: Sendable {
    private let givers: [String: [PredicateGiver]]
    private let names: ByteSearch
    private let module: ModuleTypes

    package init(_ module: ModuleTypes) {
      self.module = module
      givers = module.givers
      names = ByteSearch(givers.keys.map { $0 })
    }

    package var isEmpty: Bool { givers.isEmpty }

    package func uses(in file: CodeFile) -> PredicateUses {
      var result = PredicateUses()
      guard file.language == .swift, names.isIn(file.source.utf8) else { return result }
      var inference = EntityInference(file, TextResolver(ConstantTable(file), module))
      var receivers = ReceiverCheck(file, module)
      for (name, candidates) in givers {
        for index in inference.occurrences(of: name) {
          guard let range = use(index, file, inference) else { continue }
          let called = candidates.filter {
            range.lowerBound == index - 1 ? $0.owner == "NSPredicate" : receivers.calls(index, from: range.lowerBound, of: $0.owner)
          }
          guard let giver = called.onlyElement, let entity = inference.context(range, depth: 1) else { continue }
          result.entities[giver, default: []].insert(entity)
        }
      }
      return result
    }

    /// The expression whose value is the predicate; nil for a declaration, an assignment and a label.
    private func use(_ index: Int, _ file: CodeFile, _ inference: EntityInference) -> Range<Int>? {
      if file.word(index - 1).beginsDeclaration || file.word(index - 1) == .case { return nil }
      if file.holds(index + 1, ":") || file.holds(index + 1, "=") || file.holds(index + 1, ".") { return nil }
      let isCall = file.kind(index + 1) == .open && file.byte(index + 1) == UInt8(ascii: "(")
      // `.named(text)` begins with its dot.
      let isImplicit = file.holds(index - 1, ".") && !file.isWord(index - 2) && file.kind(index - 2) != .close
      let start = isImplicit ? index - 1 : inference.expressionStart(index + 1)
      let end = isCall ? file.after(index + 1) : index + 1
      // A name on its own may be that of a variable.
      guard start < index || (isCall && start == index), !file.holds(end, ".") else { return nil }
      return start..<end
    }
  }
}
