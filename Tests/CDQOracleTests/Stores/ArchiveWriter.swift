import CDQIR
import Foundation

/// A value of a property list with the references of a keyed archive, which Foundation cannot write on Linux.
indirect enum ListValue {
  case bool(Bool)
  case int(Int64)
  case real(Double)
  case string(String)
  case data([UInt8])
  case uid(Int)
  case array([ListValue])
  case dictionary([(String, ListValue)])

  /// The value as a binary property list.
  var bytes: [UInt8] {
    var encoded: [[UInt8]] = []
    let top = ListValue.add(self, &encoded)
    var result = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in encoded {
      offsets += ListValue.big(result.count, 4)
      result += object
    }
    let table = result.count
    return result + offsets + [0, 0, 0, 0, 0, 0, 4, 4] + ListValue.big(encoded.count, 8) + ListValue.big(top, 8)
      + ListValue.big(table, 8)
  }

  private static func big(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + big(count, 4)
  }

  private static func add(_ value: ListValue, _ encoded: inout [[UInt8]]) -> Int {
    let bytes: [UInt8]
    switch value {
    case .bool(let truth): bytes = [truth ? 9 : 8]
    case .int(let number): bytes = [0x13] + big(Int(number), 8)
    case .real(let number): bytes = [0x23] + big(Int(bitPattern: UInt(number.bitPattern)), 8)
    case .string(let text):
      let units = Array(text.utf16)
      bytes = units.allSatisfy { $0 < 0x80 }
        ? marker(5, units.count) + units.map { UInt8($0) } : marker(6, units.count) + units.flatMap { big(Int($0), 2) }
    case .data(let data): bytes = marker(4, data.count) + data
    case .uid(let number): bytes = [0x83] + big(number, 4)
    case .array(let values):
      let places = values.map { add($0, &encoded) }
      bytes = marker(10, places.count) + places.flatMap { big($0, 4) }
    case .dictionary(let members):
      let keys = members.map { add(.string($0.0), &encoded) }
      let values = members.map { add($0.1, &encoded) }
      bytes = marker(13, keys.count) + (keys + values).flatMap { big($0, 4) }
    }
    encoded.append(bytes)
    return encoded.count - 1
  }
}

/// Writes keyed archives as `NSKeyedArchiver` does.
struct ArchiveWriter {
  private var objects: [ListValue] = [.string("$null")]
  private var classes: [String: Int] = [:]
  static let null = ListValue.uid(0)

  mutating func add(_ value: ListValue) -> ListValue {
    objects.append(value)
    return .uid(objects.count - 1)
  }

  mutating func text(_ text: String) -> ListValue { add(.string(text)) }

  mutating func object(_ name: String, _ fields: [(String, ListValue)]) -> ListValue {
    add(.dictionary([("$class", .uid(classNumber(name)))] + fields))
  }

  private mutating func classNumber(_ name: String) -> Int {
    if let known = classes[name] { return known }
    objects.append(.dictionary([("$classname", .string(name)), ("$classes", .array([.string(name), .string("NSObject")]))]))
    classes[name] = objects.count - 1
    return objects.count - 1
  }

  mutating func array(_ values: [ListValue], class name: String = "NSArray") -> ListValue {
    object(name, [("NS.objects", .array(values))])
  }

  /// The form of dictionaries: one of the two that models have, or one that nobody knows.
  enum DictionaryForm {
    case plain, knownKeys, unknown
  }

  mutating func dictionary(_ members: [(String, ListValue)], _ form: DictionaryForm) -> ListValue {
    let keys = members.map { text($0.0) }
    if form == .unknown { return object("NSNewDictionary", [("NS.bytes", .data([1, 2, 3]))]) }
    if form == .knownKeys {
      let mapping = object("NSKnownKeysMappingStrategy1", [("NS.keys", .array(keys)), ("NS.count", .int(Int64(keys.count)))])
      return object("NSKnownKeysDictionary1", [("NS.searchMapping", mapping), ("NS.values", .array(members.map(\.1)))])
    }
    return object("NSDictionary", [("NS.keys", .array(keys)), ("NS.objects", .array(members.map(\.1)))])
  }

  func bytes(root: ListValue) -> [UInt8] {
    ListValue.dictionary([
      ("$version", .int(100_000)), ("$archiver", .string("NSKeyedArchiver")), ("$top", .dictionary([("root", root)])),
      ("$objects", .array(objects)),
    ]).bytes
  }

  /// Bytes in the form of raw deflate, in blocks without compression.
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      result += [rest.isEmpty ? 1 : 0, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
      result += block
    } while !rest.isEmpty
    return result
  }
}

extension ArchiveWriter {
  /// The archive of a list of plain values, as a transformable attribute has it.
  static func list(_ values: [Value]) -> [UInt8] {
    var writer = ArchiveWriter()
    let elements = values.map { value -> ListValue in
      switch value {
      case .bool(let truth): writer.add(.bool(truth))
      case .int(let number): writer.add(.int(number))
      case .double(let number): writer.add(.real(number))
      case .string(let text): writer.text(text)
      default: ArchiveWriter.null
      }
    }
    let root = writer.array(elements)
    return writer.bytes(root: root)
  }

  /// The archive of the model that a schema describes.
  static func model(_ schema: Schema, _ form: DictionaryForm = .plain) -> [UInt8] {
    var writer = ArchiveWriter()
    var entities: [(String, ListValue)] = []
    for entity in schema.entities { entities.append((entity.name, writer.entity(entity, schema, form))) }
    let all = writer.dictionary(entities, form)
    let root = writer.object(
      "NSManagedObjectModel", [("NSEntities", all), ("NSVersionIdentifiers", writer.array([], class: "NSSet"))])
    return writer.bytes(root: root)
  }

  private mutating func entity(_ entity: Entity, _ schema: Schema, _ form: DictionaryForm) -> ListValue {
    // The properties refer to the entity, which comes before them.
    objects.append(.bool(false))
    let place = objects.count - 1
    var members: [(String, ListValue)] = []
    // An archive has the inherited properties, too.
    for property in schema.allProperties(of: entity.name) {
      switch property {
      case .attribute(let attribute): members.append((attribute.name, self.attribute(attribute, of: place)))
      case .relationship(let relationship): members.append((relationship.name, self.relationship(relationship, of: place)))
      }
    }
    var parent = ArchiveWriter.null
    if let name = entity.parent { parent = object("NSEntityDescription", [("NSEntityName", text(name))]) }
    let properties = dictionary(members, form)
    let tuples = entity.uniquenessConstraints.map { names in array(names.map { text($0) }) }
    objects[place] = .dictionary(
      [
        ("$class", .uid(classNumber("NSEntityDescription"))), ("NSEntityName", text(entity.name)), ("NSIsAbstract", .bool(entity.isAbstract)), ("NSSuperentity", parent),
        ("NSProperties", properties), ("NSUniqueTuples", array(tuples)), ("NSClassNameForEntity", ArchiveWriter.null),
      ])
    return .uid(place)
  }

  static let codes: [ValueType: Int64] = [
    .int16: 100, .int32: 200, .int64: 300, .decimal: 400, .double: 500, .float: 600, .string: 700, .bool: 800,
    .date: 900, .data: 1000, .uuid: 1100, .url: 1200, .opaque: 1800,
  ]

  private mutating func attribute(_ attribute: Attribute, of entity: Int) -> ListValue {
    object(
      "NSAttributeDescription",
      [
        ("NSEntity", .uid(entity)),
        ("NSPropertyName", text(attribute.name)), ("NSAttributeType", .int(ArchiveWriter.codes[attribute.type.element == nil ? attribute.type : .opaque] ?? 0)),
        ("NSIsOptional", .bool(attribute.isOptional)), ("NSIsTransient", .bool(attribute.isTransient)),
        ("NSDefaultValue", ArchiveWriter.null),
      ])
  }

  private mutating func relationship(_ relationship: Relationship, of entity: Int) -> ListValue {
    let rules: [Relationship.DeleteRule] = [.noAction, .nullify, .cascade, .deny]
    let inverse = relationship.inverse.map { text($0) } ?? ArchiveWriter.null
    return object(
      "NSRelationshipDescription",
      [
        ("NSEntity", .uid(entity)),
        ("NSPropertyName", text(relationship.name)), ("_NSDestinationEntityName", text(relationship.destination)),
        ("NSMaxCount", .int(relationship.isToMany ? 0 : 1)), ("NSMinCount", .int(0)),
        ("NSIsOrdered", .bool(relationship.isOrdered)), ("NSIsOptional", .bool(relationship.isOptional)),
        ("NSDeleteRule", .int(Int64(rules.firstIndex(of: relationship.deleteRule) ?? 1))),
        ("_NSInverseRelationshipName", inverse),
      ])
  }
}
