import CDQIR
import CDQValues

/// `MATCHES` with a constant pattern. The regular expression runs only on the texts that have a literal which every
/// match must have.
final class RegexCondition: ColumnCondition {
  let cost = 400
  let ofNothing = false
  private let slot: Int
  private let expression: RegexPattern
  private let ignoresCase: Bool
  /// Every text that matches has one of these; empty if that is not known.
  private let probes: [TextProbe]
  private let source: any ColumnSource
  private let candidates: SelectionBuffer
  private let hits: SelectionBuffer

  init(_ slot: Int, _ expression: RegexPattern, _ options: TextOptions, _ source: any ColumnSource) {
    self.slot = slot
    self.expression = expression
    self.source = source
    let literals = RegexLiterals(expression.text, ignoresCase: options.contains(.caseInsensitive))
    let folding: TextOptions = literals?.ignoresCase == true ? .caseInsensitive : []
    ignoresCase = literals?.ignoresCase == true
    probes = (literals?.alternatives ?? []).map { literal in
      TextProbe(
        TextNeedle(String(decoding: literal.bytes, as: UTF8.self), folding, locale: source.execution.locale),
        literal.place)
    }
    candidates = SelectionBuffer(shift: source.shift)
    hits = SelectionBuffer(shift: source.shift)
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let chunk = source.texts(block, slot)
    for word in 0..<selection.wordCount { selection.words[word] &= chunk.valid[word] }
    if !probes.isEmpty { keepHopeful(selection, block, chunk) }
    let (expression, execution) = (expression, source.execution)
    selection.filter { row in
      // After a failure the answers no longer matter.
      execution.failure == nil && Planner.matches(chunk.string(row), expression, execution)
    }
  }

  /// Deselects the rows whose texts have none of the literals. `MATCHES` sees texts as they were stored, so their bytes
  /// decide, except for texts that are too long for the buffer of the chunk.
  private func keepHopeful(_ selection: Selection, _ block: Block, _ chunk: TextChunk) {
    let (candidates, hits) = (candidates.selection(for: block), hits.selection(for: block))
    hits.clear()
    for word in 0..<selection.wordCount {
      // Letters beyond ASCII may fold to ASCII. Both bitmaps contain the texts that are too long for the buffer.
      let unknown = ignoresCase ? chunk.notASCII[word] : chunk.hasTextsAside ? chunk.notPlain[word] : 0
      hits.words[word] = selection.words[word] & unknown
      candidates.words[word] = selection.words[word] & ~unknown
    }
    for probe in probes { TextKernel.mark(hits, candidates, probe, chunk) }
    selection.copy(from: hits)
  }
}
