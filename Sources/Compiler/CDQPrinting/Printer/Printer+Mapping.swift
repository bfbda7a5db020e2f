import CDQJSON
import CDQSyntax

extension Printer {
  func mapping(_ node: MappingDeclaration) {
    documentation(node.documentation)
    word("mapping")
    name(node.name)
    attached(":")
    name(node.entity)
    if let root = node.root {
      word("at")
      path(root)
    }
    if let predicate = node.predicate {
      word("where")
      self.predicate(predicate)
    }
    if let scope = node.scope {
      word("scope")
      predicate(scope)
    }
    openBody(isEmpty: node.members.isEmpty)
    for member in node.members {
      documentation(member.documentation)
      if member.isEntity { word("@entity") } else { memberName(member.name) }
      symbol("=")
      source(member.source)
      newline()
    }
    attached("}")
  }

  /// Prints a name after a predicate, where an operator could follow, so that operator words need an escape.
  private func memberName(_ identifier: Identifier) {
    switch KeywordTable.shared.keyword(of: identifier.text).wordClass {
    case .reserved, .contextual: literal(.escapedName, "#" + identifier.text)
    case .cdq, nil: name(identifier)
    }
  }

  private func source(_ node: MappingSource) {
    switch node {
    case .json(let path, let transform):
      self.path(path)
      if let transform {
        word("as")
        self.transform(transform)
      }
    case .nested(let path, let mapping):
      self.path(path)
      word("using")
      name(mapping)
    case .index: word("@index")
    case .parameter(let variable): literal(.variable, "$\(variable.name)")
    case .objects(let entity, let predicate):
      name(entity)
      word("where")
      self.predicate(predicate)
    case .invalid: break
    }
  }

  private func path(_ node: JSONPathNode) {
    var isFirst = true
    for step in node.steps {
      switch step {
      case .key(let key):
        if !isFirst { opening(".", isAttached: true) }
        literal(.string, JSONPathNode.isPlain(key) ? key : StringLiteral.quoted(key))
      case .index(let number): attached("[\(number)]")
      }
      isFirst = false
    }
  }

  private func transform(_ node: MappingTransformNode) {
    switch node {
    case .date(let pattern, _):
      literal(.name, "date")
      opening("(", isAttached: true)
      literal(.string, StringLiteral.quoted(pattern))
      attached(")")
    case .named(let name): self.name(name)
    case .table(let entries, _):
      opening("{")
      var isFirst = true
      for entry in entries {
        if !isFirst { attached(",") }
        isFirst = false
        declared(entry.json)
        attached(":")
        switch entry.value {
        case .expression(let value): declared(value)
        case .word(let name): argument(name)
        }
      }
      attached("}")
    }
  }
}

extension JSONPathNode {
  /// Whether a key needs no quotes.
  static func isPlain(_ key: String) -> Bool {
    guard let first = key.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return key.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_")
    }
  }
}
