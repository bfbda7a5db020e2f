import CDQValues

extension TextChunk {
  /// Adds short texts of ASCII without a look at the chunk for each, whose properties are checked for exclusivity. Who
  /// has one gives it to `finish` before anything else happens to the chunk.
  package struct Writer {
    private let bytes: UnsafeMutableRawPointer
    private let byteCapacity: Int
    private let offsets: UnsafeMutablePointer<UInt32>
    private let valid: UnsafeMutablePointer<UInt64>
    fileprivate private(set) var row: Int
    fileprivate private(set) var nulls = 0
    private var used: Int

    fileprivate init(_ chunk: TextChunk) {
      bytes = UnsafeMutableRawPointer(chunk.bytes)
      byteCapacity = chunk.bytesWithRoom
      offsets = chunk.offsets
      valid = chunk.valid
      row = chunk.count
      used = chunk.usedBytes
    }

    /// Adds a row, for which there is room.
    ///
    /// - Returns: false when the chunk itself has to add it.
    @inline(__always) package mutating func append(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      let count = text.count
      guard count <= 64, used + count <= byteCapacity, let start = text.baseAddress else { return false }
      let (source, target) = (UnsafeRawPointer(start), bytes + used)
      // Words that overlap, so that nothing is read behind the text.
      var all: UInt64 = 0
      if count >= 8 {
        var place = 0
        while place < count - 8 {
          let word = source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          target.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
          all |= word
          place += 8
        }
        let last = source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        target.storeBytes(of: last, toByteOffset: count - 8, as: UInt64.self)
        all |= last
      } else if count >= 4 {
        let first = source.loadUnaligned(as: UInt32.self)
        let last = source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        target.storeBytes(of: first, as: UInt32.self)
        target.storeBytes(of: last, toByteOffset: count - 4, as: UInt32.self)
        all = UInt64(first | last)
      } else {
        for place in 0..<count {
          target.storeBytes(of: start[place], toByteOffset: place, as: UInt8.self)
          all |= UInt64(start[place])
        }
      }
      if all & 0x8080_8080_8080_8080 != 0 { return false }
      used += count
      offsets[row + 1] = UInt32(truncatingIfNeeded: used)
      valid[row >> 6] |= 1 << UInt64(truncatingIfNeeded: row & 63)
      row += 1
      return true
    }

    /// Adds a row without a value, for which there is room.
    @inline(__always) package mutating func appendNull() {
      offsets[row + 1] = UInt32(truncatingIfNeeded: used)
      row += 1
      nulls += 1
    }
  }

  package func writer() -> Writer { Writer(self) }

  /// Takes over what was written.
  package func finish(_ writer: Writer) {
    didAppend(writer.row - count, nulls: writer.nulls)
  }
}
