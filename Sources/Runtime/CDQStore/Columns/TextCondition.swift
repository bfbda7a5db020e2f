import CDQIR
import CDQValues

/// Tests the texts of a column against a needle: most rows by their bytes, the others as Strings.
final class TextCondition: ColumnCondition {
  let cost: Int
  let ofNothing: Bool
  private let slot: Int
  private let probe: TextProbe
  private let negated: Bool
  private let source: any ColumnSource
  private let candidates: SelectionBuffer
  private let hits: SelectionBuffer

  init(_ slot: Int, _ probe: TextProbe, negated: Bool = false, _ source: any ColumnSource) {
    self.slot = slot
    self.probe = probe
    self.negated = negated
    self.source = source
    candidates = SelectionBuffer(shift: source.shift)
    hits = SelectionBuffer(shift: source.shift)
    cost = probe.cost
    ofNothing = negated
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let chunk = source.texts(block, slot)
    let (candidates, hits) = (candidates.selection(for: block), hits.selection(for: block))
    hits.clear()
    for word in 0..<selection.wordCount { candidates.words[word] = selection.words[word] & chunk.valid[word] }
    if let special = probe.specialRows(of: chunk) {
      TextCondition.answerSpecial(probe, chunk, candidates, special, hits)
    }
    if !probe.isHopeless { TextKernel.mark(hits, candidates, probe, chunk) }
    for word in 0..<selection.wordCount {
      // For rows without a value, only `!=` holds.
      let isMatch = negated ? ~hits.words[word] : hits.words[word]
      selection.words[word] &= isMatch
    }
  }

  /// Tests the rows whose bytes do not decide, and removes them from the candidates.
  private static func answerSpecial(
    _ probe: TextProbe, _ chunk: TextChunk, _ candidates: Selection, _ special: UnsafePointer<UInt64>, _ hits: Selection
  ) {
    for word in 0..<candidates.wordCount {
      var bits = candidates.words[word] & special[word]
      candidates.words[word] &= ~bits
      while bits != 0 {
        let row = word << 6 | bits.trailingZeroBitCount
        if probe.holds(row, of: chunk) { hits.insert(row) }
        bits &= bits &- 1
      }
    }
  }
}

/// A needle and its place in the text, prepared for tests by bytes. `name BEGINSWITH[c] "Os"` has the bytes `os` and
/// the folds 0x20, 0x20, which are or-ed with the bytes of a text before the comparison.
struct TextProbe {
  let needle: TextNeedle
  let place: TextPlace
  /// The bytes of the needle, and for each the bit that makes an upper-case letter lower-case if case is ignored.
  let bytes: [UInt8]
  let folds: [UInt8]
  /// Whether only ASCII can be tested by bytes.
  private let needsASCII: Bool
  /// Whether no text is tested by bytes.
  private let needsString: Bool
  /// Whether texts of Latin-1 are tested by bytes too: the needle is ASCII, and only case is ignored.
  private let takesLatin: Bool

  init(_ needle: TextNeedle, _ place: TextPlace) {
    self.needle = needle
    self.place = place
    bytes = needle.bytes
    needsASCII = needle.folds
    folds = needle.bytes.map { needle.lowercases && $0 &- UInt8(ascii: "a") < 26 ? 0x20 : 0 }
    takesLatin =
      needle.options == .caseInsensitive && needle.bytes.withUnsafeBufferPointer { ByteText.isASCII($0) }
    needsString =
      needle.isLocalized || TextProbe.mayStandInsideCharacter(needle.bytes, place)
      || place == .anywhere && needle.bytes.count > TextProbe.longest
  }

  /// The length in bytes of the longest needle that is tried at each place; a longer one has a search of its own.
  private static let longest = 64

  /// Whether the needle could be found inside of a Character. In plain texts, CR LF is the only Character of two
  /// scalars.
  private static func mayStandInsideCharacter(_ bytes: [UInt8], _ place: TextPlace) -> Bool {
    let (startsInside, endsInside) = (bytes.first == 0x0A, bytes.last == 0x0D)
    return switch place {
    case .whole: false
    case .prefix: endsInside
    case .suffix: startsInside
    case .anywhere: startsInside || endsInside
    }
  }

  var cost: Int {
    if needsString { return 200 }
    return switch place {
    case .whole, .prefix: 4
    case .suffix: 5
    case .anywhere: 20
    }
  }

  /// Whether no text that is tested by bytes can match. Such texts are plain, or ASCII under a folding, and the needle
  /// is not.
  var isHopeless: Bool {
    needsString
      || !bytes.withUnsafeBufferPointer { needsASCII ? ByteText.isASCII($0) : PlainText.isPlain($0) }
  }

  /// The rows of a chunk that must not be tested by bytes; nil if there are none.
  func specialRows(of chunk: TextChunk) -> UnsafePointer<UInt64>? {
    if needsString { return UnsafePointer(chunk.valid) }
    if needsASCII { return chunk.isASCII ? nil : UnsafePointer(chunk.notASCII) }
    return chunk.isPlain ? nil : UnsafePointer(chunk.notPlain)
  }

  /// Tests a text of Latin-1 without ß; nil for other texts. ß is the only letter of Latin-1 beyond ASCII whose folding
  /// has ASCII letters.
  private func latinAnswer(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard ByteText.isLatin(text) else { return nil }
    let last = text.count - bytes.count
    guard last >= 0, let start = text.baseAddress.map({ UnsafeRawPointer($0) }) else { return false }
    return bytes.withUnsafeBufferPointer { needle in
      folds.withUnsafeBufferPointer { folds in
        let whole = NeedleTail(needle, folds, from: 0)
        switch place {
        case .whole: return last == 0 && whole.matches(start)
        case .prefix: return whole.matches(start)
        case .suffix: return whole.matches(start + last)
        case .anywhere:
          for place in 0...last where whole.matches(start + place) { return true }
          return false
        }
      }
    }
  }

  /// Tests a text whose folding is simple, with all scalars below U+0300; nil for other texts.
  private func foldedAnswer(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard needle.isSimple, !needle.bytes.isEmpty, needle.bytes.count <= TextProbe.longest,
      let table = FoldingTable.table(for: needle.options)
    else { return nil }
    return table.withFolded(text) { folded in
      guard ByteText.isSimple(folded) else { return nil }
      return bytes.withUnsafeBufferPointer { needle -> Bool? in
        switch place {
        case .whole: return folded.elementsEqual(needle)
        case .prefix:
          guard case let answer = ByteText.hasPrefix(folded, needle, folding: false, lowercase: false),
            answer != .unknown
          else { return nil }
          return answer == .yes
        case .suffix: return ByteText.hasSuffix(folded, needle, lowercase: false)
        case .anywhere: return ByteText.contains(folded, needle, lowercase: false)
        }
      }
    }
  }

  /// Tests a row that has a value exactly, whatever its text is.
  func holds(_ row: Int, of chunk: TextChunk) -> Bool {
    if !needle.isLocalized, !chunk.hasTextsAside {
      let utf8 = chunk.utf8(row)
      // The first bytes decide for most texts, without a String.
      let answer = bytes.withUnsafeBufferPointer { bytes -> ByteText.Answer in
        switch place {
        case .whole: ByteText.equals(utf8, bytes, folding: needle.folds, lowercase: needle.lowercases)
        case .prefix: ByteText.hasPrefix(utf8, bytes, folding: needle.folds, lowercase: needle.lowercases)
        case .suffix, .anywhere: .unknown
        }
      }
      switch answer {
      case .yes: return true
      case .no: return false
      case .unknown: break
      }
      if takesLatin, !needsString, let answer = latinAnswer(utf8) { return answer }
      if let answer = foldedAnswer(utf8) { return answer }
    }
    let text = chunk.string(row)
    return switch place {
    case .whole: needle.isEqual(to: text)
    case .prefix: needle.isPrefix(of: text)
    case .suffix: needle.isSuffix(of: text)
    case .anywhere: needle.isContained(in: text)
    }
  }
}
