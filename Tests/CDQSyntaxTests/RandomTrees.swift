import CDQRandom
import CDQSyntax

/// Random trees of every shape that the parser produces, with names that are keywords in some places.
struct RandomTrees {
  private var random: SplitMix
  private let none = SourceSpan(at: 0)
  private var variables = 0

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  // MARK: Words

  private static let words =
    ["name", "a", "b", "größe", "it", "type", "order", "of", "SELF", "self", "yes", "Null", "in", "like", "query"]
    + ["entity", "enum", "schema", "abstract", "distinct", "first", "last", "size", "UNION", "cast", "subquery", "by"]
    + ["nulls", "desc", "asc", "as", "limit", "where", "only", "count", "FUNCTION", "ternary", "anykey", "and", "is"]
    + Keyword.allCases.filter { $0 != .none && !$0.spelling.contains("-") }.map(\.spelling)

  private mutating func pick<Element>(_ list: [Element]) -> Element { random.pick(list) }
  private mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }

  private mutating func name() -> Identifier { Identifier(pick(RandomTrees.words), none) }

  private mutating func text() -> String {
    let parts = ["", "x", "it's", "\"", "\\", "\\d+", "a*?", "\n\t\r", "\u{0}", "ß", "👩‍👩‍👧", "\u{2028}", "%@", "é\u{301}"]
    return (0..<random.below(4)).map { _ in pick(parts) }.joined()
  }

  // MARK: Predicates

  mutating func predicate(_ depth: Int) -> PredicateNode {
    guard depth > 0 else { return simplePredicate(0) }
    switch random.below(8) {
    case 0, 1:
      let kind: CompoundPredicate.Kind = chance(50) ? .and : .or
      let operands = (0..<(2 + random.below(3))).map { _ in operand(of: kind, depth - 1) }
      return .compound(CompoundPredicate(kind, operands, span: none))
    case 2: return .not(NotPredicate(predicate(depth - 1), span: none))
    default: return simplePredicate(depth)
    }
  }

  /// The operand of an AND or OR. An AND inside an OR needs no parentheses and therefore no mark.
  private mutating func operand(of kind: CompoundPredicate.Kind, _ depth: Int) -> PredicateNode {
    predicate(depth)
  }

  private mutating func simplePredicate(_ depth: Int) -> PredicateNode {
    switch random.below(10) {
    case 0: return .constant(ConstantPredicate(chance(50), none))
    case 1, 2:
      let isVariable = chance(20)
      let expression: ExpressionNode = isVariable ? .variable(variable()) : .path(plainPath(depth))
      return .bare(BarePredicate(quantifier: chance(30) ? quantifier() : nil, expression: expression, span: none))
    default: return comparison(depth)
    }
  }

  private mutating func quantifier() -> QuantifierNode { QuantifierNode(pick([.any, .some, .all, .none]), none) }

  private mutating func comparison(_ depth: Int) -> PredicateNode {
    let kind = pick(ComparisonOperator.allCases)
    return .comparison(
      ComparisonPredicate(
        quantifier: chance(25) ? quantifier() : nil, left: expression(depth - 1), operator: kind, operatorSpan: none,
        options: kind != .selector && chance(30) ? options() : nil, right: expression(depth - 1),
        selector: kind == .selector ? "isKindOfClass:" : nil, span: none))
  }

  private mutating func options() -> OptionsNode {
    var node = OptionsNode(
      caseInsensitive: chance(50), diacriticInsensitive: chance(50), normalized: chance(20), localeSensitive: chance(20),
      span: none)
    if !node.diacriticInsensitive, !node.normalized, !node.localeSensitive { node.caseInsensitive = true }
    return node
  }

  // MARK: Values

  mutating func expression(_ depth: Int) -> ExpressionNode {
    guard depth > 0 else { return leaf() }
    switch random.below(14) {
    case 0, 1, 2: return chain(depth)
    case 3: return .unary(unary(depth))
    case 4: return .call(call(depth))
    case 5: return .aggregate(AggregateNode((0..<random.below(4)).map { _ in expression(depth - 1) }, span: none))
    case 6:
      return .subquery(
        SubqueryNode(
          collection: expression(depth - 1), variable: VariableNode(name: "v", isOptional: false, span: none),
          predicate: predicate(depth - 1), span: none))
    case 7:
      return .ternary(
        TernaryNode(
          condition: predicate(depth - 1), then: expression(depth - 1), otherwise: expression(depth - 1), span: none))
    case 8, 9, 10: return .path(path(depth))
    default: return leaf()
    }
  }

  private mutating func leaf() -> ExpressionNode {
    switch random.below(9) {
    case 0: .literal(LiteralNode(.null, none))
    case 1: .literal(LiteralNode(.boolean(chance(50)), none))
    case 2: .literal(LiteralNode(.integer(Int64(random.below(1 << 40))), none))
    case 3: number()
    case 4, 5: .literal(LiteralNode(.string(text()), none))
    case 6: .variable(variable())
    case 7: .enumCase(name())
    default: .path(plainPath(0))
    }
  }

  private mutating func number() -> ExpressionNode {
    let text = pick(["1.5", ".5", "1.", "1e3", "9223372036854775808", "0.10", "2.5e-3"])
    return .literal(LiteralNode(.number(Double(text) ?? 0, text: text), none))
  }

  private mutating func variable() -> VariableNode {
    VariableNode(name: pick(["x", "where", "größe", "in"]), isOptional: chance(20), span: none)
  }

  private mutating func chain(_ depth: Int) -> ExpressionNode {
    let levels = Dictionary(grouping: ChainOperator.allCases, by: \.precedence)
    let precedence = 1 + random.below(levels.count)
    let kinds = levels[precedence] ?? []
    // The operand of a power that is a power itself needs parentheses, so a chain of powers has one operator.
    let count = precedence == 8 ? 2 : 2 + random.below(3)
    var node = ChainNode(
      operands: (0..<count).map { _ in expression(depth - 1) },
      operators: (1..<count).map { _ in ChainNode.Operator(pick(kinds), none) }, span: none)
    // The parser marks operands in parentheses, both those that the grammar requires and redundant ones.
    for (position, operand) in node.operands.enumerated() {
      guard case .chain(var inner) = operand else { continue }
      inner.isParenthesized = inner.operators[0].kind.precedence <= precedence || chance(50)
      node.operands[position] = .chain(inner)
    }
    return .chain(node)
  }

  private mutating func unary(_ depth: Int) -> UnaryNode {
    UnaryNode(chance(50) ? .negate : .complement, operatorSpan: none, operand: expression(depth - 1), span: none)
  }

  private mutating func call(_ depth: Int) -> CallNode {
    var called = name()
    if chance(30) { called.text = pick(["multiply:by:", "sum:", "x:in:", "date", "CAST", "ANYKEY"]) }
    let arguments = (0..<random.below(4)).map { _ in expression(depth - 1) }
    let isDistinct = chance(20) && arguments.first.map(RandomTrees.startsWithWord) == true
    return CallNode(name: called, distinct: isDistinct ? none : nil, arguments: arguments, span: none)
  }

  /// Whether an expression may follow the keyword `distinct`.
  private static func startsWithWord(_ node: ExpressionNode) -> Bool {
    switch node {
    case .literal, .variable, .subquery, .ternary, .aggregate: true
    case .path(let path):
      if case .implicit = path.base, case .property(let name)? = path.components.first {
        !["as", "union", "intersect", "minus"].contains(name.text.lowercased())
      } else {
        false
      }
    case .call, .argument, .chain, .unary, .enumCase, .invalid: false
    }
  }

  private mutating func path(_ depth: Int) -> PathNode {
    guard chance(50) else { return plainPath(depth) }
    return PathNode(base: .expression(base(depth - 1)), components: steps(1 + random.below(2), depth), span: none)
  }

  /// The base of a key path. A base that is a path itself is marked as parenthesized.
  private mutating func base(_ depth: Int) -> ExpressionNode {
    let node = expression(depth)
    guard case .path(var path) = node else { return node }
    path.isParenthesized = true
    return .path(path)
  }

  /// A key path that may be a predicate by itself.
  private mutating func plainPath(_ depth: Int) -> PathNode {
    let more = steps(random.below(3), depth).filter {
      if case .collectionOperator = $0 { return false }
      return true
    }
    switch random.below(6) {
    case 0: return PathNode(base: .selfObject(none), components: more, span: none)
    case 1 where !more.isEmpty: return PathNode(base: .variable(variable()), components: more, span: none)
    default: return PathNode(base: .implicit, components: [.property(name())] + more, span: none)
    }
  }

  private mutating func steps(_ count: Int, _ depth: Int) -> [PathComponent] {
    (0..<count).map { _ in
      switch random.below(8) {
      case 0: .collectionOperator(Identifier(pick(["count", "sum", "max"]), none))
      case 1: .index(IndexNode(pick([.first, .last, .size]), none))
      case 2: .index(IndexNode(.expression(expression(depth - 1)), none))
      default: .property(name())
      }
    }
  }

  // MARK: Queries

  mutating func query(_ depth: Int) -> QueryNode {
    var node = QueryNode(entity: name(), span: none)
    if chance(40) { node.cardinality = .init(pick(QueryNode.Cardinality.Kind.allCases), none) }
    if chance(20) { node.only = none }
    if chance(60) { node.predicate = predicate(depth) }
    if node.cardinality?.kind == .update {
      node.assignments = (0...random.below(2)).map { _ in
        let property = PathNode(base: .implicit, components: [.property(name())], span: none)
        return QueryNode.Assignment(property: .path(property), value: expression(depth))
      }
    }
    if chance(30) { node.grouping = (0...random.below(2)).map { _ in namedValue(depth) } }
    if chance(30) { node.having = predicate(depth) }
    if chance(40) { node.selection = selection(depth) }
    if chance(50) { node.sort = sort() }
    if chance(30) { node.limit = chance(50) ? .variable(variable()) : .literal(LiteralNode(.integer(5), none)) }
    if node.limit != nil, chance(40) {
      node.limitKeys = (0...random.below(2)).map { _ in chance(60) ? .path(plainPath(0)) : expression(depth) }
    }
    if chance(30) { node.offset = .variable(variable()) }
    return node
  }

  private mutating func namedValue(_ depth: Int) -> QueryNode.NamedValue {
    QueryNode.NamedValue(expression: expression(depth), name: chance(40) ? name() : nil)
  }

  private mutating func selection(_ depth: Int) -> QueryNode.Selection {
    let items = (0...random.below(3)).map { _ in chance(15) ? shape(depth) : namedValue(depth) }
    let isDistinct = chance(30) && RandomTrees.startsWithWord(items[0].expression)
    return QueryNode.Selection(isDistinct: isDistinct, items: items, span: none)
  }

  private mutating func shape(_ depth: Int) -> QueryNode.NamedValue {
    var node = QueryNode(entity: Identifier("", none), span: none)
    let items = (0...random.below(2)).map { _ in depth > 1 && chance(20) ? shape(depth - 1) : namedValue(depth) }
    node.selection = QueryNode.Selection(isDistinct: false, items: items, span: none)
    if chance(40) { node.predicate = predicate(depth) }
    if chance(40) { node.sort = sort() }
    if chance(40) { node.limit = chance(50) ? .variable(variable()) : .literal(LiteralNode(.integer(5), none)) }
    return QueryNode.NamedValue(expression: .path(plainPath(1)), shape: node, name: chance(40) ? name() : nil)
  }

  private mutating func sort() -> QueryNode.Sort {
    let keys = (0...random.below(3)).map { _ in sortKey() }
    return chance(30) ? .choice(variable(), keys, none) : .keys(keys)
  }

  private mutating func sortKey() -> SortKey {
    let steps: [PathComponent] = (0..<random.below(2)).map { _ in .property(name()) }
    let path = PathNode(base: .implicit, components: [.property(name())] + steps, span: none)
    return SortKey(
      expression: chance(20) ? .call(call(1)) : .path(path), options: chance(20) ? options() : nil,
      direction: pick([nil, .ascending, .descending]), nulls: pick([nil, nil, .first, .last]), span: none)
  }
}
