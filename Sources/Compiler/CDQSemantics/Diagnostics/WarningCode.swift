package import CDQSyntax

/// The codes of the warnings and lints of `LintPass`. `CDQExplanations` explains each.
package enum WarningCode: String, Hashable, Sendable, CaseIterable {
  // Warnings
  case boolComparedWithNumber = "bool-compared-with-number"
  case integerDivision = "integer-division"
  case quotedPlaceholder = "quoted-placeholder"
  case alwaysConstant = "always-constant"
  case nullInAggregate = "null-in-aggregate"
  case nullOrdering = "null-ordering"
  case reversedBounds = "reversed-bounds"
  case emptyNeedle = "empty-needle"
  case substringMembership = "substring-membership"
  case likePercent = "like-percent"
  case likeExpression = "like-expression"
  case anyNotEqual = "any-not-equal"
  case separateAny = "separate-any"
  case unusedVariable = "unused-variable"
  case outerProperty = "outer-property"
  case unusedParameter = "unused-parameter"
  case limitWithoutSort = "limit-without-sort"
  // Lints
  case notEqualNil = "not-equal-nil"
  case likeWithoutWildcard = "like-without-wildcard"
  case containsPattern = "contains-pattern"
  case allOfNone = "all-of-none"
  case mixedConnectives = "mixed-connectives"

  /// The default level: a warning, or a lint, which is off by default.
  package var level: DiagnosticCatalogue.Level {
    switch self {
    case .notEqualNil, .likeWithoutWildcard, .containsPattern, .allOfNone, .mixedConnectives: .lint
    case .boolComparedWithNumber, .integerDivision, .quotedPlaceholder, .alwaysConstant, .nullInAggregate,
      .nullOrdering, .reversedBounds, .emptyNeedle, .substringMembership, .likePercent, .likeExpression, .anyNotEqual,
      .separateAny, .unusedVariable, .outerProperty, .unusedParameter, .limitWithoutSort:
      .warning
    }
  }
}

extension DiagnosticCode {
  package init(_ code: WarningCode) {
    self.init(code.rawValue)
  }
}
