import CDQValues

import Foundation

/// How one attribute of many records that lie side by side is read into typed memory, in one call.
///
/// The loop is `BlockRows.read`, compiled into the caller's module with the type of the record: it costs what a loop by
/// hand costs, and what follows runs over plain numbers and bytes. Values are those of `AttributeAccess`: a truth value
/// is 0 or 1, a date its seconds since 2001, a duration its seconds.
@frozen public enum BlockAccess<Record>: Sendable {
  case bool(@Sendable (BlockRows<Record>, BlockValues<UInt8>) -> Void)
  case int(@Sendable (BlockRows<Record>, BlockValues<Int64>) -> Void)
  case double(@Sendable (BlockRows<Record>, BlockValues<Double>) -> Void)
  case date(@Sendable (BlockRows<Record>, BlockValues<Double>) -> Void)
  case duration(@Sendable (BlockRows<Record>, BlockValues<Double>) -> Void)
  case string(@Sendable (BlockRows<Record>, BlockTexts) -> Void)
}

/// Records that lie side by side, some of which are to be read.
@frozen public struct BlockRows<Record> {
  /// The first record.
  public let base: UnsafePointer<Record>
  /// A bit per record, the first one lowest, set for those that are to be read.
  public let wanted: UnsafePointer<UInt64>
  /// How many records there are.
  public let count: Int

  @inlinable init(base: UnsafePointer<Record>, wanted: UnsafePointer<UInt64>, count: Int) {
    self.base = base
    self.wanted = wanted
    self.count = count
  }

  /// Reads the wanted records and no other: an accessor may rely on what conditions before it have ruled out.
  @inlinable @inline(__always)
  public func read<Stored>(into block: BlockValues<Stored>, _ get: (UnsafePointer<Record>) -> Stored?) {
    for word in 0..<(count + 63) >> 6 {
      let wanted = wanted[word]
      if wanted == 0 { continue }
      let (rows, values) = (base + word << 6, block.values + word << 6)
      var present: UInt64 = 0
      if wanted == .max {
        for row in 0..<64 {
          guard let value = get(rows + row) else { continue }
          (values + row).initialize(to: value)
          present |= 1 << UInt64(truncatingIfNeeded: row)
        }
      } else {
        var rest = wanted
        while rest != 0 {
          if let value = get(rows + rest.trailingZeroBitCount) {
            (values + rest.trailingZeroBitCount).initialize(to: value)
            present |= rest & (0 &- rest)
          }
          rest &= rest &- 1
        }
      }
      block.valid[word] = block.valid[word] & ~wanted | present
    }
  }

  /// Gives `body` what a to-one leads to from the wanted records: objects side by side at the places of the records, those
  /// wanted that there are.
  ///
  /// - Parameter memory: Memory for so many objects, which is as before when this returns.
  @inlinable @inline(__always)
  public func withTargets<Target>(
    in memory: BlockValues<Target>, _ get: (UnsafePointer<Record>) -> Target?, _ body: (BlockRows<Target>) -> Void
  ) {
    for word in 0..<(count + 63) >> 6 { memory.valid[word] = 0 }
    read(into: memory, get)
    body(BlockRows<Target>(base: memory.values, wanted: memory.valid, count: count))
    for word in 0..<(count + 63) >> 6 {
      var rest = memory.valid[word]
      while rest != 0 {
        (memory.values + (word << 6 | rest.trailingZeroBitCount)).deinitialize(count: 1)
        rest &= rest &- 1
      }
    }
  }

  /// Reads the texts of the wanted records and of no other.
  @inlinable @inline(__always)
  public func read(into block: BlockTexts, _ get: (UnsafePointer<Record>) -> String?) {
    for row in 0..<count {
      let isWanted = wanted[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
      if isWanted, let text = get(base + row) { block.append(text) } else { block.appendNil() }
    }
  }
}

/// How a to-one is followed from many records that lie side by side: `BlockRows.withTargets`, compiled into the caller's
/// module.
public typealias BlockTargets<Record, Target> = @Sendable (
  BlockRows<Record>, BlockValues<Target>, (BlockRows<Target>) -> Void
) -> Void

/// Memory for the values of a block of records. Values of types that need no release are written over each other.
@frozen public struct BlockValues<Stored> {
  /// A value per record; anything for one that has none.
  public let values: UnsafeMutablePointer<Stored>
  /// A bit per record, the first one lowest, set for those that have a value.
  public let valid: UnsafeMutablePointer<UInt64>

  @inlinable init(values: UnsafeMutablePointer<Stored>, valid: UnsafeMutablePointer<UInt64>) {
    self.values = values
    self.valid = valid
  }
}

/// Memory for the texts of a block of records, which are added in order.
public struct BlockTexts {
  let chunk: TextChunk
  let writer: UnsafeMutablePointer<TextChunk.Writer>

  /// Adds the text of the next record.
  public func append(_ text: String) {
    text.withBytes { text in
      if writer.pointee.append(text) { return }
      chunk.finish(writer.pointee)
      chunk.append(text)
      writer.pointee = chunk.writer()
    }
  }

  /// Adds the next record as one without a text, or one whose text is not wanted.
  public func appendNil() {
    writer.pointee.appendNull()
  }
}
