import CDQIR
import CDQValues
import Foundation

/// The accumulator for median and standard deviation of doubles, or of durations in seconds. It keeps all values.
final class StatisticAccumulator: GroupAccumulator {
  private let vector: any NumberVector<Double>
  private let kind: ValueKind
  /// The values in the order of the rows, and the group of each.
  private var values: [Double] = []
  private var owners: [Int32] = []
  private var groupCount = 0
  /// The values ordered by group, and where each group starts; computed at the first use.
  private lazy var grouped = group()

  init(_ vector: any NumberVector<Double>, _ kind: ValueKind) {
    self.vector = vector
    self.kind = kind
  }

  func reserve(_ groups: Int) { groupCount = max(groupCount, groups) }

  func add(_ batch: GroupBatch, _ groups: UnsafePointer<Int32>) {
    let loaded = vector.load(batch.block, batch.selection)
    for index in 0..<batch.count {
      let row = Int(batch.rows[index])
      guard loaded.isValid(row) else { continue }
      values.append(loaded.values[row])
      owners.append(groups[index])
    }
  }

  private func group() -> (values: [Double], starts: [Int]) {
    var starts = [Int](repeating: 0, count: groupCount + 1)
    for owner in owners { starts[Int(owner) + 1] += 1 }
    for group in 0..<groupCount { starts[group + 1] += starts[group] }
    var next = starts
    var result = values
    for (value, owner) in zip(values, owners) {
      result[next[Int(owner)]] = value
      next[Int(owner)] += 1
    }
    return (result, starts)
  }

  private func values(of group: Int) -> [Double] {
    guard group < groupCount else { return [] }
    return Array(grouped.values[grouped.starts[group]..<grouped.starts[group + 1]])
  }

  func scalar(_ function: AggregateFunction) -> Scalar? {
    let compute: ([Double]) -> Double?
    switch function {
    case .median: compute = { CDQStatistics.median($0) }
    case .standardDeviation: compute = { CDQStatistics.standardDeviation($0) }
    case .count, .sum, .average, .minimum, .maximum: return nil
    }
    let value = { (row: Row) in compute(self.values(of: GroupRow.number(at: row))) }
    return .doubles(.row(value), kind)
  }
}

/// The accumulator for Decimals. They are added one by one, as exact arithmetic requires.
final class DecimalAccumulator: GroupAccumulator {
  private struct Tally {
    /// The sum so far; nil after a sum had no exact value.
    var sum: Decimal? = 0
    var count = 0
    var least: Decimal?
    var greatest: Decimal?
    var all: [Decimal] = []
  }
  private let walk: ReferenceWalk
  private let slot: Int
  /// Whether all values are kept, as median and standard deviation require.
  private let keepsAll: Bool
  private let source: TableSource
  private var tallies: [Tally] = []

  init(_ path: ColumnPlanner.Path, keepsAll: Bool, _ source: TableSource) {
    walk = ReferenceWalk(path, source)
    slot = path.slot
    self.keepsAll = keepsAll
    self.source = source
  }

  func reserve(_ groups: Int) {
    while tallies.count < groups { tallies.append(Tally()) }
  }

  func add(_ batch: GroupBatch, _ groups: UnsafePointer<Int32>) {
    for index in 0..<batch.count {
      let target = walk.target(batch.reference(index))
      guard !target.isNone, case .decimal(let number) = source.value(target, slot) else { continue }
      add(number, to: &tallies[Int(groups[index])])
    }
  }

  private func add(_ number: Decimal, to tally: inout Tally) {
    tally.count += 1
    if keepsAll {
      tally.all.append(number)
      return
    }
    tally.sum = tally.sum.flatMap { DecimalMath.add($0, number) }
    // Of equal values, the first one is kept.
    if tally.least.map({ Decimal.order(number, $0) == .orderedAscending }) ?? true { tally.least = number }
    if tally.greatest.map({ Decimal.order(number, $0) == .orderedDescending }) ?? true { tally.greatest = number }
  }

  func scalar(_ function: AggregateFunction) -> Scalar? {
    let tally = { (row: Row) in self.tallies[GroupRow.number(at: row)] }
    return switch function {
    case .count: .int(.row { Int64(tally($0).count) })
    case .sum: .decimal(.row { tally($0).sum })
    case .average:
      .decimal(
        .row { row in
          let tally = tally(row)
          return tally.sum.flatMap { DecimalMath.divide($0, Decimal(tally.count)) }
        })
    case .minimum: .decimal(.row { tally($0).least })
    case .maximum: .decimal(.row { tally($0).greatest })
    case .median: .decimal(.row { CDQStatistics.median(tally($0).all) })
    case .standardDeviation: .double(.row { CDQStatistics.standardDeviation(tally($0).all) })
    }
  }
}

/// The accumulator for count, minimum and maximum of texts.
final class TextAccumulator: GroupAccumulator {
  /// A text as a reference to its row, with a number that decides most comparisons.
  private struct Candidate: BitwiseCopyable {
    var row = RowReference.none
    /// The first eight bytes as a number.
    var head: UInt64 = 0
    /// Whether the text is not ordered like its bytes.
    var isSpecial = false
  }
  private struct Extremes: BitwiseCopyable {
    var least = Candidate()
    var greatest = Candidate()
    var count = 0
  }
  private let walk: ReferenceWalk
  private let chunks: ChunkPointers
  private let extremes = GroupMemory(Extremes())

  init(_ path: ColumnPlanner.Path, _ source: TableSource) {
    walk = ReferenceWalk(path, source)
    chunks = ChunkPointers(source, attribute: path.slot, of: source.layout.entities[path.entity].concrete)
  }

  func reserve(_ groups: Int) { extremes.reserve(groups) }

  func add(_ batch: GroupBatch, _ groups: UnsafePointer<Int32>) {
    let extremes = extremes.values
    for index in 0..<batch.count {
      let row = walk.target(batch.reference(index))
      guard !row.isNone, let (chunk, place) = chunks.place(row), chunk.pointee.isValid(place) else { continue }
      var candidate = Candidate(row: row)
      if chunk.pointee.isSpecial(place) {
        candidate.isSpecial = true
      } else {
        let text = chunk.pointee.utf8(place)
        if let start = text.baseAddress { candidate.head = TextAccumulator.head(start, text.count) }
      }
      let group = extremes + Int(groups[index])
      group.pointee.count += 1
      // Of equal values, the first one is kept.
      if group.pointee.least.row.isNone {
        (group.pointee.least, group.pointee.greatest) = (candidate, candidate)
      } else if precedes(candidate, group.pointee.least) {
        group.pointee.least = candidate
      } else if precedes(group.pointee.greatest, candidate) {
        group.pointee.greatest = candidate
      }
    }
  }

  /// - Parameter start: Eight bytes can be read there.
  @inline(__always) private static func head(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let word = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
    return count >= 8 ? word : word & ~(UInt64.max >> UInt64(truncatingIfNeeded: count * 8))
  }

  @inline(__always) private func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
    if !left.isSpecial, !right.isSpecial, left.head != right.head { return left.head < right.head }
    return precedesWholly(left, right)
  }

  @inline(never) private func precedesWholly(_ left: Candidate, _ right: Candidate) -> Bool {
    guard let (leftChunk, leftPlace) = chunks.place(left.row), let (rightChunk, rightPlace) = chunks.place(right.row)
    else { return false }
    if left.isSpecial || right.isSpecial {
      return String.order(leftChunk.pointee.string(leftPlace), rightChunk.pointee.string(rightPlace))
        == .orderedAscending
    }
    return ByteText.order(
      leftChunk.pointee.utf8(leftPlace).assumingMemoryBound(to: UInt8.self),
      rightChunk.pointee.utf8(rightPlace).assumingMemoryBound(to: UInt8.self)) == .orderedAscending
  }

  func scalar(_ function: AggregateFunction) -> Scalar? {
    let (extremes, chunks) = (extremes, chunks)
    let text = { (candidate: Candidate) -> String? in
      guard !candidate.row.isNone, let (chunk, place) = chunks.place(candidate.row) else { return nil }
      return chunk.pointee.string(place)
    }
    return switch function {
    case .count: .int(.row { Int64(extremes.values[GroupRow.number(at: $0)].count) })
    case .minimum: .string(.row { text(extremes.values[GroupRow.number(at: $0)].least) })
    case .maximum: .string(.row { text(extremes.values[GroupRow.number(at: $0)].greatest) })
    case .sum, .average, .median, .standardDeviation: nil
    }
  }
}
