import CDQKit
import CDQSyntax

/// The first rows of each key, as SQL numbers them: `SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY country ORDER
/// BY population DESC) AS n FROM City) WHERE n <= 3` is `City sort population desc limit 3 per country`.
extension ForeignQuery {
  /// The translation of a statement that keeps rows by their numbers within their keys; nil for any other.
  mutating func firstOfEach() -> String? {
    guard let number = tokens.indices.first(where: { isWord($0, "ROW_NUMBER") && isWord($0 + 3, "OVER") }),
      let end = closing(number + 4), isWord(number + 5, "PARTITION"), isWord(number + 6, "BY"),
      let from = (end..<tokens.count).first(where: { isWord($0, "FROM") }),
      let entity = vocabulary.entity(meantBy: text(of: token(from + 1)))
    else { return nil }
    let name = isWord(end + 1, "AS") ? end + 2 : end + 1
    guard let count = keptCount(text(of: token(name)), after: name) else { return nil }
    qualify(entity, at: from + 1)
    let order = (number + 7..<end).first { isWord($0, "ORDER") && isWord($0 + 1, "BY") }
    var words = [entity]
    if let predicate = innerPredicate(after: from + 2) { words += ["where", predicate] }
    if let order { words += ["sort", condition(order + 2..<end, .sort)] }
    words += ["limit \(count) per", limitKeys(number + 7..<(order ?? end))]
    keepsFirst = true
    return words.joined(separator: " ")
  }

  /// The keys of `per`, with parentheses around those that are no paths.
  func limitKeys(_ range: Range<Int>) -> String {
    var (keys, start, depth): ([String], Int, Int) = ([], range.lowerBound, 0)
    for index in range.lowerBound...range.upperBound {
      let kind = token(index).kind
      if index < range.upperBound, depth > 0 || kind != .comma {
        if kind == .leftParenthesis { depth += 1 } else if kind == .rightParenthesis { depth -= 1 }
        continue
      }
      let isPath = (start..<index).allSatisfy { token($0).kind.isWord || token($0).kind == .dot }
      let key = condition(start..<index, .grouping)
      keys.append(isPath ? key : "(\(key))")
      start = index + 1
    }
    return keys.joined(separator: ", ")
  }

  /// The parenthesis that closes the one at a token; nil if none is there.
  func closing(_ open: Int) -> Int? {
    guard token(open).kind == .leftParenthesis else { return nil }
    var depth = 0
    for index in open..<tokens.count {
      if token(index).kind == .leftParenthesis { depth += 1 }
      if token(index).kind == .rightParenthesis { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The number of rows that a condition such as `n <= 3`, `n < 4` or `n = 1` keeps.
  private func keptCount(_ name: String, after start: Int) -> Int? {
    for index in tokens.indices.dropFirst(start + 1) where text(of: token(index)) == name {
      guard let number = Int(text(of: token(index + 2))) else { continue }
      switch token(index + 1).kind {
      case .lessEqual: return number
      case .less where number > 0: return number - 1
      case .equal where number == 1, .doubleEqual where number == 1: return 1
      default: continue
      }
    }
    return nil
  }

  /// The condition of the statement that numbers the rows, up to its end.
  private func innerPredicate(after start: Int) -> String? {
    var index = start
    if isWord(index, "AS") { index += 1 }
    if token(index).kind == .word, partStart(index) == nil { index += 1 }
    guard isWord(index, "WHERE") else { return nil }
    var (end, depth) = (index + 1, 0)
    while token(end).kind != .endOfText, depth > 0 || (token(end).kind != .rightParenthesis && partStart(end) == nil) {
      if token(end).kind == .leftParenthesis { depth += 1 }
      if token(end).kind == .rightParenthesis { depth -= 1 }
      end += 1
    }
    return end > index + 1 ? condition(index + 1..<end, .predicate) : nil
  }
}
