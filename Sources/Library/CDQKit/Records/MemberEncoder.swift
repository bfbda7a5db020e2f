import Foundation

/// An encoder that keeps one member of an object, as the Swift value that it is, and drops the others.
final class MemberEncoder: Encoder {
  private let names: [String]
  /// The member, and the place of its name in `names`.
  fileprivate var found: (member: Any, rank: Int)?
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  private init(_ names: [String]) {
    self.names = names
  }

  /// The member of the first of some names that a value encodes; nil when it encodes none of them.
  static func member(_ names: [String], of value: any Encodable) -> Any? {
    let encoder = MemberEncoder(names)
    // What a custom `encode` throws is about members that are not wanted, or leaves the member nil.
    try? value.encode(to: encoder)
    return encoder.found?.member
  }

  fileprivate func keep(_ member: Any, _ name: String) {
    guard let rank = names.firstIndex(of: name), rank < found?.rank ?? .max else { return }
    found = (member, rank)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { NoMembers() }

  func singleValueContainer() -> any SingleValueEncodingContainer { InnerValue(encoder: self) }

  /// A member that is a container of its own has no Swift value, so that it is read as missing.
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: MemberEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}

    func encode<T: Encodable>(_ value: T, forKey key: Key) { encoder.keep(value, key.stringValue) }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      KeyedEncodingContainer(MemberEncoder.Members<NestedKey>(encoder: MemberEncoder([])))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { NoMembers() }

    func superEncoder() -> any Encoder { encoder }

    func superEncoder(forKey key: Key) -> any Encoder { MemberEncoder([]) }
  }

  /// The value of a type that encodes as another one, whose members are wanted then.
  private struct InnerValue: SingleValueEncodingContainer {
    let encoder: MemberEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil() {}

    func encode<T: Encodable>(_ value: T) throws {
      // These have no members; they would encode themselves into this container again.
      if value is Bool || value is String || value is any BinaryInteger || value is any BinaryFloatingPoint { return }
      try value.encode(to: encoder)
    }
  }

  /// The elements of a list, which has no members.
  private struct NoMembers: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    func encodeNil() {}

    func encode<T: Encodable>(_ value: T) {}

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
      KeyedEncodingContainer(MemberEncoder.Members<NestedKey>(encoder: MemberEncoder([])))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

    func superEncoder() -> any Encoder { MemberEncoder([]) }
  }
}
