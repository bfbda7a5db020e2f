extension SyntaxError {
  func fixIts(at span: SourceSpan) -> [FixIt] {
    switch self {
    case .wordCase(_, let replacement):
      return [SyntaxError.replace(span, replacement, .safe)]
    case .unknownOperator(let written, let suggestion?), .unknownOption(let written, let suggestion?):
      return [SyntaxError.replace(span, suggestion, .ofName(written, suggestion))]
    case .unknownClause(let written, let replacement):
      // `order by` and such have one counterpart; `whre` is spelt like one.
      let isGuess = Suggestions.nearest(to: written, among: [replacement]) != nil
      return [SyntaxError.replace(span, replacement, isGuess ? .ofName(written, replacement) : .safe)]
    case .missingWhere:
      return [FixIt("insert 'where'", .safe, [FixIt.Edit(SourceSpan(at: span.start), "where ")])]
    case .methodCall(let method):
      return method.replacement.map { [SyntaxError.replace(method.span, $0, .maybe)] } ?? []
    case .foreignOperator(_, let replacement):
      return [SyntaxError.replace(span, replacement, .safe)]
    case .unknownDeclaration(_, let replacement):
      return [SyntaxError.replace(span, replacement, .maybe)]
    case .bitwiseConnective(let kind):
      return [SyntaxError.replace(span, kind == .bitwiseOr ? "OR" : "AND", .safe)]
    case .reservedWord(let word):
      return [FixIt("write #\(word)", .safe, [FixIt.Edit(SourceSpan(at: span.start), "#")])]
    case .missingDollar(let name, let uses):
      let places = [span.start] + uses
      return [FixIt("write $\(name)", .safe, places.map { FixIt.Edit(SourceSpan(at: $0), "$") })]
    case .listInParentheses(let open, let close), .listInBrackets(let open, let close):
      return [FixIt("write braces", .safe, [FixIt.Edit(open, "{"), FixIt.Edit(close, "}")])]
    case .unaryPlus:
      return [FixIt("remove '+'", .safe, [FixIt.Edit(span, "")])]
    case .digitsWithComma(let groups):
      // `1.000,50`
      let whole = groups[0].replacing(".", with: "")
      if groups.count == 2, whole.utf8.count < groups[0].utf8.count {
        return [SyntaxError.replace(span, "\(whole).\(groups[1])", .maybe)]
      }
      let areThousands = groups.dropFirst().allSatisfy { $0.prefix { $0 != "." }.utf8.count == 3 }
      let joined = areThousands ? [SyntaxError.replace(span, groups.joined(), .maybe)] : []
      return joined + (groups.count == 2 ? [SyntaxError.replace(span, groups.joined(separator: "."), .maybe)] : [])
    case .adjacentStrings(let commas) where !commas.isEmpty:
      return [FixIt("insert ',' between elements of a list", .maybe, commas.map { FixIt.Edit(SourceSpan(at: $0), ",") })]
    case .missingComma(let end):
      return [FixIt("insert ','", .maybe, [FixIt.Edit(SourceSpan(at: end), ",")])]
    case .surplusComma:
      return [FixIt("remove ','", .safe, [FixIt.Edit(span, "")])]
    case .nameBefore(let name, let removed, let place):
      let added = place.map { FixIt.Edit(SourceSpan(at: $0), " as \(name)") }
      return [FixIt("write it after the column", .safe, [FixIt.Edit(removed, "")] + [added].compactMap { $0 })]
    case .bracedColumns(let open, let close):
      return [FixIt("remove the braces", .safe, [FixIt.Edit(open, ""), FixIt.Edit(close, "")])]
    case .selectEverything(let clause?):
      return [FixIt("remove 'select *'", .safe, [FixIt.Edit(clause, "")])]
    case .duplicateClause(.predicate, _):
      return [SyntaxError.replace(span, "AND", .maybe)]
    case .commaBetweenConditions:
      return [FixIt("write AND", .maybe, [FixIt.Edit(span, " AND")])]
    case .unmatchedBracket(let bracket):
      return [FixIt("remove '\(bracket)'", .maybe, [FixIt.Edit(span, "")])]
    case .assignment:
      return [SyntaxError.replace(span, "==", .maybe)]
    case .unclosedBracket(_, let closing, let offsets):
      return offsets.map { FixIt("insert '\(closing)'", .maybe, [FixIt.Edit(SourceSpan(at: $0), closing)]) }
    case .mismatchedBracket(_, let expected, _):
      return [SyntaxError.replace(span, expected, .maybe)]
    case .wordAfterString(let quote, let offset):
      return [FixIt("escape the quote: \\\(quote)", .maybe, [FixIt.Edit(SourceSpan(at: offset), "\\")])]
    case .doubledQuote(let quote, let offset):
      return [FixIt("escape the quote: \\\(quote)", .maybe, [FixIt.Edit(SourceSpan(offset, offset + 2), "\\\(quote)")])]
    case .sortBy(let end), .needlessWord(_, let end):
      return [FixIt("remove it", .safe, [FixIt.Edit(SourceSpan(span.start, end), "")])]
    case .rangeDots(let end):
      return [SyntaxError.replace(SourceSpan(span.start, end), "...", .safe)]
    case .bareLimitKey:
      return [
        FixIt(
          "add the parentheses", .safe, [.init(SourceSpan(at: span.start), "("), .init(SourceSpan(at: span.end), ")")])
      ]
    case .negatedValue(let text):
      return [SyntaxError.replace(span, "TERNARY(\(text), FALSE, TRUE)", .maybe)]
    case .limitWords(let newText):
      return [SyntaxError.replace(span, newText, .maybe)]
    case .memberSeparator:
      return [FixIt("remove ','", .safe, [FixIt.Edit(span, "")])]
    case .clauseOrder(_, _, _, let edits):
      return edits.isEmpty ? [] : [FixIt("put the clauses in order", .safe, edits)]
    case .quantifiedPredicate(let kind, let inner, true):
      return SyntaxError.unwrap(kind, inner)
    case .negatedSortKey(let name):
      return [
        FixIt(
          "write \(name) desc", .maybe,
          [FixIt.Edit(span, ""), FixIt.Edit(SourceSpan(at: span.end + UInt32(name.utf8.count)), " desc")])
      ]
    default:
      return compound(at: span)
    }
  }

  /// Fix-its that consist of several edits.
  private func compound(at span: SourceSpan) -> [FixIt] {
    switch self {
    case .negatedOperator(let kind, let negation, let operatorSpan, let whole):
      return [
        FixIt(
          "write NOT (… \(kind.rawValue) …)", .safe,
          [
            FixIt.Edit(SourceSpan(at: whole.start), "NOT ("),
            FixIt.Edit(SourceSpan(negation.start, operatorSpan.start), ""),
            FixIt.Edit(SourceSpan(at: whole.end), ")"),
          ])
      ]
    case .betweenAnd(let low, let and, let high):
      return [
        FixIt(
          "write BETWEEN {…, …}", .safe,
          [
            FixIt.Edit(SourceSpan(at: low.start), "{"),
            FixIt.Edit(SourceSpan(low.end, and.end), ","),
            FixIt.Edit(SourceSpan(at: high.end), "}"),
          ])
      ]
    case .powerChain(let left, let right):
      return [
        SyntaxError.wrap(left, "group from the left, as NSPredicate does"),
        SyntaxError.wrap(right, "group from the right, as mathematics does"),
      ]
    case .powerOfNegative(let negated, let power):
      return [
        SyntaxError.wrap(negated, "the base is negative"), SyntaxError.wrap(power, "the power is negative"),
      ]
    case .comparisonChain(let middle, let offset):
      return [
        FixIt("compare '\(middle)' twice", .maybe, [FixIt.Edit(SourceSpan(at: offset), " AND \(middle)")])
      ]
    case .valueNotPredicate(.subquery, _, _):
      return [FixIt("ask whether there are any", .maybe, [FixIt.Edit(SourceSpan(at: span.end), ".@count > 0")])]
    case .valueNotPredicate(.path, _, true):
      return [FixIt("compare it with TRUE", .maybe, [FixIt.Edit(SourceSpan(at: span.end), " == TRUE")])]
    case .valueNotPredicate(.literal(let literal), _, _):
      guard case .boolean(let flag) = literal.kind else { return [] }
      return [
        SyntaxError.replace(span, flag ? "TRUEPREDICATE" : "FALSEPREDICATE", .maybe),
        FixIt("compare it with TRUE", .maybe, [FixIt.Edit(SourceSpan(at: span.end), " == TRUE")]),
      ]
    default:
      return []
    }
  }

  private static func replace(_ span: SourceSpan, _ text: String, _ applicability: FixIt.Applicability) -> FixIt {
    FixIt("write \(text)", applicability, [FixIt.Edit(span, text)])
  }

  private static func wrap(_ span: SourceSpan, _ message: String) -> FixIt {
    FixIt(
      message, .maybe, [FixIt.Edit(SourceSpan(at: span.start), "("), FixIt.Edit(SourceSpan(at: span.end), ")")])
  }

  /// A fix-it that removes the parentheses of `ANY (a == 1)`.
  private static func unwrap(_ kind: QuantifierNode.Kind, _ inner: SourceSpan) -> [FixIt] {
    [
      FixIt(
        "remove the parentheses", .maybe,
        [
          FixIt.Edit(SourceSpan(inner.start, inner.start + 1), ""),
          FixIt.Edit(SourceSpan(inner.end - 1, inner.end), ""),
        ])
    ]
  }
}
