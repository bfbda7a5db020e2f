/// The lines that a fix-it changes, as they are after the change.
struct FixItPreview {
  /// The most bytes of the changed lines; longer ones are not shown.
  private static let limit = 400

  /// The lines with their 0-based numbers, without characters that would move the terminal's cursor.
  let lines: [(number: Int, text: String)]

  /// - Returns: nil for a change of many lines or long ones, of whole lines that it deletes, and for one that its message
  ///   quotes.
  init?(_ fixIt: FixIt, in source: SourceText) {
    guard let first = fixIt.edits.first, let last = fixIt.edits.last else { return nil }
    let start = source.line(at: first.span.start)
    let end = source.line(at: last.span.end)
    let region = SourceSpan(source.lineSpan(start).start, source.lineSpan(end).end)
    guard end - start < 3, region.length < FixItPreview.limit, last.span.end <= region.end else { return nil }
    var text = ""
    var position = region.start
    for edit in fixIt.edits {
      guard edit.span.start >= position, edit.newText.utf8.count < FixItPreview.limit else { return nil }
      text += source.text(SourceSpan(position, edit.span.start)) + edit.newText
      position = edit.span.end
    }
    text += source.text(SourceSpan(position, region.end))
    let isBlank = text.allSatisfy(\.isWhitespace)
    guard !isBlank, text.utf8.count < FixItPreview.limit, !fixIt.message.contains(FixItPreview.trimmed(text)) else {
      return nil
    }
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      // No editor shows a byte order mark.
      (start + index, VisibleText.replaced(String(line).replacing("\t", with: "    ").replacing("\u{FEFF}", with: "")))
    }
  }

  private static func trimmed(_ text: String) -> Substring {
    var result = text[...]
    while result.last?.isWhitespace == true { result.removeLast() }
    return result.drop(while: \.isWhitespace)
  }
}
