import CDQSyntax

extension Printer {
  func query(_ node: QueryNode) {
    if let cardinality = node.cardinality { word(cardinality.kind.rawValue) }
    entityName(node)
    if node.only != nil { word("only") }
    condition(node.predicate)
    if !node.assignments.isEmpty { assignments(node.assignments) }
    if !node.grouping.isEmpty {
      word("group")
      word("by")
      namedValues(node.grouping)
    }
    if let having = node.having {
      word("having")
      predicate(having)
    }
    if let selection = node.selection { self.selection(selection) }
    if let sort = node.sort { self.sort(sort) }
    if let limit = node.limit { clause("limit", limit) }
    if !node.limitKeys.isEmpty { limitKeys(node.limitKeys) }
    if let offset = node.offset { clause("offset", offset) }
  }

  private func condition(_ predicate: PredicateNode?) {
    guard let predicate else { return }
    word("where")
    self.predicate(predicate)
  }

  /// Prints the braces of a shape.
  private func shape(_ node: QueryNode) {
    symbol("{")
    namedValues(node.selection?.items ?? [])
    condition(node.predicate)
    if let sort = node.sort { self.sort(sort) }
    if let limit = node.limit { clause("limit", limit) }
    symbol("}")
  }

  /// Prints the entity, with an escape when its name is that of a clause: after a cardinality it would be read as the
  /// clause.
  private func entityName(_ node: QueryNode) {
    let keyword = KeywordTable.shared.keyword(of: node.entity.text)
    if keyword.spelling == node.entity.text, keyword.clause != nil || keyword == .only {
      literal(.escapedName, "#" + node.entity.text)
    } else {
      name(node.entity)
    }
  }

  private func clause(_ text: String, _ value: ExpressionNode) {
    word(text)
    expression(value)
  }

  private func assignments(_ nodes: [QueryNode.Assignment]) {
    word("set")
    var isFirst = true
    for node in nodes {
      if !isFirst { attached(",") }
      isFirst = false
      expression(node.property)
      symbol("=")
      expression(node.value)
    }
  }

  private func selection(_ node: QueryNode.Selection) {
    word("select")
    namedValues(node.items, isDistinct: node.isDistinct)
  }

  private func namedValues(_ values: [QueryNode.NamedValue], isDistinct: Bool = false) {
    var isFirst = true
    for item in values {
      if !isFirst { attached(",") }
      if isFirst, isDistinct { distinct(item.expression) } else { expression(item.expression) }
      isFirst = false
      if let shape = item.shape { self.shape(shape) }
      guard let name = item.name else { continue }
      word("as")
      self.name(name)
    }
  }

  private func sort(_ node: QueryNode.Sort) {
    word("sort")
    switch node {
    case .keys(let keys): sortKeys(keys)
    case .choice(let variable, let keys, _):
      self.variable(variable)
      word("in")
      opening("(")
      sortKeys(keys)
      attached(")")
    }
  }

  func sortKeys(_ keys: [SortKey]) {
    var isFirst = true
    for key in keys {
      if !isFirst { attached(",") }
      isFirst = false
      expression(key.expression)
      if let options = key.options { symbol(options.dumpText) }
      switch key.direction {
      case .ascending: word("asc")
      case .descending: word("desc")
      case nil: break
      }
      guard let nulls = key.nulls else { continue }
      word("nulls")
      word(nulls.rawValue)
    }
  }
}
