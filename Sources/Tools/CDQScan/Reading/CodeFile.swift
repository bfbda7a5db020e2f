package import CDQSyntax

/// The tokens of a source file, or of a part of one, with the brackets that belong together.
package struct CodeFile: Sendable {
  package let source: SourceText
  package let language: CodeLanguage
  package private(set) var tokens: [CodeToken] = []
  /// Comments that contain `cdq:`.
  package private(set) var comments: [SourceSpan] = []
  /// The insides of comments that may have code with predicates.
  private(set) var disabled: [SourceSpan] = []
  /// The tokens that have a word of the table, or begin with `#` or `@`, in order.
  private(set) var landmarks: [Int] = []
  /// Whether a word begins with `XCUI`, as the types of a test of an interface do.
  private(set) var namesInterfaceElements = false
  /// For each bracket the index of the one that belongs to it; -1 for one without, and for other tokens.
  private(set) var partners: [Int32] = []
  /// For each token the index of the innermost bracket around it; -1 outside of all.
  private(set) var parents: [Int32] = []

  /// Reads a file, or the bytes of a span of it.
  package init(_ source: SourceText, _ language: CodeLanguage, span: SourceSpan? = nil) {
    self.source = source
    self.language = language
    source.utf8.withUnsafeBufferPointer { bytes in
      var lexer = CodeLexer(
        bytes, language, from: span.map { Int($0.start) } ?? 0, to: span.map { Int($0.end) } ?? bytes.count)
      lexer.run()
      tokens = lexer.tokens
      comments = lexer.comments
      disabled = lexer.disabled
      landmarks = lexer.landmarks
      namesInterfaceElements = lexer.namesInterfaceElements
    }
    matchBrackets()
  }

  private mutating func matchBrackets() {
    partners = [Int32](repeating: -1, count: tokens.count)
    var open: [Int32] = []
    parents = [Int32](unsafeUninitializedCapacity: tokens.count) { parents, count in
      var parent: Int32 = -1
      for (index, token) in tokens.enumerated() {
        switch token.kind {
        case .open:
          parents[index] = parent
          parent = Int32(truncatingIfNeeded: index)
          open.append(parent)
        case .close:
          close(index, &open)
          parent = open.last ?? -1
          parents[index] = parent
        case .word, .number, .string, .hash, .at, .mark: parents[index] = parent
        }
      }
      count = tokens.count
    }
  }

  /// Pairs a closing bracket with the nearest open one of its kind. Branches of `#if` may leave brackets open.
  private mutating func close(_ index: Int, _ open: inout [Int32]) {
    let wanted = opening(index)
    var depth = open.count - 1
    let last = max(0, open.count - 64)
    while depth >= last {
      let candidate = Int(open[depth])
      if byte(candidate) == wanted {
        partners[candidate] = Int32(truncatingIfNeeded: index)
        partners[index] = Int32(truncatingIfNeeded: candidate)
        open.removeLast(open.count - depth)
        return
      }
      depth -= 1
    }
  }

  private func opening(_ index: Int) -> UInt8 {
    switch byte(index) {
    case UInt8(ascii: ")"): UInt8(ascii: "(")
    case UInt8(ascii: "]"): UInt8(ascii: "[")
    default: UInt8(ascii: "{")
    }
  }

  // MARK: tokens

  /// The first byte of a token; 0 outside of the file.
  func byte(_ index: Int) -> UInt8 {
    tokens.indices.contains(index) ? source.utf8[Int(tokens[index].start)] : 0
  }

  /// The text of a token, without back ticks; empty outside of the file.
  func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    var (start, end) = (Int(tokens[index].start), Int(tokens[index].end))
    if tokens[index].kind == .word, source.utf8[start] == UInt8(ascii: "`"), end - start > 2 {
      (start, end) = (start + 1, end - 1)
    }
    return String(decoding: source.utf8[start..<end], as: UTF8.self)
  }

  /// The word that a token is, of those that the lexer knows; `.other` outside of the file.
  func word(_ index: Int) -> CodeWord { tokens.indices.contains(index) ? tokens[index].word : .other }

  func kind(_ index: Int) -> CodeToken.Kind? { tokens.indices.contains(index) ? tokens[index].kind : nil }

  /// Whether a token is the given sign or word, whatever its kind, except for literals.
  func holds(_ index: Int, _ text: StaticString) -> Bool {
    guard tokens.indices.contains(index), tokens[index].kind != .string else { return false }
    let (start, end) = (Int(tokens[index].start), Int(tokens[index].end))
    guard end - start == text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where source.utf8[start + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  func isWord(_ index: Int) -> Bool { kind(index) == .word }

  /// The bracket that belongs to the one at `index`; nil when there is none.
  func partner(_ index: Int) -> Int? {
    guard partners.indices.contains(index), partners[index] >= 0 else { return nil }
    return Int(partners[index])
  }

  /// The bracket around a token; nil outside of all.
  func parent(_ index: Int) -> Int? {
    guard parents.indices.contains(index), parents[index] >= 0 else { return nil }
    return Int(parents[index])
  }

  /// The innermost `{` around a token; nil outside of all.
  func block(around index: Int) -> Int? {
    var current = parent(index)
    while let open = current, byte(open) != UInt8(ascii: "{") { current = parent(open) }
    return current
  }

  func span(_ range: Range<Int>) -> SourceSpan {
    guard let first = range.first, let last = range.last, tokens.indices.contains(first), tokens.indices.contains(last)
    else { return SourceSpan(at: UInt32(truncatingIfNeeded: source.utf8.count)) }
    return SourceSpan(tokens[first].start, tokens[last].end)
  }

  func text(of range: Range<Int>) -> String { source.text(span(range)) }

  /// The range of tokens between an open bracket and its partner; to the end of the file when there is none.
  func inside(_ open: Int) -> Range<Int> {
    let close = partner(open) ?? tokens.count
    return (open + 1)..<max(open + 1, close)
  }

  /// The index after a token, or after the bracket that closes it.
  func after(_ index: Int) -> Int {
    if kind(index) == .open, let close = partner(index) { return close + 1 }
    return index + 1
  }

  /// The parts of a range between the commas outside of inner brackets; none for an empty range.
  func elements(_ range: Range<Int>) -> [Range<Int>] {
    if range.isEmpty { return [] }
    var result: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if kind(index) == .mark, holds(index, ",") {
        result.append(start..<index)
        start = index + 1
      }
      index = after(index)
    }
    if start < range.upperBound { result.append(start..<range.upperBound) }
    return result
  }
}
