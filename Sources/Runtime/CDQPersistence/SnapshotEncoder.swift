import CDQIR
import CDQStore
import Foundation

/// The destination of a snapshot's sections, which are written in order.
protocol SnapshotOutput: AnyObject {
  func write(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError)
  /// Writes the header into the room reserved at the beginning. Called last.
  func writeHeader(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError)
}

/// A snapshot that is written to memory.
final class SnapshotBytes: SnapshotOutput {
  private(set) var data = Data(count: SnapshotFormat.headerLength)

  func write(_ bytes: UnsafeRawBufferPointer) {
    data.append(contentsOf: bytes)
  }

  func writeHeader(_ bytes: UnsafeRawBufferPointer) {
    data.replaceSubrange(0..<SnapshotFormat.headerLength, with: bytes)
  }
}

/// Writes the data of a store section by section. Only one block at a time is in memory.
struct SnapshotEncoder {
  private let state: StoreState
  private let output: any SnapshotOutput
  private var block = BlockWriter()
  private var sections = 0
  private var length = SnapshotFormat.headerLength

  init(_ state: StoreState, to output: any SnapshotOutput) {
    self.state = state
    self.output = output
  }

  mutating func run() throws(SnapshotError) {
    do {
      // Deterministic: the same schema always gives the same JSON.
      block.append(bytes: Data(try state.layout.schema.json.utf8))
    } catch {
      throw .unwritable(file: "snapshot", reason: "the schema cannot be written as JSON: \(error)")
    }
    try endSection(.schema)

    let positions = state.tables.map(LivePositions.init)
    for entity in state.tables.indices {
      block.append(UInt32(entity))
      block.append(UInt64(positions[entity].count))
      block.append(Int64(state.nextNumbers[entity]))
      try endSection(.table)
      try writeColumns(of: entity, positions)
    }
    try finish()
  }

  private mutating func writeColumns(of entity: Int, _ positions: [LivePositions]) throws(SnapshotError) {
    let layout = state.layout.entities[entity]
    let rows = positions[entity]
    guard rows.count > 0 else { return }
    try writeNumbers(of: entity, rows)
    for (slot, attribute) in layout.attributes.enumerated() where !attribute.isTransient {
      try writeAttribute(slot, of: entity, rows)
    }
    for (slot, relation) in layout.relationships.enumerated() where !relation.relationship.isTransient {
      if relation.relationship.isToMany {
        try writeToMany(relation, slot, of: entity, positions)
      } else {
        try writeToOne(relation, slot, of: entity, positions)
      }
    }
  }

  // MARK: Sections

  private mutating func endSection(_ kind: SnapshotFormat.SectionKind) throws(SnapshotError) {
    var head = BlockWriter()
    head.append(kind.rawValue)
    head.append(UInt32(sections))
    head.append(UInt64(block.bytes.count))
    head.append(block.bytes.withUnsafeBytes { CRC32C.of($0) })
    head.append(head.bytes.withUnsafeBytes { CRC32C.of($0) })
    try write(head.bytes)
    try write(block.bytes)
    sections += 1
    block.removeAll()
  }

  private mutating func write(_ bytes: [UInt8]) throws(SnapshotError) {
    let output = output
    try bytes.withUnsafeBufferPointer { (raw) throws(SnapshotError) in try output.write(UnsafeRawBufferPointer(raw)) }
    length += bytes.count
  }

  private func finish() throws(SnapshotError) {
    var header = BlockWriter()
    header.append(bytes: SnapshotFormat.magic)
    header.append(SnapshotFormat.version)
    header.append(UInt32(0))
    header.append(UInt64(length))
    header.append(UInt32(sections))
    header.append(header.bytes.withUnsafeBytes { CRC32C.of($0) })
    let output = output
    try header.bytes.withUnsafeBufferPointer { (raw) throws(SnapshotError) in
      try output.writeHeader(UnsafeRawBufferPointer(raw))
    }
  }

  /// Writes the head of a block: entity, slot and row range.
  private mutating func beginBlock(_ entity: Int, _ slot: Int, _ rows: Range<Int>) {
    block.append(UInt32(entity))
    block.append(UInt32(slot))
    block.append(UInt64(rows.lowerBound))
    block.append(UInt32(rows.count))
  }

  // MARK: Columns

  private mutating func writeNumbers(of entity: Int, _ rows: LivePositions) throws(SnapshotError) {
    let numbers = state.tables[entity].numbers
    var previous: Int64 = -1
    var first = 0
    while first < rows.count {
      let range = first..<min(first + SnapshotFormat.blockRows, rows.count)
      beginBlock(entity, 0, range)
      // The numbers ascend, so that their distances are small.
      block.append(
        packed: range.map { index in
          let number = Int64(numbers[rows[index]])
          defer { previous = number }
          return number - previous
        })
      try endSection(.numbers)
      first = range.upperBound
    }
  }

  private mutating func writeAttribute(_ slot: Int, of entity: Int, _ rows: LivePositions) throws(SnapshotError) {
    let column = state.tables[entity].attributes[slot]
    var first = 0
    while first < rows.count {
      var range = first..<min(first + SnapshotFormat.blockRows, rows.count)
      switch column.kind {
      case .text: range = writeTexts(column, slot, entity, rows, range)
      case .values: range = writeValues(column, slot, entity, rows, range)
      case .bool, .int, .doubles, .uuid:
        beginBlock(entity, slot, range)
        block.append(validity: range.map { !column.isNull(at: rows[$0]) })
        writeFixed(column, rows, range)
      }
      try endSection(.attribute)
      first = range.upperBound
    }
  }

  private mutating func writeFixed(_ column: Column, _ rows: LivePositions, _ range: Range<Int>) {
    switch column.kind {
    case .bool: block.append(bits: range.map { column.bool(at: rows[$0]) ?? false })
    case .int:
      // A filler from the block itself, so that rows without a value do not widen the packed numbers.
      let some = range.lazy.compactMap { column.int(at: rows[$0]) }.first ?? 0
      block.append(packed: range.map { column.int(at: rows[$0]) ?? some })
    case .doubles:
      block.append(fixed: range.count) { (column.number(at: rows[range.lowerBound + $0]) ?? 0).bitPattern }
    case .uuid:
      let bits = range.map { column.uuid(at: rows[$0]).map(UUIDBits.init) ?? UUIDBits(high: 0, low: 0) }
      block.append(fixed: bits.count) { bits[$0].high }
      block.append(fixed: bits.count) { bits[$0].low }
    case .text, .values: break
    }
  }

  /// Writes a block of texts: validity, lengths, then all bytes.
  ///
  /// - Returns: The rows that fit into the block.
  private mutating func writeTexts(
    _ column: Column, _ slot: Int, _ entity: Int, _ rows: LivePositions, _ range: Range<Int>
  ) -> Range<Int> {
    var isValid: [Bool] = []
    var lengths: [Int64] = []
    var bytes: [UInt8] = []
    isValid.reserveCapacity(range.count)
    lengths.reserveCapacity(range.count)
    for index in range {
      let before = bytes.count
      isValid.append(column.withText(at: rows[index]) { bytes.append(contentsOf: $0) })
      lengths.append(Int64(bytes.count - before))
      if bytes.count >= SnapshotFormat.blockBytes { break }
    }
    let written = range.lowerBound..<(range.lowerBound + lengths.count)
    beginBlock(entity, slot, written)
    block.append(validity: isValid)
    block.append(packed: lengths)
    block.append(bytes: bytes)
    return written
  }

  private mutating func writeValues(
    _ column: Column, _ slot: Int, _ entity: Int, _ rows: LivePositions, _ range: Range<Int>
  ) -> Range<Int> {
    var values = BlockWriter()
    var next = range.lowerBound
    while next < range.upperBound, values.bytes.count < SnapshotFormat.blockBytes {
      values.append(column.value(at: rows[next]))
      next += 1
    }
    beginBlock(entity, slot, range.lowerBound..<next)
    block.append(bytes: values.bytes)
    return range.lowerBound..<next
  }

  // MARK: Relationships

  private mutating func writeToOne(
    _ relation: StoreLayout.RelationshipLayout, _ slot: Int, of entity: Int, _ positions: [LivePositions]
  ) throws(SnapshotError) {
    let rows = positions[entity]
    var first = 0
    while first < rows.count {
      let range = first..<min(first + SnapshotFormat.blockRows, rows.count)
      beginBlock(entity, slot, range)
      append(range.map { state.target(RowReference(entity, rows[$0]), relation) }, positions)
      try endSection(.toOne)
      first = range.upperBound
    }
  }

  private mutating func writeToMany(
    _ relation: StoreLayout.RelationshipLayout, _ slot: Int, of entity: Int, _ positions: [LivePositions]
  ) throws(SnapshotError) {
    let rows = positions[entity]
    var first = 0
    while first < rows.count {
      var next = first
      var counts: [Int64] = []
      var targets: [RowReference] = []
      while next < rows.count, counts.count < SnapshotFormat.blockRows, targets.count < SnapshotFormat.blockBytes / 8 {
        let found = state.targets(RowReference(entity, rows[next]), relation)
        counts.append(Int64(found.count))
        targets += found
        next += 1
      }
      beginBlock(entity, slot, first..<next)
      block.append(packed: counts)
      append(targets, positions)
      try endSection(.toMany)
      first = next
    }
  }

  /// Writes references: 0 for none, otherwise the target's position among the written rows plus one. Then follows the
  /// target entity, once if all targets have the same one, otherwise for each reference.
  private mutating func append(_ references: [RowReference], _ positions: [LivePositions]) {
    block.append(
      packed: references.map { $0.isNone ? 0 : Int64(positions[Int($0.entity)].position(of: Int($0.row))) + 1 })
    let entity = references.first { !$0.isNone }?.entity ?? 0
    if references.allSatisfy({ $0.isNone || $0.entity == entity }) {
      block.append(UInt8(0))
      block.append(UInt32(entity))
    } else {
      block.append(UInt8(1))
      block.append(packed: references.map { Int64($0.isNone ? entity : $0.entity) })
    }
  }
}

/// The live rows of a table with their positions in the file, where deleted rows are left out.
struct LivePositions {
  /// The row of each position; nil when no row is deleted.
  private var rows: [Int32]?
  /// The position of each row; nil when no row is deleted.
  private var positions: [Int32]?
  let count: Int

  init(_ table: Table) {
    count = table.liveCount
    guard table.liveCount < table.rowCount else { return }
    var rows: [Int32] = []
    rows.reserveCapacity(table.liveCount)
    positions = (0..<table.rowCount).map { row in
      guard table.isLive[row] else { return -1 }
      rows.append(Int32(truncatingIfNeeded: row))
      return Int32(truncatingIfNeeded: rows.count - 1)
    }
    self.rows = rows
  }

  /// The row at a position.
  @inline(__always) subscript(position: Int) -> Int {
    if let rows { Int(rows[position]) } else { position }
  }

  @inline(__always) func position(of row: Int) -> Int {
    if let positions { Int(positions[row]) } else { row }
  }
}

extension Column {
  /// Calls `body` with the UTF-8 of a row of a text column.
  ///
  /// - Returns: Whether the row has a text; `body` is called only then.
  fileprivate func withText(at row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    let chunk = texts(row >> shift)
    let place = row & ((1 << shift) - 1)
    guard chunk.isValid(place) else { return false }
    if chunk.hasTextsAside { chunk.string(place).withBytes(body) } else { body(chunk.utf8(place)) }
    return true
  }
}
