/// The codes of `ExecutionError`, for whoever explains them.
extension ExecutionError {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case malformedQuery = "malformed-query"
    case unsupportedVersion = "unsupported-version"
    case wrongEntity = "wrong-entity"
    case unknownProperty = "unknown-property"
    case wrongProperty = "wrong-property"
    case missingIdentity = "missing-identity"
    case needsStore = "needs-store"
    case incomparable = "incomparable"
    case missingArgument = "missing-argument"
    case unknownArgument = "unknown-argument"
    case nullArgument = "null-argument"
    case wrongArgument = "wrong-argument"
    case listTooLong = "list-too-long"
    case negativeCount = "negative-count"
    case unknownSortChoice = "unknown-sort-choice"
    case invalidPattern = "invalid-pattern"
    case regexTooLong = "regex-too-long"
    case wrongResult = "wrong-result"
    case regexLimit = "regex-limit"
    case stepLimit = "step-limit"
    case deadlineExceeded = "deadline-exceeded"
    case schemaMismatch = "schema-mismatch"
    case notFound = "not-found"
    case notUnique = "not-unique"
  }
}
