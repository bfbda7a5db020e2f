import CDQIR

/// The values of a uniqueness constraint, cheap to hash in the common cases.
enum UniqueKey: Hashable, Sendable {
  case int(Int64)
  case string(String)
  case values([Value])
  /// A record number, where nothing is unique. Never in an index.
  case record(Int)
  /// What could not be read and was reported. Never in an index.
  case unreadable

  /// The key of a row's values; nil when one is nil, since nil is equal to nothing here (as in SQL and Core Data).
  init?(_ values: [Value]) {
    if values.count == 1 {
      self.init(values[0])
      return
    }
    if values.contains(where: \.isNull) { return nil }
    self = .values(values)
  }

  /// The key of a single value; nil for nil.
  init?(_ value: Value) {
    switch value {
    case .null: return nil
    case .int(let number): self = .int(number)
    case .string(let text): self = .string(text)
    case .bool, .double, .decimal, .date, .duration, .data, .uuid, .url, .object, .list: self = .values([value])
    }
  }
}

/// Finds the row that has given values: a hash table in shards that copies share, so that a change beside readers
/// copies one shard and not everything.
struct UniqueIndex: Sendable {
  private static let shardSize = 256
  private var shards: [[UniqueKey: RowReference]] = [[:]]
  private(set) var count = 0

  init() {}

  /// An index with room for a number of rows.
  init(capacity: Int) {
    var shardCount = 1
    while shardCount * Self.shardSize < capacity { shardCount *= 2 }
    shards = (0..<shardCount).map { _ in Dictionary(minimumCapacity: capacity / shardCount) }
  }

  subscript(key: UniqueKey) -> RowReference? {
    shards[shard(of: key)][key]
  }

  /// Adds a row.
  ///
  /// - Returns: the row that has the key already, in which case nothing is changed.
  mutating func insert(_ key: UniqueKey, _ row: RowReference) -> RowReference? {
    if count >= shards.count * Self.shardSize * 2 { grow() }
    let shard = shard(of: key)
    if let existing = shards[shard][key] { return existing }
    shards[shard][key] = row
    count += 1
    return nil
  }

  mutating func remove(_ key: UniqueKey) {
    if shards[shard(of: key)].removeValue(forKey: key) != nil { count -= 1 }
  }

  private func shard(of key: UniqueKey) -> Int {
    // The low bits of the hash choose the bucket inside a dictionary; other ones choose the shard.
    (key.hashValue >> 20) & (shards.count - 1)
  }

  private mutating func grow() {
    let old = shards
    shards = Array(repeating: [:], count: old.count * 4)
    for (key, row) in old.joined() { shards[shard(of: key)][key] = row }
  }
}
