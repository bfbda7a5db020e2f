import CDQJSON

/// Constructs of SQL and plain English that begin with a word, and signs of SQL.
extension ForeignConstructs {
  /// The construct that the word at `index` begins.
  func word(_ index: Int) -> Construct? {
    let end = wordEnd(from: index)
    let next = skip(end)
    switch text(index, end).lowercased() {
    case "case": return caseWhen(index, end)
    case "extract": return extract(index, end)
    case "count": return countAll(index, end)
    case "is": return isEmpty(index, end)
    case "isn" where has("'t ", at: end): return construct(index, end + 2, "!=", "'isn't' is written '!='")
    case "exists": return exists(index, next)
    case "none", "undefined":
      let (isEnd, before) = (endsOperand(next), skipBack(index))
      guard isEnd, before > 0, byte(before - 1) == UInt8(ascii: "=") else { return nil }
      return construct(index, end, "nil", "'\(text(index, end))' is written nil")
    case "today", "yesterday", "tomorrow":
      return word(before: skipBack(index)).text == "IS" ? moment(index, end) : nil
    case "adn", "nad", "andd", "amd", "abd", "und": return connective(index, end, "AND")
    case "oder", "orr", "ro": return connective(index, end, "OR")
    case "interval": return interval(index, end)
    case "cast" where byte(end) == UInt8(ascii: "("): return cast(index, end)
    case "over" where byte(next) == UInt8(ascii: "("): return window(index, open: next)
    case "every", "each":
      // `limit 2 for each country`, `limit 2 each country`
      let count = operandStart(before: skipBack(index))
      let isLimit = count.map { word(before: skipBack($0)).text == "LIMIT" } ?? false
      guard !isLimit, word(before: skipBack(index)).text != "FOR", operandEnd(from: next) != nil,
        byte(next) != UInt8(ascii: "(")
      else { return nil }
      return construct(index, end, "ALL", "'\(text(index, end))' is written ALL")
    default: return slip(index, end) ?? phrase(index, end) ?? numberUnit(index, end) ?? unquoted(index, end)
    }
  }

  /// Whether an operand can end before `index`.
  private func endsOperand(_ index: Int) -> Bool {
    index >= line.count || byte(index) == UInt8(ascii: ")") || isKeyword(at: index)
  }

  /// Whether a connective or a clause begins at `index`.
  private func isKeyword(at index: Int) -> Bool {
    let keyword = KeywordTable.shared.keyword(of: text(index, wordEnd(from: index)))
    return keyword == .and || keyword == .or || keyword.clause.map { $0 != .assignments } ?? false
  }

  /// `CASE WHEN a THEN b ELSE c END`
  private func caseWhen(_ index: Int, _ end: Int) -> Construct? {
    var words: [(word: String, start: Int, end: Int)] = []
    var (position, depth) = (skip(end), 0)
    guard text(position, wordEnd(from: position)).lowercased() == "when" else { return nil }
    while position < line.count, words.last?.word != "end" {
      let byte = line[position]
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      let close = wordEnd(from: position)
      let word = text(position, close).lowercased()
      if depth == 0, ["when", "then", "else", "end"].contains(word) { words.append((word, position, close)) }
      position = max(position + 1, close)
    }
    let message = "'CASE WHEN' is written TERNARY(condition, a, b)"
    guard words.last?.word == "end" else { return construct(index, line.count, nil, message) }
    let span = (index, words[words.count - 1].end)
    let isWhole =
      words.count >= 4 && words.count % 2 == 0
      && words.dropLast(2).enumerated().allSatisfy { $1.word == ($0 % 2 == 0 ? "when" : "then") }
      && words[words.count - 2].word == "else"
    guard isWhole else {
      return construct(span.0, span.1, nil, message, help: "add what it is otherwise: … ELSE nil END")
    }
    func part(_ number: Int) -> String { text(skip(words[number].end), skipBack(words[number + 1].start)) }
    var result = part(words.count - 2)
    for number in stride(from: words.count - 4, through: 0, by: -2) {
      result = "TERNARY(\(part(number)), \(part(number + 1)), \(result))"
    }
    return construct(span.0, span.1, result, message)
  }

  /// `extract(year from opened)`
  private func extract(_ index: Int, _ end: Int) -> Construct? {
    guard byte(end) == UInt8(ascii: "("), let close = closing(end) else { return nil }
    let words = text(end + 1, close).split(separator: " ")
    guard words.count == 3, words[1].lowercased() == "from" else { return nil }
    let call = "\(words[0].lowercased())(\(words[2]))"
    return construct(index, close + 1, call, "the part of a date is written \(call)")
  }

  /// `count(*)`
  private func countAll(_ index: Int, _ end: Int) -> Construct? {
    let star = skip(end + 1)
    guard byte(end) == UInt8(ascii: "("), byte(star) == UInt8(ascii: "*"), closing(end) == skip(star + 1) else {
      return nil
    }
    return construct(star, star + 1, "", "count() takes no '*'")
  }

  /// `name IS EMPTY`, `friends IS NOT EMPTY`
  private func isEmpty(_ index: Int, _ end: Int) -> Construct? {
    if let construct = phrase(skip(end), wordEnd(from: skip(end))) { return construct }
    var next = skip(end)
    var isNegated = false
    if text(next, wordEnd(from: next)).lowercased() == "not" {
      isNegated = true
      next = skip(wordEnd(from: next))
    }
    let last = wordEnd(from: next)
    let before = skipBack(index)
    if ["missing", "unset", "absent", "undefined"].contains(text(next, last).lowercased()), index > 0 {
      let written = isNegated ? "!= nil" : "== nil"
      return construct(index, last, written, "'\(text(index, last))' is written \(written)")
    }
    guard ["empty", "blank"].contains(text(next, last).lowercased()), index > 0 else { return nil }
    var result = construct(
      before, last, ".@count \(isNegated ? ">" : "==") 0", "'\(text(index, last))' is written as a comparison",
      help: "a text is empty if text == \"\", a collection if collection.@count == 0")
    result.otherText = "\(isNegated ? " !=" : " ==") \"\""
    return result
  }

  /// `opened is today`
  private func moment(_ index: Int, _ end: Int) -> Construct? {
    let isWord = skipBack(index) - 2
    guard isWord > 0, endsOperand(skip(end)), let offset = DateRanges.days[text(index, end).lowercased()],
      let start = operandStart(before: skipBack(isWord))
    else { return nil }
    let path = text(start, skipBack(isWord))
    return construct(
      start, end, DateRanges.day(of: path, offset), "'\(text(isWord, end))' is written as a comparison with now()")
  }

  /// `a == 1 adn b == 2`
  private func connective(_ index: Int, _ end: Int, _ word: String) -> Construct? {
    let before = skipBack(index)
    guard operandStart(before: before) != nil || (before > 0 && byte(before - 1) == UInt8(ascii: ")")),
      operandEnd(from: skip(end)) != nil || byte(skip(end)) == UInt8(ascii: "("), before < index
    else { return nil }
    return construct(index, end, word, "'\(text(index, end))' is written \(word)")
  }

  /// `EXISTS friends`, `NOT EXISTS friends`
  private func exists(_ index: Int, _ operand: Int) -> Construct? {
    let negation = word(before: skipBack(index))
    let isNegated = negation.text == "NOT"
    let start = isNegated ? negation.start : index
    guard index > 0,
      start == 0 || word(before: skipBack(start)).text != "" || byte(skipBack(start) - 1) == UInt8(ascii: "(")
    else { return nil }
    if byte(operand) == UInt8(ascii: "(") { return subselect(operand, from: start) }
    guard let end = operandEnd(from: operand), endsOperand(skip(end)) else { return nil }
    let collection = text(operand, end)
    return construct(
      start, end, "\(collection).@count \(isNegated ? "==" : ">") 0",
      "'\(text(start, skipBack(operand)))' asks for a number of objects")
  }

  /// Operators of two words.
  private static let phrases = [
    "starts with": "BEGINSWITH", "begins with": "BEGINSWITH", "ends with": "ENDSWITH", "greater than": ">",
    "more than": ">",
    "larger than": ">", "bigger than": ">", "less than": "<", "smaller than": "<", "at least": ">=", "at most": "<=",
    "equal to": "==", "equals to": "==",
  ]

  /// `name starts with "A"`, `population is greater than 5`
  private func phrase(_ index: Int, _ end: Int) -> Construct? {
    let (next, before) = (skip(end), word(before: skipBack(index)))
    let last = wordEnd(from: next)
    let words = "\(text(index, end)) \(text(next, last))".lowercased()
    guard let sign = ForeignConstructs.phrases[words], index > 0, skip(last) < line.count else { return nil }
    let start = before.text == "IS" ? before.start : index
    return construct(start, last, sign, "'\(text(start, last))' is written \(sign)")
  }

  /// `5 days`, `1.5 million`
  private func numberUnit(_ index: Int, _ end: Int) -> Construct? {
    let before = skipBack(index)
    // In `a == 1 b == 2` the word begins another condition.
    let next = skip(end)
    let isAgo = text(next, wordEnd(from: next)).lowercased() == "ago"
    let last = isAgo ? wordEnd(from: next) : end
    guard before < index, endsOperand(skip(last)), let start = operandStart(before: before),
      let number = ForeignNumber.written(text(start, before), unit: text(index, end).lowercased())
    else { return nil }
    if isAgo { return construct(start, last, "now() - \(number)", "a moment is written now() - \(number)") }
    return construct(start, end, number, "a number has no unit")
  }

  /// Words without quotes after an operator, such as `New York` in `name == New York`, and `par*` after LIKE.
  private func unquoted(_ index: Int, _ end: Int) -> Construct? {
    let before = skipBack(index)
    let operation = word(before: before).text
    let isLike = operation == "LIKE"
    guard before > 0,
      byte(before - 1) == UInt8(ascii: "=") || (before < index && ForeignOperator.words.contains(operation)),
      KeywordTable.shared.keyword(of: text(index, end)) == .none
    else { return nil }
    var (last, words) = (end, 1)
    while true {
      if isLike || byte(last) == UInt8(ascii: "*") || byte(last) == UInt8(ascii: "%") {
        while last < line.count, "*?%-'".utf8.contains(line[last]) || ForeignConstructs.isWord(line[last]) { last += 1 }
      }
      let next = skip(last)
      let nextEnd = wordEnd(from: next)
      let word = text(next, nextEnd)
      // A misspelt clause may follow, too.
      guard next > last, nextEnd > next, KeywordTable.shared.keyword(of: word) == .none,
        byte(nextEnd) != UInt8(ascii: "("),
        !ForeignConstructs.clauseWords.contains(word.lowercased()),
        Suggestions.nearest(to: word, among: ForeignConstructs.clauses) == nil
      else { break }
      last = nextEnd
      words += 1
    }
    guard words > 1 || last > end, endsOperand(skip(last)) || byte(skip(last)) == UInt8(ascii: ",") else { return nil }
    let value = text(index, last)
    return construct(
      index, last, StringLiteral.quoted(isLike ? value.replacing("%", with: "*") : value), "text needs quotes")
  }

  private static let clauses = Clause.reading.map(\.keyword.spelling)

  /// Words that begin a clause in other languages.
  private static let clauseWords: Set<String> = [
    "order", "ordered", "sorted", "filter", "skip", "take", "top", "fetch", "join", "union", "on", "using", "first",
    "last",
    "is", "are", "has", "contain", "ascending", "descending",
  ]

  // MARK: Signs

  /// `price = :limit`
  func namedParameter(_ index: Int) -> Construct? {
    let end = wordEnd(from: index + 1)
    let before = skipBack(index)
    guard end > index + 1, before > 0,
      "=<>(,".utf8.contains(byte(before - 1)) || ForeignOperator.words.contains(word(before: before).text)
    else { return nil }
    return construct(index, end, "$\(text(index + 1, end))", "a parameter is written $\(text(index + 1, end))")
  }

  /// `price = ?`
  func questionMark(_ index: Int) -> Construct? {
    let before = skipBack(index)
    guard byte(index) == UInt8(ascii: "?"), before > 0, endsOperand(skip(index + 1)) else { return nil }
    var start = before
    while start > 0, "=<>!".utf8.contains(line[start - 1]) { start -= 1 }
    guard let parameter = parameter(before: before, start) else { return nil }
    return construct(index, index + 1, parameter, "a parameter has a name: \(parameter)")
  }

  /// The parameter for a value after the operator between two indices, with the name of the property before it.
  private func parameter(before: Int, _ start: Int) -> String? {
    let name: String
    if start < before, let left = operandStart(before: skipBack(start)) {
      name = text(left, skipBack(start)).split(separator: ".").last.map(String.init) ?? "value"
    } else if ForeignOperator.words.contains(word(before: before).text) {
      name = "value"
    } else {
      return nil
    }
    return "$" + name.prefix(1).lowercased() + name.dropFirst()
  }

  /// `name == %@`
  func formatArgument(_ index: Int) -> Construct? {
    let end = wordEnd(from: index + 1)
    let letters = byte(index + 1) == UInt8(ascii: "@") ? "@" : text(index + 1, end)
    let before = skipBack(index)
    guard ["@", "d", "i", "u", "f", "g", "s", "ld", "lu", "lld"].contains(letters), before > 0, before < index else { return nil }
    var start = before
    while start > 0, "=<>!".utf8.contains(line[start - 1]) { start -= 1 }
    guard let parameter = parameter(before: before, start) else { return nil }
    return construct(
      index, letters == "@" ? index + 2 : end, parameter,
      "'\(text(index, letters == "@" ? index + 2 : end))' is an argument of NSPredicate(format:); here a parameter has a name",
      help: "give its value: --param \(parameter.dropFirst())=…")
  }

  /// `discount > 10%`
  func percent(_ index: Int) -> Construct? {
    guard let start = operandStart(before: index), endsOperand(skip(index + 1)),
      let number = Int(text(start, index)), (0...1000).contains(number)
    else { return nil }
    let digits = String(number + 1000).suffix(3)
    let fraction = "\(number / 100).\(digits.suffix(2))"
    let short = fraction.hasSuffix("0") ? String(fraction.dropLast()) : fraction
    return construct(start, index + 1, short, "a number has no '%': \(number) percent are \(short)")
  }

  /// `price > $30`
  func currency(_ index: Int) -> Construct? {
    let end = operandEnd(from: index + 1) ?? index
    // `$0` and `$1` are arguments of a closure.
    guard end > index + 1, (0x30...0x39).contains(byte(index + 1)), !["0", "1"].contains(text(index + 1, end)),
      endsOperand(skip(end))
    else { return nil }
    return construct(index, index + 1, "", "a number has no currency")
  }

  /// `name IN "Oslo", "Bergen"`, and the entities of `City, Country where …`.
  func list(_ index: Int) -> Construct? {
    var first = skipBack(index)
    guard let start = operandStart(before: first) else { return nil }
    if start == 0, let end = operandEnd(from: skip(index + 1)), isKeyword(at: skip(end)) {
      return construct(
        start, end, nil, "a query is about one entity", help: "a relationship leads to others: country.name == \"France\"")
    }
    guard word(before: skipBack(start)).text == "IN" else { return nil }
    var (elements, end) = ([text(start, first)], first)
    while byte(skip(end)) == UInt8(ascii: ","), let last = operandEnd(from: skip(skip(end) + 1)) {
      first = skip(skip(end) + 1)
      elements.append(text(first, last))
      end = last
    }
    guard elements.count > 1, endsOperand(skip(end)) else { return nil }
    return construct(start, end, "{\(elements.joined(separator: ", "))}", "a list is written in braces")
  }

  /// `country IN (SELECT id FROM Country)`
  func subselect(_ index: Int, from start: Int? = nil) -> Construct? {
    let word = skip(index + 1)
    guard text(word, wordEnd(from: word)).lowercased() == "select" else { return nil }
    // `NOT IN (SELECT …)` is one mistake.
    var first = start ?? index
    var (isMember, isNegated) = (false, false)
    for wanted in ["IN", "NOT"] {
      let before = self.word(before: skipBack(first))
      guard start == nil, before.text == wanted else { continue }
      first = before.start
      if wanted == "IN" { isMember = true } else { isNegated = true }
    }
    let inner = text(word, closing(index) ?? line.count).split(separator: " ").map(String.init)
    var newText: String?
    if isMember, let values = valuesOfAll(inner), let left = operandStart(before: skipBack(first)) {
      newText = isNegated ? "NOT (\(text(left, skipBack(first))) IN \(values))" : "IN \(values)"
      if isNegated { first = left }
    }
    let from = inner.firstIndex { $0.lowercased() == "from" } ?? inner.count
    let entity = from + 1 < inner.count ? inner[from + 1].filter { $0.isLetter || $0.isNumber || $0 == "_" } : "Voucher"
    let variable = "$" + entity.prefix(1).lowercased()
    return construct(
      first, (closing(index) ?? line.count - 1) + 1, newText, "there are no queries inside of queries",
      help: "write the condition on a relationship: country.name == \"France\", ANY cities.name == \"Paris\"; or on all "
        + "objects of an entity: SUBQUERY(\(entity), \(variable), \(variable).… == …).@count > 0")
  }

  /// The values that a query without a condition finds: those of `select email from Voucher` are
  /// `Voucher.@unionOfObjects.email`.
  private func valuesOfAll(_ words: [String]) -> String? {
    let words = words.filter { $0.lowercased() != "distinct" }
    guard words.count == 4 || words.count == 5 || (words.count == 6 && words[4].lowercased() == "as"),
      words[2].lowercased() == "from", let name = words[1].split(separator: ".").last,
      [words[3], String(name)].allSatisfy({ $0.utf8.allSatisfy(ForeignConstructs.isWord) })
    else { return nil }
    return "\(words[3]).@unionOfObjects.\(name)"
  }

  /// `BEGINSWITH[c][d] "a"`, `name == "a" [cd]`
  func options(_ index: Int) -> Construct? {
    func letters(_ open: Int) -> (text: String, end: Int)? {
      let end = wordEnd(from: open + 1)
      guard byte(open) == UInt8(ascii: "["), end > open + 1, byte(end) == UInt8(ascii: "]"),
        text(open + 1, end).lowercased().allSatisfy({ "cdnl".contains($0) })
      else { return nil }
      return (text(open + 1, end), end + 1)
    }
    guard let first = letters(index) else { return nil }
    if let second = letters(first.end) {
      return construct(
        index, second.end, "[\(first.text)\(second.text)]", "options are written in one pair of brackets")
    }
    let before = skipBack(index)
    guard let value = operandStart(before: before), "\"'$".utf8.contains(byte(value)) else { return nil }
    let operatorEnd = skipBack(value)
    guard operatorEnd > 0,
      "=<>".utf8.contains(byte(operatorEnd - 1)) || ForeignOperator.words.contains(word(before: operatorEnd).text)
    else { return nil }
    return construct(
      operatorEnd, first.end, "[\(first.text)] \(text(value, before))", "options follow the operator")
  }

  /// `LIKE %paris%`, the pattern of SQL without quotes
  func wildcard(_ index: Int) -> Construct? {
    guard word(before: skipBack(index)).text.hasSuffix("LIKE"), ForeignConstructs.isWord(byte(index + 1)) else {
      return nil
    }
    var end = index
    while end < line.count, line[end] == UInt8(ascii: "%") || ForeignConstructs.isWord(line[end]) { end += 1 }
    return construct(
      index, end, StringLiteral.quoted(text(index, end).replacing("%", with: "*")),
      "a pattern is a text in quotes, with '*' and '?'")
  }
}
