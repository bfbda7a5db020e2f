import CDQIR
import CDQJSON
import CDQSchema
import CDQSyntax

extension CheckedTarget {
  /// The place where a symbol of the target is declared, in a `.cdq` file or in the XML of a model; nil for symbols of
  /// one declaration and for what the language declares.
  func declaration(of symbol: Symbol) -> SourceLocation? {
    switch symbol {
    case .entity(let name): schema.declarations[.entity(name)]
    case .property(let entity, let name): schema.declarations[.property(entity: entity, name: name)]
    case .enumeration(let name): schema.declarations[.enumeration(name)]
    case .enumerationCase(let enumeration, let name):
      schema.declarations[.enumerationCase(enumeration: enumeration, name: name)]
    case .query, .mapping, .parameter, .variable, .column, .function, .collectionOperator, .builtInType, .annotation,
      .file:
      nil
    }
  }
}

extension Workspace {
  /// The documents of a target.
  func targetDocuments(_ target: CheckedTarget?) -> [QueryDocument] {
    target?.plan.documents.compactMap { documents[$0] } ?? []
  }

  /// The targets in which a symbol has the same declaration as in one of them.
  func targets(sharing symbol: Symbol, with target: CheckedTarget) -> [CheckedTarget] {
    guard let place = target.declaration(of: symbol) else { return [target] }
    return targets.filter { $0 === target || $0.declaration(of: symbol) == place }
  }
}

extension FeatureContext {
  /// `textDocument/definition`.
  func definition(at position: Position) -> JSONValue {
    let offset = positions.offset(of: position)
    guard let found = occurrence(at: offset) else { return .null }
    return locations(of: found.symbol, around: offset).map { location($0) }.jsonArray
  }

  /// `textDocument/typeDefinition`: the entity or enum of a value.
  func typeDefinition(at position: Position) -> JSONValue {
    guard let type = occurrence(at: positions.offset(of: position))?.type?.base else { return .null }
    let symbol: Symbol
    if let entity = type.objectName {
      symbol = .entity(entity)
    } else if let enumeration = (type.element ?? type).enumerationName {
      symbol = .enumeration(enumeration)
    } else {
      return .null
    }
    return locations(of: symbol, around: 0).map { location($0) }.jsonArray
  }

  /// The places that declare a symbol.
  func locations(of symbol: Symbol, around offset: UInt32) -> [SourceLocation] {
    if let place = target?.declaration(of: symbol) { return [place] }
    switch symbol {
    case .parameter, .variable, .column:
      let own = occurrences(around: offset).filter { $0.symbol == symbol }
      return (own.first(where: \.isDeclaration) ?? own.first).map {
        [SourceLocation(file: document.path, span: $0.span)]
      } ?? []
    case .query(let name): return declarations(named: name) { if case .query = $0 { true } else { false } }
    case .mapping(let name): return declarations(named: name) { if case .mapping = $0 { true } else { false } }
    case .file(let path): return file(path).map { [SourceLocation(file: $0, span: SourceSpan(at: 0))] } ?? []
    case .entity, .property, .enumeration, .enumerationCase, .function, .collectionOperator, .builtInType, .annotation:
      return []
    }
  }

  private func declarations(named name: String, _ isWanted: (Document.Item) -> Bool) -> [SourceLocation] {
    workspace.targetDocuments(target).flatMap { document in
      document.tree.items.compactMap { item in
        guard isWanted(item), let declared = item.name, declared.text == name else { return nil }
        return SourceLocation(file: document.path, span: declared.span)
      }
    }
  }

  /// The file that an import names; of a model the file with its XML.
  private func file(_ path: String) -> String? {
    let absolute = PathText.normalized(PathText.join(PathText.folder(of: document.path), path))
    if workspace.source(absolute) != nil { return absolute }
    return target?.schemaSources.keys.filter { PathText.isPath($0, below: absolute) && $0.hasSuffix("/contents") }.min()
  }
}

extension [JSONValue?] {
  var jsonArray: JSONValue { .array(compactMap { $0 }) }
}
