/// Visits a syntax tree and records the role of each token in `TokenRoles`.
final class RoleWalk {
  private let roles: TokenRoles
  /// Predicates and expressions that have not been visited yet.
  private var work: [SyntaxNode] = []

  init(_ roles: TokenRoles) {
    self.roles = roles
  }

  // MARK: Declarations

  func read(_ document: Document) {
    for item in document.items {
      switch item {
      case .schemaImport(let node): roles.mark(node.span.start, .declaration)
      case .enumeration(let node): read(node)
      case .entity(let node): read(node)
      case .query(let node):
        roles.mark(node.span.start, .declaration)
        roles.markName(node.name)
        for parameter in node.parameters ?? [] { roles.markName(parameter.type.name) }
        read(node.query)
      case .mapping(let node): read(node)
      }
      finish()
    }
  }

  private func read(_ node: EnumDeclaration) {
    roles.mark(node.span.start, .declaration)
    roles.markName(node.name)
    if let rawType = node.rawType { roles.markName(rawType) }
    for element in node.cases {
      roles.markName(element.name)
      add(element.rawValue)
    }
  }

  private func read(_ node: EntityDeclaration) {
    roles.mark(node.span.start, .declaration)
    roles.markName(node.name)
    if let parent = node.parent { roles.markName(parent) }
    for member in node.members {
      switch member {
      case .property(let property): read(property)
      case .annotation(let annotation):
        roles.mark(annotation.span.start, .member)
        read(annotation)
      }
    }
  }

  private func read(_ node: PropertyDeclaration) {
    roles.mark(node.span.start, .member)
    roles.markName(node.name)
    roles.markName(node.type.name)
    addDeclared(node.defaultValue)
    if let inverse = node.inverse { roles.markName(inverse) }
    for annotation in node.annotations { read(annotation) }
  }

  private func read(_ node: Annotation) {
    for argument in node.arguments ?? [] {
      if let label = argument.label { roles.markName(label) }
      switch argument.value {
      case .literal(let value): addDeclared(value)
      case .word(let name, _): roles.markName(name)
      case .range(let low, let high):
        add(low)
        add(high)
      }
    }
  }

  private func read(_ node: MappingDeclaration) {
    roles.mark(node.span.start, .declaration)
    roles.markName(node.name)
    roles.markName(node.entity)
    if let root = node.root { roles.markKeys(root) }
    for predicate in [node.predicate, node.scope] {
      if let predicate { work.append(.predicate(predicate)) }
    }
    for member in node.members {
      roles.mark(member.span.start, .member)
      roles.markName(member.name)
      switch member.source {
      case .json(let path, let transform):
        roles.markKeys(path)
        read(transform)
      case .nested(let path, let mapping):
        roles.markKeys(path)
        roles.markName(mapping)
      case .objects(let entity, let predicate):
        roles.markName(entity)
        work.append(.predicate(predicate))
      case .index, .parameter, .invalid: break
      }
    }
  }

  private func read(_ node: MappingTransformNode?) {
    switch node {
    case .named(let name): roles.markName(name)
    case .date(_, let span): roles.markCallee(before: span)
    case .table(let entries, let span):
      roles.mark(span.start, .aggregate)
      for entry in entries {
        addDeclared(entry.json)
        switch entry.value {
        case .expression(let value): addDeclared(value)
        case .word(let name): roles.markName(name)
        }
      }
    case nil: break
    }
  }

  /// Respells booleans: schemas write `true` and `false` in lower case, as Swift does.
  private func addDeclared(_ value: ExpressionNode?) {
    if case .literal(let literal)? = value, case .boolean(let flag) = literal.kind {
      roles.respell(literal.span.start, flag ? "true" : "false")
    }
    add(value)
  }

  // MARK: Queries

  func read(_ node: QueryNode) {
    roles.markName(node.entity)
    mark(node)
    work += node.children
    finish()
  }

  /// Marks the names and options of the clauses of a query or of a shape.
  private func mark(_ node: QueryNode) {
    for item in node.grouping + (node.selection?.items ?? []) {
      if let name = item.name { roles.markName(name) }
      guard let shape = item.shape else { continue }
      roles.mark(shape.span.start, .shape)
      mark(shape)
    }
    switch node.sort {
    case .keys(let keys), .choice(_, let keys, _):
      for options in keys.compactMap(\.options) { roles.markOptions(options, isSort: true) }
    case nil: break
    }
  }

  func read(_ node: PredicateNode) {
    work.append(.predicate(node))
    finish()
  }

  // MARK: Values and predicates

  private func add(_ node: ExpressionNode?) {
    if let node { work.append(.expression(node)) }
  }

  private func finish() {
    SyntaxNode.walk(work) { node in
      switch node {
      case .predicate(.comparison(let node)): visitOperator(node)
      case .predicate: break
      case .expression(let node): visit(node)
      }
    }
    work = []
  }

  private func visitOperator(_ node: ComparisonPredicate) {
    if let selector = node.selector {
      roles.markName(Identifier(selector, node.operatorSpan))
    } else {
      roles.respell(node.operatorSpan.start, node.operator.rawValue)
    }
    if let options = node.options { roles.markOptions(options, isSort: false) }
  }

  private func visit(_ node: ExpressionNode) {
    switch node {
    case .literal, .variable, .argument, .invalid, .chain, .subquery, .ternary: break
    case .path(let node):
      for case .property(let name) in node.components { roles.markName(name) }
    case .aggregate(let node): roles.mark(node.span.start, .aggregate)
    case .unary(let node): roles.mark(node.operatorSpan.start, .prefixOperator)
    case .call(let node): roles.markName(node.name)
    case .enumCase(let name):
      roles.mark(name.span.start, .enumCaseDot)
      roles.markEnumCase(name)
    }
  }
}

extension TokenRoles {
  /// Marks the words of a JSON path as names, even those that spell keywords.
  fileprivate func markKeys(_ path: JSONPathNode) {
    guard var index = index(at: path.span.start) else { return }
    while index < tokens.count, tokens[index].start < path.span.end {
      if tokens[index].kind == .word { markName(Identifier(source.text(tokens[index].span), tokens[index].span)) }
      index += 1
    }
  }

  /// Marks the word before the parenthesis of an argument as a name: `date` in `date("yyyy")`.
  fileprivate func markCallee(before argument: SourceSpan) {
    guard let index = index(at: argument.start), index >= 2 else { return }
    markName(Identifier(source.text(tokens[index - 2].span), tokens[index - 2].span))
  }

  /// Marks the word of `.high` as a name; the identifier's span begins at the dot.
  fileprivate func markEnumCase(_ name: Identifier) {
    guard let dot = index(at: name.span.start), dot + 1 < tokens.count else { return }
    markName(Identifier(name.text, tokens[dot + 1].span))
  }
}
