import CDQValues

/// Savepoints, and undoing changes that are not committed.
extension StoreTransaction {
  /// The state of a transaction at one time. It shares memory with the transaction, so that only later changes take
  /// memory.
  public struct Savepoint: Sendable {
    let base: Snapshot
    let pending: PendingChanges
  }

  /// Marks the current state of the transaction, to which `rollBack(to:)` can return.
  public func savepoint() -> Savepoint {
    Savepoint(base: base, pending: pending)
  }

  /// Returns the data to its state at a savepoint. Savepoints stay valid: after rolling back to an early one, a later
  /// one restores its changes.
  ///
  /// - Throws: `StoreError.foreignSavepoint` when the savepoint belongs to another transaction.
  public mutating func rollBack(to savepoint: Savepoint) throws(StoreError) {
    guard savepoint.base === base else { throw .foreignSavepoint }
    pending = savepoint.pending
  }

  /// Undoes all changes of the transaction so far.
  public mutating func undo() {
    pending = PendingChanges(base.state)
  }
}
