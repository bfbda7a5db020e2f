import CDQValues

import Foundation

/// A reader of one attribute that copies the values of many adjacent records into typed memory, in one call.
///
/// Its loop is `BlockRows.read`, which is compiled into the caller's module with the record type, so that it is as fast
/// as a loop written by hand; the engine then works on plain numbers and bytes. The values are those of
/// `AttributeAccess`: a truth value is 0 or 1, a date its seconds since 2001, a duration its seconds.
@frozen public enum BlockAccess<Record>: Sendable {
  case bool(@Sendable (BlockRows<Record>, BlockValues<UInt8>) -> Void)
  case int(@Sendable (BlockRows<Record>, BlockValues<Int64>) -> Void)
  case double(@Sendable (BlockRows<Record>, BlockValues<Double>) -> Void)
  case date(@Sendable (BlockRows<Record>, BlockValues<Double>) -> Void)
  case duration(@Sendable (BlockRows<Record>, BlockValues<Double>) -> Void)
  case string(@Sendable (BlockRows<Record>, BlockTexts) -> Void)
}

/// Adjacent records in memory, and a bitmap of those to read.
@frozen public struct BlockRows<Record> {
  /// The first record; the others follow it in memory.
  public let base: UnsafePointer<Record>
  /// A bitmap with one bit per record, the first record lowest. Only records whose bit is set are read.
  public let wanted: UnsafePointer<UInt64>
  /// The number of records, including those that are not read.
  public let count: Int

  @inlinable init(base: UnsafePointer<Record>, wanted: UnsafePointer<UInt64>, count: Int) {
    self.base = base
    self.wanted = wanted
    self.count = count
  }

  /// Reads the wanted records and no other, since an accessor may rely on earlier conditions having ruled out the
  /// others.
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

  /// Collects the target objects of a to-one relationship from the wanted records and calls `body` with them. Each
  /// target lies at its record's position; the bitmap leaves out records without a target.
  ///
  /// - Parameter memory: Room for `count` objects. The function releases the objects again before it returns.
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

  /// Reads the texts of the wanted records and of no other; the others get no text.
  @inlinable @inline(__always)
  public func read(into block: BlockTexts, _ get: (UnsafePointer<Record>) -> String?) {
    for row in 0..<count {
      let isWanted = wanted[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
      if isWanted, let text = get(base + row) { block.append(text) } else { block.appendNil() }
    }
  }
}

/// A function that follows a to-one relationship from many adjacent records: `BlockRows.withTargets`, compiled into the
/// caller's module.
public typealias BlockTargets<Record, Target> = @Sendable (
  BlockRows<Record>, BlockValues<Target>, (BlockRows<Target>) -> Void
) -> Void

/// Memory for one value per record of a block. Values of trivial types are overwritten by the next block without a
/// release.
@frozen public struct BlockValues<Stored> {
  /// One value per record; uninitialized or stale for records without a value.
  public let values: UnsafeMutablePointer<Stored>
  /// A bitmap with one bit per record, the first record lowest, set for records that have a value.
  public let valid: UnsafeMutablePointer<UInt64>

  @inlinable init(values: UnsafeMutablePointer<Stored>, valid: UnsafeMutablePointer<UInt64>) {
    self.values = values
    self.valid = valid
  }
}

/// Memory for the texts of a block of records. Readers append one entry per record, in order.
public struct BlockTexts {
  let chunk: TextChunk
  let writer: UnsafeMutablePointer<TextChunk.Writer>

  /// Appends the text of the next record.
  public func append(_ text: String) {
    text.withBytes { text in
      if writer.pointee.append(text) { return }
      chunk.finish(writer.pointee)
      chunk.append(text)
      writer.pointee = chunk.writer()
    }
  }

  /// Appends an entry for a record that has no text, or whose text is not wanted.
  public func appendNil() {
    writer.pointee.appendNull()
  }
}
