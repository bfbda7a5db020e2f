import CDQSyntax

/// Looks for values that are pasted into a format as text, where `%@` would pass them as values.
struct InjectionCheck {
  let file: CodeFile
  let text: BuiltText

  /// What a gap in the text stands for.
  enum Position {
    /// Inside of quotes; the offsets of the quotes in the text.
    case quoted(Int, Int)
    case value
    /// The name of a property, or a part of it.
    case key
    /// A whole condition, or an unknown part of one.
    case condition
  }

  static let cwe = "CWE-943"

  /// The position of each gap.
  func positions() -> [Position] {
    var result: [Position] = []
    for gap in text.gaps {
      if let quotes = quotes(around: gap.offset) {
        result.append(.quoted(quotes.0, quotes.1))
      } else {
        result.append(position(gap.offset))
      }
    }
    return result
  }

  private func quotes(around offset: Int) -> (Int, Int)? {
    var open: (quote: UInt8, start: Int)?
    var index = 0
    let bytes = text.bytes
    while index < bytes.count {
      if index >= offset, open == nil { return nil }
      let byte = bytes[index]
      if let current = open {
        if byte == UInt8(ascii: "\\") {
          index += 1
        } else if byte == current.quote {
          if index >= offset { return (current.start, index) }
          open = nil
        }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        open = (byte, index)
      }
      index += 1
    }
    return nil
  }

  private func position(_ offset: Int) -> Position {
    let before = word(endingAt: offset)
    let after = word(startingAt: offset)
    if let first = after.first, first == "." || first.isLetter || first == "_" {
      if !after.contains(" "), isTouching(offset, after: true) { return .key }
    }
    if let last = before.last, last == ".", isTouching(offset, after: false) { return .key }
    if isOperator(before) { return .value }
    if isOperator(after) { return .key }
    return .condition
  }

  private func isTouching(_ offset: Int, after: Bool) -> Bool {
    let index = after ? offset : offset - 1
    return text.bytes.indices.contains(index) && text.bytes[index] != 0x20
  }

  private static let words = Set(Keyword.allCases.filter { $0.comparisonOperator != nil }.map { $0.spelling.lowercased() })

  private func isOperator(_ word: String) -> Bool {
    if word.isEmpty { return false }
    if word.allSatisfy({ "=<>!+-*/{,^".contains($0) }) { return word != "!" }
    let plain = word.lowercased().prefix { $0 != "[" }
    return InjectionCheck.words.contains(String(plain)) || (word.hasSuffix("]") && word.contains("["))
  }

  /// The last word or run of signs before an offset.
  private func word(endingAt offset: Int) -> String {
    var end = min(offset, text.bytes.count)
    while end > 0, text.bytes[end - 1] == 0x20 || text.bytes[end - 1] == UInt8(ascii: "(") { end -= 1 }
    guard end > 0 else { return "" }
    var start = end
    let isSign = InjectionCheck.isSign(text.bytes[end - 1])
    while start > 0, text.bytes[start - 1] != 0x20, InjectionCheck.isSign(text.bytes[start - 1]) == isSign {
      start -= 1
    }
    return String(decoding: text.bytes[start..<end], as: UTF8.self)
  }

  private func word(startingAt offset: Int) -> String {
    var start = offset
    while start < text.bytes.count, text.bytes[start] == 0x20 { start += 1 }
    guard start < text.bytes.count else { return "" }
    var end = start
    let isSign = InjectionCheck.isSign(text.bytes[start])
    while end < text.bytes.count, text.bytes[end] != 0x20, InjectionCheck.isSign(text.bytes[end]) == isSign { end += 1 }
    return String(decoding: text.bytes[start..<end], as: UTF8.self)
  }

  private static func isSign(_ byte: UInt8) -> Bool { "=<>!+-*/{,^".utf8.contains(byte) }

  // MARK: findings

  /// The findings, and whether the text with its gaps filled is worth parsing.
  func findings(_ positions: [Position], _ site: CodeSite, arguments: [Range<Int>]?) -> (
    found: [Diagnostic], isWhole: Bool
  ) {
    var found: [Diagnostic] = []
    var isWhole = true
    for (gap, position) in zip(text.gaps, positions) {
      let expression = file.source.text(gap.span)
      let shown = expression.count > 40 ? "a value" : "'\(expression)'"
      switch (position, gap.content) {
      case (_, .constant): if case .quoted = position {} else if case .value = position {} else { isWhole = false }
      case (.quoted, .number), (.value, .number): break
      case (.quoted, .text):
        found.append(
          .scan(
            .predicateInjection,
            "\(shown) becomes a part of the format, so that its text can change the condition (\(InjectionCheck.cwe))",
            file: file.source.name, at: gap.wholeSpan,
            help: ["write %@ in the format, without quotes, and pass \(shown) as an argument"],
            fixIts: fixIt(gap, position, site, arguments).map { [$0] } ?? []))
      case (.quoted, .unknown):
        var finding = Diagnostic.scan(
          .predicateInjection,
          "\(shown) becomes a part of the format; if it is a text, it can change the condition (\(InjectionCheck.cwe))",
          file: file.source.name, at: gap.wholeSpan,
          help: ["write %@ in the format, without quotes, and pass \(shown) as an argument"],
          fixIts: fixIt(gap, position, site, arguments).map { [$0] } ?? [])
        finding.severity = .warning
        found.append(finding)
      case (.value, .text), (.value, .unknown):
        // A number does no harm, and only the type checker knows whether it is one.
        var finding = Diagnostic.scan(
          .predicateInjection,
          "\(shown) becomes a part of the format; if it is a text, it can change the condition (\(InjectionCheck.cwe))",
          file: file.source.name, at: gap.wholeSpan,
          help: ["write %@ in the format and pass \(shown) as an argument; a number needs %d, %ld or %f"])
        finding.severity = .warning
        found.append(finding)
      case (.key, _):
        isWhole = false
        if gap.content == .text || gap.content == .unknown {
          found.append(
            .scan(
              .builtFormat, "\(shown) is pasted into the format as the name of a property", file: file.source.name,
              at: gap.wholeSpan, help: ["write %K in the format and pass the name as an argument"]))
        }
      case (.condition, _):
        isWhole = false
        if gap.content == .text || gap.content == .unknown {
          found.append(
            .scan(
              .builtFormat, "\(shown) is pasted into the format as a part of the condition", file: file.source.name,
              at: gap.wholeSpan, help: ["combine predicates with NSCompoundPredicate, and pass values by %@"]))
        }
      }
    }
    return (found, isWhole)
  }

  /// Replaces a quoted interpolation by `%@` and adds the argument. Without quotes, the type of the value is not known,
  /// and `%@` takes objects only.
  private func fixIt(_ gap: BuiltText.Gap, _ position: Position, _ site: CodeSite, _ arguments: [Range<Int>]?) -> FixIt?
  {
    guard case .quoted(let open, let close) = position, text.isOneLiteral, gap.isInterpolation, text.gaps.count == 1,
      let arguments, case .format(let format, _) = site.content, file.language == .swift
    else { return nil }
    func offset(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: index) }
    guard let left = text.plainPlace(SourceSpan(offset(open), offset(open + 1))),
      let right = text.plainPlace(SourceSpan(offset(close), offset(close + 1)))
    else { return nil }
    let span = SourceSpan(left.start, right.end)
    let inner = file.source.text(SourceSpan(left.end, right.start))
    let isBare = inner == file.source.text(gap.wholeSpan)
    guard isBare || !inner.contains("\"") else { return nil }
    let argument = isBare ? file.source.text(gap.span) : "\"\(inner)\""
    // The argument goes after those of the conversions before it.
    let before = FormatCheck(String(decoding: text.bytes.prefix(open), as: UTF8.self)).conversions.count
    guard before <= arguments.count else { return nil }
    let place = before == 0 ? file.span(format).end : file.span(arguments[before - 1]).end
    return FixIt(
      "pass it as an argument", .maybe, [.init(span, "%@"), .init(SourceSpan(at: place), ", \(argument)")])
  }
}
