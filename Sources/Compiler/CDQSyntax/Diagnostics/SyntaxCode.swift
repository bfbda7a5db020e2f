/// The codes of all findings of the lexer and the parser. `CDQExplanations` explains each.
package enum SyntaxCode: String, Hashable, Sendable, CaseIterable {
  // Comments for cdq
  case unusedAllow = "unused-allow"
  case unknownAllow = "unknown-allow"
  // Characters
  case textTooLong = "text-too-long"
  case tooManyTokens = "too-many-tokens"
  case invalidUTF8 = "invalid-utf8"
  case unexpectedCharacter = "unexpected-character"
  case unterminatedString = "unterminated-string"
  case unterminatedComment = "unterminated-comment"
  case commentInStrictMode = "comment-in-strict-mode"
  case unknownEscape = "unknown-escape"
  case malformedEscape = "malformed-escape"
  case malformedNumber = "malformed-number"
  // Grammar
  case unexpectedToken = "unexpected-token"
  case expectedValue = "expected-value"
  case expectedPredicate = "expected-predicate"
  case expectedName = "expected-name"
  case unclosedBracket = "unclosed-bracket"
  case unmatchedBracket = "unmatched-bracket"
  case nestingLimit = "nesting-limit"
  case tooManyNodes = "too-many-nodes"
  case wordCase = "word-case"
  case valueNotPredicate = "value-not-predicate"
  case predicateAsValue = "predicate-as-value"
  case comparisonChain = "comparison-chain"
  case needsParentheses = "needs-parentheses"
  case unknownOperator = "unknown-operator"
  case foreignSyntax = "foreign-syntax"
  case unknownOption = "unknown-option"
  case assignment = "assignment"
  case misplacedQuantifier = "misplaced-quantifier"
  case reservedWord = "reserved-word"
  case listNeedsBraces = "list-needs-braces"
  case wildcardOutsidePattern = "wildcard-outside-pattern"
  case adjacentStrings = "adjacent-strings"
  case missingDollar = "missing-dollar"
  case formatArgument = "format-argument"
  case notInStrictMode = "not-in-strict-mode"
  case unknownClause = "unknown-clause"
  case clauseOrder = "clause-order"
  case duplicateClause = "duplicate-clause"
  case shapeClause = "shape-clause"
  case notAKey = "not-a-key"
  case rowCount = "row-count"
  case unknownDeclaration = "unknown-declaration"
  case notALiteral = "not-a-literal"

  /// The default level of the code.
  package var level: DiagnosticCatalogue.Level {
    switch self {
    case .unusedAllow, .unknownAllow: .warning
    default: .error
    }
  }
}

extension DiagnosticCode {
  package init(_ code: SyntaxCode) {
    self.init(code.rawValue)
  }
}
