package import CDQIR
package import CDQSyntax

/// The errors of the checker. Their wording is in `CheckError+Message.swift`, their codes are below. The rule that
/// reports an error adds help and fix-its, which need the surrounding text.
package enum CheckError {
  // Names
  case missingEntity
  case unknownEntity(String)
  case unknownProperty(String, entity: String)
  case memberOfValue(String, owner: String, type: ValueType)
  /// A member that Swift's type has, such as `count`.
  case foreignMember(String, owner: String)
  case unknownEnumerationCase(String, enumeration: String)
  case unknownRawValue(String, enumeration: String)
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
  case needsDate(operation: String, OptionalType)
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
  case listOnRight
  case toManyOnRight
  case toManyComparedWithNull(String)
  case unorderedIndex(String)
  // Functions and literals
  case argumentCount(String, expected: ClosedRange<Int>, found: Int)
  case needsTimeZone(operation: String)
  case unknownTimeZone(String)
  case malformedLiteral(kind: String, text: String, reason: String)
  case literalNeedsText(String)
  case castTarget(String)
  case castImpossible(OptionalType, ValueType)
  case badRegularExpression(String)
  case regexTooLong(limit: Int)
  case listTooLong(limit: Int)
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
  /// A part of a query that keys of a limit do not go with.
  case limitPerKey(String)
  /// A shape of something that is no relationship, with its type.
  case shapeNeedsRelationship(String, OptionalType)
  /// A shape whose path has a to-many relationship before its end.
  case shapeThroughToMany(String, String)
  /// A shape beside a part of the query that combines objects.
  case shapeInGroup(String)
  case limitKeyToMany(String)
  case aggregateOutsideGroup(String)
  case notGroupingKey(String)
  case groupNeedsSelect
  case havingNeedsGroup
  case selectWithCardinality(String)
  case updateWithoutSet
  case clauseOfUpdate(String)
  case notAssignable(String, reason: String)
  case assignedType(String, OptionalType, OptionalType)
  case unnamedItem
  case unnamedKey
  case ambiguousName(String, entity: String)
  case duplicateItem(String)
  case selectedCollection(String)
  case duplicateQuery(String)
  case abstractOnly(String)
  case mixedBitwise(String, String)
  case keyPathArgument(Int)
  // Mappings
  case duplicateMapping(String)
  case unknownMapping(String)
  case abstractMapping(String)
  case entityChoice
  case wrongMappedEntity(String, expected: String)
  case duplicateField(String)
  case indexNeedsInteger(String, OptionalType)
  case needsRelationship(String)
  case transformOfRelationship(String)
  case parameterOfToMany(String)
  case dateForOther(String, ValueType)
  case tableKey
  case tableValue(String, ValueType)
  case conditionOnRelationship(String)
  case malformedDateFormat(String)
  // By design
  case unsupported(String, reason: String)
}

extension CheckError {
  var code: CheckCode {
    switch self {
    case .missingEntity: .missingEntity
    case .unknownEntity: .unknownEntity
    case .unknownProperty: .unknownProperty
    case .memberOfValue, .foreignMember: .memberOfValue
    case .unknownEnumerationCase, .unknownRawValue: .unknownEnumCase
    case .enumerationCaseWithoutType: .enumCaseWithoutType
    case .unknownFunction: .unknownFunction
    case .unknownOperator: .unknownCollectionOperator
    case .unknownType: .unknownType
    case .valueLooksLikeText: .unquotedText
    case .typeMismatch: .typeMismatch
    case .notOrdered: .notOrdered
    case .needsText: .needsText
    case .optionsNeedText, .optionsNotAllowed: .optionsNotAllowed
    case .needsNumber: .needsNumber
    case .needsInteger: .needsInteger
    case .needsDate: .needsDate
    case .needsCollection: .needsCollection
    case .membershipMismatch: .membershipMismatch
    case .mixedAggregate: .mixedAggregate
    case .notPredicate, .optionalPredicate: .notAPredicate
    case .opaque: .opaqueValue
    case .collectionEquality: .collectionEquality
    case .toManyNeedsQuantifier: .toManyWithoutQuantifier
    case .quantifierNeedsCollection: .quantifierWithoutCollection
    case .listOnRight, .toManyOnRight: .toManyOnRight
    case .toManyComparedWithNull: .toManyComparedWithNull
    case .unorderedIndex: .indexOfUnordered
    case .argumentCount: .argumentCount
    case .needsTimeZone, .unknownTimeZone: .unknownTimeZone
    case .malformedLiteral, .literalNeedsText: .malformedLiteral
    case .castTarget, .castImpossible: .impossibleCast
    case .badRegularExpression: .invalidRegularExpression
    case .regexTooLong: .regexTooLong
    case .listTooLong: .listTooLong
    case .betweenBounds: .betweenBounds
    case .ternaryBranches: .ternaryBranches
    case .unknownParameterType: .unknownParameterType
    case .parameterConflict: .parameterConflict
    case .optionalParameterMismatch: .optionalParameter
    case .duplicateParameter: .duplicateParameter
    case .undeclaredParameter: .undeclaredParameter
    case .parameterPath, .variablePath: .dynamicPath
    case .variableShadows: .variableShadows
    case .sortToMany: .sortToMany
    case .limitPerKey, .limitKeyToMany: .limitPerKey
    case .shapeNeedsRelationship, .shapeThroughToMany, .shapeInGroup: .misplacedShape
    case .sortNotOrdered, .sortTransient: .sortKey
    case .countNotInteger: .limitValue
    case .aggregateOutsideGroup: .aggregateOutsideGroup
    case .notGroupingKey: .notAGroupingKey
    case .groupNeedsSelect: .groupWithoutSelect
    case .havingNeedsGroup: .havingWithoutGroup
    case .selectWithCardinality: .selectWithCardinality
    case .updateWithoutSet, .clauseOfUpdate: .updateClauses
    case .notAssignable, .assignedType: .notAssignable
    case .unnamedItem, .unnamedKey: .unnamedItem
    case .ambiguousName: .ambiguousName
    case .duplicateItem: .duplicateItem
    case .selectedCollection: .selectedCollection
    case .duplicateQuery: .duplicateQuery
    case .abstractOnly: .abstractOnly
    case .mixedBitwise: .bitwiseNeedsParentheses
    case .keyPathArgument: .formatArgument
    case .duplicateMapping: .duplicateMapping
    case .unknownMapping: .unknownMapping
    case .abstractMapping, .entityChoice, .wrongMappedEntity: .mappingEntity
    case .duplicateField, .indexNeedsInteger, .needsRelationship, .transformOfRelationship, .parameterOfToMany,
      .dateForOther, .tableKey, .tableValue:
      .mappingSource
    case .conditionOnRelationship: .mappingCondition
    case .malformedDateFormat: .malformedDateFormat
    case .unsupported: .unsupported
    }
  }
}
