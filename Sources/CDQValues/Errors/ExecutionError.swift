public import CDQIR

/// Why a query could not be prepared or run.
///
/// Indirect, so that it is one word: functions that throw it by type have a place for it at every call.
public indirect enum ExecutionError: Error, Hashable, Sendable {
  /// The IR breaks one of its invariants; the text says which.
  case malformedQuery(String)
  /// The IR was written by a newer version.
  case unsupportedVersion(Int)
  /// The query is about another entity than the records.
  case wrongEntity(expected: String, found: String)
  /// The records have no such property.
  case unknownProperty(entity: String, name: String)
  /// The records have the property as something else; both are words such as `attribute` or `relationship`.
  case wrongProperty(entity: String, name: String, expected: String, found: String)
  /// The query compares objects, and their type declares no identity.
  case missingIdentity(entity: String)
  /// The query follows a path from an object that a parameter names, and only a store can find the object.
  case needsStore
  /// The two sides of an operator have types that never meet.
  case incomparable(left: String, right: String)
  /// No argument was given for a parameter that is not omittable.
  case missingArgument(name: String)
  /// There is no such parameter.
  case unknownArgument(name: String)
  /// Nil was given for a parameter that takes none.
  case nullArgument(name: String, expected: OptionalType)
  /// An argument has a type, or a size, that the parameter does not take.
  case wrongArgument(name: String, expected: OptionalType, found: String)
  /// An argument is a list of more elements than `ValueLimits` allows.
  case listTooLong(name: String, limit: Int)
  /// A `limit` or `offset` is negative.
  case negativeCount(name: String, value: Int64)
  /// The argument of a dynamic sort names none of its keys.
  case unknownSortChoice(name: String, value: String, choices: [String])
  /// A LIKE pattern or a regular expression does not compile.
  case invalidPattern(pattern: String, reason: String, stage: Stage)
  /// A regular expression has more bytes than `ValueLimits` allows.
  case regexTooLong(limit: Int, stage: Stage)
  /// The name of a time zone is none of the IANA database.
  case unknownTimeZone(String)
  /// The query gives objects, not rows, or the other way round.
  case wrongResult(expected: String)
  /// A regular expression took too long on a text; its answer is unknown.
  case regexLimit(pattern: String)
  /// The execution took more steps than allowed.
  case stepLimit(Int)
  /// The execution did not end in time.
  case deadlineExceeded
  /// The store's schema has other properties than generated code was made for.
  case schemaMismatch(entity: String)
  /// `one` found nothing.
  case notFound
  /// `one` found several.
  case notUnique
  /// The store does not delete what the query found.
  case refused(StoreError)

  /// When an error was met.
  public enum Stage: String, Hashable, Sendable {
    /// When the query was prepared or its arguments were bound: no record was looked at.
    case bind
    /// While records were evaluated.
    case run
  }

  /// When the error was met.
  public var stage: Stage {
    switch self {
    case .malformedQuery, .unsupportedVersion, .wrongEntity, .unknownProperty, .wrongProperty, .missingIdentity,
      .needsStore, .incomparable, .missingArgument, .unknownArgument, .nullArgument, .wrongArgument, .listTooLong,
      .negativeCount,
      .unknownSortChoice, .unknownTimeZone, .wrongResult, .schemaMismatch:
      .bind
    case .invalidPattern(_, _, let stage), .regexTooLong(_, let stage): stage
    case .regexLimit, .stepLimit, .deadlineExceeded, .notFound, .notUnique, .refused: .run
    }
  }

  /// A stable name in kebab case.
  public var code: String {
    switch self {
    case .malformedQuery: Code.malformedQuery.rawValue
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
    case .stepLimit: Code.stepLimit.rawValue
    case .deadlineExceeded: Code.deadlineExceeded.rawValue
    case .schemaMismatch: Code.schemaMismatch.rawValue
    case .notFound: Code.notFound.rawValue
    case .notUnique: Code.notUnique.rawValue
    case .refused(let error): error.code
    }
  }

  /// What is wrong, in one line.
  public var message: String {
    switch self {
    case .malformedQuery(let reason): "the query is malformed: \(reason)"
    case .unsupportedVersion(let version): "the query was written by a newer version (\(version))"
    case .wrongEntity(let expected, let found): "the query is about '\(expected)', the records are '\(found)'"
    case .unknownProperty(let entity, let name): "'\(entity)' has no property '\(name)'"
    case .wrongProperty(let entity, let name, let expected, let found):
      "'\(entity).\(name)' is used as \(expected), but the records have \(found)"
    case .missingIdentity(let entity): "'\(entity)' objects are compared, but the records declare no identity"
    case .needsStore: "a path starts at an object of which only the key is known, and only a store can find it"
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
    case .stepLimit(let limit): "more than \(limit) steps"
    case .deadlineExceeded: "the deadline has passed"
    case .schemaMismatch(let entity):
      "the store's schema has other properties of '\(entity)' than the code was generated for"
    case .notFound: "no object found"
    case .notUnique: "more than one object found"
    case .refused(let error): error.description
    }
  }
}

extension ExecutionError: CustomStringConvertible {
  /// The message and the code.
  public var description: String { "\(message) [\(code)]" }
}
