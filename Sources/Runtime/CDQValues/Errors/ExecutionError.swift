public import CDQIR

/// The reason why a query could not be prepared or run.
///
/// The enum is indirect, so that a value takes one word: functions with typed throws reserve space for the error at
/// every call.
public indirect enum ExecutionError: Error, Hashable, Sendable {
  /// The IR breaks one of its invariants, which the text names.
  case malformedQuery(String)
  /// A text is no cursor of a page, or the cursor belongs to a page of another order; the text says which.
  case malformedCursor(String)
  /// The IR has a format version newer than this library supports.
  case unsupportedVersion(Int)
  /// The query is for another entity than that of the records.
  case wrongEntity(expected: String, found: String)
  /// The records have no property of this name.
  case unknownProperty(entity: String, name: String)
  /// The records have the property as another kind; `expected` and `found` are words such as `attribute` and
  /// `relationship`.
  case wrongProperty(entity: String, name: String, expected: String, found: String)
  /// The query compares objects, but their type declares no identity.
  case missingIdentity(entity: String)
  /// The query follows a path from an object that a parameter names, or reads all objects of an entity. Only a store can
  /// look them up.
  case needsStore
  /// The operands of an operator have types that cannot be compared.
  case incomparable(left: String, right: String)
  /// A parameter that is not omittable has no argument.
  case missingArgument(name: String)
  /// The query has no parameter of this name.
  case unknownArgument(name: String)
  /// The argument is nil, but the parameter is not optional.
  case nullArgument(name: String, expected: OptionalType)
  /// The argument has another type than the parameter, or does not fit into it.
  case wrongArgument(name: String, expected: OptionalType, found: String)
  /// The argument is a list with more elements than `ValueLimits` allows.
  case listTooLong(name: String, limit: Int)
  /// The `limit` or `offset` is negative.
  case negativeCount(name: String, value: Int64)
  /// The argument of a dynamic sort names none of its choices.
  case unknownSortChoice(name: String, value: String, choices: [String])
  /// A LIKE pattern or a regular expression is malformed.
  case invalidPattern(pattern: String, reason: String, stage: Stage)
  /// A regular expression has more bytes than `ValueLimits` allows.
  case regexTooLong(limit: Int, stage: Stage)
  /// The system has no time zone of this IANA name.
  case unknownTimeZone(String)
  /// The result is of another kind than the caller expects, such as rows instead of objects.
  case wrongResult(expected: String)
  /// A regular expression took too long on a text, so that the result is unknown.
  case regexLimit(pattern: String)
  /// A text that the query makes would have more bytes of UTF-8 than this.
  case textLimit(Int)
  /// The execution took more steps than `ExecutionOptions` allows.
  case stepLimit(Int)
  /// The execution did not finish before its deadline.
  case deadlineExceeded
  /// The store's schema has other properties than generated code was made for.
  case schemaMismatch(entity: String)
  /// A `one` query found no object of the entity.
  case notFound(entity: String)
  /// A `one` query found more than one object of the entity.
  case notUnique(entity: String)
  /// The store refused to delete what the query found.
  case refused(StoreError)

  /// The phase in which an error occurred.
  public enum Stage: String, Hashable, Sendable {
    /// While the query was prepared or its arguments were bound, before any record was read.
    case bind
    /// While the query was evaluated on records.
    case run
  }

  /// The phase in which the error occurred.
  public var stage: Stage {
    switch self {
    case .malformedQuery, .malformedCursor, .unsupportedVersion, .wrongEntity, .unknownProperty, .wrongProperty,
      .missingIdentity, .needsStore, .incomparable, .missingArgument, .unknownArgument, .nullArgument, .wrongArgument, .listTooLong,
      .negativeCount, .unknownSortChoice, .unknownTimeZone, .wrongResult, .schemaMismatch:
      .bind
    case .invalidPattern(_, _, let stage), .regexTooLong(_, let stage): stage
    case .regexLimit, .textLimit, .stepLimit, .deadlineExceeded, .notFound, .notUnique, .refused: .run
    }
  }

  /// The stable code of the error, such as `missing-argument`.
  public var code: String {
    switch self {
    case .malformedQuery: Code.malformedQuery.rawValue
    case .malformedCursor: Code.malformedCursor.rawValue
    case .unsupportedVersion: Code.unsupportedVersion.rawValue
    case .wrongEntity: Code.wrongEntity.rawValue
    case .unknownProperty: Code.unknownProperty.rawValue
    case .wrongProperty: Code.wrongProperty.rawValue
    case .missingIdentity: Code.missingIdentity.rawValue
    case .needsStore: Code.needsStore.rawValue
    case .incomparable: Code.incomparable.rawValue
    case .missingArgument: Code.missingArgument.rawValue
    case .unknownArgument: Code.unknownArgument.rawValue
    case .nullArgument: Code.nullArgument.rawValue
    case .wrongArgument: Code.wrongArgument.rawValue
    case .listTooLong: Code.listTooLong.rawValue
    case .negativeCount: Code.negativeCount.rawValue
    case .unknownSortChoice: Code.unknownSortChoice.rawValue
    case .invalidPattern: Code.invalidPattern.rawValue
    case .regexTooLong: Code.regexTooLong.rawValue
    case .unknownTimeZone: Code.unknownTimeZone.rawValue
    case .wrongResult: Code.wrongResult.rawValue
    case .regexLimit: Code.regexLimit.rawValue
    case .textLimit: Code.textLimit.rawValue
    case .stepLimit: Code.stepLimit.rawValue
    case .deadlineExceeded: Code.deadlineExceeded.rawValue
    case .schemaMismatch: Code.schemaMismatch.rawValue
    case .notFound: Code.notFound.rawValue
    case .notUnique: Code.notUnique.rawValue
    case .refused(let error): error.code
    }
  }

  /// The message for people, in one line and without the code.
  public var message: String {
    switch self {
    case .malformedQuery(let reason): "the query is malformed: \(reason)"
    case .malformedCursor(let reason): reason
    case .unsupportedVersion(let version): "the query was written by a newer version (\(version))"
    case .wrongEntity(let expected, let found): "the query is about '\(expected)', the records are '\(found)'"
    case .unknownProperty(let entity, let name): "'\(entity)' has no property '\(name)'"
    case .wrongProperty(let entity, let name, let expected, let found):
      "'\(entity).\(name)' is used as \(expected), but the records have \(found)"
    case .missingIdentity(let entity): "'\(entity)' objects are compared, but the records declare no identity"
    case .needsStore: "the query reads objects that it is not run on: only a store can find all of an entity, or one by its key"
    case .incomparable(let left, let right): "\(left) and \(right) cannot be compared"
    case .missingArgument(let name): "no argument for '$\(name)'"
    case .unknownArgument(let name): "the query has no parameter '$\(name)'"
    case .nullArgument(let name, let expected): "'$\(name)' is \(expected) and cannot be nil"
    case .wrongArgument(let name, let expected, let found): "'$\(name)' is \(expected), not \(found)"
    case .listTooLong(let name, let limit): "'$\(name)' is a list of more than \(limit) elements"
    case .negativeCount(let name, let value): "'$\(name)' is \(value), but a count cannot be negative"
    case .unknownSortChoice(let name, let value, let choices):
      "'$\(name)' is '\(value)', but the sort knows \(choices.map { "'\($0)'" }.joined(separator: ", "))"
    case .invalidPattern(let pattern, let reason, _): "the pattern '\(pattern)' is invalid: \(reason)"
    case .regexTooLong(let limit, _): "the regular expression is longer than \(limit) bytes"
    case .unknownTimeZone(let name): "there is no time zone '\(name)'"
    case .wrongResult(let expected): "the query gives \(expected)"
    case .regexLimit(let pattern): "the regular expression '\(pattern)' takes too long on a text"
    case .textLimit(let limit): "a text that the query makes has more than \(limit) bytes"
    case .stepLimit(let limit): "the run takes more than \(limit) steps"
    case .deadlineExceeded: "the run takes longer than its deadline allows"
    case .schemaMismatch(let entity):
      "the store's schema has other properties of '\(entity)' than the code was generated for"
    case .notFound(let entity): "no '\(entity)' found"
    case .notUnique(let entity): "more than one '\(entity)' found"
    case .refused(let error): error.description
    }
  }
}

extension ExecutionError: CustomStringConvertible {
  /// The message followed by the code in brackets.
  public var description: String { "\(message) [\(code)]" }
}
