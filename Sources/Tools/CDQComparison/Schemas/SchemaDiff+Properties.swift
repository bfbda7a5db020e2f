import CDQIR
import CDQJSON
import CDQPrinting
import CDQSyntax

/// Compares the facts of attributes and relationships.
extension SchemaDiff {
  mutating func compare(_ before: Property, _ after: Property, of oldEntity: String, _ entity: String) {
    let subject = SchemaChange.Subject.property(entity: entity, name: after.name)
    if before.name != after.name {
      add(subject, .renamed(from: before.name), .breaking)
    } else {
      compare(subject, .renamedFrom, before.renamedFrom, after.renamedFrom)
    }
    switch (before, after) {
    case (.attribute(let before), .attribute(let after)): compare(before, after, subject)
    case (.relationship(let before), .relationship(let after)): compare(before, after, subject)
    case (.attribute, .relationship), (.relationship, .attribute):
      compare(subject, .type, SchemaDiff.type(before), SchemaDiff.type(after), .breaking)
    }
  }

  private mutating func compare(_ before: Attribute, _ after: Attribute, _ subject: SchemaChange.Subject) {
    compare(subject, .type, before.type.description, after.type.description, .breaking)
    compare(subject, .optional, SchemaDiff.flag(before.isOptional), SchemaDiff.flag(after.isOptional), .breaking)
    compare(subject, .defaultValue, SchemaDiff.text(before.defaultValue), SchemaDiff.text(after.defaultValue))
    // A store has no column for a transient attribute, so queries on the attribute fail there.
    compare(
      subject, .transient, SchemaDiff.flag(before.isTransient), SchemaDiff.flag(after.isTransient),
      after.isTransient ? .breaking : .compatible)
    compare(subject, .derived, before.derivation, after.derivation)
    compare(subject, .constraints, SchemaDiff.text(before.constraints), SchemaDiff.text(after.constraints))
    compare(subject, .jsonKey, before.jsonKey, after.jsonKey)
    compare(subject, .scalar, before.usesScalarType.map(String.init), after.usesScalarType.map(String.init))
    compare(subject, .className, before.className, after.className)
    compare(subject, .userInfo, SchemaDiff.text(before.userInfo), SchemaDiff.text(after.userInfo))
  }

  private mutating func compare(_ before: Relationship, _ after: Relationship, _ subject: SchemaChange.Subject) {
    compare(subject, .destination, renames.entity(before.destination), after.destination, .breaking)
    if before.isToMany != after.isToMany {
      compare(
        subject, .type, before.isToMany ? "to-many" : "to-one", after.isToMany ? "to-many" : "to-one", .breaking)
    }
    // Whether a to-many relationship may be empty does not affect its type.
    let impact = before.isToMany && after.isToMany ? SchemaChange.Impact.compatible : .breaking
    compare(subject, .optional, SchemaDiff.flag(before.isOptional), SchemaDiff.flag(after.isOptional), impact)
    compare(
      subject, .ordered, SchemaDiff.flag(before.isOrdered), SchemaDiff.flag(after.isOrdered),
      after.isOrdered ? .compatible : .breaking)
    compare(
      subject, .inverse, before.inverse.map { renames.property($0, of: before.destination, in: old) }, after.inverse)
    compare(subject, .deleteRule, before.deleteRule.rawValue, after.deleteRule.rawValue)
    compare(subject, .count, SchemaDiff.count(before), SchemaDiff.count(after))
    compare(
      subject, .transient, SchemaDiff.flag(before.isTransient), SchemaDiff.flag(after.isTransient),
      after.isTransient ? .breaking : .compatible)
    compare(subject, .jsonKey, before.jsonKey, after.jsonKey)
    compare(subject, .userInfo, SchemaDiff.text(before.userInfo), SchemaDiff.text(after.userInfo))
  }

  // MARK: Facts as text

  static func flag(_ value: Bool) -> String {
    value ? "yes" : "no"
  }

  static func type(_ property: Property) -> String {
    property.type.description
  }

  static func text(_ value: Value) -> String? {
    value.isNull ? nil : LiteralText.text(value)
  }

  static func text(_ info: [String: String]) -> String? {
    let entries = info.sorted { $0.key < $1.key }.map { "\(StringLiteral.quoted($0.key)) = \(StringLiteral.quoted($0.value))" }
    return entries.isEmpty ? nil : entries.joined(separator: ", ")
  }

  static func text(_ index: Entity.Index) -> String {
    let keys = index.keys.map { $0.attribute + ($0.isDescending ? " desc" : "") }.joined(separator: ", ")
    return index.name.map { "\(StringLiteral.quoted($0)): \(keys)" } ?? keys
  }

  static func text(_ constraints: [Attribute.Constraint]) -> String? {
    constraints.isEmpty ? nil : constraints.map(SchemaPrinter.text).joined(separator: " ")
  }

  static func count(_ relationship: Relationship) -> String? {
    if relationship.minimumCount == nil, relationship.maximumCount == nil { return nil }
    return "\(relationship.minimumCount.map(String.init) ?? "")...\(relationship.maximumCount.map(String.init) ?? "")"
  }
}
