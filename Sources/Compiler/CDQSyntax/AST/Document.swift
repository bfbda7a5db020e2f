/// A `.cdq` file: its declarations in source order.
package struct Document: Hashable, Sendable {
  package var items: [Item]

  package init(items: [Item] = []) {
    self.items = items
  }

  /// A declaration at the top level of a file.
  package enum Item: Hashable, Sendable {
    /// `schema "World.xcdatamodeld"`
    case schemaImport(SchemaImport)
    /// `enum Income: String { … }`
    case enumeration(EnumDeclaration)
    /// `entity City { … }`
    case entity(EntityDeclaration)
    /// `query capital = one City where …`
    case query(QueryDeclaration)
    /// `mapping RemoteCity: City { … }`
    case mapping(MappingDeclaration)

    /// The span of the whole declaration, without the comments before it.
    package var span: SourceSpan {
      switch self {
      case .schemaImport(let node): node.span
      case .enumeration(let node): node.span
      case .entity(let node): node.span
      case .query(let node): node.span
      case .mapping(let node): node.span
      }
    }
  }
}

/// A word of the source that is used as a name. `text` excludes the `#` that escapes a reserved word.
package struct Identifier: Hashable, Sendable {
  package var text: String
  package var span: SourceSpan

  package init(_ text: String, _ span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// `schema "path"`: imports the schema of another file, whose path is relative to this file.
package struct SchemaImport: Hashable, Sendable {
  package var path: String
  package var pathSpan: SourceSpan
  package var span: SourceSpan

  package init(path: String, pathSpan: SourceSpan, span: SourceSpan) {
    self.path = path
    self.pathSpan = pathSpan
    self.span = span
  }
}
