public import Foundation

/// A value of an attribute, a parameter or an expression.
///
/// Equality and hashing are those of the case and its payload, for use in tests and tables; the language's own
/// comparison (exact mixed numbers, folded text, nil rules) is the runtime's.
@frozen public enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  /// Every integer type; narrower ones are widened.
  case int(Int64)
  /// `Float` and `Double`.
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  /// Seconds.
  case duration(Double)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  /// A reference to an object.
  case object(ObjectKey)
  case list([Value])

  /// True for `.null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

/// What identifies an object among those of its entity: the value of its `@unique` attribute, or its record number
/// where the entity has none.
public struct ObjectKey: Hashable, Sendable, Codable {
  /// Name of the topmost ancestor of the object's entity, so that a sub-entity's object is found under its parents too.
  public var root: String
  /// The identity within that entity.
  public var identity: Identity

  /// What tells one object of an entity from another.
  public enum Identity: Hashable, Sendable, Codable {
    /// 0-based record number, for entities without an identity of their own.
    case record(Int)
    case int(Int64)
    case string(String)
    case uuid(UUID)
    /// Several attributes together, or an attribute of another type, in their exact text form.
    case composite([String])
  }

  /// The object of that identity below the root entity.
  public init(root: String, identity: Identity) {
    self.root = root
    self.identity = identity
  }
}

extension Value: Codable {
  private enum Kind: String, CodingKey {
    case null, bool, int, double, decimal, string, date, duration, data, uuid, url, object, list
  }

  /// Reads `{"int": 5}` and the like; decimals, dates and non-finite doubles are text so that nothing is lost.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "a value has exactly one key"))
    }
    switch kind {
    case .null: self = .null
    case .bool: self = .bool(try container.decode(Bool.self, forKey: kind))
    case .int: self = .int(try container.decode(Int64.self, forKey: kind))
    case .double: self = .double(try Value.parsed(container, kind) { Double($0) })
    case .decimal: self = .decimal(try Value.parsed(container, kind) { $0 == "NaN" ? .nan : Decimal(string: $0) })
    case .string: self = .string(try container.decode(String.self, forKey: kind))
    case .date:
      self = .date(Date(timeIntervalSinceReferenceDate: try Value.parsed(container, kind) { Double($0) }))
    case .duration: self = .duration(try Value.parsed(container, kind) { Double($0) })
    case .data: self = .data(try container.decode(Data.self, forKey: kind))
    case .uuid: self = .uuid(try container.decode(UUID.self, forKey: kind))
    case .url: self = .url(try Value.parsed(container, kind) { URL(string: $0) })
    case .object: self = .object(try container.decode(ObjectKey.self, forKey: kind))
    case .list: self = .list(try container.decode([Value].self, forKey: kind))
    }
  }

  private static func parsed<Result>(
    _ container: KeyedDecodingContainer<Kind>, _ kind: Kind, _ parse: (String) -> Result?
  ) throws -> Result {
    let text = try container.decode(String.self, forKey: kind)
    guard let result = parse(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: kind, in: container, debugDescription: "'\(text)' is no \(kind.rawValue)")
    }
    return result
  }

  /// Writes `{"int": 5}` and the like.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    switch self {
    case .null: try container.encode(true, forKey: .null)
    case .bool(let value): try container.encode(value, forKey: .bool)
    case .int(let value): try container.encode(value, forKey: .int)
    case .double(let value): try container.encode(value.description, forKey: .double)
    case .decimal(let value): try container.encode(value.description, forKey: .decimal)
    case .string(let value): try container.encode(value, forKey: .string)
    case .date(let value): try container.encode(value.timeIntervalSinceReferenceDate.description, forKey: .date)
    case .duration(let value): try container.encode(value.description, forKey: .duration)
    case .data(let value): try container.encode(value, forKey: .data)
    case .uuid(let value): try container.encode(value, forKey: .uuid)
    case .url(let value): try container.encode(value.absoluteString, forKey: .url)
    case .object(let value): try container.encode(value, forKey: .object)
    case .list(let value): try container.encode(value, forKey: .list)
    }
  }
}
