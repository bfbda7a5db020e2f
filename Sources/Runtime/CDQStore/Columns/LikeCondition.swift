import CDQIR
import CDQValues

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A `LIKE` pattern with inner wildcards, such as `O*l*o`. Most rows are tested by their bytes, the others as Strings.
final class LikeCondition: ColumnCondition {
  let cost = 60
  let ofNothing = false
  private let slot: Int
  private let pattern: LikePattern
  /// Nil if no text that is tested by bytes can match.
  private let segments: LikeSegments?
  private let probe: TextProbe?
  private let folds: Bool
  /// Whether texts of Latin-1 are tested by bytes too, as in `TextProbe`.
  private let takesLatin: Bool
  private let source: any ColumnSource
  private let candidates: SelectionBuffer
  private let hits: SelectionBuffer

  /// - Parameters:
  ///   - pattern: The pattern, without the option `[l]`.
  ///   - tokens: The tokens of the pattern.
  init(_ slot: Int, _ pattern: LikePattern, _ tokens: [LikePattern.Token], _ source: any ColumnSource) {
    self.slot = slot
    self.pattern = pattern
    self.source = source
    let options = pattern.options
    segments = LikeSegments(tokens, lowercases: options.contains(.caseInsensitive))
    folds = !options.isEmpty
    takesLatin = options == .caseInsensitive && segments?.isASCII == true
    // Under a folding, only ASCII texts are tested by bytes, so a literal beyond ASCII makes no probe.
    probe = segments?.literal.flatMap { literal in
      let probe = TextProbe(TextNeedle(literal.text, options, locale: pattern.locale), literal.place)
      return probe.isHopeless ? nil : probe
    }
    candidates = SelectionBuffer(shift: source.shift)
    hits = SelectionBuffer(shift: source.shift)
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let chunk = source.texts(block, slot)
    let (candidates, hits) = (candidates.selection(for: block), hits.selection(for: block))
    for word in 0..<selection.wordCount { candidates.words[word] = selection.words[word] & chunk.valid[word] }
    selection.clear()
    answerSpecial(chunk, candidates, selection)
    guard let segments, !(folds && !segments.isASCII) else { return }
    if let probe {
      hits.clear()
      TextKernel.mark(hits, candidates, probe, chunk)
    } else {
      hits.copy(from: candidates)
    }
    hits.forEach { row in
      if segments.matches(chunk.utf8(row)) { selection.insert(row) }
    }
  }

  /// Tests the rows whose bytes do not decide, and removes them from the candidates.
  private func answerSpecial(_ chunk: TextChunk, _ candidates: Selection, _ selection: Selection) {
    let (isClean, special) = folds ? (chunk.isASCII, chunk.notASCII) : (chunk.isPlain, chunk.notPlain)
    let mayHaveReturns = LikeCondition.hasReturn(UnsafeBufferPointer(start: chunk.bytes, count: chunk.usedBytes))
    if isClean, !mayHaveReturns { return }
    candidates.filter { row in
      let isSpecial =
        special[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
        || mayHaveReturns && LikeCondition.hasReturn(chunk.utf8(row))
      if isSpecial, holds(row, chunk) { selection.insert(row) }
      return !isSpecial
    }
  }

  /// Tests one row exactly.
  private func holds(_ row: Int, _ chunk: TextChunk) -> Bool {
    if takesLatin, let segments, !chunk.hasTextsAside {
      let text = chunk.utf8(row)
      if ByteText.isLatin(text), !LikeCondition.hasReturn(text) { return segments.matches(text) }
    }
    return pattern.matches(chunk.string(row))
  }

  private static func hasReturn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress, !text.isEmpty else { return false }
    return memchr(start, 0x0D, text.count) != nil
  }
}
