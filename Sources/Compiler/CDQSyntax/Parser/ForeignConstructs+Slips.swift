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
