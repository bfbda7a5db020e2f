/// Misspelt words before a condition, operators with the '!' of Swift, and durations of SQL.
extension ForeignConstructs {
  private static let beforeConditions = ["ANY", "ALL", "NONE", "SOME", "NOT"]

  /// `NAY cars.make == "Fiat"`, `NTO isActive`: a misspelt word before a condition, which no property can be, since an operand
  /// follows it.
  func slip(_ index: Int, _ end: Int) -> Construct? {
    let word = text(index, end)
    let (before, next) = (self.word(before: skipBack(index)), skip(end))
    let startsCondition =
      skipBack(index) == 0 || byte(skipBack(index) - 1) == UInt8(ascii: "(")
      || ["WHERE", "AND", "OR", "NOT", "HAVING"].contains(before.text)
    guard startsCondition, next > end, word.utf8.count > 2, KeywordTable.shared.keyword(of: word) == .none,
      ForeignConstructs.isWord(byte(next)) || byte(next) == UInt8(ascii: "("),
      isOperand(next), let meant = ForeignConstructs.beforeConditions.first(where: { isSlip(word, of: $0) })
    else { return nil }
    return construct(index, end, meant, "'\(word)' is written \(meant)")
  }

  /// Whether what starts at an index is no operator, after which the word before it would be an operand.
  private func isOperand(_ index: Int) -> Bool {
    let word = text(index, wordEnd(from: index))
    let keyword = KeywordTable.shared.keyword(of: word)
    return keyword == .none && ForeignOperator.table[word.lowercased()] == nil
      && !["is", "isnt", "are", "has"].contains(word.lowercased())
  }

  /// Whether two words have the same letters, or nearly so with the same first letter.
  private func isSlip(_ word: String, of keyword: String) -> Bool {
    let upper = word.uppercased()
    return upper.sorted() == keyword.sorted()
      || (upper.first == keyword.first && Suggestions.nearest(to: upper, among: [keyword]) != nil)
  }

  /// `title !CONTAINS "oil"`
  func negatedOperator(_ index: Int) -> Construct? {
    let end = wordEnd(from: index + 1)
    let word = text(index + 1, end).uppercased()
    guard index > 0, byte(index) == UInt8(ascii: "!"), ForeignOperator.words.contains(word),
      let left = operandStart(before: skipBack(index))
    else { return nil }
    let message = "there is no operator '\(text(index, end))'"
    var value = skip(end)
    if byte(end) == UInt8(ascii: "["), let close = closing(end) { value = skip(close + 1) }
    let isList = "{([".utf8.contains(byte(value))
    guard let last = isList ? closing(value).map({ $0 + 1 }) : operandEnd(from: value) else {
      return construct(index, end, nil, message, help: "write NOT (… \(word) …)")
    }
    let operation = text(index + 1, end).uppercased() + text(end, last)
    return construct(left, last, "NOT (\(text(left, skipBack(index))) \(operation))", message)
  }

  /// `cast(sent as date)`, whose parenthesis opens at `open`
  func cast(_ index: Int, _ open: Int) -> Construct? {
    guard let close = closing(open), let call = ForeignCall.translation(of: "cast", [text(open + 1, close)]) else { return nil }
    return construct(index, close + 1, call, "the value of another type is written \(call)")
  }

  /// `row_number() over (partition by country order by population desc) <= 3`, whose second parenthesis opens at `open`
  func window(_ index: Int, open: Int) -> Construct? {
    let before = skipBack(index)
    guard byte(before - 1) == UInt8(ascii: ")"), let start = valueStart(before: before), let close = closing(open) else {
      return nil
    }
    let words = text(open + 1, close).split(separator: " ").map(String.init)
    func part(after word: String) -> String {
      guard let first = words.firstIndex(where: { $0.lowercased() == word }), first + 2 < words.count else { return "" }
      let rest = words[(first + 2)...].prefix { $0.lowercased() != "order" }
      return rest.map { ["ASC", "DESC"].contains($0) ? $0.lowercased() : $0 }.joined(separator: " ")
    }
    var end = close + 1
    var sign = skip(end)
    while "=<>".utf8.contains(byte(sign)) { sign += 1 }
    var count: Int?
    if sign > skip(end), let numberEnd = operandEnd(from: skip(sign)), let number = Int(text(skip(sign), numberEnd)),
      number > 0
    {
      count = text(skip(end), sign) == "<" ? number - 1 : number
      end = numberEnd
    }
    let (keys, order) = (part(after: "partition"), part(after: "order"))
    let isNumbered = ["row_number", "rank", "dense_rank"].contains(text(start, wordEnd(from: start)).lowercased())
    var help =
      "the first objects of each key are those of 'sort … limit 3 per country.name'; the program computes other windows"
    if isNumbered, let count, count > 0, !keys.isEmpty {
      let perKeys = keys.contains("(") ? "(\(keys))" : keys
      let sort = order.isEmpty ? "" : "sort \(order) "
      help = "the first \(count) of each key are kept after the condition: \(sort)limit \(count) per \(perKeys)"
    }
    return construct(start, end, nil, "there are no window functions", help: help)
  }

  /// `interval '7 days'`, `interval '7' day`, `interval 7 day`
  func interval(_ index: Int, _ end: Int) -> Construct? {
    let value = skip(end)
    guard value > end, let valueEnd = operandEnd(from: value) else { return nil }
    var words = text(value, valueEnd).filter { $0 != "'" && $0 != "\"" }.split(separator: " ").map(String.init)
    var last = valueEnd
    if words.count == 1 {
      last = wordEnd(from: skip(valueEnd))
      words.append(text(skip(valueEnd), last))
    }
    guard words.count == 2, let duration = ForeignNumber.written(words[0], unit: words[1].lowercased()), Int(duration) == nil
    else { return nil }
    return construct(index, last, duration, "a duration is written \(duration)")
  }
}
