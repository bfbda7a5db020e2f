import CDQIR

/// Finds the constructs of a predicate that `AppleStoreReport` knows, in the order of the text.
package struct AppleStoreJudge {
  package private(set) var shapes: [AppleStoreShape] = []
  private var seen: Set<AppleStoreShape> = []
  /// The variables of the SUBQUERYs around the current value.
  private var elements: [String] = []
  private var anyQuantifiers = 0
  /// Whether the current value is an operand of ANY or ALL, whose path leads through a relationship to many.
  private var isQuantified = false

  /// - Parameter elements: the variables of the SUBQUERYs in which the predicate stands.
  package init(elements: [String] = []) {
    self.elements = elements
  }

  /// The constructs of a condition.
  package static func shapes(of condition: AppleStoreCondition, elements: [String] = []) -> [AppleStoreShape] {
    var judge = AppleStoreJudge(elements: elements)
    judge.judge(condition)
    return judge.shapes
  }

  private mutating func add(_ shape: AppleStoreShape) {
    if seen.insert(shape).inserted { shapes.append(shape) }
  }

  package mutating func judge(_ condition: AppleStoreCondition) {
    switch condition {
    case .constant: break
    case .holds(let value): holds(value)
    case .and(let operands), .or(let operands): for operand in operands { judge(operand) }
    case .not(.quantified(isAll: false, let operand)):
      add(.noneQuantifier)
      judge(operand)
    case .not(let operand): judge(operand)
    case .comparison(let left, let relation, let right): comparison(left, relation, right)
    case .quantified(let isAll, let operand):
      anyQuantifiers += 1
      add(isAll ? .allQuantifier : anyQuantifiers > 1 ? .severalAny : .anyQuantifier)
      isQuantified = true
      judge(operand)
      isQuantified = false
    }
  }

  /// A value as a condition.
  private mutating func holds(_ value: AppleStoreValue) {
    switch value {
    case .constant: add(.capturedFlag)
    case .truth(let condition): judge(condition)
    case .coalesced(let inner, let otherwise):
      add(elements.isEmpty ? .conditional : .conditionalInSubquery)
      holds(inner)
      holds(otherwise)
    case .unwrapped(let base, let result):
      unwrapping(base)
      holds(result)
    case .choice(let condition, let then, let otherwise):
      add(elements.isEmpty ? .conditional : .conditionalInSubquery)
      judge(condition)
      holds(then)
      holds(otherwise)
    case .path:
      add(.equality)
      operand(value)
    case .null: break
    case .list, .count, .subquery, .function, .unsupported: operand(value)
    }
  }

  /// The test for nil in the TERNARY of an unwrapped value.
  private mutating func unwrapping(_ base: AppleStoreValue) {
    add(elements.isEmpty ? .conditional : .conditionalInSubquery)
    guard case .path(let path) = base else { return holds(base) }
    if path.steps.last?.kind == .toOne { add(.unwrappedHop) }
    operand(base)
  }

  // MARK: comparisons

  private mutating func comparison(_ left: AppleStoreValue, _ relation: AppleStoreCondition.Relation, _ right: AppleStoreValue) {
    let isChoice = AppleStoreJudge.isChoice(left) || AppleStoreJudge.isChoice(right)
    switch relation {
    case .compare(let relation, let options):
      note(options)
      if relation.isEquality {
        if left.isNull || right.isNull { return compareNull(left.isNull ? right : left) }
        add(isChoice ? .coalescedEquality : .equality)
      } else {
        add(isChoice ? .coalescedOrder : .order)
        if !options.isEmpty { add(.orderOptions) }
      }
    case .text(let search, let options):
      note(options)
      add(
        AppleStoreJudge.isChoice(left)
          ? .coalescedSearch : options.contains(.localeSensitive) ? .localizedSearch : .textSearch)
      if search == .matches { add(.matches) }
      if search == .like, case .constant(.string(let pattern)) = right, pattern.contains("\\") { add(.likeEscape) }
      if case .path = right { add(.storedPattern) }
    case .isIn(let options):
      note(options)
      add(AppleStoreJudge.isChoice(left) ? .coalescedMembership : .capturedList)
    case .isBetween:
      add(AppleStoreJudge.isChoice(left) ? .coalescedMembership : .order)
      if case .list(let bounds) = right, bounds.contains(where: { AppleStoreJudge.isCalculated($0) }) {
        add(.boundsCalculated)
      }
    }
    operand(left)
    operand(right)
  }

  private mutating func note(_ options: TextOptions) {
    if options == [.caseInsensitive, .diacriticInsensitive, .localeSensitive] { return }
    if options.contains(.localeSensitive) { add(.localeOption) }
    if options.contains(.caseInsensitive) || options.contains(.diacriticInsensitive) { add(.foldedWidth) }
  }

  private mutating func compareNull(_ value: AppleStoreValue) {
    guard case .path(let path) = value else {
      add(AppleStoreJudge.isChoice(value) ? .coalescedEquality : .attributeNil)
      return operand(value)
    }
    switch path.steps.last?.kind {
    case .toOne?: add(.relationshipNil)
    case .toMany?, .optionalToMany?: return add(.toManyNil)
    case .attribute?, .values?, .identity?, nil: add(path.hops > 0 ? .attributeNilOverHop : .attributeNil)
    }
    operand(value)
  }

  private static func isChoice(_ value: AppleStoreValue) -> Bool {
    switch value {
    case .choice, .coalesced, .unwrapped, .truth: true
    case .null, .constant, .path, .list, .count, .subquery, .function, .unsupported: false
    }
  }

  private static func isCalculated(_ value: AppleStoreValue) -> Bool {
    if case .function = value { true } else { isChoice(value) }
  }

  // MARK: values

  /// The constructs of a value that is an operand.
  private mutating func operand(_ value: AppleStoreValue) {
    switch value {
    case .null, .constant: break
    case .unsupported(let shape): add(shape)
    case .list(let values): for value in values { operand(value) }
    case .path(let path): self.path(path)
    case .coalesced(let inner, let otherwise):
      if !elements.isEmpty { add(.conditionalInSubquery) }
      operand(inner)
      operand(otherwise)
    case .unwrapped(let base, let result):
      unwrapping(base)
      operand(result)
    case .choice(let condition, let then, let otherwise):
      judge(condition)
      operand(then)
      operand(otherwise)
    case .truth(let condition): judge(condition)
    case .function(let name, let arguments):
      add(AppleStoreJudge.functions[name] ?? .function)
      for argument in arguments { operand(argument) }
    case .count(let collection):
      if case .path = collection { add(.toManyCount) }
      self.collection(collection)
    case .subquery: collection(value)
    }
  }

  private static let functions: [String: AppleStoreShape] = [
    "+": .arithmetic, "-": .arithmetic, "*": .arithmetic, "/": .arithmetic, "&": .arithmetic, "|": .arithmetic,
    "%": .remainder, "**": .operatorUnknown, "^": .operatorUnknown, "<<": .operatorUnknown, ">>": .operatorUnknown,
    "uppercase": .commonFunction, "lowercase": .commonFunction, "abs": .commonFunction, "now": .commonFunction,
    "@sum": .aggregate, "@avg": .aggregate, "@min": .aggregate, "@max": .aggregate,
  ]

  private mutating func collection(_ value: AppleStoreValue) {
    switch value {
    case .subquery(let source, let variable, let condition):
      add(elements.isEmpty ? .subquery : .nestedSubquery)
      collection(source)
      elements.append(variable)
      judge(condition)
      elements.removeLast()
    case .path(let path):
      if path.steps.dropLast().contains(where: { $0.kind == .toOne }) { add(.toManyOverHop) }
      self.path(path, isCollection: true)
    case .null, .constant, .list, .count, .function, .choice, .coalesced, .unwrapped, .truth, .unsupported:
      operand(value)
    }
  }

  private mutating func path(_ path: AppleStorePath, isCollection: Bool = false) {
    if let inner = elements.last, path.variable != inner { add(.outerObject) }
    let many = path.steps.indices.filter { path.steps[$0].kind == .toMany || path.steps[$0].kind == .optionalToMany }
    if path.steps.contains(where: { $0.kind == .optionalToMany }) { add(.optionalToMany) }
    if many.count > 1 { add(.severalToMany) }
    if let first = many.first, !isCollection || first + 1 < path.steps.count, !isQuantified { add(.toManyKey) }
    switch path.steps.last?.kind {
    case .values?: add(.storedValues)
    case .identity?: add(.identity)
    case .attribute?, .toOne?, .toMany?, .optionalToMany?, nil: break
    }
    if path.hops > 0 { add(path.hops > 1 ? .severalHops : .oneHop) }
  }
}
