/// The servers of PostgreSQL among which tables are divided, and the keys by which that is done, as a JSON file has them.
///
/// ```json
/// { "servers": ["postgres://world@db1/world", "postgres://world@db2/world"],
///   "keys": { "City": "country" } }
/// ```
package struct Sharding: Hashable, Sendable, Decodable {
  /// The URLs of the servers, each of which gets an equal part of the rows.
  package var servers: [String]
  /// The attribute or to-one relationship whose value decides where an object is, by entity. Objects of entities that are
  /// not named are divided by their own number.
  package var keys: [String: String]

  package init(servers: [String], keys: [String: String] = [:]) {
    (self.servers, self.keys) = (servers, keys)
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let other = container.allKeys.first(where: { $0.stringValue != "servers" && $0.stringValue != "keys" }) {
      throw DecodingError.dataCorruptedError(forKey: other, in: container, debugDescription: "it has 'servers' and 'keys'")
    }
    servers = try container.decode([String].self, forKey: Key(stringValue: "servers"))
    keys = try container.decodeIfPresent([String: String].self, forKey: Key(stringValue: "keys")) ?? [:]
  }
}

/// A mistake in a `Sharding`.
package struct ShardingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a sentence.
  package var description: String
  /// What to write instead; nil if the message says it.
  package var help: String?

  init(_ description: String, help: String? = nil) {
    (self.description, self.help) = (description, help)
  }
}
