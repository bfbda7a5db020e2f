import CDQIR
import CDQSchema
import CDQSyntax

/// Several predicates about one entity, made ready to become one text: their trees, with names for bound values that no
/// other predicate uses.
struct PredicateCombination {
  /// The trees of the predicates, without neutral constants.
  private(set) var nodes: [PredicateNode] = []
  /// The values of bound parameters, by the names that they have in the trees.
  private(set) var bound: [String: Value] = [:]
  private var names: Set<String> = []
  private var entity: String?
  private var schema: Schema?
  private var limits = Limits()
  /// The trees whose constants were written in a text, by their place.
  private var written: Set<Int> = []
  /// Whether a condition of a predicate disappears when an argument is omitted.
  private var mayDisappear = false

  /// - Throws: `QueryError` when the predicates are about unrelated entities or have different schemas.
  init(_ predicates: [CheckedPredicate]) throws(QueryError) {
    let checked = predicates.compactMap(\.checked)
    let namesOfEach = checked.map(\.tree.variableNames)
    names = namesOfEach.reduce(into: []) { $0.formUnion($1) }
    var uses: [String: Int] = [:]
    for name in namesOfEach.joined() { uses[name, default: 0] += 1 }
    for predicate in predicates {
      switch predicate.form {
      case .constant(let value): nodes.append(.constant(ConstantPredicate(value, SyntaxRewriting.noSpan)))
      case .text(let checked):
        try meet(checked)
        written.insert(nodes.count)
        mayDisappear = mayDisappear || checked.ir.parameters.contains(where: \.isOmittable)
        nodes.append(node(checked, uses))
      }
    }
  }

  /// Notes the entity, the schema and the limits of another predicate.
  private mutating func meet(_ checked: CheckedText) throws(QueryError) {
    let other = checked.ir.entity
    guard let entity, let schema else {
      (entity, schema, limits) = (other, checked.schema, Limits.forCombination(checked.limits))
      return
    }
    guard schema == checked.schema else {
      throw QueryError([.combination("the predicates belong to different schemas", checked.source)], [checked.source])
    }
    limits = limits.stricter(checked.limits)
    if schema.isEntity(entity, kindOf: other) { return }
    guard schema.isEntity(other, kindOf: entity) else {
      let message = "a predicate about '\(other)' cannot be combined with one about '\(entity)'"
      throw QueryError([.combination(message, checked.source)], [checked.source])
    }
    self.entity = other
  }

  /// The tree of a predicate, in which format arguments and bound values are literals or parameters of their own.
  ///
  /// - Parameter uses: The number of predicates that use each name.
  private mutating func node(_ checked: CheckedText, _ uses: [String: Int]) -> PredicateNode {
    guard case .predicate(let node) = checked.tree else { return .invalid(SyntaxRewriting.noSpan) }
    var rewriting = SyntaxRewriting()
    rewriting.keyPaths = checked.keyPaths
    for (name, value) in checked.bound.sorted(by: { $0.key < $1.key }) {
      if uses[name] == 1, bound[name] == nil {
        bound[name] = value
      } else {
        let other = freshName(name)
        rewriting.parameters[name] = .parameter(other)
        bound[other] = value
      }
    }
    for (index, value) in checked.arguments.sorted(by: { $0.key < $1.key }) {
      if let literal = ExpressionNode.literal(value) {
        rewriting.arguments[index] = literal
      } else {
        let name = freshName("value")
        rewriting.arguments[index] = .parameter(name)
        bound[name] = value
      }
    }
    return rewriting.predicate(node)
  }

  /// A name that no predicate uses.
  mutating func freshName(_ stem: String) -> String {
    var number = 1
    while names.contains("\(stem)\(number)") { number += 1 }
    names.insert("\(stem)\(number)")
    return "\(stem)\(number)"
  }

  /// The predicates joined by an operator; the neutral element for none.
  func joined(by kind: CompoundPredicate.Kind) throws(QueryError) -> CheckedPredicate {
    var operands: [PredicateNode] = []
    for (index, node) in nodes.enumerated() {
      switch node {
      case .constant(let constant) where constant.value == (kind == .and):
        // `FALSEPREDICATE OR name == $n?` finds nothing without the argument. `name == $n?` alone would find everything.
        if mayDisappear, kind == .or, written.contains(index) { operands.append(node) }
      case .compound(let inner) where inner.kind == kind: operands += inner.operands
      default: operands.append(node)
      }
    }
    // Only constants are about no entity. An operand that is left is not the neutral one, and decides.
    if entity == nil { return CheckedPredicate(operands.isEmpty ? kind == .and : kind == .or) }
    guard let first = operands.first else {
      return try checked(.constant(ConstantPredicate(kind == .and, SyntaxRewriting.noSpan)))
    }
    return try checked(
      operands.count == 1 ? first : .compound(CompoundPredicate(kind, operands, span: SyntaxRewriting.noSpan)))
  }

  /// Checks a tree that consists of the predicates.
  ///
  /// - Parameter entity: The entity of the tree; nil for that of the predicates.
  func checked(_ node: PredicateNode, for entity: String? = nil, in schema: Schema? = nil) throws(QueryError)
    -> CheckedPredicate
  {
    guard let entity = entity ?? self.entity, let schema = schema ?? self.schema else {
      throw QueryError([.combination("the predicate is about no entity", nil)], [])
    }
    let source = SourceText(name: "<query>", Pipeline.Tree.predicate(node).text)
    return CheckedPredicate(try CheckedText(source, entity: entity, schema, limits, bound: bound))
  }

  /// What is wrong with a new name of a parameter; nil when it can be used.
  func problem(with name: String) -> Diagnostic? {
    if !NameRules.isIdentifier(name) { return .combination("'\(name)' is no name of a parameter", nil) }
    return names.contains(name) ? .combination("the predicate uses '$\(name)' already", nil) : nil
  }
}

extension Diagnostic {
  /// An error about predicates that cannot be combined. It is about the whole of the last one.
  fileprivate static func combination(_ message: String, _ source: SourceText?) -> Diagnostic {
    let end = UInt32(truncatingIfNeeded: source?.utf8.count ?? 0)
    return Diagnostic(
      .error, "type-mismatch", stage: .check, message, file: source?.name ?? "<query>", at: SourceSpan(0, end))
  }
}

extension Limits {
  /// The limits of a combination that starts with a predicate of these limits: those of its text no longer hold, as the
  /// text is the program's.
  static func forCombination(_ limits: Limits) -> Limits {
    Limits(values: limits.values, steps: limits.steps, time: limits.time)
  }

  /// The lower of each limit of values and runs.
  func stricter(_ other: Limits) -> Limits {
    var result = self
    result.values.list = min(values.list, other.values.list)
    result.values.regex = min(values.regex, other.values.regex)
    result.steps = [steps, other.steps].compactMap { $0 }.min()
    result.time = [time, other.time].compactMap { $0 }.min()
    return result
  }
}
