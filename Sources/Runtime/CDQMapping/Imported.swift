package import CDQIR
import CDQStore
public import CDQLoading
public import Foundation

/// A property of a `Decodable` type whose value is stored while it is decoded:
///
///     struct Answer: Decodable {
///       var page: Int
///       @Imported var brands: [Brand]
///     }
///     let answer = try store.decode(containing: Answer.self, from: data)
///
/// A decoder of your own needs to know the store: `decoder.userInfo[.store] = store`. Each value is then stored in a
/// transaction of its own.
@propertyWrapper
public struct Imported<Shape: StoredShape>: Sendable {
  /// The stored objects, in the shape of the JSON: an object, an optional or an array.
  public var wrappedValue: Shape

  /// A value that is assigned instead of decoded; nothing is stored.
  public init(wrappedValue: Shape) {
    self.wrappedValue = wrappedValue
  }
}

extension Imported: Equatable where Shape: Equatable {}
extension Imported: Hashable where Shape: Hashable {}

extension CodingUserInfoKey {
  /// The key for the `Store` that `@Imported` values are stored in.
  public static let store: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "cdq.store") else { preconditionFailure("no key has this name") }
    return key
  }()
}

extension Imported: Decodable {
  /// Stores the value at the decoder's position.
  ///
  /// - Throws: `DecodeError` when the value cannot be stored, what the decoder throws, and `DecodingError` when
  ///   `userInfo` has no store.
  public init(from decoder: any Decoder) throws {
    let path: [JSONStep] = decoder.codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }
    let json = try JSONValue(from: decoder)
    guard let session = decoder.userInfo[.store] as? any ImportSession else {
      throw DecodingError.valueNotFound(
        Store.self,
        .init(codingPath: decoder.codingPath, debugDescription: "userInfo[.store] says where imported values go"))
    }
    wrappedValue = try session.shape(json, at: path, as: Shape.self)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a missing key as nil where the value is optional.
  public func decode<Shape>(
    _ type: Imported<Shape?>.Type, forKey key: Key
  ) throws -> Imported<Shape?> {
    try decodeIfPresent(type, forKey: key) ?? Imported(wrappedValue: nil)
  }
}

extension Store {
  /// Decodes any `Decodable` type and stores the values of its `@Imported` properties, all of them or none.
  ///
  /// - Parameter decoder: the strategies for decoding the other values; its `userInfo[.store]` is ignored.
  /// - Throws: `DecodeError` for a value that cannot be stored, else what the decoder throws.
  public func decode<Result: Decodable>(
    containing type: Result.Type, from data: Data, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Result {
    try transaction { transaction in
      let session = TransactionSession(ObjectImporter(transaction))
      let result = try decoder.decode(type, from: data, importingBy: session)
      transaction = session.importer.target
      return result
    }
  }
}

/// What stores the values of `@Imported` properties.
package protocol ImportSession: Sendable {
  /// Stores the objects of a JSON value and returns them in its shape.
  func shape<Shape: StoredShape>(_ json: JSONValue, at path: [JSONStep], as type: Shape.Type) throws -> Shape
}

extension Store: ImportSession {
  package func shape<Shape: StoredShape>(
    _ json: JSONValue, at path: [JSONStep], as type: Shape.Type
  ) throws -> Shape {
    try importing { try $0.shape(json, at: path, as: type) }
  }
}

/// The transaction that stores all values of one `Decodable`. Decoding is synchronous, so nothing ever waits for the
/// lock.
package final class TransactionSession<Target: ImportTarget>: ImportSession, @unchecked Sendable {
  private let lock = NSLock()
  private var current: ObjectImporter<Target>

  package init(_ importer: ObjectImporter<Target>) {
    current = importer
  }

  package var importer: ObjectImporter<Target> { lock.withLock { current } }

  package func shape<Shape: StoredShape>(
    _ json: JSONValue, at path: [JSONStep], as type: Shape.Type
  ) throws -> Shape {
    lock.lock()
    defer { lock.unlock() }
    var importer = ObjectImporter(current.target)
    let result = try importer.shape(json, at: path, as: type)
    current = importer
    return result
  }
}

extension JSONDecoder {
  /// Decodes with the strategies of this decoder, with a session in place of what its `userInfo` has.
  package func decode<Result: Decodable>(
    _ type: Result.Type, from data: Data, importingBy session: any ImportSession
  ) throws -> Result {
    let own = JSONDecoder()
    own.dateDecodingStrategy = dateDecodingStrategy
    own.dataDecodingStrategy = dataDecodingStrategy
    own.keyDecodingStrategy = keyDecodingStrategy
    own.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
    own.userInfo = userInfo
    own.userInfo[.store] = session
    return try own.decode(type, from: data)
  }
}

extension JSONValue: Decodable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }

  /// Decodes any JSON value. A number with a fraction has the digits that the decoder provides.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
          Member(key.stringValue, try container.decode(JSONValue.self, forKey: key))
        })
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Decimal.self) {
      self = .number(number.description)
    } else {
      self = .string(try container.decode(String.self))
    }
  }
}
