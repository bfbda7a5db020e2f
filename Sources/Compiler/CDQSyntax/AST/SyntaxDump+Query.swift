extension QueryNode {
  var dumpNode: DumpNode {
    var children = [DumpNode(entity.text)]
    if let cardinality { children.append(DumpNode(":\(cardinality.kind.rawValue)")) }
    if only != nil { children.append(DumpNode(":only")) }
    return DumpNode("query", children + clauses)
  }

  fileprivate var clauses: [DumpNode] {
    var children: [DumpNode] = []
    if let predicate { children.append(DumpNode("where", [predicate.dumpNode])) }
    if !assignments.isEmpty {
      children.append(
        DumpNode("set", assignments.map { DumpNode("=", [$0.property.dumpNode, $0.value.dumpNode]) }))
    }
    if !grouping.isEmpty { children.append(DumpNode("group-by", grouping.map(\.dumpNode))) }
    if let having { children.append(DumpNode("having", [having.dumpNode])) }
    if let selection { children.append(selection.dumpNode) }
    if let sort { children.append(sort.dumpNode) }
    if let limit {
      let keys = limitKeys.isEmpty ? [] : [DumpNode("per", limitKeys.map(\.dumpNode))]
      children.append(DumpNode("limit", [limit.dumpNode] + keys))
    }
    if let offset { children.append(DumpNode("offset", [offset.dumpNode])) }
    return children
  }
}

extension QueryNode.Selection {
  fileprivate var dumpNode: DumpNode {
    let marks = isDistinct ? [DumpNode(":distinct")] : []
    return DumpNode("select", marks + items.map(\.dumpNode))
  }
}

extension QueryNode.NamedValue {
  fileprivate var dumpNode: DumpNode {
    let value = shape.map { DumpNode("shape", [expression.dumpNode] + $0.clauses) } ?? expression.dumpNode
    return name.map { DumpNode("as", [value, DumpNode($0.text)]) } ?? value
  }
}

extension QueryNode.Sort {
  fileprivate var dumpNode: DumpNode {
    switch self {
    case .keys(let keys): DumpNode("sort", keys.map(\.dumpNode))
    case .choice(let variable, let keys, _):
      DumpNode("sort-choice", [DumpNode(variable.dumpText)] + keys.map(\.dumpNode))
    }
  }
}

extension SortKey {
  fileprivate var dumpNode: DumpNode {
    var children = [expression.dumpNode]
    if let options { children.append(DumpNode(options.dumpText)) }
    if let direction { children.append(DumpNode(":\(direction.rawValue)")) }
    if let nulls { children.append(DumpNode(":nulls-\(nulls.rawValue)")) }
    return children.count == 1 ? children[0] : DumpNode("key", children)
  }
}

extension Document.Item {
  var dumpNode: DumpNode {
    switch self {
    case .schemaImport(let node): DumpNode("schema", [DumpNode.quoted(node.path)])
    case .enumeration(let node): node.dumpNode
    case .entity(let node): node.dumpNode
    case .query(let node): node.dumpNode
    case .mapping(let node): node.dumpNode
    }
  }
}

extension QueryDeclaration {
  fileprivate var dumpNode: DumpNode {
    var children = [DumpNode(name.text)]
    if let documentation { children.append(DumpNode("doc", [DumpNode.quoted(documentation)])) }
    if let parameters {
      children.append(
        DumpNode("parameters", parameters.map { DumpNode($0.name.text, [DumpNode($0.type.dumpText)]) }))
    }
    return DumpNode("query-declaration", children + [query.dumpNode])
  }
}
