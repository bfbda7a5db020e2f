import CDQIR
import CDQStore
import Foundation

/// The source of a snapshot's bytes, which are read in order.
protocol SnapshotInput: AnyObject {
  /// The source's name in error messages.
  var name: String { get }
  /// The number of bytes from the beginning to the end.
  var length: Int { get }
  /// Fills a buffer with the next bytes.
  ///
  /// - Returns: False when too few bytes are left.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SnapshotError) -> Bool
}

/// A snapshot that is read from memory.
final class SnapshotData: SnapshotInput {
  let name: String
  private let data: Data
  private var position = 0
  var length: Int { data.count }

  init(_ data: Data, name: String) {
    self.data = data
    self.name = name
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard buffer.count <= length - position else { return false }
    data.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<(position + buffer.count)]))
    }
    position += buffer.count
    return true
  }
}

/// Reads a snapshot section by section, and trusts nothing before its checksum was verified. Besides the data, one
/// section at a time is in memory.
struct SnapshotDecoder {
  private let input: any SnapshotInput
  private var buffer: [UInt8] = []
  private var sections: UInt32 = 0
  private var sectionCount: UInt32 = 0
  private var remaining = 0
  /// A buffer that all blocks of numbers share.
  private var numbers: [Int64] = []

  init(_ input: any SnapshotInput) {
    self.input = input
  }

  /// Reads the schema that the data was saved with. Must be called first.
  mutating func readSchema() throws(SnapshotError) -> Schema {
    try readHeader()
    return try section(.schema, "the schema") { (block, _) throws(SectionDamage) in
      let length = block.remaining
      let json = String(decoding: try block.take(length), as: UTF8.self)
      guard let schema = try? Schema(json: json) else {
        throw SectionDamage(reason: "it is no schema")
      }
      if let fault = schema.fault { throw SectionDamage(reason: fault) }
      return schema
    }
  }

  /// Reads the data, after the schema. The unique indexes of the result are still empty.
  mutating func readState(_ layout: StoreLayout) throws(SnapshotError) -> StoreState {
    var state = StoreState(layout: layout)
    for entity in layout.entities.indices {
      let name = layout.entities[entity].entity.name
      let rows = try section(.table, name) { (block, _) throws(SectionDamage) in
        try block.expect(UInt32(entity))
        let rows = try block.number(UInt64.self)
        // Each row takes at least a byte in a later section.
        guard rows <= UInt64(block.bytesBehind), rows < UInt64(Int32.max) else {
          throw SectionDamage(reason: "it cannot have \(rows) objects")
        }
        let next = try block.number(Int64.self)
        guard next >= 0 else { throw SectionDamage(reason: "it has a negative record number") }
        state.nextNumbers[entity] = Int(next)
        return Int(rows)
      }
      guard rows > 0 else { continue }
      guard !layout.entities[entity].entity.isAbstract else {
        throw damage(name, SectionDamage(reason: "an abstract entity has objects"))
      }
      try readColumns(of: entity, rows, &state)
    }
    guard sections == sectionCount, remaining == 0 else {
      throw damage("the end", SectionDamage(reason: "there is more than the schema has"))
    }
    try checkReferences(state)
    return state
  }

  private mutating func readColumns(of entity: Int, _ rows: Int, _ state: inout StoreState) throws(SnapshotError) {
    let layout = state.layout.entities[entity]
    let name = layout.entity.name
    try readNumbers(of: entity, rows, &state)
    for (slot, attribute) in layout.attributes.enumerated() {
      if attribute.isTransient {
        for _ in 0..<rows { state.tables[entity].attributes[slot].append(attribute.initialValue) }
      } else {
        try blocks(.attribute, entity, slot, rows, "\(name).\(attribute.name)") {
          (block, count, numbers) throws(SectionDamage) in
          try block.read(count, &numbers, into: &state.tables[entity].attributes[slot])
        }
      }
    }
    for (slot, relation) in layout.relationships.enumerated() {
      let section = "\(name).\(relation.relationship.name)"
      switch (relation.relationship.isToMany, relation.relationship.isTransient) {
      case (true, true): for _ in 0..<rows { state.tables[entity].toMany[relation.column].append([]) }
      case (false, true): for _ in 0..<rows { state.tables[entity].toOne[relation.column].append(.none) }
      case (true, false):
        try blocks(.toMany, entity, slot, rows, section) { (block, count, numbers) throws(SectionDamage) in
          try block.readToMany(count, &numbers, into: &state.tables[entity].toMany[relation.column])
        }
      case (false, false):
        try blocks(.toOne, entity, slot, rows, section) { (block, count, numbers) throws(SectionDamage) in
          let targets = try block.references(count, &numbers)
          for target in targets { state.tables[entity].toOne[relation.column].append(target) }
        }
      }
    }
  }

  private mutating func readNumbers(of entity: Int, _ rows: Int, _ state: inout StoreState) throws(SnapshotError) {
    let layout = state.layout.entities[entity]
    var last: Int64 = -1
    var table = state.tables[entity]
    try blocks(.numbers, entity, 0, rows, layout.entity.name) { (block, count, numbers) throws(SectionDamage) in
      try block.packed(count, into: &numbers)
      for distance in numbers {
        let (number, overflow) = last.addingReportingOverflow(distance)
        guard distance > 0, !overflow else {
          throw SectionDamage(reason: "record numbers are out of order")
        }
        last = number
        table.numbers.append(Int(number))
        table.isLive.append(true)
      }
    }
    table.liveCount = rows
    state.tables[entity] = table
  }

  /// Checks all references: each target must be an existing row of an entity that the relationship allows. It is called
  /// last, since references may point to later tables.
  private func checkReferences(_ state: StoreState) throws(SnapshotError) {
    for (entity, layout) in state.layout.entities.enumerated() {
      let table = state.tables[entity]
      if let last = table.rowCount > 0 ? table.numbers[table.rowCount - 1] : nil,
        last >= state.nextNumbers[layout.rootIndex]
      {
        throw damage(layout.entity.name, SectionDamage(reason: "record numbers are out of order"))
      }
      for relation in layout.relationships {
        let rowCounts = state.tables.indices.map { target in
          state.layout.isKind(target, of: relation.destination) ? Int32(state.tables[target].rowCount) : 0
        }
        let isGood = { (target: RowReference) in
          rowCounts.indices.contains(Int(target.entity)) && target.row >= 0 && target.row < rowCounts[Int(target.entity)]
        }
        let areGood =
          relation.relationship.isToMany
          ? (0..<table.rowCount).allSatisfy { table.toMany[relation.column][$0].allSatisfy(isGood) }
          : (0..<table.rowCount).allSatisfy {
            let target = table.toOne[relation.column][$0]
            return target.isNone || isGood(target)
          }
        if !areGood {
          throw damage(
            "\(layout.entity.name).\(relation.relationship.name)", SectionDamage(reason: "it leads to nothing"))
        }
      }
    }
  }

  // MARK: Sections

  private func damage(_ section: String, _ damage: SectionDamage) -> SnapshotError {
    .damaged(file: input.name, section: section, reason: damage.reason)
  }

  private mutating func readHeader() throws(SnapshotError) {
    let name = input.name
    guard input.length >= SnapshotFormat.magic.count else { throw .notASnapshot(file: name) }
    try fill(min(SnapshotFormat.headerLength, input.length), "the header")
    guard buffer.starts(with: SnapshotFormat.magic) else { throw .notASnapshot(file: name) }
    let found = buffer.withUnsafeBytes { bytes -> Result<(UInt32, UInt64, UInt32), SectionDamage> in
      do throws(SectionDamage) {
        var block = BlockReader(bytes)
        _ = try block.take(SnapshotFormat.magic.count)
        let version = try block.number(UInt32.self)
        _ = try block.number(UInt32.self)
        let length = try block.number(UInt64.self)
        let count = try block.number(UInt32.self)
        let checksum = CRC32C.of(UnsafeRawBufferPointer(rebasing: bytes[..<block.position]))
        guard try block.number(UInt32.self) == checksum else { throw .checksum }
        return .success((version, length, count))
      } catch {
        return .failure(error)
      }
    }
    switch found {
    case .failure(let error): throw damage("the header", error)
    case .success(let (version, length, count)):
      guard version <= SnapshotFormat.version else {
        throw .newerVersion(file: name, version: Int(version), supported: Int(SnapshotFormat.version))
      }
      guard length == UInt64(input.length) else {
        let change = length > UInt64(input.length) ? "it is cut off" : "something was added to it"
        throw damage("its end", SectionDamage(reason: "\(change): it has \(input.length) bytes instead of \(length)"))
      }
      sectionCount = count
      remaining = input.length - SnapshotFormat.headerLength
    }
  }

  /// Reads the given number of bytes into the buffer.
  private mutating func fill(_ count: Int, _ section: String) throws(SnapshotError) {
    if buffer.count < count || buffer.count > max(count, 8 << 20) { buffer = [UInt8](repeating: 0, count: count) }
    let input = input
    let isComplete = try buffer.withUnsafeMutableBufferPointer { (bytes) throws(SnapshotError) in
      try input.read(into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[..<count])))
    }
    guard isComplete else { throw damage(section, .short) }
  }

  /// Reads the next section, which must be of the given kind.
  private mutating func section<Result>(
    _ kind: SnapshotFormat.SectionKind, _ name: String,
    _ body: (inout BlockReader, inout [Int64]) throws(SectionDamage) -> Result
  ) throws(SnapshotError) -> Result {
    guard remaining >= SnapshotFormat.sectionHeadLength else { throw damage(name, .short) }
    try fill(SnapshotFormat.sectionHeadLength, name)
    let (length, checksum) = try parsed(SnapshotFormat.sectionHeadLength, name) {
      [sections, remaining] (block, bytes) throws(SectionDamage) in
      let found = try block.number(UInt32.self)
      let ordinal = try block.number(UInt32.self)
      let length = try block.number(UInt64.self)
      let checksum = try block.number(UInt32.self)
      let own = CRC32C.of(UnsafeRawBufferPointer(rebasing: bytes[..<block.position]))
      guard try block.number(UInt32.self) == own else { throw .checksum }
      guard found == kind.rawValue, ordinal == sections else {
        throw SectionDamage(reason: "another section is in its place")
      }
      guard length <= UInt64(remaining - SnapshotFormat.sectionHeadLength) else { throw .short }
      return (Int(length), checksum)
    }
    remaining -= SnapshotFormat.sectionHeadLength + length
    sections += 1
    try fill(length, name)
    var numbers = self.numbers
    self.numbers = []
    defer { self.numbers = numbers }
    let behind = remaining
    return try parsed(length, name) { (block, bytes) throws(SectionDamage) in
      guard CRC32C.of(bytes) == checksum else { throw .checksum }
      block.bytesBehind = behind
      let result = try body(&block, &numbers)
      try block.end()
      return result
    }
  }

  private func parsed<Result>(
    _ length: Int, _ name: String,
    _ body: (inout BlockReader, UnsafeRawBufferPointer) throws(SectionDamage) -> Result
  ) throws(SnapshotError) -> Result {
    let result = buffer.withUnsafeBytes { bytes -> Swift.Result<Result, SectionDamage> in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<length])
      var block = BlockReader(bytes)
      do throws(SectionDamage) {
        return .success(try body(&block, bytes))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error): throw damage(name, error)
    }
  }

  /// Reads the blocks of a column until all rows are read.
  private mutating func blocks(
    _ kind: SnapshotFormat.SectionKind, _ entity: Int, _ slot: Int, _ rows: Int, _ name: String,
    _ body: (inout BlockReader, _ count: Int, inout [Int64]) throws(SectionDamage) -> Void
  ) throws(SnapshotError) {
    var done = 0
    while done < rows {
      done += try section(kind, name) { (block, numbers) throws(SectionDamage) in
        try block.expect(UInt32(entity))
        try block.expect(UInt32(slot))
        try block.expect(UInt64(done))
        let count = Int(try block.number(UInt32.self))
        guard count > 0, count <= min(SnapshotFormat.blockRows, rows - done) else {
          throw SectionDamage(reason: "it has another number of rows")
        }
        try body(&block, count, &numbers)
        return count
      }
    }
  }
}
