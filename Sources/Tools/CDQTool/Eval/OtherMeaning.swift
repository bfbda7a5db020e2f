import CDQIR
import CDQResults
import Foundation

/// Why a query without errors finds nothing, or less than is meant: what other languages mean by its conditions, tried on the
/// same data.
enum OtherMeaning {
  /// A condition that means something else in other languages.
  private struct Habit: Sendable {
    /// What the language does, for people who expect something else.
    var rule: String
    /// Whether the other meaning is of interest although the query finds something.
    var isAlwaysTried = false
    /// The condition that may be meant; nil for other conditions.
    var change: @Sendable (PredicateIR) -> PredicateIR?
  }

  private static let habits: [Habit] = [
    Habit(
      rule:
        "without ANY, CONTAINS asks a collection for an element that is equal; with ANY before it, for a part of one,",
      isAlwaysTried: true
    ) { predicate in
      guard case .membership(let node) = predicate, case .path(let path) = node.collection, path.type.base == .string,
        case .literal(.string, _) = node.value
      else { return nil }
      let variable = VariableIR(id: 1_000_000, type: path.type)
      let element = ExpressionIR.path(PathIR(variable: variable.id, steps: [], type: path.type))
      return .quantified(
        QuantifiedIR(
          .any, variable, in: node.collection, .text(TextMatchIR(.contains, element, node.value, options: node.options))
        ))
    },
    Habit(rule: "LIKE compares the whole text; with CONTAINS[cd], or with LIKE[cd] and '*' before and after the pattern,") {
      predicate in
      guard case .text(var node) = predicate, node.operator == .like, let text = literal(node.pattern),
        !text.contains(where: { "*?".contains($0) })
      else { return nil }
      node.operator = .contains
      node.options.formUnion([.caseInsensitive, .diacriticInsensitive])
      return .text(node)
    },
    Habit(rule: "MATCHES compares the whole text; with '.*' before and after the pattern") { predicate in
      guard case .text(var node) = predicate, node.operator == .matches, let text = literal(node.pattern) else {
        return nil
      }
      node.pattern = .literal(.string(".*(?:\(text)).*"), .string)
      return .text(node)
    },
    Habit(rule: "a date without a time is midnight; for the whole day, >= date(…) AND < date(…) + days(1),") {
      predicate in
      guard case .comparison(let node) = predicate, node.operator == .equal,
        case .literal(.date(let date), let type) = node.right,
        date.timeIntervalSinceReferenceDate.remainder(dividingBy: 86400) == 0
      else { return nil }
      return .and([
        .comparison(ComparisonIR(.greaterOrEqual, node.left, node.right)),
        .comparison(ComparisonIR(.less, node.left, .literal(.date(date + 86400), type))),
      ])
    },
    Habit(rule: "a text that is nil is not \"\"; with == nil") { predicate in
      guard case .comparison(let node) = predicate, node.operator == .equal, literal(node.right) == "",
        case .path = node.left
      else {
        return nil
      }
      return .isNull(node.left)
    },
    Habit(rule: "texts are compared with case and accents; with [cd] after the operator") { predicate in
      let all: TextOptions = [.caseInsensitive, .diacriticInsensitive]
      switch predicate {
      case .text(var node) where !node.options.isSuperset(of: all):
        node.options.formUnion(all)
        return .text(node)
      case .comparison(var node)
      where node.operator == .equal && node.left.type == .string && node.right.type == .string
        && !node.options.isSuperset(of: all):
        node.options.formUnion(all)
        return .comparison(node)
      default: return nil
      }
    },
  ]

  private static func literal(_ value: ExpressionIR) -> String? {
    if case .literal(.string(let text), _) = value { text } else { nil }
  }

  /// Says which other meaning finds something, or more; nil if none does.
  ///
  /// - Parameters:
  ///   - found: The number of objects that the query found; nil if that is not known.
  ///   - count: The number of objects that a query with `count` finds; nil if it cannot run.
  static func hint(_ query: QueryIR, found: Int?, count: (QueryIR) -> Int?) -> String? {
    guard let found, query.limit == nil, query.limitPerKey == nil, found == 0 || query.projection?.isGrouped != true else { return nil }
    for habit in habits where found == 0 || habit.isAlwaysTried {
      var rewriter = Rewriter(change: habit.change)
      guard let predicate = rewriter.rewrite(query.predicate), rewriter.hasChanged else { continue }
      var changed = query
      changed.predicate = predicate
      (changed.cardinality, changed.projection, changed.sort) = (.count, nil, .keys([]))
      (changed.limit, changed.offset) = (nil, nil)
      if let other = count(changed), other > found {
        return "\(habit.rule) there \(other == 1 ? "is 1" : "are \(other)")"
      }
    }
    return nil
  }

}

extension Answer {
  /// The number of objects that were found; nil where the answer does not tell it.
  var foundCount: Int? {
    switch self {
    case .rows(let rows), .single(let rows): rows.count
    case .number(let number): number
    case .truth(let isFound): isFound ? nil : 0
    case .deleted, .updated: nil
    }
  }
}

extension OtherMeaning {
  private struct Rewriter: IRRewriter {
    let change: (PredicateIR) -> PredicateIR?
    var hasChanged = false

    mutating func rewrite(_ predicate: PredicateIR) -> PredicateIR? {
      if let changed = change(predicate) {
        hasChanged = true
        return changed
      }
      return rewriteChildren(of: predicate)
    }
  }
}
