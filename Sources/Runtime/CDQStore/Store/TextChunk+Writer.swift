import CDQValues

extension TextChunk {
  /// Appends short ASCII texts without reading the chunk's properties each time, because each access is checked for
  /// exclusivity. The owner of a writer must pass it to `finish` before anything else happens to the chunk.
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

    /// Appends a row with a text. The caller has made room for the row.
    ///
    /// - Returns: False when the text is longer than 64 bytes, is not ASCII or does not fit; the caller then has to
    ///   append it to the chunk itself.
    @inline(__always) package mutating func append(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
      let count = text.count
      guard count <= 64, used + count <= byteCapacity, let start = text.baseAddress else { return false }
      let (source, target) = (UnsafeRawPointer(start), bytes + used)
      // Copies whole words; the last one overlaps the word before it, so that nothing is read past the end of the text.
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

    /// Appends a row without a value. The caller has made room for it.
    @inline(__always) package mutating func appendNull() {
      offsets[row + 1] = UInt32(truncatingIfNeeded: used)
      row += 1
      nulls += 1
    }
  }

  package func writer() -> Writer { Writer(self) }

  /// Adds the rows of a writer to the chunk's counts.
  package func finish(_ writer: Writer) {
    didAppend(writer.row - count, nulls: writer.nulls)
  }
}
