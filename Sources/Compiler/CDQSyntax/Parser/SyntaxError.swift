/// An error in the grammar of a text. The wording is in `SyntaxError+Wording.swift`.
enum SyntaxError {
  // Anything, anywhere
  case unexpected(found: String, expected: String)
  case expectedValue(found: String, after: String?)
  case expectedPredicate
  case expectedName(String, found: String, help: String?)
  case unclosedBracket(String, closing: String, at: [UInt32])
  case unmatchedBracket(String)
  case mismatchedBracket(found: String, expected: String, opener: SourceSpan)
  case nestingLimit(Int)
  case tooManyNodes(Int)
  case wordCase(String, replacement: String)
  case numberTooLarge(String)

  // Predicates
  case valueNotPredicate(ExpressionNode, text: String, isStrict: Bool)
  case predicateAsValue
  case comparisonChain(middle: String, insertAt: UInt32)
  case bitwiseConnective(ChainOperator)
  case powerChain(left: SourceSpan, right: SourceSpan)
  case powerOfNegative(negated: SourceSpan, power: SourceSpan)
  case unknownOperator(String, suggestion: String?)
  case foreignOperator(String, replacement: String)
  case negatedOperator(ComparisonOperator, negation: SourceSpan, operatorSpan: SourceSpan, whole: SourceSpan)
  case betweenAnd(low: SourceSpan, and: SourceSpan, high: SourceSpan)
  case unknownOption(String, suggestion: String?)
  case assignment
  case quantifiedPredicate(QuantifierNode.Kind, inner: SourceSpan, isParenthesized: Bool)
  case quantifierWithoutComparison(QuantifierNode.Kind)
  case quantifierPosition(String)
  case reservedWord(String)
  case listInParentheses(open: SourceSpan, close: SourceSpan)
  case listInBrackets(open: SourceSpan, close: SourceSpan)
  case wildcardOutsidePattern(SourceSpan)
  /// - Parameter commas: The places for commas, if the strings are elements of a list.
  case adjacentStrings(commas: [UInt32])
  case doubledQuote(String, at: UInt32)
  case wordAfterString(quote: String, at: UInt32)
  case remainder
  case unaryPlus
  case methodCall(ForeignMethod)
  case strayQuestion
  case commaBetweenConditions
  /// `1,000,000` or `1,8`
  case digitsWithComma([String])
  case clauseInPredicate(String, Clause)
  /// A variable without its `$`; `uses` are the places where the same name is used.
  case missingDollar(String, uses: [UInt32] = [])
  case optionalSubqueryVariable
  case formatArgument(String)
  case strictSugar(String)

  // Queries
  case unknownClause(String, replacement: String)
  /// A clause of SQL that the language does not have, with what to write instead.
  case foreignClause(String, help: String)
  /// `limit 10, 20` of MySQL and `limit to 5`
  case limitWords(newText: String)
  /// A key of `limit 1 per …` that is no path and has no parentheses around it.
  case bareLimitKey(String)
  /// A clause, or another construct such as `per` and `*`, that a shape does not have.
  case shapeClause(String)
  case missingWhere
  case clauseOrder(Clause, before: Clause, isInShape: Bool, edits: [FixIt.Edit])
  case duplicateClause(Clause, first: SourceSpan)
  case sortBy(until: UInt32)
  case negatedSortKey(String)
  case notAKey(String)
  /// `sort altitude * 2`
  case computedSortKey(String)
  /// `set isActive = NOT isActive`, with what is negated.
  case negatedValue(String)
  case rowCount(Clause)
  /// A column after another, at the end of the first one.
  case missingComma(at: UInt32)
  /// `{ name, where … }`
  case surplusComma(before: Clause)
  /// `cities as c { … }` and `c: cities { … }`, with what to remove, and where the name belongs.
  case nameBefore(String, SourceSpan, insertAt: UInt32?)
  /// `cities(first: 3) { … }`, with what to write.
  case shapeArguments(String)
  /// `select { name, code }`, with both braces and the spaces inside of them.
  case bracedColumns(open: SourceSpan, close: SourceSpan)
  /// `select *`, with the place of the clause if that is all it selects.
  case selectEverything(clause: SourceSpan?)

  // Files
  case unknownDeclaration(String, suggestion: String)
  case queryWithoutName
  case needlessWord(String, until: UInt32)
  case memberSeparator
  case notALiteral(String)
  case rangeDots(until: UInt32)
}

extension SyntaxError {
  func diagnostic(file: String, at span: SourceSpan, query: String?) -> Diagnostic {
    var result = Diagnostic(.error, DiagnosticCode(code), stage: .parse, message, file: file, at: span, query: query)
    result.help = help
    result.label = label
    result.labels = labels
    result.fixIts = fixIts(at: span)
    switch self {
    case .clauseOrder, .unclosedBracket, .negatedOperator, .betweenAnd:
      result.point = SourceSpan(at: span.start)
    default:
      break
    }
    return result
  }

  var code: SyntaxCode {
    switch self {
    case .unexpected, .missingWhere, .strayQuestion, .commaBetweenConditions, .unaryPlus, .needlessWord, .memberSeparator,
      .clauseInPredicate, .wordAfterString, .missingComma, .optionalSubqueryVariable, .rangeDots,
      .surplusComma, .nameBefore, .shapeArguments, .bracedColumns:
      .unexpectedToken
    case .expectedValue: .expectedValue
    case .expectedPredicate: .expectedPredicate
    case .expectedName: .expectedName
    case .unclosedBracket: .unclosedBracket
    case .unmatchedBracket, .mismatchedBracket: .unmatchedBracket
    case .nestingLimit: .nestingLimit
    case .tooManyNodes: .tooManyNodes
    case .wordCase: .wordCase
    case .numberTooLarge, .digitsWithComma: .malformedNumber
    case .valueNotPredicate: .valueNotPredicate
    case .predicateAsValue, .negatedValue: .predicateAsValue
    case .comparisonChain: .comparisonChain
    case .powerChain, .powerOfNegative, .bareLimitKey: .needsParentheses
    case .unknownOperator: .unknownOperator
    case .bitwiseConnective, .foreignOperator, .negatedOperator, .betweenAnd, .remainder, .methodCall, .sortBy,
      .negatedSortKey, .selectEverything:
      .foreignSyntax
    case .unknownOption: .unknownOption
    case .assignment: .assignment
    case .quantifiedPredicate, .quantifierWithoutComparison, .quantifierPosition: .misplacedQuantifier
    case .reservedWord: .reservedWord
    case .listInParentheses, .listInBrackets: .listNeedsBraces
    case .wildcardOutsidePattern: .wildcardOutsidePattern
    case .adjacentStrings, .doubledQuote: .adjacentStrings
    case .missingDollar: .missingDollar
    case .formatArgument: .formatArgument
    case .strictSugar: .notInStrictMode
    case .unknownClause, .foreignClause: .unknownClause
    case .clauseOrder: .clauseOrder
    case .duplicateClause: .duplicateClause
    case .shapeClause: .shapeClause
    case .notAKey, .computedSortKey: .notAKey
    case .rowCount, .limitWords: .rowCount
    case .unknownDeclaration, .queryWithoutName: .unknownDeclaration
    case .notALiteral: .notALiteral
    }
  }
}
