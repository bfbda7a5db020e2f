import CDQValues

/// Taking back changes that are not committed.
extension StoreTransaction {
  /// What a transaction had made of the data at one time. It takes memory only for what changes after it.
  public struct Savepoint: Sendable {
    package let base: Snapshot
    package let state: StoreState
    package let touched: Set<RowReference>
    package let isChanged: Bool
  }

  /// A mark to which changes can be taken back.
  public func savepoint() -> Savepoint {
    Savepoint(base: base, state: state, touched: touched, isChanged: isChanged)
  }

  /// Makes the data what it was at a savepoint. Savepoints stay good: after going back to an early one, a later one
  /// brings its changes again.
  ///
  /// - Throws: `StoreError.foreignSavepoint` when it is of another transaction.
  public mutating func rollBack(to savepoint: Savepoint) throws(StoreError) {
    guard savepoint.base === base else { throw .foreignSavepoint }
    state = savepoint.state
    touched = savepoint.touched
    isChanged = savepoint.isChanged
  }

  /// Takes back all changes of the transaction so far.
  public mutating func undo() {
    state = base.state
    touched = []
    isChanged = false
  }
}
