import CDQIR
import CDQSyntax

extension CheckError {
  /// What is wrong, in the user's words (`UX.md` §2).
  var message: String {
    switch self {
    case .missingEntity: "a predicate alone does not say which entity it is about"
    case .unknownEntity(let name): "there is no entity '\(name)'"
    case .unknownProperty(let name, let entity): "'\(entity)' has no property '\(name)'"
    case .memberOfValue(let name, let owner, let type):
      "'\(owner)' is \(CheckError.article(type)), so it has no '\(name)'; only a relationship can be followed by '.'"
    case .unknownEnumerationCase(let name, let enumeration): "'\(enumeration)' has no case '\(name)'"
    case .unknownRawValue(let text, let enumeration): "no case of '\(enumeration)' has the raw value \(text)"
    case .enumerationCaseWithoutType(let name): "nothing says which enum '.\(name)' belongs to"
    case .unknownFunction(let name): "there is no function '\(name)'"
    case .unknownOperator(let name): "there is no collection operator '@\(name)'"
    case .unknownType(let name): "there is no type '\(name)'"
    case .valueLooksLikeText(let word): "'\(word)' is no property; text needs quotes"
    case .typeMismatch(let left, let right): "cannot compare \(left) with \(right)"
    case .notOrdered(let type): "\(type) has no order, so it cannot be compared with < or >"
    case .needsText(let operation, let type): "\(operation) needs String, not \(type)"
    case .optionsNeedText(let type): "options in brackets are for String, not \(type)"
    case .optionsNotAllowed(let operation): "\(operation) takes no options here"
    case .needsNumber(let operation, let type): "\(operation) needs a number, not \(type)"
    case .needsInteger(let operation, let type): "\(operation) needs an integer, not \(type)"
    case .needsCollection(let operation, let type): "\(operation) needs a collection, not \(type)"
    case .membershipMismatch(let element, let value): "a collection of \(element) cannot hold \(value)"
    case .mixedAggregate(let first, let second): "the elements are \(first) and \(second)"
    case .notPredicate(let type): "\(type) is neither true nor false"
    case .optionalPredicate(let path): "'\(path)' may be nil, so it cannot stand alone"
    case .opaque(let path): "'\(path)' is Transformable; it can only be compared with NULL"
    case .collectionEquality: "two collections cannot be compared for equality"
    case .toManyNeedsQuantifier(let path): "'\(path)' leads to many values, so it needs ANY, ALL or NONE"
    case .quantifierNeedsCollection(let kind, let type): "\(kind.rawValue) needs a collection, not \(type)"
    case .toManyOnRight: "a path that leads to many values must stand on the left"
    case .toManyComparedWithNull(let path): "'\(path)' leads to many values and is never NULL"
    case .unorderedIndex(let path): "'\(path)' has no order, so it has no first, last or numbered element"
    case .argumentCount(let name, let expected, let found):
      "'\(name)' takes \(expected) argument\(expected == 1 ? "" : "s"), not \(found)"
    case .malformedLiteral(let kind, let text, let reason): "'\(text)' is no \(kind): \(reason)"
    case .literalNeedsText(let name): "\(name)(…) needs a text in quotes"
    case .castTarget(let name): "there is no type '\(name)' to convert to"
    case .castImpossible(let from, let target): "\(from) cannot be converted to \(target)"
    case .badRegularExpression(let reason): "not a regular expression: \(reason)"
    case .regexTooLong(let limit): "the regular expression is longer than \(limit) bytes"
    case .listTooLong(let limit): "the list has more than \(limit) elements"
    case .betweenBounds(let count): "BETWEEN needs two bounds, not \(count)"
    case .ternaryBranches(let then, let otherwise): "the two values are \(then) and \(otherwise)"
    case .unknownParameterType(let name): "nothing says which type '$\(name)' has"
    case .parameterConflict(let name, let first, let second): "'$\(name)' is \(first), but here it meets \(second)"
    case .optionalParameterMismatch(let name): "'$\(name)' is written with '?' in one place and without in another"
    case .duplicateParameter(let name): "'$\(name)' is declared twice"
    case .undeclaredParameter(let name): "'$\(name)' is not in the parameter list"
    case .parameterPath(let name): "a key path cannot start at '$\(name)', which is not known to be an object"
    case .variablePath(let name): "'$\(name)' cannot be a step of a key path, whose type must be known"
    case .variableShadows(let name): "'$\(name)' is already the variable of a SUBQUERY around this one"
    case .sortToMany(let path): "'\(path)' leads to many values, so it cannot be a sort key"
    case .sortNotOrdered(let path, let type): "'\(path)' is \(type), which has no order"
    case .sortTransient(let path): "'\(path)' is not stored, so it cannot be a sort key"
    case .countNotInteger(let clause): "\(clause) needs a whole number or a parameter"
    case .aggregateOutsideGroup(let name): "\(name)() over rows belongs in 'select', 'having' or 'sort' of a grouped query"
    case .notGroupingKey(let path): "'\(path)' is neither a grouping key nor inside an aggregate"
    case .groupNeedsSelect: "'group by' needs 'select'"
    case .havingNeedsGroup: "'having' needs 'group by'"
    case .selectWithCardinality(let word): "'\(word)' and 'select' do not go together"
    case .unnamedItem: "this column needs a name"
    case .duplicateItem(let name): "two columns are called '\(name)'"
    case .selectedCollection(let path): "'\(path)' leads to many values, so it cannot be a column"
    case .duplicateQuery(let name): "there are two queries '\(name)'"
    case .abstractOnly(let name): "'\(name)' is abstract, so 'only' leaves nothing"
    case .mixedBitwise(let first, let second): "'\(first)' and '\(second)' need parentheses to show which comes first"
    case .keyPathArgument(let index): "%K needs a key path as argument \(index + 1)"
    case .unsupported(let construct, let reason): "\(construct) is not supported: \(reason)"
    }
  }

  private static func article(_ type: ValueType) -> String {
    switch type {
    case .int16, .int32, .int64, .opaque, .object, .enumeration, .collection: "\(type)"
    default: "a \(type)"
    }
  }
}
