import CDQJSON

/// The constructs that are searched, each by its first character.
extension ForeignConstructs {
  /// The constructs of the line, in its order.
  func constructs() -> [Construct] {
    var found: [Construct] = []
    var index = 0
    while index < line.count {
      guard let construct = construct(at: index) else {
        index += 1
        continue
      }
      found.append(construct)
      index = max(index + 1, Int(construct.span.end - start))
      // What follows two hyphens is the text of the comment.
      if construct.newText?.hasPrefix("//") == true { break }
    }
    return found
  }

  private func construct(at index: Int) -> Construct? {
    switch line[index] {
    case UInt8(ascii: "="):
      return has("=!", at: index) && byte(index + 2) != UInt8(ascii: "=")
        ? construct(index, index + 2, "!=", "'=!' is written '!='") : nil
    case UInt8(ascii: "~"): return match(index)
    case UInt8(ascii: "/"): return pattern(index)
    case UInt8(ascii: "?"), UInt8(ascii: "!"): return negatedOperator(index) ?? unwrapping(index)
    case UInt8(ascii: "."): return range(index) ?? closure(index)
    case UInt8(ascii: "\\"): return keyPath(index)
    case UInt8(ascii: "$"):
      let isArgument = (0x30...0x39).contains(byte(index + 1)) && byte(index + 2) == UInt8(ascii: ".")
      return isArgument
        ? construct(index, index + 3, "", "properties are written without '\(text(index, index + 2))'") : currency(index)
    case UInt8(ascii: ","): return list(index)
    case UInt8(ascii: "|"): return concatenation(index)
    case UInt8(ascii: "#"), UInt8(ascii: "@"): return macro(index)
    case UInt8(ascii: "`"): return backticks(index)
    case UInt8(ascii: "-"):
      let isComment = has("-- ", at: index) && (index == 0 || byte(index - 1) == 0x20)
      return isComment ? construct(index, index + 2, "//", "a comment starts with '//'") : nil
    case UInt8(ascii: ":"): return namedParameter(index)
    case UInt8(ascii: "("): return subselect(index) ?? rangeContains(index)
    case UInt8(ascii: "["): return options(index)
    case UInt8(ascii: "%"): return wildcard(index) ?? formatArgument(index) ?? percent(index)
    case 0x30...0x39: return ForeignConstructs.isWord(byte(index - 1)) ? nil : date(index)
    case 0x41...0x5A, 0x61...0x7A, 0x80...: return ForeignConstructs.isWord(byte(index - 1)) ? nil : word(index)
    default: return nil
    }
  }

  /// `first || ' ' || last` and, where no condition stands, `first || last`: in SQL the sign joins texts.
  private func concatenation(_ index: Int) -> Construct? {
    func isText(_ index: Int) -> Bool { byte(index) == UInt8(ascii: "\"") || byte(index) == UInt8(ascii: "'") }
    guard has("||", at: index), let start = valueStart(before: skipBack(index)), !isCompared(start) else { return nil }
    var values = [text(start, skipBack(index))]
    var hasText = isText(start)
    var (sign, last) = (index, index)
    while has("||", at: sign), let end = valueEnd(from: skip(sign + 2)) {
      let value = skip(sign + 2)
      values.append(text(value, end))
      hasText = hasText || isText(value)
      (last, sign) = (end, skip(end))
    }
    // In a condition it may be OR, as in `isCapital || 'x' == name`.
    guard values.count > 1, isColumn(index) || (hasText && (isText(start) || values.count > 2)) else { return nil }
    return construct(start, last, values.joined(separator: " + "), "'||' is OR, and texts are joined with '+'")
  }

  /// Whether a column or a key stands at an index, and no condition in parentheses.
  private func isColumn(_ index: Int) -> Bool {
    var (clause, depth): (Clause?, Int) = (nil, 0)
    var position = 0
    while position < index {
      if line[position] == UInt8(ascii: "(") { depth += 1 }
      if line[position] == UInt8(ascii: ")") { depth -= 1 }
      let end = wordEnd(from: position)
      if end > position, let found = KeywordTable.shared.keyword(of: text(position, end)).clause {
        (clause, depth) = (found, 0)
      }
      position = max(position + 1, end)
    }
    return depth == 0 && (clause == .selection || clause == .sort || clause == .grouping)
  }

  /// `name ~ "A.*"`, `name =~ /A.*/`
  private func match(_ index: Int) -> Construct? {
    let start = byte(index - 1) == UInt8(ascii: "=") ? index - 1 : index
    guard operandStart(before: skipBack(start)) != nil else { return nil }
    let message = "'\(text(start, index + 1))' is written MATCHES, which matches the whole text"
    let operand = skip(index + 1)
    if byte(operand) == UInt8(ascii: "/"), let end = line.lastIndex(of: UInt8(ascii: "/")), end > operand {
      return construct(start, end + 1, "MATCHES " + StringLiteral.quoted(text(operand + 1, end)), message)
    }
    return operandEnd(from: operand) == nil ? nil : construct(start, index + 1, "MATCHES", message)
  }

  /// `name MATCHES /A.*/`
  private func pattern(_ index: Int) -> Construct? {
    guard ["MATCHES", "LIKE"].contains(word(before: skipBack(index)).text),
      let end = line.lastIndex(of: UInt8(ascii: "/")), end > index
    else { return nil }
    return construct(
      index, end + 1, StringLiteral.quoted(text(index + 1, end)), "a pattern is a text in quotes")
  }

  /// `name ?? "x"`, `home?.name`, `age!`
  private func unwrapping(_ index: Int) -> Construct? {
    guard index > 0 else { return nil }
    if let parameter = questionMark(index) { return parameter }
    if has("??", at: index) {
      guard let left = operandStart(before: skipBack(index)), let right = operandEnd(from: skip(index + 2)) else {
        return nil
      }
      let value = text(left, skipBack(index))
      return construct(
        left, right, "TERNARY(\(value) != nil, \(value), \(text(skip(index + 2), right)))", "'??' is written TERNARY")
    }
    let sign = line[index] == UInt8(ascii: "?") ? "?" : "!"
    let follows = byte(index + 1)
    let isEnd = follows == UInt8(ascii: ".") || (sign == "!" && (follows == 0x20 || follows == UInt8(ascii: ")")))
    guard ForeignConstructs.isWord(byte(index - 1)), isEnd else { return nil }
    return construct(index, index + 1, "", "a path has no '\(sign)': it is nil where one of its steps is nil")
  }

  /// `age IN 18...65`, `age IN 18..<65`
  private func range(_ index: Int) -> Construct? {
    let isClosed = has("...", at: index)
    guard isClosed || has("..<", at: index), let low = operandStart(before: index),
      let high = operandEnd(from: index + 3)
    else { return nil }
    let (word, wordStart) = word(before: skipBack(low))
    guard ["IN", "BETWEEN"].contains(word), let left = operandStart(before: skipBack(wordStart)) else { return nil }
    let (value, least, most) = (text(left, skipBack(wordStart)), text(low, index), text(index + 3, high))
    return isClosed
      ? construct(wordStart, high, "BETWEEN {\(least), \(most)}", "a range is written BETWEEN {\(least), \(most)}")
      : construct(left, high, "\(value) >= \(least) AND \(value) < \(most)", "a range without its end is two comparisons")
  }

  /// `(1...5).contains(age)`
  private func rangeContains(_ index: Int) -> Construct? {
    guard let close = closing(index), has(".contains(", at: close + 1), let end = closing(close + 10) else { return nil }
    let bounds = text(index + 1, close)
    guard let sign = bounds.firstRange(of: "...") ?? bounds.firstRange(of: "..<") else { return nil }
    let (low, high, value) = (bounds[..<sign.lowerBound], bounds[sign.upperBound...], text(close + 11, end))
    let written =
      bounds[sign] == "..."
      ? "\(value) BETWEEN {\(low), \(high)}" : "\(value) >= \(low) AND \(value) < \(high)"
    return construct(index, end + 1, written, "a range is written \(written)")
  }

  /// `31.01.2020`, the date with its day first
  private func date(_ index: Int) -> Construct? {
    var end = index
    while (0x30...0x39).contains(byte(end)) || byte(end) == UInt8(ascii: ".") { end += 1 }
    let parts = text(index, end).split(separator: ".").compactMap { Int($0) }
    guard parts.count == 3, (1...31).contains(parts[0]), (1...12).contains(parts[1]), (1000...2999).contains(parts[2]) else {
      return nil
    }
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let written = "date(\"\(parts[2])-\(digits(parts[1]))-\(digits(parts[0]))\")"
    return construct(index, end, written, "a date is written \(written)")
  }

  /// `friends.contains { $0.age > 5 }`, `friends.contains(where: { $0.age > 5 })`
  private func closure(_ index: Int) -> Construct? {
    let end = wordEnd(from: index + 1)
    let name = text(index + 1, end)
    var brace = skip(end)
    let isArgument = has("(where:", at: end)
    if isArgument { brace = skip(end + 7) }
    guard byte(brace) == UInt8(ascii: "{"), let close = closing(brace), let path = operandStart(before: index) else {
      return nil
    }
    let body = text(brace + 1, close).split(separator: " ").joined(separator: " ")
    guard body.contains("$0"), !body.contains(" in ") else { return nil }
    let condition = body.replacing("$0", with: "$x")
    let collection = text(path, index)
    var last = isArgument ? skip(close + 1) + 1 : close + 1
    let newText: String
    switch name {
    case "contains", "any", "exists", "some": newText = "SUBQUERY(\(collection), $x, \(condition)).@count > 0"
    case "allSatisfy", "all": newText = "SUBQUERY(\(collection), $x, NOT (\(condition))).@count == 0"
    case "filter" where has(".count", at: last):
      last += 6
      newText = "SUBQUERY(\(collection), $x, \(condition)).@count"
    default: return nil
    }
    return construct(path, min(last, line.count), newText, "'\(name)' with a closure is written SUBQUERY")
  }

  /// `\.name`, `\Person.name`
  private func keyPath(_ index: Int) -> Construct? {
    let end = wordEnd(from: index + 1)
    guard byte(end) == UInt8(ascii: "."), ForeignConstructs.isWord(byte(end + 1)) else { return nil }
    return construct(index, end + 1, "", "a key path is written without '\(text(index, end + 1))'")
  }

  /// `#keyPath(name)`, `#keyPath(Person.name)`, `@keypath(name)`
  private func macro(_ index: Int) -> Construct? {
    let open = wordEnd(from: index + 1)
    guard text(index + 1, open).lowercased() == "keypath", byte(open) == UInt8(ascii: "("), let close = closing(open) else {
      return nil
    }
    let steps = text(open + 1, close).split(separator: ".")
    let path = steps.count > 1 && steps[0].first?.isUppercase == true ? steps.dropFirst().joined(separator: ".") : nil
    return construct(
      index, close + 1, path ?? text(open + 1, close), "a key path is written without '\(text(index, open))'")
  }

  /// `` `name` `` for a property, and `` `Ann` `` for a text.
  private func backticks(_ index: Int) -> Construct? {
    guard let close = line[(index + 1)...].firstIndex(of: UInt8(ascii: "`")) else { return nil }
    let inner = text(index + 1, close)
    let before = skipBack(index)
    let isValue = before > 0 && ("=<>".utf8.contains(line[before - 1]) || ForeignOperator.words.contains(word(before: before).text))
    return construct(
      index, close + 1, isValue ? StringLiteral.quoted(inner) : inner,
      isValue ? "a text is written in quotes" : "a name is written without backticks")
  }

  // MARK: Values for conditions

  /// The findings with a fix-it for a value that stands for a condition, such as 6 in `age == 5 OR 6`.
  func completed(_ findings: [Diagnostic]) -> [Diagnostic] {
    findings.map { finding in
      guard finding.code == DiagnosticCode(SyntaxCode.valueNotPredicate), finding.span.start >= start,
        let comparison = comparison(before: Int(finding.span.start - start))
      else { return finding }
      var finding = finding
      finding.help = []
      finding.fixIts = [
        FixIt("write \(comparison)\(source.text(finding.span))", .maybe, [.init(SourceSpan(at: finding.span.start), comparison)])
      ]
      return finding
    }
  }

  /// The left operand and the operator of the comparison before a connective: `age == ` of `age == 5 OR 6`.
  private func comparison(before index: Int) -> String? {
    guard index <= line.count else { return nil }
    var end = skipBack(index)
    let connective = word(before: end)
    if ["OR", "AND"].contains(connective.text) {
      end = skipBack(connective.start)
    } else if end >= 2, has("||", at: end - 2) || has("&&", at: end - 2) {
      end = skipBack(end - 2)
    } else {
      return nil
    }
    guard let literal = operandStart(before: end) else { return nil }
    let operatorEnd = skipBack(literal)
    var operatorStart = operatorEnd
    while operatorStart > 0, "=!<>".utf8.contains(line[operatorStart - 1]) { operatorStart -= 1 }
    guard operatorStart < operatorEnd, let left = operandStart(before: skipBack(operatorStart)) else { return nil }
    return text(left, literal)
  }
}
