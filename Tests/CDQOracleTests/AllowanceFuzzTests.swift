import CDQIR
import CDQKit
import CDQOracle
import CDQRandom
import CDQRuntime
import CDQSchema

import Foundation
import Testing

/// Random texts under random allowances: what an allowed text reads, its allowance lists. Accessors record what is read,
/// and by which way.
@Suite struct AllowanceFuzzTests {
  private static let worlds = ProcessInfo.processInfo.environment["CDQ_ALLOWANCE_WORLDS"].flatMap { Int($0) } ?? 24

  @Test func `No allowed text reads a property that its allowance does not list`() throws {
    var (allowed, refused) = (0, 0)
    for seed in 0..<UInt64(Self.worlds) {
      var random = SplitMix(seed: 1 << 50 + seed)
      let loaded = try OracleCase.Loaded(RandomWorld.make(&random))
      let schema = loaded.checked.schema
      let entity = random.pick(schema.entities).name
      for _ in 0..<10 {
        let paths = Self.paths(from: entity, in: schema, &random)
        let allowance = try Allowance([entity: paths], in: schema)
        let listed = Set(paths.flatMap { Self.beginnings(of: $0) })
        var writer = QueryWriter(schema: schema, random: SplitMix(seed: random.next()), isStrict: false)
        for _ in 0..<6 {
          let text = writer.predicateText(of: entity).text
          guard let predicate = try? CheckedPredicate(parsing: text, for: entity, allowing: allowance) else {
            refused += 1
            continue
          }
          allowed += 1
          let records = RecordingWorld(loaded.oracle, schema)
          // An error of the run, such as a comparison of objects, is no matter here.
          _ = try? predicate.filter(records.records(of: entity), with: records.access(to: entity))
          let read = records.read.withLock { $0 }
          #expect(read.isSubset(of: listed), "seed \(seed): \(text) with \(paths) reads \(read.subtracting(listed))")
        }
      }
    }
    #expect(allowed > 2 * Self.worlds, "\(allowed) allowed, \(refused) refused")
  }

  /// Some key paths of an entity.
  private static func paths(from entity: String, in schema: Schema, _ random: inout SplitMix) -> [String] {
    var result: [String] = []
    for _ in 0..<(2 + random.below(8)) {
      var (owner, names): (String, [String]) = (entity, [])
      for _ in 0..<3 {
        guard let property = random.pickAny(schema.allProperties(of: owner)) else { break }
        names.append(property.name)
        guard case .relationship(let relationship) = property else { break }
        owner = relationship.destination
      }
      result.append(names.joined(separator: "."))
    }
    return result
  }

  private static func beginnings(of path: String) -> [String] {
    let names = path.split(separator: ".")
    return names.indices.map { names[...$0].joined(separator: ".") }
  }
}

/// The objects of a random world, which record the key paths by which they are read.
private final class RecordingWorld: Sendable {
  let read = Locked<Set<String>>([])
  private let objects: [OracleObject]
  private let schema: Schema

  struct Record: Sendable {
    let number: Int
    let path: String
  }

  init(_ world: OracleWorld, _ schema: Schema) {
    objects = world.objects
    self.schema = schema
  }

  func records(of entity: String) -> [Record] {
    objects.indices.filter { schema.isEntity(objects[$0].entity, kindOf: entity) }.map { Record(number: $0, path: "") }
  }

  func access(to entity: String) -> RecordAccess<Record> {
    RecordAccess(entity, root: schema.root(of: entity)) { declaration in
      declaration.objectKey { self.objects[$0.number].key }
      declaration.entity(of: { self.objects[$0.number].entity })
      for attribute in schema.allAttributes(of: entity) {
        let name = attribute.name
        declaration.attribute(named: name, type: schema.plainType(of: attribute)) { record in
          self.note(record, name)
          return .null
        }
      }
      for relationship in schema.allRelationships(of: entity) {
        let (name, target) = (relationship.name, relationship.destination)
        if relationship.isToMany {
          declaration.toMany(name, { self.targets($0, name) }, self.access(to: target))
        } else {
          declaration.toOne(name, { self.targets($0, name).first }, self.access(to: target))
        }
      }
    }
  }

  @discardableResult
  private func note(_ record: Record, _ name: String) -> String {
    let path = record.path.isEmpty ? name : "\(record.path).\(name)"
    read.withLock { _ = $0.insert(path) }
    return path
  }

  private func targets(_ record: Record, _ name: String) -> [Record] {
    let path = note(record, name)
    let found: [Datum] =
      switch objects[record.number].values[name] ?? .null {
      case .list(let elements): elements
      case let one: [one]
      }
    return found.compactMap { datum in
      if case .object(let number) = datum { Record(number: number, path: path) } else { nil }
    }
  }
}

extension Schema {
  /// The type of the values that an attribute stores: for an enum that of its raw values.
  fileprivate func plainType(of attribute: Attribute) -> ValueType {
    guard case .enumeration(let name) = attribute.type else { return attribute.type }
    return enumeration(named: name)?.rawType ?? .string
  }
}
