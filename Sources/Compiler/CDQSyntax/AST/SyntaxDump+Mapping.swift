extension MappingDeclaration {
  var dumpNode: DumpNode {
    var children = [DumpNode(name.text), DumpNode(entity.text)]
    if let documentation { children.append(DumpNode("doc", [DumpNode.quoted(documentation)])) }
    if let root { children.append(DumpNode("at", [root.dumpNode])) }
    if let predicate { children.append(DumpNode("where", [predicate.dumpNode])) }
    if let scope { children.append(DumpNode("scope", [scope.dumpNode])) }
    return DumpNode("mapping", children + members.map(\.dumpNode))
  }
}

extension MappingDeclaration.Member {
  fileprivate var dumpNode: DumpNode {
    var children = [DumpNode(isEntity ? "@entity" : name.text)]
    if let documentation { children.append(DumpNode("doc", [DumpNode.quoted(documentation)])) }
    return DumpNode("field", children + source.dumpNodes)
  }
}

extension MappingSource {
  fileprivate var dumpNodes: [DumpNode] {
    switch self {
    case .json(let path, let transform): [path.dumpNode] + (transform.map { [$0.dumpNode] } ?? [])
    case .nested(let path, let mapping): [path.dumpNode, DumpNode("using", [DumpNode(mapping.text)])]
    case .index: [DumpNode("@index")]
    case .parameter(let variable): [DumpNode("$" + variable.name)]
    case .objects(let entity, let predicate): [DumpNode("objects", [DumpNode(entity.text), predicate.dumpNode])]
    case .invalid: [DumpNode("invalid")]
    }
  }
}

extension JSONPathNode {
  fileprivate var dumpNode: DumpNode {
    DumpNode(
      "json",
      steps.map { step in
        switch step {
        case .key(let key): DumpNode.quoted(key)
        case .index(let number): DumpNode("\(number)")
        }
      })
  }
}

extension MappingTransformNode {
  fileprivate var dumpNode: DumpNode {
    switch self {
    case .date(let pattern, _): DumpNode("date", [DumpNode.quoted(pattern)])
    case .named(let name): DumpNode("as", [DumpNode(name.text)])
    case .table(let entries, _):
      DumpNode(
        "table",
        entries.map { entry in
          switch entry.value {
          case .expression(let value): DumpNode("entry", [entry.json.dumpNode, value.dumpNode])
          case .word(let name): DumpNode("entry", [entry.json.dumpNode, DumpNode(name.text)])
          }
        })
    }
  }
}
