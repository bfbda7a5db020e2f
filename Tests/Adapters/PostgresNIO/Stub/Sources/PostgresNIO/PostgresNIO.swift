// Stubs of PostgresNIO's declarations, from its documentation of version 1.21 and later.
public import Foundation
public import NIOCore

public struct PostgresDataType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let bool = PostgresDataType(rawValue: 16)
  public static let bytea = PostgresDataType(rawValue: 17)
  public static let int8 = PostgresDataType(rawValue: 20)
  public static let int2 = PostgresDataType(rawValue: 21)
  public static let int4 = PostgresDataType(rawValue: 23)
  public static let text = PostgresDataType(rawValue: 25)
  public static let json = PostgresDataType(rawValue: 114)
  public static let float4 = PostgresDataType(rawValue: 700)
  public static let float8 = PostgresDataType(rawValue: 701)
  public static let numeric = PostgresDataType(rawValue: 1700)
  public static let uuid = PostgresDataType(rawValue: 2950)
}

public protocol PostgresDecodable {}
public protocol PostgresDynamicTypeEncodable: Sendable {}
extension String: PostgresDecodable, PostgresDynamicTypeEncodable {}
extension Bool: PostgresDecodable {}
extension Int64: PostgresDecodable {}
extension Double: PostgresDecodable {}
extension Decimal: PostgresDecodable {}
extension Data: PostgresDecodable {}
extension UUID: PostgresDecodable {}

public struct PostgresDecodingError: Error {}

public struct PostgresCell: Sendable {
  public var bytes: ByteBuffer?
  public var dataType: PostgresDataType

  public func decode<T: PostgresDecodable>(_: T.Type = T.self, file: String = #fileID, line: Int = #line) throws -> T {
    throw PostgresDecodingError()
  }
}

public struct PostgresRow: Sendable, Sequence {
  public func makeIterator() -> IndexingIterator<[PostgresCell]> { [].makeIterator() }
}

public struct PostgresBindings: Sendable {
  public init(capacity: Int) {}
  public mutating func appendNull() {}
  public mutating func append<Value: PostgresDynamicTypeEncodable>(_ value: Value) {}
}

public struct PostgresQuery: Sendable {
  public init(unsafeSQL sql: String, binds: PostgresBindings) {}
}

public struct PostgresRowSequence: AsyncSequence, Sendable {
  public typealias Element = PostgresRow

  public struct AsyncIterator: AsyncIteratorProtocol {
    public mutating func next() async throws -> PostgresRow? { nil }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

public final class PostgresClient: Sendable {
  public func query(
    _ query: PostgresQuery, file: String = #fileID, line: Int = #line
  ) async throws -> PostgresRowSequence { PostgresRowSequence() }
}
