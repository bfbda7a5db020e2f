package import CDQConnections
import CDQSchema

/// A Core Data model as Xcode compiles it: the entities of a `.mom` file or of a store's model cache.
package struct CompiledModel: Hashable, Sendable {
  package var entities: [Entity] = []
  package var templates: [Template] = []
  /// The version identifiers that the developer has given.
  package var identifiers: [String] = []
  /// What could not be read, for the user.
  package var remarks: [String] = []

  /// An empty model.
  package init() {}

  /// An entity without the properties of its ancestors.
  package struct Entity: Hashable, Sendable {
    package var name: String
    package var parent: String?
    package var isAbstract = false
    package var className: String?
    package var renamingIdentifier: String?
    package var attributes: [Attribute] = []
    package var relationships: [Relationship] = []
    /// Lists of attributes whose values together are unique.
    package var uniqueness: [[String]] = []
    package var userInfo: [String: String] = [:]
  }

  /// An attribute.
  package struct Attribute: Hashable, Sendable {
    package var name: String
    /// The type as Xcode's XML names it, such as `Integer 64`.
    package var type: String
    package var isOptional = true
    package var isTransient = false
    /// The default as Xcode's XML writes it; nil without one.
    package var defaultText: String?
    package var className: String?
    package var derivation: String?
    package var renamingIdentifier: String?
    package var userInfo: [String: String] = [:]
  }

  /// A relationship.
  package struct Relationship: Hashable, Sendable {
    package var name: String
    package var destination: String
    package var isToMany = false
    package var isOrdered = false
    package var isOptional = true
    package var isTransient = false
    package var inverse: String?
    /// The rule as Xcode's XML names it.
    package var deleteRule = "Nullify"
    package var minimum = 0
    package var maximum = 0
    package var renamingIdentifier: String?
    package var userInfo: [String: String] = [:]
  }

  /// A fetch request template.
  package struct Template: Hashable, Sendable {
    package var name: String
    package var entity: String
    /// The predicate as text; nil for all objects.
    package var predicate: String?
    package var limit: Int?
    package var includesSubentities = true
  }

  /// The names of the attribute types in XML, by their number.
  static let typeNames: [Int64: String] = [
    0: "Undefined", 100: "Integer 16", 200: "Integer 32", 300: "Integer 64", 400: "Decimal", 500: "Double",
    600: "Float", 700: "String", 800: "Boolean", 900: "Date", 1000: "Binary", 1100: "UUID", 1200: "URI",
    1800: "Transformable", 2000: "ObjectID", 2100: "Composite",
  ]

  /// The names of the delete rules in XML, by their number.
  static let deleteRules = ["No Action", "Nullify", "Cascade", "Deny"]
}

extension CompiledModel {
  /// The model as the `contents` file that Xcode would compile to it, for the reader of such files.
  package var xml: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
      #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">"#,
    ]
    for entity in entities { lines += CompiledModel.lines(of: entity, inverses: inverses) }
    for template in templates {
      lines.append(
        CompiledModel.tag(
          "fetchRequest", indent: 1,
          [
            ("name", template.name), ("entity", template.entity), ("predicateString", template.predicate),
            ("fetchLimit", template.limit.map(String.init)),
            ("includeSubentities", template.includesSubentities ? "YES" : "NO"),
          ]) + "/>")
    }
    return (lines + ["</model>", ""]).joined(separator: "\n")
  }

  /// The entity that declares each relationship's inverse is its destination, or an ancestor of that.
  private var inverses: [String: String] {
    var result: [String: String] = [:]
    let parents = Dictionary(entities.map { ($0.name, $0.parent) }, uniquingKeysWith: { first, _ in first })
    let names = Dictionary(
      entities.map { ($0.name, Set($0.relationships.map(\.name))) }, uniquingKeysWith: { first, _ in first })
    for entity in entities {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        var holder: String? = relationship.destination
        for _ in entities {
          guard let name = holder, !(names[name]?.contains(inverse) ?? false) else { break }
          holder = parents[name] ?? nil
        }
        if let holder { result["\(entity.name).\(relationship.name)"] = holder }
      }
    }
    return result
  }

  private static func lines(of entity: Entity, inverses: [String: String]) -> [String] {
    var lines = [
      tag(
        "entity", indent: 1,
        [
          ("name", entity.name), ("representedClassName", entity.className ?? entity.name), ("parentEntity", entity.parent),
          ("isAbstract", flag(entity.isAbstract)), ("elementID", entity.renamingIdentifier),
        ]) + ">"
    ]
    for attribute in entity.attributes {
      let isTime = attribute.type == "Date"
      lines += element(
        "attribute",
        [
          ("name", attribute.name), ("optional", flag(attribute.isOptional)), ("transient", flag(attribute.isTransient)),
          ("attributeType", attribute.type == "Undefined" ? nil : attribute.type),
          ("defaultValueString", isTime ? nil : attribute.defaultText),
          ("defaultDateTimeInterval", isTime ? attribute.defaultText : nil),
          ("derived", attribute.derivation == nil ? nil : "YES"), ("derivationExpression", attribute.derivation),
          ("customClassName", attribute.className), ("elementID", attribute.renamingIdentifier),
        ], attribute.userInfo)
    }
    for relationship in entity.relationships {
      // An inverse that is not in the model has no place to be reported at.
      let holder = inverses["\(entity.name).\(relationship.name)"]
      lines += element(
        "relationship",
        [
          ("name", relationship.name), ("optional", flag(relationship.isOptional)),
          ("transient", flag(relationship.isTransient)), ("toMany", flag(relationship.isToMany)),
          ("ordered", flag(relationship.isOrdered)), ("deletionRule", relationship.deleteRule),
          ("minCount", relationship.minimum > 0 ? String(relationship.minimum) : nil),
          ("maxCount", relationship.maximum > 0 ? String(relationship.maximum) : nil),
          ("destinationEntity", relationship.destination),
          ("inverseName", holder == nil ? nil : relationship.inverse), ("inverseEntity", holder),
          ("elementID", relationship.renamingIdentifier),
        ], relationship.userInfo)
    }
    if !entity.uniqueness.isEmpty {
      lines.append("    <uniquenessConstraints>")
      for names in entity.uniqueness {
        lines.append("      <uniquenessConstraint>")
        lines += names.map { tag("constraint", indent: 4, [("value", $0)]) + "/>" }
        lines.append("      </uniquenessConstraint>")
      }
      lines.append("    </uniquenessConstraints>")
    }
    lines += userInfo(entity.userInfo, indent: 2)
    return lines + ["  </entity>"]
  }

  private static func element(
    _ name: String, _ attributes: [(String, String?)], _ info: [String: String]
  ) -> [String] {
    let start = tag(name, indent: 2, attributes)
    if info.isEmpty { return [start + "/>"] }
    return [start + ">"] + userInfo(info, indent: 3) + ["    </\(name)>"]
  }

  private static func userInfo(_ info: [String: String], indent: Int) -> [String] {
    if info.isEmpty { return [] }
    let space = String(repeating: "  ", count: indent)
    let entries = info.sorted { $0.key < $1.key }.map { entry in
      tag("entry", indent: indent + 1, [("key", entry.key), ("value", entry.value)]) + "/>"
    }
    return [space + "<userInfo>"] + entries + [space + "</userInfo>"]
  }

  private static func flag(_ truth: Bool) -> String? { truth ? "YES" : nil }

  private static func tag(_ name: String, indent: Int, _ attributes: [(String, String?)]) -> String {
    var result = String(repeating: "  ", count: indent) + "<" + name
    for case (let key, let value?) in attributes { result += " \(key)=\"\(XMLText.escaped(value))\"" }
    return result
  }
}

extension CompiledModel {
  /// Reads the bytes of a `.mom` file or of an inflated model cache.
  ///
  /// - Returns: nil for other bytes.
  package init?(archive bytes: [UInt8]) {
    guard let model = CompiledModelReader.model(bytes) else { return nil }
    self = model
  }

  /// The greatest length of an inflated cache. Those of large applications have some hundred kilobytes.
  private static let largestCache = 64 << 20

  /// The archive in the bytes of a store's model cache, which are compressed.
  ///
  /// - Returns: nil for bytes that cannot be inflated.
  /// - Throws: `DatabaseError.libraryMissing` without zlib.
  package static func archive(inCache bytes: [UInt8]) throws(DatabaseError) -> [UInt8]? {
    bytes.starts(with: BinaryPropertyList.mark) ? bytes : try Inflate.bytes(bytes, limit: largestCache)
  }
}
