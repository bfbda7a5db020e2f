import CDQIR
import CDQValues
import Foundation

/// The key of a row under a uniqueness constraint. Single integers and texts have cases of their own, which are cheap
/// to hash.
package enum UniqueKey: Hashable, Sendable {
  case int(Int64)
  case string(String)
  case values([Value])
  /// A record number, for entities without a uniqueness constraint. Never in an index.
  case record(Int)
  /// A key that a loader could not read and has reported. Never in an index.
  case unreadable

  /// The key of a row's values. Nil when one of them is nil or NaN, since both are equal to nothing; SQL and Core Data
  /// treat NULL in the same way.
  package init?(_ values: [Value]) {
    if values.count == 1 {
      self.init(values[0])
      return
    }
    if values.contains(where: { $0.isNull || $0.isNaN }) { return nil }
    self = .values(values)
  }

  /// The key of a single value; nil for nil and NaN.
  package init?(_ value: Value) {
    switch value {
    case .null: return nil
    case .int(let number): self = .int(number)
    case .string(let text): self = .string(text)
    default:
      if value.isNaN { return nil }
      self = .values([value])
    }
  }
}

/// A hash table from keys to rows. It stores rows only, because the columns hold the keys.
///
/// The table is split into shards that copies share, so that a write to one copy duplicates one shard and not the whole
/// table. Integer keys that ascend with their rows, such as sequential ids, need no table at all (`Order`).
package struct UniqueIndex: Sendable {
  /// The rows 0 up to `count` of one table, when each has a key and the keys ascend.
  package struct Order: Sendable {
    package let entity: Int
    /// The slot of the attribute, an integer column.
    package let slot: Int
    package var count: Int
  }

  /// A bucket of the hash table: a row and 8 bits of its key's hash, which avoid most reads of other rows' keys.
  private struct Bucket: Sendable {
    /// The entity's index in the low 24 bits, 8 bits of the hash above them.
    var entityAndTag: UInt32
    /// The row; -1 for a free bucket, -2 for one whose row was removed.
    var row: Int32

    static let free = Bucket(entityAndTag: 0, row: -1)
    static let removed = Bucket(entityAndTag: 0, row: -2)

    var reference: RowReference {
      RowReference(entity: Int32(bitPattern: entityAndTag & 0xFF_FFFF), row: row)
    }
  }

  private struct Shard: Sendable {
    var buckets: [Bucket]
    /// Places that are not free, including removed ones.
    var used = 0

    init(_ size: Int) {
      buckets = Array(repeating: .free, count: size)
    }

    /// Whether the shard is 7/8 full, beyond which searches get long.
    var isFull: Bool { used * 8 >= buckets.count * 7 }
  }

  /// The number of buckets in a shard. A single shard may have fewer.
  private static let greatestShard = 1024
  private var shards: [Shard] = []
  private var shardSize: Int { shards.first?.buckets.count ?? 0 }
  package private(set) var count = 0
  /// Set while the hash table is empty because the keys ascend with the rows.
  package var order: Order?

  package init() {}

  /// An empty index with room for a number of rows.
  package init(capacity: Int) {
    // One third more buckets than rows, since some shards get more rows than others.
    let buckets = capacity + capacity / 3 + 1
    if buckets <= UniqueIndex.greatestShard {
      var size = 8
      while size < buckets { size *= 2 }
      shards = [Shard(size)]
    } else {
      let shardCount = (buckets + UniqueIndex.greatestShard - 1) / UniqueIndex.greatestShard
      shards = Array(repeating: Shard(UniqueIndex.greatestShard), count: shardCount)
    }
  }

  /// Whether the index has neither a hash table nor an `Order`.
  package var isUnused: Bool { shards.isEmpty && order == nil }

  /// The memory that the hash table occupies, in bytes.
  package var byteCount: Int { shards.count * shardSize * MemoryLayout<Bucket>.stride }

  // The bits of a hash: the lowest 10 choose the bucket in a shard, the next 32 the shard, the highest 8 are the tag.

  private func shard(of hash: Int) -> Int {
    let bits = UInt64(truncatingIfNeeded: hash) >> 10 & 0xFFFF_FFFF
    return Int(truncatingIfNeeded: (bits * UInt64(shards.count)) >> 32)
  }

  private func tag(of hash: Int) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 56) << 24 }

  /// The row with a key; nil when there is none.
  ///
  /// - Parameter hasKey: Compares the key with that of a candidate row.
  package func row(of key: UniqueKey, where hasKey: (RowReference) -> Bool) -> RowReference? {
    count == 0 ? nil : row(hash: KeyHash.hash(key), where: hasKey)
  }

  /// The row whose key has a hash and satisfies `hasKey`; nil when there is none.
  @inline(__always) package func row(hash: Int, where hasKey: (RowReference) -> Bool) -> RowReference? {
    if count == 0 { return nil }
    let tag = tag(of: hash)
    return shards[shard(of: hash)].buckets.withUnsafeBufferPointer { buckets in
      var index = hash & (buckets.count - 1)
      while buckets[index].row != Bucket.free.row {
        let bucket = buckets[index]
        if bucket.row >= 0, bucket.entityAndTag & 0xFF00_0000 == tag, hasKey(bucket.reference) { return bucket.reference }
        index = (index + 1) & (buckets.count - 1)
      }
      return nil
    }
  }

  /// Adds a row. No other row may have its key.
  ///
  /// - Parameter keyOf: Gives the key of a row that is in the index already, for a larger table.
  package mutating func insert(_ key: UniqueKey, _ row: RowReference, keyOf: (RowReference) -> UniqueKey?) {
    insert(hash: KeyHash.hash(key), row, keyOf: keyOf)
  }

  /// Adds a row by the hash of its key. No other row may have the key.
  package mutating func insert(hash: Int, _ row: RowReference, keyOf: (RowReference) -> UniqueKey?) {
    while shards.isEmpty || shards[shard(of: hash)].isFull { grow(keyOf) }
    place(hash, row)
  }

  private mutating func place(_ hash: Int, _ row: RowReference) {
    let shard = shard(of: hash)
    let mask = shardSize - 1
    var index = hash & mask
    while shards[shard].buckets[index].row >= 0 { index = (index + 1) & mask }
    if shards[shard].buckets[index].row == Bucket.free.row { shards[shard].used += 1 }
    shards[shard].buckets[index] = Bucket(
      entityAndTag: UInt32(bitPattern: row.entity) & 0xFF_FFFF | tag(of: hash), row: row.row)
    count += 1
  }

  private mutating func grow(_ keyOf: (RowReference) -> UniqueKey?) {
    let old = shards
    // Removed rows are not placed again, so that the larger table has no marks of them.
    var larger = UniqueIndex(capacity: max(8, count + count / 2))
    var isPlaced = false
    while !isPlaced {
      isPlaced = true
      for bucket in old.lazy.flatMap(\.buckets) where bucket.row >= 0 {
        guard let key = keyOf(bucket.reference) else { continue }
        let hash = KeyHash.hash(key)
        if larger.shards[larger.shard(of: hash)].isFull {
          larger = UniqueIndex(capacity: larger.shards.count * larger.shardSize * 3 / 2)
          isPlaced = false
          break
        }
        larger.place(hash, bucket.reference)
      }
    }
    self = larger
  }

  /// Removes a row that has a key.
  package mutating func remove(_ key: UniqueKey, _ row: RowReference) {
    if count == 0 { return }
    let hash = KeyHash.hash(key)
    let shard = shard(of: hash)
    let mask = shardSize - 1
    var index = hash & mask
    while shards[shard].buckets[index].row != Bucket.free.row {
      if shards[shard].buckets[index].row >= 0, shards[shard].buckets[index].reference == row {
        shards[shard].buckets[index] = .removed
        count -= 1
        return
      }
      index = (index + 1) & mask
    }
  }
}

extension Value {
  /// Whether it is a NaN, which is equal to nothing, not even to itself.
  package var isNaN: Bool {
    if case .decimal(let decimal) = self { decimal.isNaN } else { number?.isNaN ?? false }
  }
}
