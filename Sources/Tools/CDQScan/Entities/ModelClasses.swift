import CDQIR
import CDQSchema
import CDQSyntax

/// The classes of SwiftData and Realm of an app, as a schema.
package struct ModelClasses: Sendable {
  /// The classes as a schema; nil when there are none.
  package private(set) var schema: ScanSchema?
  private var classes: [String: ModelClass] = [:]
  private var ambiguous: Set<String> = []
  private var enumerations: Set<String> = []

  package init() {}

  /// - Parameters:
  ///   - classes: the classes of all files.
  ///   - extensions: computed properties of their extensions, by class.
  ///   - enumerations: the names of all enums of the app.
  package init(_ classes: [ModelClass], extensions: [String: Set<String>], enumerations: Set<String>) {
    guard !classes.isEmpty else { return }
    self.enumerations = enumerations
    for var found in classes {
      found.computed.formUnion(extensions[found.name] ?? [])
      if self.classes.updateValue(found, forKey: found.name) != nil || found.isPartial { ambiguous.insert(found.name) }
    }
    excludeIncomplete()
    // A path through a class that is not known whole is not decided.
    let names = Set(self.classes.keys).subtracting(ambiguous)
    var entities: [Entity] = []
    var declarations: [CheckedSchema.Declaration: SourceLocation] = [:]
    for found in classes.sorted(by: { $0.name < $1.name })
    where names.contains(found.name) && declarations[.entity(found.name)] == nil {
      declarations[.entity(found.name)] = SourceLocation(file: found.file, span: found.span)
      entities.append(ModelClasses.entity(found, names, enumerations))
    }
    let used = entities.flatMap(\.properties).compactMap { property in
      if case .attribute(let attribute) = property { attribute.type.enumerationName } else { nil }
    }
    let schema = Schema(
      entities: ModelClasses.withoutCycles(entities),
      enumerations: Set(used).sorted().map { Enumeration(name: $0, rawType: .string, cases: []) })
    self.schema = ScanSchema(CheckedSchema(schema: schema, declarations: declarations), sources: [], path: "")
  }

  /// Classes that are read in part, and their children. Realm's classes whose parent is not among the sources may have
  /// properties that are not seen, and so may their children.
  private mutating func excludeIncomplete() {
    let bases: Set<String> = ["Object", "EmbeddedObject", "AsymmetricObject"]
    var isChanged = true
    while isChanged {
      isChanged = false
      for found in classes.values where !ambiguous.contains(found.name) {
        guard let parent = found.parent, !bases.contains(parent) else { continue }
        // What a class of SwiftData inherits from may be a protocol.
        let isUnknown = found.isRealm && classes[parent] == nil
        if isUnknown || ambiguous.contains(parent) { isChanged = ambiguous.insert(found.name).inserted || isChanged }
      }
    }
  }

  package var isEmpty: Bool { classes.isEmpty }

  func isModel(_ name: String) -> Bool { classes[name] != nil }

  /// Whether two classes have the name, or the class is read only in part.
  func isAmbiguous(_ name: String) -> Bool { ambiguous.contains(name) }

  func isEnumeration(_ name: String) -> Bool { enumerations.contains(name) }

  /// Whether a property is computed, in a class or in the classes that it inherits from.
  func isComputed(_ property: String, of name: String) -> Bool {
    var current: String? = name
    var count = 0
    while let found = current.flatMap({ classes[$0] }), count < 16 {
      if found.computed.contains(property) { return true }
      current = found.parent
      count += 1
    }
    return false
  }

  /// Whether one of the classes that a predicate can reach computes a property of the name, and none stores one.
  ///
  /// - Parameter members: the names of all members that the predicate reads.
  func isOnlyComputed(_ property: String, from name: String, by members: Set<String>) -> Bool {
    var rest = [name]
    var seen: Set<String> = []
    var isComputed = false
    while let next = rest.popLast() {
      guard seen.insert(next).inserted, let found = classes[next] else { continue }
      if found.members.contains(where: { $0.name == property }) { return false }
      if found.computed.contains(property) { isComputed = true }
      if let parent = found.parent { rest.append(parent) }
      for member in found.members where members.contains(member.name) {
        rest.append(TypeName(member.type).element ?? member.type)
      }
    }
    return isComputed
  }

  /// Whether a class stores a property of the name with a type that is not known.
  func isOpaqueAnywhere(_ property: String) -> Bool {
    guard let schema else { return false }
    return schema.checked.schema.entities.contains { entity in
      if case .attribute(let attribute)? = entity.property(named: property) { attribute.type == .opaque } else { false }
    }
  }

  /// Whether a class may have a property that its declaration does not show.
  func isDoubtful(_ property: String, of name: String) -> Bool {
    guard let schema else { return true }
    return schema.checked.schema.property(named: property, of: name) == nil && !isComputed(property, of: name)
  }

  // MARK: types

  private static func entity(_ found: ModelClass, _ names: Set<String>, _ enumerations: Set<String>) -> Entity {
    let properties = found.members.map { property($0, names, enumerations) }
    return Entity(
      name: found.name, parent: found.parent.flatMap { names.contains($0) && $0 != found.name ? $0 : nil },
      properties: properties, uniquenessConstraints: found.members.filter(\.isUnique).map { [$0.name] })
  }

  /// Entities whose inheritance goes in a circle lose their parents.
  private static func withoutCycles(_ entities: [Entity]) -> [Entity] {
    let parents = Dictionary(entities.map { ($0.name, $0.parent) }, uniquingKeysWith: { first, _ in first })
    return entities.map { entity in
      var current = entity.parent
      var count = 0
      while let name = current, count <= entities.count { (current, count) = (parents[name] ?? nil, count + 1) }
      var entity = entity
      if current != nil { entity.parent = nil }
      return entity
    }
  }

  private static func property(_ member: ModelClass.Member, _ names: Set<String>, _ enumerations: Set<String>)
    -> Property
  {
    if names.contains(member.type) {
      return .relationship(Relationship(name: member.name, destination: member.type, isOptional: member.isOptional))
    }
    if let element = TypeName(member.type).element {
      if names.contains(element) {
        return .relationship(
          Relationship(name: member.name, destination: element, isToMany: true, isOptional: member.isOptional))
      }
      if let type = scalars[element] ?? (enumerations.contains(element) ? .string : nil) {
        return .attribute(
          Attribute(
            name: member.name, type: .collection(element: type, isOrdered: true), isOptional: member.isOptional,
            isTransient: member.isTransient))
      }
    }
    let type =
      scalars[member.type]
      ?? (enumerations.contains(TypeName(member.type).last) ? .enumeration(TypeName(member.type).last) : .opaque)
    return .attribute(
      Attribute(name: member.name, type: type, isOptional: member.isOptional, isTransient: member.isTransient))
  }

  private static let scalars: [String: ValueType] = [
    "String": .string, "Int": .int64, "Int8": .int16, "Int16": .int16, "Int32": .int32, "Int64": .int64, "UInt": .int64,
    "UInt8": .int16, "UInt16": .int32, "UInt32": .int64, "Double": .double, "Float": .float, "CGFloat": .double,
    "TimeInterval": .double, "Bool": .bool, "Date": .date, "Data": .data, "UUID": .uuid, "URL": .url,
    "Decimal": .decimal,
    "NSString": .string, "NSDate": .date, "NSData": .data,
  ]
}
