import CDQIR
import CDQStore
public import CDQLoading
public import Foundation

/// A value of a `Decodable` type that is stored as it is decoded:
///
///     struct Answer: Decodable {
///       var page: Int
///       @Imported var brands: [Brand]
///     }
///     let answer = try store.decode(containing: Answer.self, from: data)
///
/// With a decoder of one's own, say in which store: `decoder.userInfo[.store] = store`. Each value is then stored by
/// itself.
@propertyWrapper
public struct Imported<Shape: StoredShape>: Sendable {
  /// What was stored.
  public var wrappedValue: Shape

  /// A value that is given instead of decoded.
  public init(wrappedValue: Shape) {
    self.wrappedValue = wrappedValue
  }
}

extension Imported: Equatable where Shape: Equatable {}
extension Imported: Hashable where Shape: Hashable {}

extension CodingUserInfoKey {
  /// The `Store` that `@Imported` values go to.
  public static let store: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "cdq.store") else { preconditionFailure("no key has this name") }
    return key
  }()
}

extension Imported: Decodable {
  /// Stores what the decoder is at.
  ///
  /// - Throws: `DecodeError`, or what the decoder throws; `DecodingError` when there is no store to go to.
  public init(from decoder: any Decoder) throws {
    let path: [JSONStep] = decoder.codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }
    let json = try JSONValue(from: decoder)
    switch decoder.userInfo[.store] {
    case let session as ImportSession:
      wrappedValue = try session.shape(json, path)
    case let store as Store:
      wrappedValue = try store.importing { importer throws(DecodeError) in
        try importer.shape(json, at: path, as: Shape.self)
      }
    default:
      throw DecodingError.valueNotFound(
        Store.self,
        .init(codingPath: decoder.codingPath, debugDescription: "userInfo[.store] says where imported values go"))
    }
  }
}

extension KeyedDecodingContainer {
  /// A missing key is nil where nil is allowed.
  public func decode<Shape>(
    _ type: Imported<Shape?>.Type, forKey key: Key
  ) throws -> Imported<Shape?> {
    try decodeIfPresent(type, forKey: key) ?? Imported(wrappedValue: nil)
  }
}

extension Store {
  /// Decodes any `Decodable` type and stores what is `@Imported` in it, all of it or nothing.
  ///
  /// - Parameter decoder: how the rest is decoded; its `userInfo[.store]` is not looked at.
  /// - Throws: `DecodeError` for what cannot be stored, else what the decoder throws.
  public func decode<Result: Decodable>(
    containing type: Result.Type, from data: Data, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Result {
    try transaction { transaction in
      let session = ImportSession(transaction)
      let own = JSONDecoder()
      own.dateDecodingStrategy = decoder.dateDecodingStrategy
      own.dataDecodingStrategy = decoder.dataDecodingStrategy
      own.keyDecodingStrategy = decoder.keyDecodingStrategy
      own.nonConformingFloatDecodingStrategy = decoder.nonConformingFloatDecodingStrategy
      own.userInfo = decoder.userInfo
      own.userInfo[.store] = session
      let result = try own.decode(type, from: data)
      transaction = session.transaction
      return result
    }
  }
}

/// The transaction that all values of one `Decodable` go to. Decoding is synchronous, so the lock is never waited for.
private final class ImportSession: @unchecked Sendable {
  private let lock = NSLock()
  private var current: StoreTransaction

  init(_ transaction: StoreTransaction) {
    current = transaction
  }

  var transaction: StoreTransaction { lock.withLock { current } }

  func shape<Shape: StoredShape>(_ json: JSONValue, _ path: [JSONStep]) throws(DecodeError) -> Shape {
    lock.lock()
    defer { lock.unlock() }
    var importer = ObjectImporter(current)
    let result = try importer.shape(json, at: path, as: Shape.self)
    current = importer.transaction
    return result
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

  /// Reads any JSON value. Numbers with a fraction have the digits that the decoder gives.
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
