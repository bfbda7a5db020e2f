import CDQValues

/// Savepoints, and undoing changes that are not committed.
extension StoreTransaction {
  /// The state of a transaction at one time. It shares memory with the transaction, so that only later changes take
  /// memory.
  public struct Savepoint: Sendable {
    package let base: Snapshot
    package let state: StoreState
    package let touched: Set<RowReference>
    package let isChanged: Bool
  }

  /// Marks the current state of the transaction, to which `rollBack(to:)` can return.
  public func savepoint() -> Savepoint {
    Savepoint(base: base, state: state, touched: touched, isChanged: isChanged)
  }

  /// Returns the data to its state at a savepoint. Savepoints stay valid: after rolling back to an early one, a later
  /// one restores its changes.
  ///
  /// - Throws: `StoreError.foreignSavepoint` when the savepoint belongs to another transaction.
  public mutating func rollBack(to savepoint: Savepoint) throws(StoreError) {
    guard savepoint.base === base else { throw .foreignSavepoint }
    state = savepoint.state
    touched = savepoint.touched
    isChanged = savepoint.isChanged
  }

  /// Undoes all changes of the transaction so far.
  public mutating func undo() {
    state = base.state
    touched = []
    isChanged = false
  }
}
