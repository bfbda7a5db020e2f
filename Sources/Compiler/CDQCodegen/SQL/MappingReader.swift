import CDQJSON
package import CDQSQL
package import CDQSyntax

/// A reader of a `NAME.mapping.json`, which `cdq schema import` writes: the tables and columns of an existing database.
/// It reports every error in the file at its place. `Grammar/mapping.schema.json` describes the file.
package struct MappingReader {
  private let source: SourceText
  private var diagnostics: [Diagnostic] = []

  /// The help of messages about a file that is no mapping.
  package static let origin = "'cdq schema import' writes the file"

  /// Whether a text can be a mapping at all: it begins with an object, after comments. A message about another file would show
  /// a line of it to someone who might only have chosen its name.
  package static func isMapping(_ source: SourceText) -> Bool { JSONTape.beginsObject(source.utf8) }

  /// Reads a mapping; nil when `diagnostics` got an error.
  package static func read(_ source: SourceText, _ diagnostics: inout [Diagnostic]) -> DatabaseMapping? {
    var reader = MappingReader(source: source)
    let mapping = reader.mapping()
    diagnostics += reader.diagnostics
    return reader.diagnostics.isEmpty ? mapping : nil
  }

  private init(source: SourceText) {
    self.source = source
  }

  private mutating func mapping() -> DatabaseMapping? {
    let root: ConfigValue
    do throws(ConfigSyntaxError) {
      root = try ConfigValue(source)
    } catch {
      report(error.message, error.span)
      return nil
    }
    guard let members = members(root, "the mapping", ["$schema", "version", "entities"]) else { return nil }
    var result = DatabaseMapping()
    if let version = members["version"], version.integer != Int64(DatabaseMapping.currentVersion) {
      report(
        "a newer cdq wrote this mapping, or it is no version", version.span,
        help: "this cdq reads version \(DatabaseMapping.currentVersion)")
    }
    guard let entities = required("entities", members, root) else { return nil }
    result.entities = dictionary(entities) { $0.entity($1) }
    return result
  }

  // MARK: The parts

  private mutating func entity(_ value: ConfigValue) -> EntityMapping? {
    let keys = ["table", "key", "order", "discriminator", "attributes", "relationships"]
    guard let members = members(value, "the mapping of an entity", keys),
      let table = required("table", members, value).flatMap({ self.table($0) }), let key = required("key", members, value)
    else { return nil }
    var result = EntityMapping(table: table, key: texts(key))
    if let order = members["order"] { result.order = texts(order) }
    result.discriminator = members["discriminator"].flatMap { discriminator($0) }
    if let attributes = members["attributes"] { result.attributes = dictionary(attributes) { $0.column($1) } }
    if let places = members["relationships"] { result.relationships = dictionary(places) { $0.relationship($1) } }
    return result
  }

  private mutating func table(_ value: ConfigValue) -> TableName? {
    guard let members = members(value, "a table", ["name", "schema"]), let name = required("name", members, value) else { return nil }
    return TableName(schema: members["schema"].flatMap { text($0) }, text(name) ?? "")
  }

  private mutating func discriminator(_ value: ConfigValue) -> EntityMapping.Discriminator? {
    guard let members = members(value, "a discriminator", ["column", "value"]), let column = required("column", members, value)
    else { return nil }
    let found = members["value"].flatMap { value in
      value.integer.map { DiscriminatorValue.int($0) } ?? text(value).map { .text($0) }
    }
    return EntityMapping.Discriminator(column: text(column) ?? "", value: found)
  }

  private mutating func column(_ value: ConfigValue) -> ColumnMapping? {
    guard let members = members(value, "a column", ["column", "encoding", "isNormalized", "isOrdered", "type", "collation", "precision", "scale", "folds"]),
      let column = required("column", members, value)
    else { return nil }
    var result = ColumnMapping(text(column) ?? "")
    if let encoding = members["encoding"], let word = text(encoding) {
      result.encoding = ColumnEncoding(rawValue: word)
      if result.encoding == nil {
        report("there is no form of values '\(word)'", encoding.span, help: "the forms are \(GenerateConfig.list(ColumnEncoding.self))")
      }
    }
    if let flag = members["isNormalized"] {
      if let isNormalized = flag.bool { result.isNormalized = isNormalized } else { expect("a Bool", flag) }
    }
    if let flag = members["isOrdered"] {
      if let isOrdered = flag.bool { result.isOrdered = isOrdered } else { expect("a Bool", flag) }
    }
    if let type = members["type"] { result.type = table(type) }
    if let collation = members["collation"] { result.collation = text(collation) }
    result.precision = members["precision"].flatMap { digits($0) }
    result.scale = members["scale"].flatMap { digits($0) }
    if let folds = members["folds"] { result.folds = dictionary(folds) { $0.text($1) } }
    return result
  }

  /// A number of digits of `numeric` in PostgreSQL.
  private mutating func digits(_ value: ConfigValue) -> Int? {
    guard let number = value.integer, (0...1000).contains(number) else {
      expect("a number from 0 to 1000", value)
      return nil
    }
    return Int(number)
  }

  private mutating func relationship(_ value: ConfigValue) -> RelationshipMapping? {
    let kinds = ["foreignKey", "inverse", "joinTable"]
    guard let members = members(value, "the place of a relationship", kinds) else { return nil }
    guard members.count == 1, let (kind, place) = members.first else {
      report("the place of a relationship is one of \(kinds.map { "'\($0)'" }.joined(separator: ", "))", value.span)
      return nil
    }
    if kind == "joinTable" {
      guard let parts = self.members(place, "a join table", ["table", "owner", "destination", "order"]),
        let table = required("table", parts, place).flatMap({ self.table($0) }), let owner = required("owner", parts, place),
        let destination = required("destination", parts, place)
      else { return nil }
      return .joinTable(
        .init(table: table, owner: texts(owner), destination: texts(destination), order: parts["order"].flatMap { text($0) }))
    }
    guard let parts = self.members(place, "a foreign key", ["columns", "references", "order"]),
      let columns = required("columns", parts, place)
    else { return nil }
    let key = RelationshipMapping.ForeignKey(
      texts(columns), references: parts["references"].map { texts($0) }, order: parts["order"].flatMap { text($0) })
    return kind == "inverse" ? .inverse(key) : .foreignKey(key)
  }

  // MARK: Values

  /// The members of an object, each once, of which it can have only the given ones; nil for another value.
  private mutating func members(_ value: ConfigValue, _ title: String, _ keys: [String]) -> [String: ConfigValue]? {
    guard let members = value.members else {
      report("\(title) is \(value.kindName) and not an object", value.span)
      return nil
    }
    for member in members where !keys.contains(member.key) {
      report(
        "\(title) has no '\(member.key)'", member.keySpan, help: "it can have \(keys.map { "'\($0)'" }.joined(separator: ", "))")
    }
    return Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func required(_ key: String, _ members: [String: ConfigValue], _ owner: ConfigValue) -> ConfigValue? {
    if members[key] == nil { report("'\(key)' is missing", SourceSpan(owner.span.start, owner.span.start + 1)) }
    return members[key]
  }

  private mutating func dictionary<Result>(
    _ value: ConfigValue, _ read: (inout MappingReader, ConfigValue) -> Result?
  ) -> [String: Result] {
    guard let members = value.members else {
      expect("an object", value)
      return [:]
    }
    var result: [String: Result] = [:]
    for member in members {
      if result[member.key] != nil { report("'\(member.key)' occurs twice", member.keySpan, help: "keep one of them") }
      result[member.key] = read(&self, member.value)
    }
    return result
  }

  private mutating func text(_ value: ConfigValue) -> String? {
    if let text = value.string, !text.isEmpty { return text }
    expect("a text with letters", value)
    return nil
  }

  private mutating func texts(_ value: ConfigValue) -> [String] {
    guard let elements = value.elements else {
      expect("a list of columns", value)
      return []
    }
    return elements.compactMap { text($0) }
  }

  private mutating func expect(_ wanted: String, _ value: ConfigValue) {
    report("this is \(value.kindName) and not \(wanted)", value.span)
  }

  private mutating func report(_ message: String, _ span: SourceSpan, help: String = MappingReader.origin) {
    diagnostics.append(
      Diagnostic(.error, .invalidConfig, stage: .check, message, file: source.name, at: span, help: [help]))
  }
}
