extension SyntaxError {
  var message: String {
    switch self {
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .expectedValue(let found, let after):
      "expected \(SyntaxError.operand(after))\(after.map { " after \($0)" } ?? ""), found \(found)"
    case .expectedPredicate: "expected a condition"
    case .expectedName(let what, let found, _): "expected \(what), found \(found)"
    case .unclosedBracket(let open, _, _): "'\(open)' is never closed"
    case .unmatchedBracket(let bracket): "'\(bracket)' closes nothing"
    case .mismatchedBracket(let found, let expected, _): "expected '\(expected)', found '\(found)'"
    case .nestingLimit(let limit): "nested more than \(limit) levels deep"
    case .tooManyNodes(let limit): "the query has more than \(limit) nodes"
    case .wordCase(let word, let replacement): "'\(word)' is written '\(replacement)'"
    case .numberTooLarge(let text): "'\(text)' is too large for a number"
    case .valueNotPredicate(let value, let text, _): SyntaxError.valueMessage(value, text)
    case .predicateAsValue, .negatedValue: "a condition stands where a value is expected"
    case .comparisonChain: "comparisons do not chain"
    case .bitwiseConnective(let kind):
      "'\(kind.rawValue)' is bitwise; conditions are joined with \(SyntaxError.connective(kind))"
    case .powerChain: "'a ** b ** c' needs parentheses: NSPredicate reads it from the left, mathematics from the right"
    case .powerOfNegative: "'-a ** b' needs parentheses: is the base or the power negative?"
    case .unknownOperator(let word, _): "unknown operator '\(word)'"
    case .foreignOperator(let word, _): "there is no operator '\(word)'"
    case .negatedOperator(let kind, _, _, _): "there is no operator 'NOT \(kind.rawValue)'"
    case .betweenAnd: "BETWEEN takes a list of two values"
    case .unknownOption(let text, _): "unknown option '\(text)'"
    case .assignment: "assignment is not supported"
    case .quantifiedPredicate(let kind, _, _): "\(kind.rawValue) stands before one comparison, not before a condition"
    case .quantifierWithoutComparison(let kind): "\(kind.rawValue) needs a comparison"
    case .quantifierPosition(let word): "'\(word)' stands before the left side of a comparison"
    case .reservedWord(let word): "'\(word)' is a reserved word"
    case .listInParentheses, .listInBrackets: "a list is written in braces"
    case .wildcardOutsidePattern: "a wildcard is part of the pattern, not an operator after it"
    case .adjacentStrings: "two strings stand next to each other"
    case .doubledQuote: "a doubled quote ends one string and starts another"
    case .wordAfterString: "a string ends in the middle of a word"
    case .remainder: "there is no operator '%'"
    case .unaryPlus: "there is no sign '+'"
    case .methodCall(let method): "there is no method '\(method.name)'; a key path has only properties"
    case .strayQuestion: "'?' has no meaning here"
    case .digitsWithComma: "a number has no comma: digits are not grouped, and decimals follow a point"
    case .commaBetweenConditions: "conditions are not separated by commas"
    case .clauseInPredicate(let word, _): "'\(word)' starts a clause of a query, and this text is a condition alone"
    case .missingDollar(let name, _): "a parameter or variable is written $\(name)"
    case .optionalSubqueryVariable: "the variable of a SUBQUERY cannot be optional"
    case .formatArgument(let text): "'\(text)' is an argument of NSPredicate(format:), not of cdq"
    case .strictSugar(let what): "NSPredicate's language does not have \(what)"
    case .unknownClause(let word, _), .foreignClause(let word, _): "there is no clause '\(word)'"
    case .limitWords: "'limit' takes one number, and 'offset' the number of rows to skip"
    case .shapeClause(let words): "a shape has no '\(words)'"
    case .bareLimitKey: "a key of 'per' that is no path stands in parentheses"
    case .missingWhere: "'where' stands before the condition"
    case .clauseOrder(let late, let early, _, _): "'\(late.words)' comes before '\(early.words)'"
    case .duplicateClause(let clause, _): "a second '\(clause.words)'"
    case .sortBy: "'sort' takes no 'by'"
    case .negatedSortKey: "a sort key has no sign"
    case .notAKey(let rule): rule
    case .computedSortKey: "a sort key is a key path, an alias or an aggregate"
    case .rowCount(let clause): "'\(clause.words)' takes a non-negative integer or a parameter"
    case .missingComma: "columns are separated by commas"
    case .surplusComma(let clause): "no comma stands before '\(clause.words)'"
    case .nameBefore: "the name of a column follows it"
    case .shapeArguments: "a shape has clauses in its braces, and no arguments"
    case .bracedColumns: "the columns of a query have no braces around them"
    case .selectEverything: "a query has no '*'"
    case .unknownDeclaration(let word, _): "unknown declaration '\(word)'"
    case .queryWithoutName: "a query in a file needs a name"
    case .needlessWord(let word, _): "'\(word)' is not written here"
    case .memberSeparator: "members are not separated by commas"
    case .notALiteral(let rule): rule
    case .rangeDots: "a range is written with three dots: 0...10"
    }
  }

  /// What follows a word or a sign: a condition, a number or a value.
  private static func operand(_ word: String?) -> String {
    switch word?.lowercased() {
    case "'and'", "'or'", "'not'", "'&&'", "'||'", "'where'", "'having'": "a condition"
    case "'limit'", "'offset'": "a number"
    default: "a value"
    }
  }

  private static func valueMessage(_ value: ExpressionNode, _ text: String) -> String {
    let shown = text.count > 40 ? "\(text.prefix(39))…" : text
    switch value {
    case .literal(let literal):
      if case .boolean = literal.kind { return "a lone Bool is no condition" }
      let isQuoted = shown.hasPrefix("'") || shown.hasPrefix("\"")
      return "\(isQuoted ? shown : "'\(shown)'") is a value, not a condition"
    case .subquery: return "a SUBQUERY is a collection, not a condition"
    case .path, .variable, .argument, .aggregate, .chain, .unary, .call, .ternary, .enumCase, .invalid:
      return "'\(shown)' is a value, not a condition"
    }
  }

  private static func connective(_ kind: ChainOperator) -> String { kind == .bitwiseOr ? "OR" : "AND" }

  var label: String? {
    switch self {
    case .unknownOperator(_, let suggestion?): "did you mean \(suggestion)?"
    case .unknownDeclaration(_, let suggestion): "did you mean '\(suggestion)'?"
    case .unknownClause(_, let replacement): "did you mean '\(replacement)'?"
    case .methodCall(let method): method.operation.map { "did you mean the operator \($0)?" }
    default: nil
    }
  }

  var labels: [Diagnostic.Label] {
    switch self {
    case .mismatchedBracket(_, _, let opener): [Diagnostic.Label(opener, "opened here")]
    case .duplicateClause(_, let first): [Diagnostic.Label(first, "the first one")]
    case .quantifiedPredicate(_, let inner, _): [Diagnostic.Label(inner, "")]
    case .wildcardOutsidePattern(let like): [Diagnostic.Label(like, "")]
    default: []
    }
  }

  var help: [String] {
    switch self {
    case .expectedName(_, _, let help?): [help]
    case .valueNotPredicate(let value, let text, let isStrict):
      [SyntaxError.valueHelp(value, isStrict: isStrict)] + SyntaxError.nameHelp(value, text)
    case .predicateAsValue: ["compare values, and join conditions with AND, OR and NOT"]
    case .comparisonChain(let middle, _): ["compare twice and join with AND: … AND \(middle) …"]
    case .unknownOperator(_, nil):
      ["the operators are == != < <= > >= \(ComparisonOperator.words.map(\.rawValue).joined(separator: " "))"]
    case .rowCount(let clause): ["a number, such as \(clause.words) 10"]
    case .duplicateClause(.predicate, _): ["join the conditions with AND"]
    case .unknownOption: ["the options are c (case), d (diacritics), l (locale) and n (normalized), as in [cd]"]
    case .quantifiedPredicate(let kind, _, _):
      [
        "write \(kind.rawValue) before the collection: \(kind.rawValue) cities.population > 5",
        "for several conditions on one element write SUBQUERY(cities, $c, …).@count > 0",
      ]
    case .quantifierWithoutComparison(let kind): ["write \(kind.rawValue) cities.population > 5"]
    case .quantifierPosition: ["write ANY cities.name == $name, with the collection on the left"]
    case .wildcardOutsidePattern: ["build the pattern in the parameter, or use BEGINSWITH, ENDSWITH or CONTAINS"]
    case .adjacentStrings(let commas): commas.isEmpty ? ["join them in one pair of quotes"] : []
    case .doubledQuote(let quote, _), .wordAfterString(let quote, _): ["did you mean to escape \(quote) as \\\(quote)?"]
    case .remainder: ["write modulus:by:(a, b)"]
    case .strayQuestion: ["a choice is written TERNARY(condition, a, b); only a parameter can be optional: $name?"]
    case .commaBetweenConditions: ["join conditions with AND or OR"]
    case .clauseInPredicate: ["a query starts with its entity: City where …"]
    case .formatArgument("%K"): ["write the property itself: name == …"]
    case .formatArgument: ["write a parameter, such as $name, and give its value: --param name=…"]
    case .methodCall(let method): [method.help].compactMap { method.replacement == nil ? $0 : nil }
    case .assignment: ["compare with =="]
    case .clauseOrder(_, _, true, _): ["in the braces the order is columns, where, sort, limit"]
    case .clauseOrder(let late, let early, false, _):
      ["the order is \(SyntaxError.order(with: [late, early]).map(\.words).joined(separator: ", "))"]
    case .selectEverything: ["without 'select' a query returns whole objects"]
    case .foreignClause(_, let help): [help]
    case .shapeClause("per"): ["the limit of a shape counts the related objects of each object: write limit 3"]
    case .shapeClause("offset"): ["'limit' keeps the first related objects of each object; none are skipped before them"]
    case .shapeClause("group by"), .shapeClause("having"):
      ["the braces list values of single related objects; groups are a query of their own, or path.@count and path.@sum"]
    case .shapeClause("distinct"):
      ["a shape lists each related object; different values are a query of their own: City select distinct name"]
    case .shapeClause("*"), .shapeClause("..."): ["it names each of its columns: { name, … }"]
    case .shapeArguments(let text): ["write \(text)"]
    case .shapeClause: ["in its braces are columns, then 'where', 'sort' and 'limit'"]
    case .bareLimitKey(let text): ["write per (\(text))"]
    case .computedSortKey(let text): ["name the value in 'select', and sort by the name: select …, \(text) as k sort k"]
    case .negatedValue(let text): ["the value of a condition is written TERNARY(\(text), FALSE, TRUE)"]
    case .queryWithoutName: ["write query name = City where …"]
    case .nestingLimit: ["split the condition, or raise the limit"]
    case .tooManyNodes: ["give long lists as a parameter, as in id IN $ids, or raise the limit"]
    default: []
    }
  }

  /// `yes` and `no` in lower case may be meant as property names.
  private static func nameHelp(_ value: ExpressionNode, _ text: String) -> [String] {
    guard case .literal(let literal) = value, case .boolean = literal.kind, text == text.lowercased() else { return [] }
    return ["a property of that name is written #\(text)"]
  }

  private static func valueHelp(_ value: ExpressionNode, isStrict: Bool) -> String {
    switch value {
    case .literal(let literal):
      if case .boolean(let flag) = literal.kind { return flag ? "write TRUEPREDICATE" : "write FALSEPREDICATE" }
      return "compare it with something, or write it in a comparison: name == …"
    case .subquery: return "ask how many: SUBQUERY(…).@count > 0"
    case .path, .variable:
      return isStrict
        ? "compare it: NSPredicate has no lone key paths, so write == TRUE" : "compare it with a value, as in > 0"
    case .argument: return "an argument stands for a value; join conditions in the program instead"
    case .aggregate, .chain, .unary, .call, .ternary, .enumCase, .invalid: return "compare it with a value, as in > 0"
    }
  }

  /// The clauses of a query that has some of them, in their order.
  private static func order(with clauses: [Clause]) -> [Clause] {
    clauses.contains(.assignments) ? Clause.changing : Clause.reading
  }
}
