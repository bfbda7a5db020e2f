import CDQValues

/// Loops over the bytes of a chunk's texts.
///
/// A needle of up to eight bytes is compared as one number: the next eight bytes of the text are or-ed with the folds,
/// and the bytes after the needle are masked out. For a longer needle the first eight bytes decide nearly always.
enum TextKernel {
  /// Adds the candidates that match the probe to the hits. All candidates can be tested by bytes.
  static func mark(_ hits: Selection, _ candidates: Selection, _ probe: TextProbe, _ chunk: TextChunk) {
    let head = NeedleHead(probe)
    probe.bytes.withUnsafeBufferPointer { needle in
      probe.folds.withUnsafeBufferPointer { folds in
        let tail = NeedleTail(needle, folds)
        switch probe.place {
        case .whole:
          markPlaced(hits, candidates, chunk, head, tail, fits: { $0 == $1 }, start: { start, _, _ in start })
        case .prefix:
          markPlaced(hits, candidates, chunk, head, tail, fits: { $0 >= $1 }, start: { start, _, _ in start })
        case .suffix:
          markPlaced(hits, candidates, chunk, head, tail, fits: { $0 >= $1 }, start: { _, end, count in end - count })
        case .anywhere:
          if candidates.count * 8 < chunk.count {
            markEach(hits, candidates, chunk, needle, folds)
          } else {
            TextSearch(chunk, needle, folds).mark(hits, candidates)
          }
        }
      }
    }
  }

  /// Tests texts in which the needle can be in one place only.
  @inline(__always)
  private static func markPlaced(
    _ hits: Selection, _ candidates: Selection, _ chunk: TextChunk, _ head: NeedleHead, _ tail: NeedleTail,
    fits: (_ text: Int, _ needle: Int) -> Bool, start: (_ start: Int, _ end: Int, _ needle: Int) -> Int
  ) {
    let (offsets, count) = (chunk.offsets, head.count)
    let bytes = UnsafeRawPointer(chunk.bytes)
    let fullWords = chunk.count >> 6
    for word in 0..<candidates.wordCount {
      let wanted = candidates.words[word]
      if wanted == 0 { continue }
      var bits: UInt64 = 0
      if word < fullWords, wanted.nonzeroBitCount > 16 {
        let base = offsets + word << 6
        var textStart = Int(base[0])
        for row in 0..<64 {
          let textEnd = Int(base[row + 1])
          let place = max(0, start(textStart, textEnd, count))
          let isMatch = fits(textEnd - textStart, count) && head.matches(bytes + place)
          bits |= (isMatch ? 1 : 0) << UInt64(truncatingIfNeeded: row)
          textStart = textEnd
        }
        bits &= wanted
      } else {
        var rest = wanted
        while rest != 0 {
          let bit = rest & (0 &- rest)
          let row = word << 6 | rest.trailingZeroBitCount
          let (textStart, textEnd) = (Int(offsets[row]), Int(offsets[row + 1]))
          let place = max(0, start(textStart, textEnd, count))
          if fits(textEnd - textStart, count), head.matches(bytes + place) { bits |= bit }
          rest &= rest &- 1
        }
      }
      if !tail.isEmpty {
        var rest = bits
        while rest != 0 {
          let bit = rest & (0 &- rest)
          let row = word << 6 | rest.trailingZeroBitCount
          let place = start(Int(offsets[row]), Int(offsets[row + 1]), count)
          if !tail.matches(bytes + place) { bits &= ~bit }
          rest &= rest &- 1
        }
      }
      hits.words[word] |= bits
    }
  }

  /// Searches a few texts, one by one.
  private static func markEach(
    _ hits: Selection, _ candidates: Selection, _ chunk: TextChunk, _ needle: UnsafeBufferPointer<UInt8>,
    _ folds: UnsafeBufferPointer<UInt8>
  ) {
    let tail = NeedleTail(needle, folds, from: 0)
    let bytes = UnsafeRawPointer(chunk.bytes)
    candidates.forEach { row in
      let last = Int(chunk.offsets[row + 1]) - needle.count
      var place = Int(chunk.offsets[row])
      while place <= last {
        if tail.matches(bytes + place) {
          hits.insert(row)
          return
        }
        place += 1
      }
    }
  }
}

/// The first eight bytes of a needle as a number.
struct NeedleHead {
  private let mask: UInt64
  private let fold: UInt64
  private let wanted: UInt64
  let count: Int

  init(_ probe: TextProbe) {
    count = probe.bytes.count
    func number(_ byte: (Int) -> UInt8) -> UInt64 {
      // The bytes are in the order of memory, whatever the byte order of the processor is.
      var bytes: [UInt8] = []
      for index in 0..<8 { bytes.append(index < probe.bytes.count ? byte(index) : 0) }
      return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }
    mask = number { _ in 0xFF }
    fold = number { probe.folds[$0] }
    wanted = number { probe.bytes[$0] }
  }

  /// Whether the bytes at a place are those of the needle's head. Eight bytes can be read there.
  @inline(__always) func matches(_ place: UnsafeRawPointer) -> Bool {
    (place.loadUnaligned(as: UInt64.self) | fold) & mask == wanted
  }
}

/// The bytes of a needle from the index `first` on: by default all after its head.
struct NeedleTail {
  private let needle: UnsafeBufferPointer<UInt8>
  private let folds: UnsafeBufferPointer<UInt8>
  private let first: Int

  init(_ needle: UnsafeBufferPointer<UInt8>, _ folds: UnsafeBufferPointer<UInt8>, from first: Int = 8) {
    self.needle = needle
    self.folds = folds
    self.first = first
  }

  var isEmpty: Bool { needle.count <= first }

  /// Whether a needle that starts at `place` continues with these bytes.
  @inline(__always) func matches(_ place: UnsafeRawPointer) -> Bool {
    var index = first
    while index < needle.count {
      if place.load(fromByteOffset: index, as: UInt8.self) | folds[index] != needle[index] { return false }
      index += 1
    }
    return true
  }
}
