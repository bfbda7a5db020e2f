import CDQIR
import CDQPrinting
import CDQSchema
import CDQSyntax

extension CheckedPredicate {
  /// The predicate as a tree. Bound values and format arguments are literals in it, where they have one.
  public var tree: PredicateTree {
    guard let checked else { return .constant(self == .everything) }
    guard case .predicate(let node) = checked.tree.rewritten(by: SyntaxRewriting(showing: checked)) else {
      return .constant(true)
    }
    return PredicateTree(node)
  }

  /// Checks a tree, like the text that it stands for.
  ///
  /// - Parameters:
  ///   - tree: the tree.
  ///   - entity: the entity whose objects are tested.
  ///   - schema: the schema that the names in the tree belong to.
  ///   - limits: limits on the size of the text and on the cost of its runs.
  /// - Throws: `QueryError` with every mistake. Its places are those of the text that the tree stands for, or of the
  ///   text in an expression that does not parse.
  public init(
    _ tree: PredicateTree, for entity: String, in schema: Schema, limits: Limits = Limits()
  ) throws(QueryError) {
    let text = try tree.text(limits)
    self.init(try CheckedText(SourceText(name: "<query>", text), entity: entity, schema, limits))
  }

  /// Checks the tree of a stranger, which may name only what an allowance lists.
  ///
  /// - Throws: `QueryError` with every mistake, and everything that is not allowed.
  public init(
    _ tree: PredicateTree, for entity: String, allowing allowance: Allowance, limits: Limits = Limits()
  ) throws(QueryError) {
    let source = SourceText(name: "<query>", try tree.text(limits))
    self.init(try CheckedText(source, entity: entity, allowance.schema, limits, allowance: allowance))
  }
}

// MARK: Text to tree

extension PredicateTree {
  init(_ node: PredicateNode) {
    switch node {
    case .constant(let node): self = .constant(node.value)
    case .compound(let node):
      let parts = node.operands.map { PredicateTree($0) }
      self = node.kind == .and ? .all(parts) : .any(parts)
    case .not(let node): self = .not(PredicateTree(node.operand))
    case .comparison(let node): self = PredicateTree(node)
    case .bare(let node):
      self = .truth(Operand(node.expression), quantifier: node.quantifier.map { Quantifier($0) })
    case .invalid: self = .constant(false)
    }
  }

  private init(_ node: ComparisonPredicate) {
    // The checker refuses the operators that the tree has no name for.
    let relation = PredicateOperator(rawValue: node.operator.rawValue) ?? .equal
    self = .comparison(
      Comparison(
        Operand(node.left), relation, Operand(node.right), options: node.options.map { TextOptions($0) } ?? [],
        quantifier: node.quantifier.map { Quantifier($0) }))
  }
}

extension PredicateTree.Quantifier {
  fileprivate init(_ node: QuantifierNode) {
    self = PredicateTree.Quantifier(rawValue: node.kind.rawValue) ?? .any
  }
}

extension TextOptions {
  fileprivate init(_ node: OptionsNode) {
    self = []
    if node.caseInsensitive { insert(.caseInsensitive) }
    if node.diacriticInsensitive { insert(.diacriticInsensitive) }
    if node.localeSensitive { insert(.localeSensitive) }
  }
}

extension PredicateTree.Operand {
  fileprivate init(_ node: ExpressionNode) {
    let text = printed(node)
    switch node {
    case .path(let path):
      let names = path.plainText
      self = names.map { .path($0) } ?? .expression(text)
    case .variable(let variable): self = .parameter(variable.name, isOmittable: variable.isOptional)
    case .enumCase(let name): self = .enumCase(name.text)
    case .literal, .aggregate, .unary, .call:
      // A value stands for the text only if the text is how the value is written, in whatever case its words are.
      let value = TreeLiterals.value(of: node)
      let isExact = value.map { ["TRUE", "FALSE"].contains(text) || LiteralText.text($0) == text } ?? false
      self = isExact ? .value(value ?? .null) : .expression(text)
    case .argument, .chain, .subquery, .ternary, .invalid: self = .expression(text)
    }
  }
}

extension PathNode {
  /// The names of the path with dots between them; nil when it has other components, or starts elsewhere than at the
  /// object under test.
  fileprivate var plainText: String? {
    var names: [String] = []
    for component in components {
      switch component {
      case .property(let name): names.append(name.text)
      case .collectionOperator(let name): names.append("@" + name.text)
      case .index, .variable, .argument: return nil
      }
    }
    switch base {
    case .implicit: return names.first == "SELF" ? nil : names.joined(separator: ".")
    case .selfObject: return names.isEmpty ? "SELF" : nil
    case .variable, .expression: return nil
    }
  }
}

// MARK: Tree to text

extension PredicateTree {
  /// The text that the tree stands for.
  ///
  /// - Throws: `QueryError` when the tree is deeper than the limits allow, or the text of an expression does not parse.
  fileprivate func text(_ limits: Limits) throws(QueryError) -> String {
    try checkDepth(most: limits.text.nesting)
    return Pipeline.Tree.predicate(try node(limits)).text
  }

  /// Refuses a tree that the recursion of later stages has no stack for.
  private func checkDepth(most: Int) throws(QueryError) {
    var level = [self]
    for _ in 0...most {
      level = level.flatMap { node -> [PredicateTree] in
        switch node {
        case .all(let parts), .any(let parts): parts
        case .not(let part): [part]
        case .comparison, .truth, .constant: []
        }
      }
      if level.isEmpty { return }
    }
    throw QueryError(
      "nesting-limit", "the tree is deeper than \(most) levels", stage: .parse, in: SourceText(name: "<tree>", ""))
  }

  private func node(_ limits: Limits) throws(QueryError) -> PredicateNode {
    let none = SyntaxRewriting.noSpan
    switch self {
    case .all(let parts): return try PredicateTree.compound(.and, parts, limits)
    case .any(let parts): return try PredicateTree.compound(.or, parts, limits)
    case .not(let part): return .not(NotPredicate(try part.node(limits), span: none))
    case .constant(let value): return .constant(ConstantPredicate(value, none))
    case .truth(let operand, let quantifier):
      return .bare(
        BarePredicate(
          quantifier: quantifier.map { $0.node }, expression: try operand.node(limits), span: none))
    case .comparison(let comparison): return .comparison(try comparison.node(limits))
    }
  }

  private static func compound(
    _ kind: CompoundPredicate.Kind, _ parts: [PredicateTree], _ limits: Limits
  ) throws(QueryError) -> PredicateNode {
    let none = SyntaxRewriting.noSpan
    var operands: [PredicateNode] = []
    for part in parts { operands.append(try part.node(limits)) }
    switch operands.count {
    case 0: return .constant(ConstantPredicate(kind == .and, none))
    case 1: return operands[0]
    default: return .compound(CompoundPredicate(kind, operands, span: none))
    }
  }
}

extension PredicateTree.Quantifier {
  fileprivate var node: QuantifierNode {
    QuantifierNode(QuantifierNode.Kind(rawValue: rawValue) ?? .any, SyntaxRewriting.noSpan)
  }
}

extension PredicateTree.Comparison {
  fileprivate func node(_ limits: Limits) throws(QueryError) -> ComparisonPredicate {
    let none = SyntaxRewriting.noSpan
    let options = OptionsNode(
      caseInsensitive: options.contains(.caseInsensitive),
      diacriticInsensitive: options.contains(.diacriticInsensitive), normalized: false,
      localeSensitive: options.contains(.localeSensitive), span: none)
    return ComparisonPredicate(
      quantifier: quantifier.map { $0.node }, left: try left.node(limits),
      operator: ComparisonOperator(rawValue: `operator`.rawValue) ?? .equal, operatorSpan: none,
      options: self.options.isEmpty ? nil : options, right: try right.node(limits), span: none)
  }
}

extension PredicateTree.Operand {
  fileprivate func node(_ limits: Limits) throws(QueryError) -> ExpressionNode {
    let none = SyntaxRewriting.noSpan
    switch self {
    case .path("SELF"): return .path(PathNode(base: .selfObject(none), components: [], span: none))
    case .path(let text):
      var components: [PathComponent] = []
      for name in text.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
        components.append(
          name.hasPrefix("@")
            ? .collectionOperator(try .name(String(name.dropFirst()))) : .property(try .name(name)))
      }
      return .path(PathNode(base: .implicit, components: components, span: none))
    case .parameter(let name, let isOmittable):
      return .variable(VariableNode(name: try Identifier.name(name).text, isOptional: isOmittable, span: none))
    case .enumCase(let name): return .enumCase(try .name(name))
    case .value(let value): return try .parsed(LiteralText.text(value), limits)
    case .expression(let text): return try .parsed(text, limits)
    }
  }
}

extension Identifier {
  /// A name of a tree.
  ///
  /// - Throws: `QueryError` for a text that is no name, which could become another predicate when it is printed.
  fileprivate static func name(_ text: String) throws(QueryError) -> Identifier {
    if NameRules.isIdentifier(text) { return Identifier(text, SyntaxRewriting.noSpan) }
    throw QueryError(
      "unexpected-token", "'\(text)' is no name", stage: .parse, in: SourceText(name: "<tree>", text))
  }
}

extension ExpressionNode {
  /// The tree of an expression's text, which is a text of its own: brackets that it does not open it cannot close.
  fileprivate static func parsed(_ text: String, _ limits: Limits) throws(QueryError) -> ExpressionNode {
    let source = SourceText(name: "<expression>", text)
    let parsed = Parser.parseExpression(source, options: ParseOptions(limits: limits.text))
    if parsed.diagnostics.contains(where: { $0.severity == .error }) { throw QueryError(parsed.diagnostics, [source]) }
    return parsed.tree
  }
}
