package import CDQSyntax

/// The codes of findings in schema declarations and in schemas of any kind. `CDQExplanations` explains each.
package enum SchemaCode: String, Hashable, Sendable, CaseIterable {
  case unknownType = "unknown-type"
  case invalidType = "invalid-type"
  case misplacedOrdered = "misplaced-ordered"
  case misplacedInverse = "misplaced-inverse"
  case misplacedDefault = "misplaced-default"
  case invalidDefault = "invalid-default"
  case malformedLiteral = "malformed-literal"
  case unknownCase = "unknown-case"
  case emptyEnum = "empty-enum"
  case invalidRawType = "invalid-raw-type"
  case duplicateRawValue = "duplicate-raw-value"
  case duplicateName = "duplicate-name"
  case duplicateAnnotation = "duplicate-annotation"
  case duplicateKey = "duplicate-key"
  case unknownAnnotation = "unknown-annotation"
  case misplacedAnnotation = "misplaced-annotation"
  case invalidAnnotation = "invalid-annotation"
  case unknownDeleteRule = "unknown-delete-rule"
  case unreadableFile = "unreadable-file"
  case importCycle = "import-cycle"
  case notASchema = "not-a-schema"
  case invalidRegex = "invalid-regex"
  case emptyRange = "empty-range"
  case similarName = "similar-name"
  case unknownParent = "unknown-parent"
  case inheritanceCycle = "inheritance-cycle"
  case inheritanceTooDeep = "inheritance-too-deep"
  case redeclaredProperty = "redeclared-property"
  case abstractWithoutChildren = "abstract-without-children"
  case unknownDestination = "unknown-destination"
  case missingInverse = "missing-inverse"
  case unknownInverse = "unknown-inverse"
  case inverseMismatch = "inverse-mismatch"
  case oneSidedInverse = "one-sided-inverse"
  case deleteRule = "delete-rule"
  case unknownKey = "unknown-key"
  case unfitKey = "unfit-key"
  case invalidName = "invalid-name"
  case nonASCIIName = "non-ascii-name"
  case predicateWord = "predicate-word"
  case swiftKeyword = "swift-keyword"
  case typeName = "type-name"

  /// The default level of the code.
  package var level: DiagnosticCatalogue.Level {
    switch self {
    case .abstractWithoutChildren, .missingInverse, .deleteRule: .warning
    case .similarName, .nonASCIIName, .predicateWord, .swiftKeyword, .typeName: .note
    default: .error
    }
  }
}

extension DiagnosticCode {
  package init(_ code: SchemaCode) {
    self.init(code.rawValue)
  }
}
