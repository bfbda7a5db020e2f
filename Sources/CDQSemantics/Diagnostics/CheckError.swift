import CDQIR
import CDQSyntax

/// Everything the checker refuses or warns about. Wording is in `CheckError+Message.swift`, codes are below; the rule
/// that reports a case adds help and fix-its, which need the surrounding text.
enum CheckError {
  // Names
  case unknownEntity(String)
  case unknownProperty(String, entity: String)
  case memberOfValue(String, owner: String, type: ValueType)
  case unknownEnumerationCase(String, enumeration: String)
  case enumerationCaseWithoutType(String)
  case unknownFunction(String)
  case unknownOperator(String)
  case unknownType(String)
  case valueLooksLikeText(String)
  // Types
  case typeMismatch(left: OptionalType, right: OptionalType)
  case notOrdered(OptionalType)
  case needsText(operation: String, OptionalType)
  case optionsNeedText(OptionalType)
  case optionsNotAllowed(operation: String)
  case needsNumber(operation: String, OptionalType)
  case needsInteger(operation: String, OptionalType)
  case needsCollection(operation: String, OptionalType)
  case membershipMismatch(element: ValueType, value: OptionalType)
  case mixedAggregate(ValueType, ValueType)
  case notPredicate(OptionalType)
  case optionalPredicate(String)
  case opaque(String)
  case collectionEquality
  // To-many
  case toManyNeedsQuantifier(String)
  case quantifierNeedsCollection(QuantifierNode.Kind, OptionalType)
  case toManyOnRight
  case toManyComparedWithNull(String)
  case unorderedIndex(String)
  // Functions and literals
  case argumentCount(String, expected: Int, found: Int)
  case malformedLiteral(kind: String, text: String, reason: String)
  case literalNeedsText(String)
  case castTarget(String)
  case castImpossible(OptionalType, ValueType)
  case badRegularExpression(String)
  case betweenBounds(Int)
  case ternaryBranches(OptionalType, OptionalType)
  // Parameters and variables
  case unknownParameterType(String)
  case parameterConflict(String, OptionalType, OptionalType)
  case optionalParameterMismatch(String)
  case duplicateParameter(String)
  case undeclaredParameter(String)
  case parameterPath(String)
  case variablePath(String)
  case variableShadows(String)
  // Queries
  case sortToMany(String)
  case sortNotOrdered(String, OptionalType)
  case sortTransient(String)
  case countNotInteger(String)
  case aggregateOutsideGroup(String)
  case notGroupingKey(String)
  case groupNeedsSelect
  case havingNeedsGroup
  case selectWithCardinality(String)
  case unnamedItem
  case duplicateItem(String)
  case selectedCollection(String)
  case duplicateQuery(String)
  case abstractOnly(String)
  case mixedBitwise(String, String)
  case keyPathArgument(Int)
  // By design
  case unsupported(String, reason: String)
  // Warnings
  case booleanNumber
  case alwaysConstant(String, Bool)
  case nullInAggregate
  case nullOrdering(String)
  case reversedBounds
  case emptyNeedle(String)
  case quotedPlaceholder(String)
  case substringMembership
  case likePercent
  case unusedParameter(String)
  case unusedVariable(String)
  case limitWithoutSort
  case anyNotEqual(String)
}

extension CheckError {
  var severity: Diagnostic.Severity {
    switch self {
    case .booleanNumber, .alwaysConstant, .nullInAggregate, .nullOrdering, .reversedBounds, .emptyNeedle,
      .quotedPlaceholder, .substringMembership, .likePercent, .unusedParameter, .unusedVariable, .limitWithoutSort,
      .anyNotEqual:
      .warning
    default: .error
    }
  }

  var code: DiagnosticCode {
    switch self {
    case .unknownEntity: "unknown-entity"
    case .unknownProperty: "unknown-property"
    case .memberOfValue: "member-of-value"
    case .unknownEnumerationCase: "unknown-enum-case"
    case .enumerationCaseWithoutType: "enum-case-without-type"
    case .unknownFunction: "unknown-function"
    case .unknownOperator: "unknown-collection-operator"
    case .unknownType: "unknown-type"
    case .valueLooksLikeText: "unquoted-text"
    case .typeMismatch: "type-mismatch"
    case .notOrdered: "not-ordered"
    case .needsText: "needs-text"
    case .optionsNeedText, .optionsNotAllowed: "options-not-allowed"
    case .needsNumber: "needs-number"
    case .needsInteger: "needs-integer"
    case .needsCollection: "needs-collection"
    case .membershipMismatch: "membership-mismatch"
    case .mixedAggregate: "mixed-aggregate"
    case .notPredicate, .optionalPredicate: "not-a-predicate"
    case .opaque: "opaque-value"
    case .collectionEquality: "collection-equality"
    case .toManyNeedsQuantifier: "to-many-without-quantifier"
    case .quantifierNeedsCollection: "quantifier-without-collection"
    case .toManyOnRight: "to-many-on-right"
    case .toManyComparedWithNull: "to-many-compared-with-null"
    case .unorderedIndex: "index-of-unordered"
    case .argumentCount: "argument-count"
    case .malformedLiteral, .literalNeedsText: "malformed-literal"
    case .castTarget, .castImpossible: "impossible-cast"
    case .badRegularExpression: "invalid-regular-expression"
    case .betweenBounds: "between-bounds"
    case .ternaryBranches: "ternary-branches"
    case .unknownParameterType: "unknown-parameter-type"
    case .parameterConflict: "parameter-conflict"
    case .optionalParameterMismatch: "optional-parameter"
    case .duplicateParameter: "duplicate-parameter"
    case .undeclaredParameter: "undeclared-parameter"
    case .parameterPath, .variablePath: "dynamic-path"
    case .variableShadows: "variable-shadows"
    case .sortToMany: "sort-to-many"
    case .sortNotOrdered, .sortTransient: "sort-key"
    case .countNotInteger: "limit-value"
    case .aggregateOutsideGroup: "aggregate-outside-group"
    case .notGroupingKey: "not-a-grouping-key"
    case .groupNeedsSelect: "group-without-select"
    case .havingNeedsGroup: "having-without-group"
    case .selectWithCardinality: "select-with-cardinality"
    case .unnamedItem: "unnamed-item"
    case .duplicateItem: "duplicate-item"
    case .selectedCollection: "selected-collection"
    case .duplicateQuery: "duplicate-query"
    case .abstractOnly: "abstract-only"
    case .mixedBitwise: "bitwise-needs-parentheses"
    case .keyPathArgument: "format-argument"
    case .unsupported: "unsupported"
    case .booleanNumber: "bool-compared-with-number"
    case .alwaysConstant: "always-constant"
    case .nullInAggregate: "null-in-aggregate"
    case .nullOrdering: "null-ordering"
    case .reversedBounds: "reversed-bounds"
    case .emptyNeedle: "empty-needle"
    case .quotedPlaceholder: "quoted-placeholder"
    case .substringMembership: "substring-membership"
    case .likePercent: "like-percent"
    case .unusedParameter: "unused-parameter"
    case .unusedVariable: "unused-variable"
    case .limitWithoutSort: "limit-without-sort"
    case .anyNotEqual: "any-not-equal"
    }
  }
}
