/// Writes findings as text for people: a `file:line:column` heading that tools match, the marked source, help and
/// notes.
struct DiagnosticRenderer {
  let sources: [String: SourceText]
  let style: DiagnosticStyle
  /// The width at which help is broken between words; nil for no limit.
  let columns: Int?

  func render(_ diagnostic: Diagnostic) -> String {
    var lines = [heading(diagnostic)]
    var gutter = 2
    if let source = sources[diagnostic.file] {
      let excerpt = SourceExcerpt(source, diagnostic)
      gutter = excerpt.gutter
      lines += excerpt.lines.map { paint($0, diagnostic.severity) }
    }
    let margin = String(repeating: " ", count: gutter + 1)
    for help in diagnostic.help { lines += paragraph("help", help, margin) }
    for fixIt in diagnostic.fixIts {
      lines += paragraph("fix-it", fixIt.message, margin)
      if let source = sources[diagnostic.file] { lines += preview(of: fixIt, in: source, gutter) }
    }
    for note in diagnostic.notes { lines += render(note, margin) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func heading(_ diagnostic: Diagnostic) -> String {
    let place = place(diagnostic.file, diagnostic.span)
    let word = color(diagnostic.severity.rawValue, diagnostic.severity)
    let message = VisibleText.escaped(diagnostic.message)
    let start = "\(place): \(diagnostic.severity.rawValue): "
    guard let columns, start.count + message.count + diagnostic.code.rawValue.count + 3 > columns else {
      return "\(place): \(word): \(bold(message)) [\(diagnostic.code)]"
    }
    let lines = broken("\(message) [\(diagnostic.code)]", first: columns - start.count, next: columns - 4)
    return "\(place): \(word): " + lines.map { bold($0) }.joined(separator: "\n    ")
  }

  /// A text as lines of a width, broken between words.
  private func broken(_ text: String, first: Int, next: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, line.count + 1 + part.count > (lines.isEmpty ? first : next) {
        lines.append(line)
        line = String(part)
      } else {
        line += line.isEmpty ? String(part) : " \(part)"
      }
    }
    return lines + [line]
  }

  private func place(_ file: String, _ span: SourceSpan) -> String {
    let name = VisibleText.escaped(file)
    guard let position = sources[file]?.position(at: span.start) else { return name }
    return "\(name):\(position.line):\(position.column)"
  }

  private func render(_ note: Diagnostic.Note, _ margin: String) -> [String] {
    guard let file = note.file, let span = note.span, let source = sources[file] else {
      return paragraph("note", note.message, margin)
    }
    let finding = Diagnostic(.note, "note", stage: .check, note.message, file: file, at: span)
    let excerpt = SourceExcerpt(source, finding)
    return ["\(place(file, span)): \(color("note", .note)): \(VisibleText.escaped(note.message))"]
      + excerpt.lines.map { paint($0, .note) }
  }

  /// A text after a word such as `help`, on as many lines as it needs.
  private func paragraph(_ word: String, _ text: String, _ margin: String) -> [String] {
    let indent = margin.count + word.count + 4
    let width = columns.map { $0 - indent } ?? .max
    let lines = broken(VisibleText.escaped(text), first: width, next: width)
    return lines.enumerated().map { number, line in
      number == 0 ? "\(margin)= \(bold(word)): \(line)" : String(repeating: " ", count: indent) + line
    }
  }

  /// The lines as a fix-it would change them.
  private func preview(of fixIt: FixIt, in source: SourceText, _ gutter: Int) -> [String] {
    (FixItPreview(fixIt, in: source)?.lines ?? []).map { line in
      let number = String(line.number + 1)
      let margin = String(repeating: " ", count: max(0, gutter - number.count)) + number
      return "\(dim("\(margin) +")) \(wrap(line.text, DiagnosticStyle.green))".trimmingEnd
    }
  }

  private func paint(_ line: SourceExcerpt.Line, _ severity: Diagnostic.Severity) -> String {
    switch line {
    case .source(let gutter, let text): "\(dim(gutter)) \(text)".trimmingEnd
    case .marks(let gutter, let text): "\(dim(gutter)) \(color(text, severity))"
    }
  }

  private func bold(_ text: String) -> String { wrap(text, DiagnosticStyle.bold) }
  private func dim(_ text: String) -> String { wrap(text, DiagnosticStyle.dim) }

  private func color(_ text: String, _ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: wrap(text, DiagnosticStyle.red)
    case .warning: wrap(text, DiagnosticStyle.yellow)
    case .note: wrap(text, DiagnosticStyle.cyan)
    }
  }

  private func wrap(_ text: String, _ code: String) -> String {
    style == .colored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var result = self[...]
    while result.last == " " { result.removeLast() }
    return String(result)
  }
}
