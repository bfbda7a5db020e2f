public import CDQIR
import CDQValues
import Foundation

/// How the engine reads a type of the caller's: which attributes and relationships it has under which names.
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
/// The target of a relationship is looked up when a query first uses it, so that entities can refer to each other; the
/// types are then written out, as Swift cannot infer them in a circle.
public struct RecordAccess<Record>: Sendable {
  /// The entity's name.
  public let entity: String
  /// Name of the entity's topmost ancestor: what `ObjectKey.root` holds.
  public let root: String
  /// The same without the type of the records.
  let shape: RecordShape

  /// The access that `declare` describes. Of two properties with one name the last counts.
  ///
  /// - Parameters:
  ///   - entity: The entity's name in queries.
  ///   - root: Its topmost ancestor where it inherits.
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

  /// Collects what a record has.
  public struct Declaration {
    let root: String
    var properties: [String: PropertyAccess] = [:]
    var key: (@Sendable (Row) -> ObjectKey)?
    var entityOf: (@Sendable (Row) -> String)?

    init(root: String) {
      self.root = root
    }

    /// An attribute by its typed reader.
    public mutating func attribute(_ name: String, access: AttributeAccess<Record>) {
      attribute(name, rows: access.ofRows(), blocks: nil)
    }

    /// An attribute by its typed reader and one that reads it from where the record lies: a scan over an array then
    /// copies no records.
    public mutating func attribute(
      _ name: String, access: AttributeAccess<Record>, inPlace: AttributeAccess<UnsafePointer<Record>>
    ) {
      attribute(name, rows: inPlace.ofRows(), blocks: nil)
    }

    /// An attribute by its typed readers: of one record, of one where it lies, and of many at once.
    ///
    /// - Parameter blocks: Of the same type as the others; nil where the attribute is read record by record only.
    public mutating func attribute(
      _ name: String, access: AttributeAccess<Record>, inPlace: AttributeAccess<UnsafePointer<Record>>,
      blocks: BlockAccess<Record>?
    ) {
      properties[name] = .attribute(
        AttributeReader(inPlace.ofRows(), blockColumn: { blocks.map { AttributeColumn($0) } }))
    }

    /// An attribute by what reads it from the row of a record, and what reads it from many records at once. The overloads
    /// below make both.
    ///
    /// - Parameter blocks: Nil where many records are read by a call for each.
    @usableFromInline mutating func attribute(
      _ name: String, rows: AttributeAccess<UnsafeRawPointer?>, blocks: BlockAccess<Record>?
    ) {
      let stride = MemoryLayout<Record>.stride
      properties[name] = .attribute(
        AttributeReader(rows) { blocks.map { AttributeColumn($0) } ?? AttributeColumn(rows, stride: stride) })
    }

    /// A relationship to one object, how it is followed from many records at once, and how the object is read.
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

    /// A relationship to one object by what leads from row to row, and from many records at once. The overload below makes
    /// both.
    @usableFromInline mutating func toOne<Target>(
      _ name: String, rows: @escaping @Sendable (UnsafeRawPointer?, (UnsafeRawPointer?) -> Void) -> Void,
      blocks: @escaping BlockTargets<Record, Target>, target: @escaping @Sendable () -> RecordAccess<Target>
    ) {
      properties[name] = .toOne(
        ToOneAccess(follow: rows, blockColumn: { TargetColumn($0, blocks) }, target: { target().shape }))
    }

    /// A relationship to many objects by their number and a loop over them; the other overloads end here.
    ///
    /// - Parameter forEach: Calls its second argument for each object in order until that returns false.
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
          }, target: { target().shape }))
    }

    /// What identifies a record: needed where a query compares objects.
    public mutating func objectKey(_ get: @escaping @Sendable (Record) -> ObjectKey) {
      key = { get($0.place().pointee) }
    }

    /// The attribute that identifies a record: needed where a query compares objects.
    public mutating func identity<ID: AttributeValue>(_ get: @escaping @Sendable (Record) -> ID) {
      let root = root
      key = { ObjectKey(root: root, identity: ObjectKey.Identity(get($0.place().pointee).value)) }
    }

    /// The entity of each record, where records of sub-entities stand among those of the entity: `Entity only` needs it.
    public mutating func entity(of get: @escaping @Sendable (Record) -> String) {
      entityOf = { get($0.place().pointee) }
    }
  }
}

extension RecordAccess.Declaration {
  /// An attribute.
  @inlinable public mutating func attribute<T: AttributeValue>(
    _ name: String, _ get: @escaping @Sendable (Record) -> T
  ) {
    attribute(
      name, rows: T.access { get($0.unsafelyUnwrapped.assumingMemoryBound(to: Record.self).pointee) },
      blocks: T.blocks { get($0.pointee) })
  }

  /// An attribute that may be nil.
  @inlinable public mutating func attribute<T: AttributeValue>(
    _ name: String, _ get: @escaping @Sendable (Record) -> T?
  ) {
    attribute(
      name, rows: T.access { get($0.unsafelyUnwrapped.assumingMemoryBound(to: Record.self).pointee) },
      blocks: T.blocks { get($0.pointee) })
  }

  /// An attribute of an enum, which queries see as its raw value.
  @inlinable public mutating func attribute<T: RawRepresentable & SendableMetatype>(
    _ name: String, _ get: @escaping @Sendable (Record) -> T
  ) where T.RawValue: AttributeValue {
    attribute(
      name,
      rows: T.RawValue.access { get($0.unsafelyUnwrapped.assumingMemoryBound(to: Record.self).pointee).rawValue },
      blocks: T.RawValue.blocks { get($0.pointee).rawValue })
  }

  /// An attribute of an enum that may be nil.
  @inlinable public mutating func attribute<T: RawRepresentable & SendableMetatype>(
    _ name: String, _ get: @escaping @Sendable (Record) -> T?
  ) where T.RawValue: AttributeValue {
    attribute(
      name,
      rows: T.RawValue.access { get($0.unsafelyUnwrapped.assumingMemoryBound(to: Record.self).pointee)?.rawValue },
      blocks: T.RawValue.blocks { get($0.pointee)?.rawValue })
  }

  /// An attribute of several values.
  @inlinable public mutating func attribute<T: AttributeValue>(
    _ name: String, _ get: @escaping @Sendable (Record) -> [T]
  ) {
    attribute(name, access: .list(element: T.valueType) { get($0).map(\.value) })
  }

  /// An attribute of several values that may be nil.
  @inlinable public mutating func attribute<T: AttributeValue>(
    _ name: String, _ get: @escaping @Sendable (Record) -> [T]?
  ) {
    attribute(name, access: .list(element: T.valueType) { get($0)?.map(\.value) })
  }

  /// An attribute read as a dynamic `Value`, as `AttributeAccess.init(_:value:)` describes.
  public mutating func attribute(
    named name: String, type: ValueType, get: @escaping @Sendable (Record) -> Value
  ) {
    attribute(name, access: AttributeAccess(type, value: get))
  }

  /// A relationship to one object, and how that object is read.
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

  /// A relationship to the objects of a collection, in its order.
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

  /// A relationship to the objects of a collection that may be nil, which is as good as empty.
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
  /// The identity that a single attribute's value gives.
  public init(_ value: Value) {
    switch value {
    case .int(let number): self = .int(number)
    case .string(let text): self = .string(text)
    case .uuid(let id): self = .uuid(id)
    case .null, .bool, .double, .decimal, .date, .duration, .data, .url, .object, .list:
      self = .composite([value.identityText])
    }
  }
}

extension Value {
  /// An exact text that differs for different values of one type.
  fileprivate var identityText: String {
    switch self {
    case .null: ""
    case .bool(let value): String(value)
    case .int(let value): String(value)
    case .double(let value), .duration(let value): value.description
    case .decimal(let value): value.description
    case .string(let value): value
    case .date(let value): value.timeIntervalSinceReferenceDate.description
    case .data(let value): value.base64EncodedString()
    case .uuid(let value): value.uuidString
    case .url(let value): value.absoluteString
    case .object(let key): "\(key.root):\(key.identity)"
    case .list(let values): values.map(\.identityText).joined(separator: ",")
    }
  }
}
