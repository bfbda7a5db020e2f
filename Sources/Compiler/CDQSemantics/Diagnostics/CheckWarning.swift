import CDQSyntax

/// The warnings and lints of the checker, about code that is allowed but probably not meant. Lints are off unless the
/// caller asks for them. `LintPass` finds both in queries without errors; their codes are below, and the rule that
/// reports one adds help and fix-its.
enum CheckWarning {
  // Values
  case booleanNumber
  case integerDivision(String)
  case quotedPlaceholder(String)
  // Nil
  case alwaysConstant(String, Bool)
  case nullInAggregate
  case nullOrdering(String)
  case notEqualNil(String)
  // Ranges and texts
  case reversedBounds
  case emptyNeedle(String)
  case substringMembership
  case likePercent
  case likeExpression
  case likeWithoutWildcard
  case containsPattern(String)
  // To-many
  case anyNotEqual(String)
  case separateAny(String)
  case allOfNone(String)
  case unusedVariable(String)
  case outerProperty(String, outer: String, element: String)
  // Conditions and queries
  case mixedConnectives
  case unusedParameter(String)
  case limitWithoutSort
}

extension CheckWarning {
  var code: WarningCode {
    switch self {
    case .booleanNumber: .boolComparedWithNumber
    case .integerDivision: .integerDivision
    case .quotedPlaceholder: .quotedPlaceholder
    case .alwaysConstant: .alwaysConstant
    case .nullInAggregate: .nullInAggregate
    case .nullOrdering: .nullOrdering
    case .notEqualNil: .notEqualNil
    case .reversedBounds: .reversedBounds
    case .emptyNeedle: .emptyNeedle
    case .substringMembership: .substringMembership
    case .likePercent: .likePercent
    case .likeExpression: .likeExpression
    case .likeWithoutWildcard: .likeWithoutWildcard
    case .containsPattern: .containsPattern
    case .anyNotEqual: .anyNotEqual
    case .separateAny: .separateAny
    case .allOfNone: .allOfNone
    case .unusedVariable: .unusedVariable
    case .outerProperty: .outerProperty
    case .mixedConnectives: .mixedConnectives
    case .unusedParameter: .unusedParameter
    case .limitWithoutSort: .limitWithoutSort
    }
  }

  /// The message of the diagnostic, in the user's words.
  var message: String {
    switch self {
    case .booleanNumber: "a Bool is compared with a number"
    case .integerDivision(let text): "'\(text)' drops the fraction, because both sides of '/' are integers"
    case .quotedPlaceholder(let text): "in quotes '\(text)' is a text, not a parameter"
    case .alwaysConstant(let reason, let value): "this is always \(value): \(reason)"
    case .nullInAggregate: "NULL in braces is never found"
    case .nullOrdering(let symbol): "'\(symbol)' with NULL compares nothing"
    case .notEqualNil(let path): "this is also true when '\(path)' is nil"
    case .reversedBounds: "the lower bound is greater than the upper one, so nothing is between them"
    case .emptyNeedle(let operation): "\(operation) an empty text is never true"
    case .substringMembership: "IN between two texts tests for a part of the text"
    case .likePercent: "'%' stands for itself in LIKE; the wildcards are '*' and '?'"
    case .likeExpression: "LIKE knows no regular expressions, only the wildcards '*' and '?'"
    case .likeWithoutWildcard: "LIKE without '*' and '?' tests for equality"
    case .containsPattern(let operation): "\(operation) with a pattern open at both ends tests for a part of the text"
    case .anyNotEqual(let path): "this is true when some '\(path)' differs"
    case .separateAny(let collection): "the ANY conditions may be met by different '\(collection)'"
    case .allOfNone(let collection): "this is also true for objects without any '\(collection)'"
    case .unusedVariable(let name): "the predicate never uses '$\(name)', so it is the same for every element"
    case .outerProperty(let name, let outer, let element):
      "'\(name)' is that of the \(outer) under test, not that of the \(element)"
    case .mixedConnectives: "AND binds before OR; parentheses would show it"
    case .unusedParameter(let name): "'$\(name)' is declared but not used"
    case .limitWithoutSort: "without 'sort' 'limit' keeps the rows that were inserted first, or in a database any"
    }
  }
}
