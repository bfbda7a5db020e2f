import CDQStore

public import Foundation

/// An input of `StoreLoader`: the bytes of one file, with their entity and format.
public struct LoadInput: Hashable, Sendable {
  /// The format of the bytes; the raw value is the extension of a file name.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// A JSON array of objects; without an entity, a JSON object with such an array for each entity.
    case json
    /// One JSON object per line.
    case ndjson
    /// CSV (RFC 4180); the first line has the keys.
    case csv
  }

  /// The name of the input in issues, usually the path of the file.
  public var name: String
  /// The entity of the records; nil for one JSON object with an array per entity.
  public var entity: String?
  /// The format of the bytes.
  public var format: Format
  /// The byte between two cells of CSV; nil to guess it: the comma, or, if the first line has none, the semicolon, tab or
  /// bar that it has most of.
  public var csvSeparator: UInt8?
  /// The contents: text in UTF-8.
  public var bytes: Data

  /// An input with the records of one entity.
  public init(name: String, entity: String, format: Format, bytes: Data) {
    self.name = name
    self.entity = entity
    self.format = format
    self.bytes = bytes
  }

  /// An input with the records of several entities, as one JSON object: `{"City": […], "Country": […]}`.
  public init(name: String, bytes: Data) {
    self.name = name
    entity = nil
    format = .json
    self.bytes = bytes
  }

  /// The entity and format of a file named `<Entity>.json`, `<Entity>.ndjson` or `<Entity>.csv`, or with the extension
  /// `jsonl` of NDJSON or `tsv` of CSV; nil for any other name.
  public static func kind(ofFile name: String) -> (entity: String, format: Format)? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      let format = formats[name[name.index(after: dot)...].lowercased()]
    else { return nil }
    return (String(name[..<dot]), format)
  }

  private static let formats: [String: Format] = [
    "json": .json, "ndjson": .ndjson, "jsonl": .ndjson, "csv": .csv, "tsv": .csv,
  ]
}
