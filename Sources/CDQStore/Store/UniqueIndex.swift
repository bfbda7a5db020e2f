import CDQIR
import CDQValues
import Foundation

/// The values of a uniqueness constraint, cheap to hash in the common cases.
package enum UniqueKey: Hashable, Sendable {
  case int(Int64)
  case string(String)
  case values([Value])
  /// A record number, where nothing is unique. Never in an index.
  case record(Int)
  /// What could not be read and was reported. Never in an index.
  case unreadable

  /// The key of a row's values; nil when one is nil, since nil is equal to nothing here (as in SQL and Core Data), nor is
  /// NaN anywhere.
  package init?(_ values: [Value]) {
    if values.count == 1 {
      self.init(values[0])
      return
    }
    if values.contains(where: { $0.isNull || $0.isNaN }) { return nil }
    self = .values(values)
  }

  /// The key of a single value; nil for nil.
  package init?(_ value: Value) {
    switch value {
    case .null: return nil
    case .int(let number): self = .int(number)
    case .string(let text): self = .string(text)
    case .bool, .double, .decimal, .date, .duration, .data, .uuid, .url, .object, .list:
      if value.isNaN { return nil }
      self = .values([value])
    }
  }
}

/// Finds the row that has given values: a hash table of rows alone, as their values are in the columns. It is kept in
/// shards that copies share, so that a change beside readers copies one shard and not everything. Where the values ascend
/// with the rows, as numbers that were given out in order do, there is no table at all.
package struct UniqueIndex: Sendable {
  /// Rows of one table, from the first on, whose values are all there and ascend.
  package struct Order: Sendable {
    package let entity: Int
    /// The attribute, a column of integers.
    package let slot: Int
    package var count: Int
  }

  /// A row and some bits of its key's hash, so that other rows' values are seldom looked at.
  private struct Place: Sendable {
    /// 24 bits of the entity's index, and 8 of the hash above them.
    var entityAndTag: UInt32
    /// -1 where nothing is, -2 where something was.
    var row: Int32

    static let free = Place(entityAndTag: 0, row: -1)
    static let removed = Place(entityAndTag: 0, row: -2)

    var reference: RowReference {
      RowReference(entity: Int32(bitPattern: entityAndTag & 0xFF_FFFF), row: row)
    }
  }

  private struct Shard: Sendable {
    var places: [Place]
    /// Places that are not free.
    var used = 0

    init(_ size: Int) {
      places = Array(repeating: .free, count: size)
    }

    /// Whether another row would make searches long.
    var isFull: Bool { used * 8 >= places.count * 7 }
  }

  /// Places of a shard; less while there is only one.
  private static let greatestShard = 1024
  private var shards: [Shard] = []
  private var shardSize: Int { shards.first?.places.count ?? 0 }
  package private(set) var count = 0
  /// Set while no row is in the hash table, since all of them are found by their order.
  package var order: Order?

  package init() {}

  /// An index with room for a number of rows.
  package init(capacity: Int) {
    // Three quarters of the places, as some shards get more rows than others.
    let places = capacity + capacity / 3 + 1
    if places <= UniqueIndex.greatestShard {
      var size = 8
      while size < places { size *= 2 }
      shards = [Shard(size)]
    } else {
      let shardCount = (places + UniqueIndex.greatestShard - 1) / UniqueIndex.greatestShard
      shards = Array(repeating: Shard(UniqueIndex.greatestShard), count: shardCount)
    }
  }

  /// Whether nothing was put into the hash table.
  package var isUnused: Bool { shards.isEmpty && order == nil }

  /// Bytes of memory it takes.
  package var byteCount: Int { shards.count * shardSize * MemoryLayout<Place>.stride }

  // Of a hash the lowest bits choose the place in a shard, the next 32 the shard, and the highest are the tag.

  private func shard(of hash: Int) -> Int {
    let bits = UInt64(truncatingIfNeeded: hash) >> 10 & 0xFFFF_FFFF
    return Int(truncatingIfNeeded: (bits * UInt64(shards.count)) >> 32)
  }

  private func tag(of hash: Int) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 56) << 24 }

  /// The row that has the key.
  ///
  /// - Parameter hasKey: Whether a row has it, which is asked of rows that may.
  package func row(of key: UniqueKey, where hasKey: (RowReference) -> Bool) -> RowReference? {
    count == 0 ? nil : row(hash: KeyHash.hash(key), where: hasKey)
  }

  /// The row whose key has a hash and is the one that is looked for.
  @inline(__always) package func row(hash: Int, where hasKey: (RowReference) -> Bool) -> RowReference? {
    if count == 0 { return nil }
    let tag = tag(of: hash)
    return shards[shard(of: hash)].places.withUnsafeBufferPointer { places in
      var index = hash & (places.count - 1)
      while places[index].row != Place.free.row {
        let place = places[index]
        if place.row >= 0, place.entityAndTag & 0xFF00_0000 == tag, hasKey(place.reference) { return place.reference }
        index = (index + 1) & (places.count - 1)
      }
      return nil
    }
  }

  /// Adds a row whose key no other row has.
  ///
  /// - Parameter keyOf: The key of a row that is in the index already.
  package mutating func insert(_ key: UniqueKey, _ row: RowReference, keyOf: (RowReference) -> UniqueKey?) {
    insert(hash: KeyHash.hash(key), row, keyOf: keyOf)
  }

  /// Adds a row whose key has that hash and no other row has.
  package mutating func insert(hash: Int, _ row: RowReference, keyOf: (RowReference) -> UniqueKey?) {
    while shards.isEmpty || shards[shard(of: hash)].isFull { grow(keyOf) }
    place(hash, row)
  }

  private mutating func place(_ hash: Int, _ row: RowReference) {
    let shard = shard(of: hash)
    let mask = shardSize - 1
    var index = hash & mask
    while shards[shard].places[index].row >= 0 { index = (index + 1) & mask }
    if shards[shard].places[index].row == Place.free.row { shards[shard].used += 1 }
    shards[shard].places[index] = Place(
      entityAndTag: UInt32(bitPattern: row.entity) & 0xFF_FFFF | tag(of: hash), row: row.row)
    count += 1
  }

  private mutating func grow(_ keyOf: (RowReference) -> UniqueKey?) {
    let old = shards
    // What was removed is left behind.
    var larger = UniqueIndex(capacity: max(8, count + count / 2))
    var isPlaced = false
    while !isPlaced {
      isPlaced = true
      for place in old.lazy.flatMap(\.places) where place.row >= 0 {
        guard let key = keyOf(place.reference) else { continue }
        let hash = KeyHash.hash(key)
        if larger.shards[larger.shard(of: hash)].isFull {
          larger = UniqueIndex(capacity: larger.shards.count * larger.shardSize * 3 / 2)
          isPlaced = false
          break
        }
        larger.place(hash, place.reference)
      }
    }
    self = larger
  }

  /// Takes a row with that key out.
  package mutating func remove(_ key: UniqueKey, _ row: RowReference) {
    if count == 0 { return }
    let hash = KeyHash.hash(key)
    let shard = shard(of: hash)
    let mask = shardSize - 1
    var index = hash & mask
    while shards[shard].places[index].row != Place.free.row {
      if shards[shard].places[index].row >= 0, shards[shard].places[index].reference == row {
        shards[shard].places[index] = .removed
        count -= 1
        return
      }
      index = (index + 1) & mask
    }
  }
}

extension Value {
  /// Whether it is a number that is equal to nothing, not even itself.
  package var isNaN: Bool {
    switch self {
    case .double(let number), .duration(let number): number.isNaN
    case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
    case .decimal(let number): number.isNaN
    case .null, .bool, .int, .string, .data, .uuid, .url, .object, .list: false
    }
  }
}
