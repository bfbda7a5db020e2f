import CDQJSON
import CDQSyntax

extension FeatureContext {
  /// `textDocument/formatting`: the whole file; of a file with errors the declarations without.
  func formatted() -> JSONValue {
    if let text = SourceFormatter.format(document.source, as: .document).text {
      return edits([(SourceSpan(0, UInt32(document.source.utf8.count)), text)])
    }
    return formatted(document.tree.items)
  }

  /// `textDocument/rangeFormatting`: the declarations that the range touches.
  func formatted(in range: PositionRange) -> JSONValue {
    let span = positions.span(of: range)
    return formatted(document.tree.items.filter { $0.span.start <= span.end && span.start <= $0.span.end })
  }

  /// `textDocument/onTypeFormatting`: the declaration that a typed `}` closes, or that the line before a new one ends.
  func formatted(afterTyping character: String, at position: Position) -> JSONValue {
    let offset = positions.offset(of: position)
    let bytes = document.source.utf8
    let end = bytes[..<Int(offset)].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { UInt32($0) + 1 } ?? 0
    guard let item = document.tree.items.first(where: { $0.span.end == end }) else { return .array([]) }
    // The cursor must stay where it is: after the brace, or on the new line.
    if character == "}", end != offset { return .array([]) }
    return formatted([item])
  }

  private func formatted(_ items: [Document.Item]) -> JSONValue {
    edits(
      items.compactMap { item in
        let source = SourceText(name: document.path, document.source.text(item.span))
        guard let text = SourceFormatter.format(source, as: .document).text else { return nil }
        return (item.span, String(text.dropLast()))
      })
  }

  /// The edits, each without the lines at its ends that stay the same.
  private func edits(_ changes: [(span: SourceSpan, text: String)]) -> JSONValue {
    .array(
      changes.compactMap { span, text in
        let old = document.source.utf8[Int(span.start)..<Int(span.end)]
        let new = Array(text.utf8)
        guard !old.elementsEqual(new) else { return nil }
        let (start, end) = LineTrim.shared(Array(old), new)
        return .fields([
          "range": json(SourceSpan(span.start + UInt32(start), span.end - UInt32(end))),
          "newText": .string(String(decoding: new[start..<(new.count - end)], as: UTF8.self)),
        ])
      })
  }
}

/// The lines that two texts share at their start and end.
private enum LineTrim {
  /// The bytes of the shared lines, which do not overlap.
  static func shared(_ old: [UInt8], _ new: [UInt8]) -> (start: Int, end: Int) {
    let count = min(old.count, new.count)
    var start = 0
    while start < count, old[start] == new[start] { start += 1 }
    while start > 0, old[start - 1] != 0x0A { start -= 1 }
    var end = 0
    while end < count - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    while end > 0, old[old.count - end] != 0x0A { end -= 1 }
    return (start, end)
  }
}
