/// A clause of a query. The order of the cases is the order of the clauses in a query.
package enum Clause: Int, Hashable, Sendable, CaseIterable, Comparable {
  case predicate, grouping, having, selection, sort, limit, offset

  /// The keywords that start the clause.
  package var words: String {
    switch self {
    case .predicate: "where"
    case .grouping: "group by"
    case .having: "having"
    case .selection: "select"
    case .sort: "sort"
    case .limit: "limit"
    case .offset: "offset"
    }
  }

  package static func < (left: Clause, right: Clause) -> Bool { left.rawValue < right.rawValue }
}

extension Keyword {
  /// The clause that the keyword starts; nil for other keywords.
  package var clause: Clause? {
    if self == .whereWord { return .predicate }
    if self == .group { return .grouping }
    if self == .having { return .having }
    if self == .select { return .selection }
    if self == .sort { return .sort }
    if self == .limit { return .limit }
    if self == .offset { return .offset }
    return nil
  }
}

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
    if let clause = word.keyword.clause {
      return ClauseGuess(
        clause: clause, replacement: word.keyword.rawValue, tokens: 1, isCase: !word.flags.contains(.lowercase))
    }
    guard !word.keyword.isReserved else { return nil }
    let text = source.text(word.span).lowercased()
    let isBy = token(position + 1).kind == .word && source.text(token(position + 1).span).lowercased() == "by"
    switch text {
    case "order":
      return isBy ? ClauseGuess(clause: .sort, replacement: "sort", tokens: 2, isCase: false) : nil
    case "orderby", "sortby", "sorted":
      return ClauseGuess(clause: .sort, replacement: "sort", tokens: text == "sorted" && isBy ? 2 : 1, isCase: false)
    case "groupby":
      return ClauseGuess(clause: .grouping, replacement: "group by", tokens: 1, isCase: false)
    case "filter":
      return ClauseGuess(clause: .predicate, replacement: "where", tokens: 1, isCase: false)
    case "skip":
      return ClauseGuess(clause: .offset, replacement: "offset", tokens: 1, isCase: false)
    case "take", "top", "fetch":
      return ClauseGuess(clause: .limit, replacement: "limit", tokens: 1, isCase: false)
    default:
      break
    }
    guard text.utf8.count >= 4, startsOperand(token(position + 1)) || isBy else { return nil }
    let words = Clause.allCases.map { $0 == .grouping ? "group" : $0.words }
    guard let near = Suggestions.nearest(to: text, among: words),
      Suggestions.nearest(to: text, among: ForeignOperator.words) == nil,
      let clause = Clause.allCases.first(where: { $0.words.hasPrefix(near) })
    else { return nil }
    return ClauseGuess(clause: clause, replacement: near, tokens: 1, isCase: false)
  }
}
