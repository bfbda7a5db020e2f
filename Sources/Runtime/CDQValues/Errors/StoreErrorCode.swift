/// The stable codes of `StoreError`, which `cdq explain` knows.
extension StoreError {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case unknownEntity = "unknown-entity"
    case abstractEntity = "abstract-entity"
    case unknownProperty = "unknown-property"
    case wrongType = "type-mismatch"
    case refusedValue = "refused-value"
    case missingValue = "missing-value"
    case notFound = "not-found"
    case wrongEntity = "wrong-entity"
    case notUnique = "not-unique"
    case noIdentity = "no-identity"
    case deleteDenied = "delete-denied"
    case unknownConstraint = "unknown-constraint"
    case notToMany = "not-to-many"
    case nestedTransaction = "nested-transaction"
    case foreignSavepoint = "foreign-savepoint"
  }
}
