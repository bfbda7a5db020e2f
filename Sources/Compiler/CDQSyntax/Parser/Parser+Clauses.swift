/// A word that was probably meant to start a clause, such as `order by` for `sort`.
struct ClauseGuess {
  var clause: Clause
  /// The keywords of the clause, which replace the word.
  var replacement: String
  /// Number of tokens that the replacement replaces; 2 for `order by`.
  var tokens: Int
  var isCase: Bool
}

extension Parser {
  /// The clause that the word at `position` was probably meant to start; nil when it resembles none.
  func clauseGuess(_ position: Int) -> ClauseGuess? {
    let word = token(position)
    guard word.kind == .word else { return nil }
    if let clause = clause(of: word) {
      return ClauseGuess(
        clause: clause, replacement: word.keyword.spelling, tokens: 1, isCase: !word.flags.contains(.lowercase))
    }
    guard !word.keyword.isReserved else { return nil }
    let text = source.text(word.span).lowercased()
    let isBy = token(position + 1).kind == .word && source.text(token(position + 1).span).lowercased() == "by"
    switch text {
    case "order", "ordered", "sorted", "orderby", "sortby":
      guard isBy || token(position + 1).kind.isWord || text == "sortby" || text == "orderby" else { return nil }
      return ClauseGuess(clause: .sort, replacement: "sort", tokens: isBy ? 2 : 1, isCase: false)
    case "groupby":
      return ClauseGuess(clause: .grouping, replacement: "group by", tokens: 1, isCase: false)
    case "filter":
      return ClauseGuess(clause: .predicate, replacement: "where", tokens: 1, isCase: false)
    case "skip":
      return ClauseGuess(clause: .offset, replacement: "offset", tokens: 1, isCase: false)
    case "first" where token(position + 1).kind == .number, "take", "top", "fetch":
      return ClauseGuess(clause: .limit, replacement: "limit", tokens: 1, isCase: false)
    default:
      break
    }
    if isBy, text.utf8.count >= 4, Suggestions.nearest(to: text, among: ["sort", "order", "ordered", "sorted"]) != nil {
      return ClauseGuess(clause: .sort, replacement: "sort", tokens: 2, isCase: false)
    }
    guard text.utf8.count >= 4, startsOperand(token(position + 1)) || isBy else { return nil }
    let clauses = state.isUpdate ? Clause.changing : Clause.reading
    let words = clauses.map(\.keyword.spelling)
    guard let near = Suggestions.nearest(to: text, among: words),
      Suggestions.nearest(to: text, among: ForeignOperator.words) == nil,
      let clause = clauses.first(where: { $0.words.hasPrefix(near) })
    else { return nil }
    return ClauseGuess(clause: clause, replacement: near, tokens: 1, isCase: false)
  }
}
