import CDQStore

public import Foundation

/// Data to load: the bytes of one file and what they are.
public struct LoadInput: Hashable, Sendable {
  /// How the bytes are written.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// An array of objects; or, when no entity is given, an object that has such an array for each entity.
    case json
    /// One object per line.
    case ndjson
    /// RFC 4180; the first line has the keys.
    case csv
  }

  /// What issues call it: usually the path.
  public var name: String
  /// Whose records it has; nil for one JSON object with an array per entity.
  public var entity: String?
  /// How the bytes are written.
  public var format: Format
  /// UTF-8 text.
  public var bytes: Data

  /// The records of one entity.
  public init(name: String, entity: String, format: Format, bytes: Data) {
    self.name = name
    self.entity = entity
    self.format = format
    self.bytes = bytes
  }

  /// One JSON object `{"City": […], "Country": […]}`.
  public init(name: String, bytes: Data) {
    self.name = name
    entity = nil
    format = .json
    self.bytes = bytes
  }

  /// What a file of that name holds, when the name is `<Entity>.json`, `<Entity>.ndjson` or `<Entity>.csv`.
  public static func kind(ofFile name: String) -> (entity: String, format: Format)? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      let format = Format(rawValue: name[name.index(after: dot)...].lowercased())
    else { return nil }
    return (String(name[..<dot]), format)
  }
}
