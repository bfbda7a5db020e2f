import CDQValues

/// Searches all texts of a chunk at once: the buffer of the chunk is searched for the needle's first and last byte, 16
/// places at a time. A hit counts for the text in which it lies; a hit that spans two texts does not count.
struct TextSearch {
  private let chunk: TextChunk
  private let needle: UnsafeBufferPointer<UInt8>
  private let tail: NeedleTail
  private let first: SIMD16<UInt8>
  private let last: SIMD16<UInt8>
  private let firstFold: SIMD16<UInt8>
  private let lastFold: SIMD16<UInt8>

  /// - Parameter needle: The bytes of the needle, not empty.
  init(_ chunk: TextChunk, _ needle: UnsafeBufferPointer<UInt8>, _ folds: UnsafeBufferPointer<UInt8>) {
    self.chunk = chunk
    self.needle = needle
    tail = NeedleTail(needle, folds, from: 1)
    first = SIMD16(repeating: needle[0])
    last = SIMD16(repeating: needle[needle.count - 1])
    firstFold = SIMD16(repeating: folds[0])
    lastFold = SIMD16(repeating: folds[needle.count - 1])
  }

  /// Adds the candidates that contain the needle to the hits.
  func mark(_ hits: Selection, _ candidates: Selection) {
    let bytes = UnsafeRawPointer(chunk.bytes)
    let lastPlace = chunk.usedBytes - needle.count
    var place = 0
    var row = 0
    while place <= lastPlace {
      // 16 bytes after the texts may be read.
      let starts = bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self) | firstFold
      let ends = bytes.loadUnaligned(fromByteOffset: place + needle.count - 1, as: SIMD16<UInt8>.self) | lastFold
      let lanes = unsafeBitCast((starts .== first) .& (ends .== last), to: SIMD2<UInt64>.self)
      var next = place + 16
      if lanes[0] | lanes[1] != 0 {
        next = take(lanes[0].littleEndian, at: place, next, &row, bytes, lastPlace, hits, candidates)
        if next == place + 16 {
          next = take(lanes[1].littleEndian, at: place + 8, next, &row, bytes, lastPlace, hits, candidates)
        }
      }
      place = next
    }
  }

  /// Tests those of eight places whose bytes in `lanes` are set.
  ///
  /// - Returns: The place at which to continue: after a text with a hit, else `next`.
  @inline(__always)
  private func take(
    _ lanes: UInt64, at base: Int, _ next: Int, _ row: inout Int, _ bytes: UnsafeRawPointer, _ lastPlace: Int,
    _ hits: Selection, _ candidates: Selection
  ) -> Int {
    var rest = lanes
    while rest != 0 {
      let lane = rest.trailingZeroBitCount >> 3
      rest &= ~(0xFF << UInt64(truncatingIfNeeded: lane << 3))
      let place = base + lane
      guard place <= lastPlace, tail.matches(bytes + place) else { continue }
      row = self.row(of: place, from: row)
      let end = Int(chunk.offsets[row + 1])
      guard place + needle.count <= end else { continue }
      if candidates.contains(row) { hits.insert(row) }
      // One hit is enough; what is left of these eight places may belong to the next text.
      if end >= next { return end }
      while rest != 0, base + rest.trailingZeroBitCount >> 3 < end {
        rest &= ~(0xFF << UInt64(truncatingIfNeeded: rest.trailingZeroBitCount & ~7))
      }
    }
    return next
  }

  /// The row whose text has the byte at a place, at or after the row `start`.
  @inline(__always) private func row(of place: Int, from start: Int) -> Int {
    let offsets = chunk.offsets
    var row = start
    for _ in 0..<8 {
      if place < Int(offsets[row + 1]) { return row }
      row += 1
    }
    var high = chunk.count - 1
    while row < high {
      let middle = (row + high) / 2
      if place < Int(offsets[middle + 1]) { high = middle } else { row = middle + 1 }
    }
    return row
  }
}
