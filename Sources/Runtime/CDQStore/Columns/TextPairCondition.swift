import CDQIR
import CDQValues
import Foundation

/// A text operator or a comparison between two text attributes, such as `name BEGINSWITH country.code`.
final class TextPairCondition: ColumnCondition {
  let cost = 40
  let ofNothing: Bool
  /// The test: a text operator or a comparison.
  enum Question {
    case match(TextPlace)
    case comparison(ComparisonIR.Operator)
  }

  /// One of the two texts: an attribute at the end of any number of to-ones.
  struct Side {
    let walk: ReferenceWalk
    let chunks: ChunkPointers

    /// The special texts, whose bytes do not decide, are those that are not plain, or under a folding those that are
    /// not ASCII.
    init(_ path: ColumnPlanner.Path, _ options: TextOptions, _ source: TableSource) {
      walk = ReferenceWalk(path, source)
      chunks = ChunkPointers(
        source, attribute: path.slot, of: source.layout.entities[path.entity].concrete,
        specialIsNotASCII: !options.isEmpty)
    }

    @inline(__always) func place(_ row: RowReference) -> (chunk: UnsafePointer<ChunkPointers.Chunk>, row: Int)? {
      let last = walk.target(row)
      guard !last.isNone, let place = chunks.place(last), place.chunk.pointee.isValid(place.row) else { return nil }
      return place
    }
  }

  private let question: Question
  private let text: Side
  private let other: Side
  private let options: TextOptions
  private let lowercases: Bool
  private let locale: Locale

  /// - Parameter options: The options, without `[l]`.
  init(_ question: Question, _ text: Side, _ other: Side, _ options: TextOptions, _ locale: Locale) {
    self.question = question
    self.text = text
    self.other = other
    self.options = options
    lowercases = options.contains(.caseInsensitive)
    self.locale = locale
    let ofNothing =
      switch question {
      case .match: false
      case .comparison(let operation): operation.holdsForEqual
      }
    self.ofNothing = ofNothing
  }

  func narrow(_ selection: Selection, _ block: Block) {
    selection.filter { index in
      let row = RowReference(block.entity, block.firstRow + index)
      switch (text.place(row), other.place(row)) {
      case (let text?, let other?): return holds(text, other)
      case (nil, nil): return ofNothing
      case (nil, _), (_, nil):
        if case .comparison(.notEqual) = question { return true }
        return false
      }
    }
  }

  @inline(__always)
  private func holds(
    _ text: (chunk: UnsafePointer<ChunkPointers.Chunk>, row: Int),
    _ other: (chunk: UnsafePointer<ChunkPointers.Chunk>, row: Int)
  ) -> Bool {
    if !text.chunk.pointee.isSpecial(text.row), !other.chunk.pointee.isSpecial(other.row) {
      let (first, second) = (text.chunk.pointee.utf8(text.row), other.chunk.pointee.utf8(other.row))
      switch question {
      case .match(let place):
        // A line feed or a return may be half of a Character.
        if let start = second.first, let end = second.last, start != 0x0A, end != 0x0D {
          return isFound(second, in: first, place)
        }
        if second.isEmpty { return false }
      case .comparison(let operation):
        switch operation {
        case .equal: return isSame(first, second)
        case .notEqual: return !isSame(first, second)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
          if options.isEmpty {
            return operation.holds(
              ByteText.order(
                first.assumingMemoryBound(to: UInt8.self), second.assumingMemoryBound(to: UInt8.self)))
          }
        }
      }
    }
    return holdsExactly(text.chunk.pointee.string(text.row), other.chunk.pointee.string(other.row))
  }

  @inline(__always) private func isSame(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
    first.count == second.count && isFound(second, in: first, at: 0)
  }

  @inline(__always)
  private func isFound(_ needle: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, _ place: TextPlace) -> Bool {
    let last = text.count - needle.count
    guard last >= 0 else { return false }
    switch place {
    case .whole: return last == 0 && isFound(needle, in: text, at: 0)
    case .prefix: return isFound(needle, in: text, at: 0)
    case .suffix: return isFound(needle, in: text, at: last)
    case .anywhere:
      for start in 0...last where isFound(needle, in: text, at: start) { return true }
      return false
    }
  }

  @inline(__always)
  private func isFound(
    _ needle: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, at start: Int
  ) -> Bool {
    for index in 0..<needle.count {
      let (byte, wanted) = (text[start + index], needle[index])
      if byte == wanted { continue }
      guard lowercases, ByteText.lowercased(byte) == ByteText.lowercased(wanted) else { return false }
    }
    return true
  }

  @inline(never) private func holdsExactly(_ text: String, _ other: String) -> Bool {
    switch question {
    case .match(let place):
      return TextNeedle(other, options, locale: locale).isFound(in: text, at: place)
    case .comparison(.equal): return TextOrder.equal(text, other, options, locale)
    case .comparison(.notEqual): return !TextOrder.equal(text, other, options, locale)
    case .comparison(let operation): return operation.holds(TextOrder.compare(text, other, options, locale))
    }
  }
}
