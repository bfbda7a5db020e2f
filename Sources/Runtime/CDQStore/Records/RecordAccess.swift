public import CDQIR
import CDQValues
import Foundation

/// A description of one of the caller's types: the names of its attributes and relationships, and how the engine reads
/// them.
///
/// ```swift
/// enum Model {
///   static let cities: RecordAccess<City> = RecordAccess("City") {
///     $0.identity(\.id)
///     $0.attribute("name", \.name)
///     $0.attribute("population", \.population)
///     $0.toOne("country", \.country, countries)
///   }
///   static let countries: RecordAccess<Country> = RecordAccess("Country") {
///     $0.attribute("name", \.name)
///     $0.toMany("cities", \.cities, cities)
///   }
/// }
/// ```
/// The engine looks up the target of a relationship when a query first uses it, so that entities can refer to each
/// other. The types of such mutual descriptions have to be written out, since Swift cannot infer them in a cycle.
public struct RecordAccess<Record>: Sendable {
  /// The entity's name, which queries use.
  public let entity: String
  /// The name of the entity's topmost ancestor, which `ObjectKey.root` holds.
  public let root: String
  /// The type-erased description, which plans use.
  let shape: RecordShape

  /// Creates the access that `declare` describes. If two properties have the same name, the last one counts.
  ///
  /// - Parameters:
  ///   - entity: The entity's name in queries.
  ///   - root: The entity's topmost ancestor, if it inherits.
  public init(_ entity: String, root: String? = nil, _ declare: (inout Declaration) -> Void) {
    var declaration = Declaration(root: root ?? entity)
    declare(&declaration)
    self.entity = entity
    self.root = root ?? entity
    let properties = declaration.properties
    shape = RecordShape(entity, of: Record.self, key: declaration.key, entityOf: declaration.entityOf) { properties[$0] }
  }

  init(root: String, _ shape: RecordShape) {
    entity = shape.entity
    self.root = root
    self.shape = shape
  }

  /// Collects the properties of a record type.
  public struct Declaration {
    let root: String
    var properties: [String: PropertyAccess] = [:]
    var key: (@Sendable (Row) -> ObjectKey)?
    var entityOf: (@Sendable (Row) -> String)?

    init(root: String) {
      self.root = root
    }

    /// Adds an attribute with a typed reader.
    public mutating func attribute(_ name: String, access: AttributeAccess<Record>) {
      attribute(name, rows: access.ofRows(), blocks: nil)
    }

    /// Adds an attribute with a typed reader and one that reads it in place, by a pointer to the record. A scan over an
    /// array then copies no records.
    public mutating func attribute(
      _ name: String, access: AttributeAccess<Record>, inPlace: AttributeAccess<UnsafePointer<Record>>
    ) {
      attribute(name, rows: inPlace.ofRows(), blocks: nil)
    }

    /// Adds an attribute with typed readers of one record, of one record in place, and of many adjacent records.
    ///
    /// - Parameter blocks: A reader of the same type as the others; nil if the attribute can only be read record by
    ///   record.
    public mutating func attribute(
      _ name: String, access: AttributeAccess<Record>, inPlace: AttributeAccess<UnsafePointer<Record>>,
      blocks: BlockAccess<Record>?
    ) {
      properties[name] = .attribute(
        AttributeReader(inPlace.ofRows(), blockColumn: { blocks.map { AttributeColumn($0) } }))
    }

    /// Adds an attribute with a reader of rows and one of many records. The overloads below make both readers.
    ///
    /// - Parameter blocks: Nil if many records are read with one call for each.
    @usableFromInline mutating func attribute(
      _ name: String, rows: AttributeAccess<UnsafeRawPointer?>, blocks: BlockAccess<Record>?
    ) {
      let stride = MemoryLayout<Record>.stride
      properties[name] = .attribute(
        AttributeReader(rows) { blocks.map { AttributeColumn($0) } ?? AttributeColumn(rows, stride: stride) })
    }

    /// Adds a to-one relationship with a getter, a function that follows it from many records, and the access to its
    /// target.
    public mutating func toOne<Target>(
      _ name: String, get: @escaping @Sendable (Record) -> Target?, blocks: @escaping BlockTargets<Record, Target>,
      target: @escaping @Sendable () -> RecordAccess<Target>
    ) {
      toOne(
        name,
        rows: { row, body in
          guard let target = get(row.place().pointee) else { return }
          withUnsafePointer(to: target) { body(UnsafeRawPointer($0)) }
        }, blocks: blocks, target: target)
    }

    /// Adds a to-one relationship with a function that follows it from a row, and one that follows it from many
    /// records. The overload below makes both.
    @usableFromInline mutating func toOne<Target>(
      _ name: String, rows: @escaping @Sendable (UnsafeRawPointer?, (UnsafeRawPointer?) -> Void) -> Void,
      blocks: @escaping BlockTargets<Record, Target>, target: @escaping @Sendable () -> RecordAccess<Target>
    ) {
      properties[name] = .toOne(
        ToOneAccess(follow: rows, blockColumn: { TargetColumn($0, blocks) }, target: { target().shape }))
    }

    /// Adds a to-many relationship with a count and a loop over its objects. The other overloads call this one.
    ///
    /// - Parameter forEach: Calls its second argument for each object in order, until that returns false.
    public mutating func toMany<Target>(
      _ name: String, count: @escaping @Sendable (Record) -> Int,
      forEach: @escaping @Sendable (Record, (Target) -> Bool) -> Void,
      target: @escaping @Sendable () -> RecordAccess<Target>
    ) {
      properties[name] = .toMany(
        ToManyAccess(
          count: { count($0.place().pointee) },
          forEach: { row, body in
            forEach(row.place().pointee) { object in withUnsafePointer(to: object) { body(UnsafeRawPointer($0)) } }
          }, isShared: true, target: { target().shape }))
    }

    /// Sets the getter of the record's object key, which queries that compare objects need.
    public mutating func objectKey(_ get: @escaping @Sendable (Record) -> ObjectKey) {
      key = { get($0.place().pointee) }
    }

    /// Sets the attribute that identifies a record, which queries that compare objects need.
    public mutating func identity<ID: AttributeValue>(_ get: @escaping @Sendable (Record) -> ID) {
      let root = root
      key = { ObjectKey(root: root, identity: ObjectKey.Identity(get($0.place().pointee).value)) }
    }

    /// Sets the getter of the record's entity name. Queries of `Entity only` need it if the records include
    /// sub-entities.
    public mutating func entity(of get: @escaping @Sendable (Record) -> String) {
      entityOf = { get($0.place().pointee) }
    }
  }
}

extension RecordAccess.Declaration {
  /// Adds an attribute. Queries see its type as `T.valueType`.
  @inlinable public mutating func attribute<T: AttributeValue>(
    _ name: String, _ get: @escaping @Sendable (Record) -> T
  ) {
    attribute(
      name, rows: T.access { get($0.unsafelyUnwrapped.assumingMemoryBound(to: Record.self).pointee) },
      blocks: T.blocks { get($0.pointee) })
  }

  /// Adds an optional attribute.
  @inlinable public mutating func attribute<T: AttributeValue>(
    _ name: String, _ get: @escaping @Sendable (Record) -> T?
  ) {
    attribute(
      name, rows: T.access { get($0.unsafelyUnwrapped.assumingMemoryBound(to: Record.self).pointee) },
      blocks: T.blocks { get($0.pointee) })
  }

  /// Adds an attribute of an enum type. Queries see its raw value.
  @inlinable public mutating func attribute<T: RawRepresentable & SendableMetatype>(
    _ name: String, _ get: @escaping @Sendable (Record) -> T
  ) where T.RawValue: AttributeValue {
    attribute(
      name,
      rows: T.RawValue.access { get($0.unsafelyUnwrapped.assumingMemoryBound(to: Record.self).pointee).rawValue },
      blocks: T.RawValue.blocks { get($0.pointee).rawValue })
  }

  /// Adds an optional attribute of an enum type. Queries see its raw value.
  @inlinable public mutating func attribute<T: RawRepresentable & SendableMetatype>(
    _ name: String, _ get: @escaping @Sendable (Record) -> T?
  ) where T.RawValue: AttributeValue {
    attribute(
      name,
      rows: T.RawValue.access { get($0.unsafelyUnwrapped.assumingMemoryBound(to: Record.self).pointee)?.rawValue },
      blocks: T.RawValue.blocks { get($0.pointee)?.rawValue })
  }

  /// Adds an attribute that is a collection of values.
  @inlinable public mutating func attribute<T: AttributeValue>(
    _ name: String, _ get: @escaping @Sendable (Record) -> [T]
  ) {
    attribute(name, access: .list(element: T.valueType) { get($0).map(\.value) })
  }

  /// Adds an optional attribute that is a collection of values.
  @inlinable public mutating func attribute<T: AttributeValue>(
    _ name: String, _ get: @escaping @Sendable (Record) -> [T]?
  ) {
    attribute(name, access: .list(element: T.valueType) { get($0)?.map(\.value) })
  }

  /// Adds an attribute that is read as a dynamically typed `Value`; see `AttributeAccess.init(_:value:)`.
  public mutating func attribute(
    named name: String, type: ValueType, get: @escaping @Sendable (Record) -> Value
  ) {
    attribute(name, access: AttributeAccess(type, value: get))
  }

  /// Adds a to-one relationship, with the access to its target.
  @inlinable public mutating func toOne<Target>(
    _ name: String, _ get: @escaping @Sendable (Record) -> Target?,
    _ target: @autoclosure @escaping @Sendable () -> RecordAccess<Target>
  ) {
    toOne(
      name,
      rows: { row, body in
        guard let object = get(row.unsafelyUnwrapped.assumingMemoryBound(to: Record.self).pointee) else { return }
        withUnsafePointer(to: object) { body(UnsafeRawPointer($0)) }
      },
      blocks: { rows, memory, body in rows.withTargets(in: memory, { get($0.pointee) }, body) }, target: target)
  }

  /// Adds a to-many relationship to the objects of a collection, in its order.
  @inlinable public mutating func toMany<Objects: Collection & SendableMetatype>(
    _ name: String, _ get: @escaping @Sendable (Record) -> Objects,
    _ target: @autoclosure @escaping @Sendable () -> RecordAccess<Objects.Element>
  ) where Objects.Iterator: SendableMetatype {
    toMany(
      name, count: { get($0).count },
      forEach: { record, body in
        for object in get(record) {
          guard body(object) else { return }
        }
      }, target: target)
  }

  /// Adds a to-many relationship to the objects of an optional collection. Nil counts as empty.
  @inlinable public mutating func toMany<Objects: Collection & SendableMetatype>(
    _ name: String, _ get: @escaping @Sendable (Record) -> Objects?,
    _ target: @autoclosure @escaping @Sendable () -> RecordAccess<Objects.Element>
  ) where Objects.Iterator: SendableMetatype {
    toMany(
      name, count: { get($0)?.count ?? 0 },
      forEach: { record, body in
        guard let objects = get(record) else { return }
        for object in objects {
          guard body(object) else { return }
        }
      }, target: target)
  }
}

extension ObjectKey.Identity {
  /// The identity for the value of a single identifying attribute: integers, texts and UUIDs as they are, others as
  /// `.composite` with one exact text.
  public init(_ value: Value) {
    switch value {
    case .int(let number): self = .int(number)
    case .string(let text): self = .string(text)
    case .uuid(let id): self = .uuid(id)
    default:
      self = .composite([value.keyText])
    }
  }
}
