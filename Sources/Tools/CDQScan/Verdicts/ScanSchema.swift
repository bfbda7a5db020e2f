import CDQIR
package import CDQSchema
package import CDQSyntax

/// A schema that predicates of an app are checked against.
package struct ScanSchema: Sendable {
  package var checked: CheckedSchema
  /// The texts that it was read from, for excerpts.
  package var sources: [SourceText]
  /// The file or folder of the schema; of several schemas the nearest to a source file counts.
  package var path: String

  package init(_ checked: CheckedSchema, sources: [SourceText], path: String) {
    self.checked = checked
    self.sources = sources
    self.path = path
  }

  /// The last part of the path.
  package var name: String { PathText.name(of: path) }

  /// The entity with a name, or of a class with the name.
  func entity(named name: String) -> String? {
    let schema = checked.schema
    if schema.hasEntity(named: name) { return name }
    return schema.entities.first { entity in
      guard let className = entity.className else { return false }
      return className == name || className.hasSuffix("." + name)
    }?.name
  }

  /// The number of folders that two paths begin with.
  static func nearness(_ folder: String, _ file: String) -> Int {
    zip(folder.split(separator: "/"), file.split(separator: "/")).prefix { $0 == $1 }.count
  }
}
