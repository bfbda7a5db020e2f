package import CDQSyntax

/// The codes of everything that `LintPass` finds. `WarningCode+Explanation.swift` explains each.
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

  /// True for what is looked for only when it is asked for.
  var isLint: Bool { WarningCode.lints.contains(self) }

  private static let lints = Set(allCases.filter { $0.explanation.level == .lint })
}

extension DiagnosticCode {
  package init(_ code: WarningCode) {
    self.init(code.rawValue)
  }
}
