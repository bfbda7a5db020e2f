/// A clause of a query. The order of the cases is the order of the clauses in a query.
package enum Clause: Int, Hashable, Sendable, CaseIterable, Comparable {
  case predicate, grouping, having, selection, sort, limit, offset

  /// The keywords that start the clause.
  package var words: String { keyword == .group ? "group by" : keyword.spelling }

  /// The keyword that starts the clause.
  package var keyword: Keyword { Keyword.allCases.first { $0.clause == self } ?? .none }

  /// Whether conditions, keys or items follow the keyword directly, and not `by` or a number.
  package var takesValues: Bool { ![.grouping, .limit, .offset].contains(self) }

  package static func < (left: Clause, right: Clause) -> Bool { left.rawValue < right.rawValue }
}
