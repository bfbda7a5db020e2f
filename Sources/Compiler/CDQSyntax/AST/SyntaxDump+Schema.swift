extension EnumDeclaration {
  var dumpNode: DumpNode {
    var children = [DumpNode(name.text)]
    if let documentation { children.append(DumpNode("doc", [DumpNode.quoted(documentation)])) }
    if let rawType { children.append(DumpNode("raw-type", [DumpNode(rawType.text)])) }
    for element in cases {
      var parts = [DumpNode(element.name.text)]
      if let documentation = element.documentation { parts.append(DumpNode("doc", [DumpNode.quoted(documentation)])) }
      if let rawValue = element.rawValue { parts.append(rawValue.dumpNode) }
      children.append(DumpNode("case", parts))
    }
    return DumpNode("enum", children)
  }
}

extension EntityDeclaration {
  var dumpNode: DumpNode {
    var children = [DumpNode(name.text)]
    if isAbstract { children.append(DumpNode(":abstract")) }
    if let documentation { children.append(DumpNode("doc", [DumpNode.quoted(documentation)])) }
    if let parent { children.append(DumpNode("parent", [DumpNode(parent.text)])) }
    for member in members {
      switch member {
      case .property(let node): children.append(node.dumpNode)
      case .annotation(let node): children.append(node.dumpNode)
      }
    }
    return DumpNode("entity", children)
  }
}

extension PropertyDeclaration {
  fileprivate var dumpNode: DumpNode {
    var children = [DumpNode(name.text), DumpNode(type.dumpText)]
    if let documentation { children.append(DumpNode("doc", [DumpNode.quoted(documentation)])) }
    if let defaultValue { children.append(DumpNode("default", [defaultValue.dumpNode])) }
    if let inverse { children.append(DumpNode("inverse", [DumpNode(inverse.text)])) }
    return DumpNode("property", children + annotations.map(\.dumpNode))
  }
}

extension TypeReference {
  /// The type as it is written.
  var dumpText: String {
    (isOrdered ? "ordered " : "") + (isCollection ? "[\(name.text)]" : name.text) + (isOptional ? "?" : "")
  }
}

extension Annotation {
  fileprivate var dumpNode: DumpNode {
    let head = (isCompound ? "@@" : "@") + name.text
    return DumpNode(head, arguments.map { $0.isEmpty ? [DumpNode("()")] : $0.map(\.dumpNode) } ?? [])
  }
}

extension Annotation.Argument {
  fileprivate var dumpNode: DumpNode {
    label.map { DumpNode("\($0.text):", [value.dumpNode]) } ?? value.dumpNode
  }
}

extension Annotation.Value {
  fileprivate var dumpNode: DumpNode {
    switch self {
    case .literal(let node): node.dumpNode
    case .word(let name, let descending):
      descending ? DumpNode(name.dumpText, [DumpNode(":descending")]) : DumpNode(name.dumpText)
    case .range(let low, let high):
      DumpNode("range", [low?.dumpNode ?? DumpNode("_"), high?.dumpNode ?? DumpNode("_")])
    }
  }
}

extension Identifier {
  /// The word of an annotation, with a `#` where the bare word would be a literal.
  fileprivate var dumpText: String { KeywordTable.shared.keyword(of: text).isLiteral ? "#\(text)" : text }
}
