import CDQJSON
import CDQSyntax

extension Printer {
  func document(_ node: Document) {
    var previous: Document.Item?
    for item in node.items {
      if let previous, !Printer.isOneLine(previous) || !Printer.isOneLine(item) { newline() }
      self.item(item)
      newline()
      previous = item
    }
  }

  /// Whether a declaration is one line, which needs no blank line next to another such line.
  private static func isOneLine(_ item: Document.Item) -> Bool {
    switch item {
    case .schemaImport: true
    case .enumeration, .entity, .query, .mapping: false
    }
  }

  private func item(_ node: Document.Item) {
    switch node {
    case .schemaImport(let node):
      word("schema")
      literal(.string, StringLiteral.quoted(node.path))
    case .enumeration(let node): enumeration(node)
    case .entity(let node): entity(node)
    case .query(let node): declaration(node)
    case .mapping(let node): mapping(node)
    }
  }

  func documentation(_ text: String?) {
    guard let text else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { comment(String(line)) }
  }

  private func declaration(_ node: QueryDeclaration) {
    documentation(node.documentation)
    word("query")
    name(node.name)
    if let parameters = node.parameters {
      opening("(", isAttached: true)
      var isFirst = true
      for parameter in parameters {
        if !isFirst { attached(",") }
        isFirst = false
        literal(.variable, "$\(parameter.name.text)")
        attached(":")
        type(parameter.type)
      }
      attached(")")
    }
    symbol("=")
    query(node.query)
  }

  func type(_ node: TypeReference) {
    if node.isOrdered { word("ordered") }
    if node.isCollection { opening("[") }
    name(node.name)
    if node.isCollection { attached("]") }
    if node.isOptional { attached("?") }
  }

  private func enumeration(_ node: EnumDeclaration) {
    documentation(node.documentation)
    word("enum")
    name(node.name)
    if let rawType = node.rawType {
      attached(":")
      name(rawType)
    }
    openBody(isEmpty: node.cases.isEmpty)
    for (index, element) in node.cases.enumerated() {
      documentation(element.documentation)
      name(element.name)
      if let value = element.rawValue {
        symbol("=")
        expression(value)
      }
      if index < node.cases.count - 1 { attached(",") }
      newline()
    }
    attached("}")
  }

  func openBody(isEmpty: Bool) {
    opening("{")
    if !isEmpty { newline() }
  }

  private func entity(_ node: EntityDeclaration) {
    documentation(node.documentation)
    if node.isAbstract { word("abstract") }
    word("entity")
    name(node.name)
    if let parent = node.parent {
      attached(":")
      name(parent)
    }
    openBody(isEmpty: node.members.isEmpty)
    for member in node.members {
      switch member {
      case .property(let node): property(node)
      case .annotation(let node): annotation(node)
      }
      newline()
    }
    attached("}")
  }

  private func property(_ node: PropertyDeclaration) {
    documentation(node.documentation)
    name(node.name)
    attached(":")
    type(node.type)
    if let value = node.defaultValue {
      symbol("=")
      declared(value)
    }
    if let inverse = node.inverse {
      word("inverse")
      name(inverse)
    }
    for annotation in node.annotations { self.annotation(annotation) }
  }

  private func annotation(_ node: Annotation) {
    word((node.isCompound ? "@@" : "@") + node.name.text)
    guard let arguments = node.arguments else { return }
    opening("(", isAttached: true)
    var isFirst = true
    for argument in arguments {
      if !isFirst { attached(",") }
      isFirst = false
      if let label = argument.label {
        name(label)
        attached(":")
      }
      annotationValue(argument.value)
    }
    attached(")")
  }

  /// Prints a value of a schema, where `true` and `false` are in lower case as in Swift.
  func declared(_ value: ExpressionNode) {
    if case .literal(let literal) = value, case .boolean(let flag) = literal.kind {
      word(flag ? "true" : "false")
    } else {
      expression(value)
    }
  }

  private func annotationValue(_ value: Annotation.Value) {
    switch value {
    case .literal(let node): declared(node)
    case .word(let name, let descending):
      argument(name)
      if descending { word("desc") }
    case .range(let low, let high):
      if let low { expression(low) }
      // `1....5` would be ambiguous, so a number that ends in a dot is followed by a space.
      let endsInDot = pieces.last.map { $0.kind == .number && $0.text.hasSuffix(".") } ?? false
      opening("...", isAttached: low != nil && !endsInDot)
      if let high { expression(high) }
    }
  }
}
