import CDQIR
import CDQValues
package import Foundation

/// A value of a property list, or of a keyed archive that holds nothing but such values.
package indirect enum PlainValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case real(Double)
  case date(Date)
  case data(Data)
  case string(String)
  case uuid(UUID)
  case list([PlainValue])
  case dictionary([Pair])

  /// A member of a dictionary.
  package struct Pair: Hashable, Sendable {
    package var key: String
    package var value: PlainValue
  }

  /// The greatest depth and number of values.
  private static let greatestDepth = 40
  private static let greatestCount = 100_000

  /// The value in the bytes of a binary property list, which may be an archive.
  ///
  /// - Returns: nil for other bytes, and for an archive with objects of other classes.
  package init?(_ bytes: Data) {
    let bytes = Array(bytes)
    var count = 0
    if let archive = KeyedArchive(bytes) {
      guard let value = PlainValue.value(archive, archive.root, 0, &count) else { return nil }
      self = value
    } else if let list = BinaryPropertyList(bytes), let value = PlainValue.value(list, list.top, 0, &count) {
      self = value
    } else {
      return nil
    }
  }

  init?(_ list: BinaryPropertyList) {
    var count = 0
    guard let value = PlainValue.value(list, list.top, 0, &count) else { return nil }
    self = value
  }

  /// The value of a property list in XML, such as old stores have; nil for other bytes.
  init?(xml bytes: [UInt8]) {
    // Foundation's reader calls itself for each container inside another.
    guard bytes.count < 1 << 20, String(decoding: bytes, as: UTF8.self).components(separatedBy: "<dict").count < 100,
      let object = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    else { return nil }
    self = PlainValue.value(object, 0)
  }

  private static func value(_ object: Any, _ depth: Int) -> PlainValue {
    if let list = object as? [Any] { return depth < greatestDepth ? .list(list.map { value($0, depth + 1) }) : .null }
    if let members = object as? [String: Any] {
      guard depth < greatestDepth else { return .null }
      return .dictionary(members.sorted { $0.key < $1.key }.map { Pair(key: $0.key, value: value($0.value, depth + 1)) })
    }
    switch Value(object: object) {
    case .bool(let truth): return .bool(truth)
    case .int(let number): return .int(number)
    case .double(let number): return .real(number)
    // An integer beyond Int64.
    case .decimal(let number): return .real(ExactNumber.nearestDouble(number))
    case .date(let date): return .date(date)
    case .data(let data): return .data(data)
    case .string(let text): return .string(text)
    // A property list has no other values.
    case .null, .duration, .uuid, .url, .object, .list, nil: return .null
    }
  }

  private static func value(_ list: BinaryPropertyList, _ number: Int, _ depth: Int, _ count: inout Int) -> PlainValue? {
    count += 1
    guard depth < greatestDepth, count <= greatestCount else { return nil }
    switch list.object(number) {
    case nil, .uid?: return nil
    case .null?: return .null
    case .bool(let truth)?: return .bool(truth)
    case .int(let number)?: return .int(number)
    case .real(let number)?: return .real(number)
    case .date(let seconds)?: return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let data)?: return .data(data)
    case .string(let text)?: return .string(text)
    case .array(let elements)?:
      var values: [PlainValue] = []
      for element in elements {
        guard let value = value(list, element, depth + 1, &count) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .dictionary(let pairs)?:
      var members: [Pair] = []
      for pair in pairs {
        guard case .string(let key)? = list.object(pair.key), let value = value(list, pair.value, depth + 1, &count) else {
          return nil
        }
        members.append(Pair(key: key, value: value))
      }
      return .dictionary(members.sorted { $0.key < $1.key })
    }
  }

  private static func value(_ archive: KeyedArchive, _ item: KeyedArchive.Item, _ depth: Int, _ count: inout Int) -> PlainValue? {
    count += 1
    guard depth < greatestDepth, count <= greatestCount else { return nil }
    switch item {
    case .null: return .null
    case .bool(let truth): return .bool(truth)
    case .int(let number): return .int(number)
    case .real(let number): return .real(number)
    case .date(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let data): return .data(data)
    case .string(let text): return .string(text)
    case .list(let items): return list(archive, items, depth, &count)
    case .object(let number):
      guard let object = archive.object(number) else { return nil }
      return value(archive, item, object, depth, &count)
    }
  }

  private static func list(
    _ archive: KeyedArchive, _ items: [KeyedArchive.Item], _ depth: Int, _ count: inout Int
  ) -> PlainValue? {
    var values: [PlainValue] = []
    for item in items {
      guard let value = value(archive, item, depth + 1, &count) else { return nil }
      values.append(value)
    }
    return .list(values)
  }

  private static func value(
    _ archive: KeyedArchive, _ item: KeyedArchive.Item, _ object: KeyedArchive.Object, _ depth: Int, _ count: inout Int
  ) -> PlainValue? {
    switch object.className {
    case "NSString", "NSMutableString": return archive.text(item).map { .string($0) }
    case "NSNull": return .null
    case "NSDate":
      switch archive.value(object, "NS.time") {
      case .real(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
      case .int(let seconds): return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
      default: return nil
      }
    case "NSData", "NSMutableData":
      if case .data(let data) = archive.value(object, "NS.data") { return .data(data) }
      return nil
    case "NSUUID":
      guard case .data(let data) = archive.value(object, "NS.uuidbytes") else { return nil }
      return UUID(bytes: data).map { .uuid($0) }
    case "NSURL":
      return archive.text(archive.value(object, "NS.relative")).map { .string($0) }
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
      // An empty set has no list of elements.
      return list(archive, archive.elements(item) ?? [], depth, &count)
    case "NSDictionary", "NSMutableDictionary":
      var members: [Pair] = []
      for pair in archive.pairs(item) ?? [] {
        guard let key = archive.text(pair.key), let value = value(archive, pair.value, depth + 1, &count) else { return nil }
        members.append(Pair(key: key, value: value))
      }
      return .dictionary(members.sorted { $0.key < $1.key })
    default: return nil
    }
  }
}

extension UUID {
  /// A UUID of 16 bytes; nil for another number of them.
  init?(bytes: Data) {
    guard bytes.count == 16 else { return nil }
    let b = Array(bytes)
    self.init(uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]))
  }
}
