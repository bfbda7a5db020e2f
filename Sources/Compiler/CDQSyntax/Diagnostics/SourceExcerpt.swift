/// The source lines of a finding, with its marks.
///
/// For a span over several lines the first and the last are shown. Marks count terminal columns, not bytes.
struct SourceExcerpt {
  enum Line {
    /// A source line with its number.
    case source(gutter: String, text: String)
    /// Marks or label texts below a line.
    case marks(gutter: String, text: String)
  }

  private static let tabWidth = 4
  /// The most columns that are shown of a line; a longer line is cut around its marks.
  private static let maximumWidth = 160

  private(set) var lines: [Line] = []
  /// Columns of the line numbers.
  let gutter: Int

  init(_ source: SourceText, _ diagnostic: Diagnostic) {
    let first = source.line(at: diagnostic.span.start)
    let last = source.line(at: max(diagnostic.span.start, diagnostic.span.end == 0 ? 0 : diagnostic.span.end - 1))
    gutter = max(2, String(last + 1).count)
    for number in first == last ? [first] : [first, last] {
      append(number, of: source, diagnostic, isLast: number == last)
    }
  }

  private mutating func append(_ number: Int, of source: SourceText, _ diagnostic: Diagnostic, isLast: Bool) {
    let anchor = diagnostic.point?.start ?? diagnostic.span.start
    let row = Row(source, number, around: source.line(at: anchor) == number ? anchor : diagnostic.span.end)
    var marks = [Character](repeating: " ", count: row.width + 1)
    let primary = row.columns(diagnostic.span)
    for column in primary where row.cells[safe: column] != " " || column >= row.cells.count { marks[column] = "~" }
    let labels = diagnostic.labels.filter { source.line(at: $0.span.start) == number && row.shows($0.span) }
    for label in labels {
      for column in row.columns(label.span) { marks[column] = "~" }
    }
    let point = row.columns(diagnostic.point ?? SourceSpan(diagnostic.span.start, diagnostic.span.start))
    if let point = diagnostic.point, source.line(at: point.start) == number {
      for column in row.columns(point) { marks[column] = "~" }
    }
    if source.line(at: diagnostic.point?.start ?? diagnostic.span.start) == number, let start = point.first {
      marks[start] = "^"
    }
    let end = (marks.lastIndex { $0 != " " } ?? 0) + 1
    let start = marks.firstIndex { $0 != " " } ?? 0
    let window = Window(width: row.width, from: start, to: end, most: SourceExcerpt.maximumWidth)
    let label = isLast ? diagnostic.label.map { " \(VisibleText.escaped($0))" } ?? "" : ""
    let numbered = String(repeating: " ", count: gutter - String(number + 1).count) + "\(number + 1) |"
    let blank = String(repeating: " ", count: gutter) + " |"
    lines.append(.source(gutter: numbered, text: window.cut(row.cells)))
    lines.append(.marks(gutter: blank, text: window.cut(marks[..<end].map(String.init)) + label))
    for text in SourceExcerpt.texts(labels, row, window) { lines.append(.marks(gutter: blank, text: text)) }
  }

  /// The texts of labels below their marks; texts that would touch go to further lines.
  private static func texts(_ labels: [Diagnostic.Label], _ row: Row, _ window: Window) -> [String] {
    var texts: [String] = []
    for label in labels.sorted(by: { $0.span.start < $1.span.start }) where !label.text.isEmpty {
      let column = max(0, (row.columns(label.span).first ?? 0) - window.start + window.prefix)
      if let free = texts.firstIndex(where: { $0.count < column || $0.isEmpty }) {
        texts[free] += String(repeating: " ", count: column - texts[free].count) + VisibleText.escaped(label.text)
      } else {
        texts.append(String(repeating: " ", count: column) + VisibleText.escaped(label.text))
      }
    }
    return texts
  }

  /// A line as terminal cells; a wide character is followed by an empty cell.
  private struct Row {
    var cells: [String] = []
    /// Index of the first cell of each byte of the line, and one more index for the end of the line.
    private var cellOfByte: [Int] = []
    private let span: SourceSpan

    var width: Int { cells.count }

    /// The most bytes that are examined; a single line may hold all of a text of many megabytes.
    private static let mostBytes: UInt32 = 1024

    /// - Parameter anchor: The offset around which a too long line is cut.
    init(_ source: SourceText, _ number: Int, around anchor: UInt32) {
      span = Row.part(of: source.lineSpan(number), around: anchor, in: source.utf8)
      for character in source.text(span) {
        let start = cells.count
        if let ascii = character.asciiValue, 0x20..<0x7F ~= ascii {
          // The common case, kept fast; a report may show twenty lines of a thousand characters.
          cells.append(String(character))
          cellOfByte.append(start)
          continue
        }
        if character == "\u{FEFF}" {
          // No editor shows a byte order mark.
        } else if character == "\t" {
          let stop = (start / SourceExcerpt.tabWidth + 1) * SourceExcerpt.tabWidth
          cells += Array(repeating: " ", count: stop - start)
        } else {
          let width = DisplayWidth.of(character)
          if width == 0, !VisibleText.holdsControls(String(character)) {
            // Combining characters share the cell of the character before them, or of a space at the start of the line.
            if cells.isEmpty { cells.append(" ") }
            cells[cells.count - 1] += String(character)
          } else {
            cells.append(VisibleText.replaced(String(character)))
            if width == 2 { cells.append("") }
          }
        }
        for _ in 0..<character.utf8.count { cellOfByte.append(start) }
      }
      cellOfByte.append(cells.count)
    }

    private static func part(of line: SourceSpan, around anchor: UInt32, in bytes: [UInt8]) -> SourceSpan {
      guard line.length > Int(mostBytes) else { return line }
      let middle = max(line.start, min(anchor, line.end))
      var start = middle - min(mostBytes / 2, middle - line.start)
      var end = start + min(mostBytes, line.end - start)
      // Do not cut in the middle of a character.
      while start < end, bytes[Int(start)] & 0xC0 == 0x80 { start += 1 }
      while end < line.end, bytes[Int(end)] & 0xC0 == 0x80 { end += 1 }
      return SourceSpan(start, end)
    }

    /// Whether a part of a span is in the shown part of the line.
    func shows(_ wanted: SourceSpan) -> Bool {
      wanted.start <= span.end && wanted.end >= span.start
    }

    /// The cells of the part of a span that is in this line; an empty span has one cell.
    func columns(_ wanted: SourceSpan) -> Range<Int> {
      // Invalid bytes are shown as U+FFFD, which has more bytes than they have; such offsets are clamped.
      func cell(_ offset: UInt32) -> Int {
        let index = Int(max(span.start, min(offset, span.end)) - span.start)
        return cellOfByte[min(index, cellOfByte.count - 1)]
      }
      let start = cell(wanted.start)
      guard wanted.start <= span.end else { return width..<width + 1 }
      let end = cell(wanted.end)
      return start..<max(start + 1, min(end, width + 1))
    }
  }

  /// The part of a long line that is shown.
  private struct Window {
    var start = 0
    private var end: Int
    /// Columns of the `…` that marks the cut before the window.
    var prefix: Int { start > 0 ? 1 : 0 }
    private let isCutBehind: Bool

    init(width: Int, from first: Int, to last: Int, most: Int) {
      guard width > most else {
        end = Int.max
        isCutBehind = false
        return
      }
      start = max(0, min(first - 20, width - most))
      end = start + most
      isCutBehind = end < width
    }

    func cut(_ cells: [String]) -> String {
      if end == Int.max { return cells.joined() }
      guard start < cells.count else { return "" }
      let isSource = cells.contains { $0 != " " && $0 != "~" && $0 != "^" }
      let body = cells[start..<min(end, cells.count)].joined()
      guard isSource else { return String(repeating: " ", count: prefix) + body }
      return (start > 0 ? "…" : "") + body + (isCutBehind ? "…" : "")
    }
  }
}

extension Array where Element == String {
  fileprivate subscript(safe index: Int) -> String? {
    indices.contains(index) ? self[index] : nil
  }
}
