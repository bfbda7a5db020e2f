/// An argument of a call in Swift, or a part of a message in Objective-C.
struct CodeArgument {
  /// The index of the label's token; nil without a label.
  var label: Int?
  /// The tokens of the value.
  var value: Range<Int>
}

extension CodeFile {
  /// The arguments of the Swift call whose `(` is at `open`.
  func arguments(_ open: Int) -> [CodeArgument] {
    elements(inside(open)).map { range in
      let first = range.lowerBound
      if isWord(first), range.count > 1, holds(first + 1, ":") {
        return CodeArgument(label: first, value: (first + 2)..<range.upperBound)
      }
      return CodeArgument(label: nil, value: range)
    }
  }

  /// The argument with a label; nil when there is none.
  func argument(_ label: String, of open: Int) -> CodeArgument? {
    arguments(open).first { $0.label.map(text) == label }
  }

  /// The parts of an Objective-C message from the selector's word at `index` on, with what follows commas as arguments
  /// without a label.
  func messageParts(_ index: Int) -> [CodeArgument] {
    guard let open = parent(index) else { return [] }
    let end = inside(open).upperBound
    var result: [CodeArgument] = []
    var label: Int? = index
    var start = index + 2
    var next = start
    var choices = 0
    while next < end {
      if holds(next, "?") { choices += 1 }
      let isLabel =
        isWord(next) && holds(next + 1, ":") && !holds(next + 2, ":") && !holds(next - 1, ":") && next > start
      if isLabel, choices == 0 {
        result.append(CodeArgument(label: label, value: start..<next))
        (label, start) = (next, next + 2)
        next = start
        continue
      }
      if holds(next, ":"), choices > 0 { choices -= 1 }
      if kind(next) == .mark, holds(next, ",") {
        result.append(CodeArgument(label: label, value: start..<next))
        (label, start) = (nil, next + 1)
      }
      next = after(next)
    }
    if start < end { result.append(CodeArgument(label: label, value: start..<end)) }
    return result
  }

  /// The receiver of the Objective-C message that the selector's word at `index` belongs to; nil outside of one.
  func receiver(_ index: Int) -> Range<Int>? {
    guard let open = parent(index), byte(open) == UInt8(ascii: "["), open + 1 < index else { return nil }
    let first = open + 1
    var end = after(first)
    // `self.moc`, `a->b`, `Type<X>`
    while end < index, holds(end, ".") || holds(end, "->") { end = after(end + 1) }
    return first..<min(end, index)
  }
}
