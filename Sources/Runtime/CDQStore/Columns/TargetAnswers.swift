import CDQValues

/// The answers of a condition for the objects that a relationship leads to. They are computed chunk by chunk, each when
/// it is first needed.
final class TargetAnswers {
  private let condition: any ColumnCondition
  private let source: TableSource
  /// By entity: the answers, a bit per row, and a flag per chunk whose answers are known.
  private var answers: [UnsafeMutablePointer<UInt64>?]
  private var known: [UnsafeMutablePointer<Bool>?]
  private let shift: Int
  let ofNothing: Bool

  init(_ condition: any ColumnCondition, _ source: TableSource) {
    self.condition = condition
    self.source = source
    shift = source.shift
    ofNothing = condition.ofNothing
    answers = Array(repeating: nil, count: source.tables.count)
    known = Array(repeating: nil, count: source.tables.count)
  }

  deinit {
    for words in answers { words?.deallocate() }
    for flags in known { flags?.deallocate() }
  }

  /// Whether the condition holds for an object. For no object or a deleted one, the answer is `ofNothing`.
  @inline(__always) func holds(_ target: RowReference) -> Bool {
    if target.entity < 0 { return ofNothing }
    let (entity, row) = (Int(target.entity), Int(target.row))
    guard let flags = known[entity], let words = answers[entity], flags[row >> shift] else {
      return holdsUnknown(entity, row)
    }
    return words[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
  }

  @inline(never) private func holdsUnknown(_ entity: Int, _ row: Int) -> Bool {
    workOut(entity, row >> shift)
    guard let words = answers[entity] else { return ofNothing }
    return words[row >> 6] & (1 << UInt64(truncatingIfNeeded: row & 63)) != 0
  }

  private func workOut(_ entity: Int, _ chunk: Int) {
    let wordsPerChunk = 1 << (shift - 6)
    let chunkCount = source.tables[entity].chunkCount
    let words = answers[entity] ?? .allocate(capacity: chunkCount * wordsPerChunk)
    let flags = known[entity] ?? .allocate(capacity: chunkCount)
    if known[entity] == nil { flags.initialize(repeating: false, count: chunkCount) }
    (answers[entity], known[entity]) = (words, flags)
    let block = source.block(entity, chunk)
    let place = words + chunk * wordsPerChunk
    place.initialize(repeating: 0, count: wordsPerChunk)
    let selection = Selection(words: place, wordCount: block.wordCount)
    source.selectLive(block, selection)
    _ = source.execution.advance(block.rowCount)
    condition.narrow(selection, block)
    if ofNothing {
      // A deleted object counts as a missing one.
      let buffer = SelectionBuffer(shift: shift)
      defer { buffer.keepAlive() }
      let live = buffer.selection(for: block)
      source.selectLive(block, live)
      for word in 0..<selection.wordCount { selection.words[word] |= ~live.words[word] }
    }
    flags[chunk] = true
  }
}

/// A condition on the object that a to-one leads to, such as `country.name == "Norway"`.
final class LiftedCondition: ColumnCondition {
  let cost: Int
  let ofNothing: Bool
  private let column: Int
  private let targets: TargetAnswers
  private let source: TableSource

  /// - Parameter column: The column of the to-one in its tables.
  init(_ condition: any ColumnCondition, through column: Int, _ source: TableSource) {
    self.column = column
    self.source = source
    targets = TargetAnswers(condition, source)
    cost = 8 + condition.cost / 4
    ofNothing = condition.ofNothing
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let references = source.targets(block, column).values
    let targets = targets
    selection.filter { targets.holds(references[$0]) }
  }
}

/// Whether a to-one leads to any object, or to a given one: `country != NULL`, `country == $home`.
final class ReferenceCondition: ColumnCondition {
  let cost = 3
  let ofNothing: Bool
  private let column: Int
  /// The object to which the to-one must lead; nil for any object.
  private let wanted: RowReference?
  private let negated: Bool
  private let source: TableSource

  init(_ column: Int, leadsTo wanted: RowReference?, negated: Bool, _ source: TableSource) {
    self.column = column
    self.wanted = wanted
    self.negated = negated
    self.source = source
    ofNothing = negated
  }

  func narrow(_ selection: Selection, _ block: Block) {
    let references = source.targets(block, column).values
    let negated = negated
    if let wanted {
      // The wanted object is not deleted, so the references need no test for that.
      selection.filter { (references[$0] == wanted) != negated }
    } else {
      let state = source.snapshot.state
      selection.filter { state.isLive(references[$0]) != negated }
    }
  }
}
