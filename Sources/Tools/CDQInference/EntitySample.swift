import CDQRuntime

/// The records of one entity in the data, summed up by key.
struct EntitySample {
  /// The greatest number of keys. Records with more are dictionaries and no objects of an entity.
  static let keyLimit = 1000

  /// One key of the records.
  private struct Entry {
    var sample: PropertySample
    /// The number of records with a value other than null.
    var recordCount = 0
    /// The number of the last record with the key.
    var lastRecord = 0
    /// Whether a record has the key twice; the last value counts, which may be null.
    var isRepeated = false
  }

  /// The name of the entity.
  let name: String
  private(set) var recordCount = 0
  /// The keys in the order of their first occurrence.
  private(set) var keys: [String] = []
  private var entries: [String: Entry] = [:]
  /// Whether the values of a key are kept.
  private let keepsValues: (_ key: String, _ isFirst: Bool) -> Bool

  init(name: String, keepsValues: @escaping (_ key: String, _ isFirst: Bool) -> Bool) {
    self.name = name
    self.keepsValues = keepsValues
  }

  /// The sample of a key.
  subscript(key: String) -> PropertySample { entries[key]?.sample ?? PropertySample(keepsValues: false) }

  /// Whether every record has a value for a key.
  func isRequired(_ key: String) -> Bool {
    entries[key].map { $0.recordCount == recordCount && !$0.isRepeated } ?? false
  }

  /// Whether every record has a value for a key, and no two have the same.
  func isUnique(_ key: String) -> Bool { isRequired(key) && self[key].isUnique }

  /// Adds a record of JSON.
  mutating func add(_ members: [JSONValue.Member]) {
    recordCount += 1
    for member in members where add(member.key, isNull: member.value == .null) {
      entries[member.key]?.sample.add(member.value)
    }
  }

  /// Adds a record of CSV; a cell is nil if it is empty.
  mutating func add(_ keys: [String], _ cells: [String?]) {
    recordCount += 1
    for (key, cell) in zip(keys, cells) where add(key, isNull: cell == nil) {
      if let cell { entries[key]?.sample.add(cell: cell) }
    }
  }

  /// Counts a key of the current record.
  ///
  /// - Returns: false for a key beyond the limit.
  private mutating func add(_ key: String, isNull: Bool) -> Bool {
    if entries[key] == nil {
      guard keys.count < EntitySample.keyLimit else { return false }
      entries[key] = Entry(sample: PropertySample(keepsValues: keepsValues(key, keys.isEmpty)))
      keys.append(key)
    }
    if entries[key]?.lastRecord == recordCount {
      entries[key]?.isRepeated = true
    } else if !isNull {
      entries[key]?.recordCount += 1
    }
    entries[key]?.lastRecord = recordCount
    return true
  }
}
