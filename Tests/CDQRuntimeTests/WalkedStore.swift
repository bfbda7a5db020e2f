import CDQIR
import CDQStore

/// A store as the target of a walk.
struct WalkedStore: WalkTarget {
  let store: Store
  var keepsLaterSavepoints: Bool { true }

  func transaction(_ body: (any WalkTransaction) throws -> Void) throws {
    try store.transaction { transaction in
      let walked = Transaction(transaction)
      defer { transaction = walked.transaction }
      try body(walked)
    }
  }

  private final class Transaction: WalkTransaction {
    var transaction: StoreTransaction
    private var savepoints: [StoreTransaction.Savepoint] = []

    init(_ transaction: StoreTransaction) {
      self.transaction = transaction
    }

    func expect(_ number: Int, of root: String) {}
    func insert(_ entity: String, _ values: [String: Value]) throws { try transaction.insert(entity, values) }
    func insert(
      _ entity: String, _ values: [String: Value], onConflict policy: ConflictPolicy, of attributes: [String]?
    ) throws { try transaction.insert(entity, values, onConflict: policy, of: attributes) }
    func update(_ key: ObjectKey, _ values: [String: Value]) throws { try transaction.update(key, values) }
    func add(_ targets: [ObjectKey], to relationship: String, of owner: ObjectKey, at index: Int?) throws {
      try transaction.add(targets, to: relationship, of: owner, at: index)
    }
    func remove(_ targets: [ObjectKey], from relationship: String, of owner: ObjectKey) throws {
      try transaction.remove(targets, from: relationship, of: owner)
    }
    func move(_ targets: [ObjectKey], to index: Int, in relationship: String, of owner: ObjectKey) throws {
      try transaction.move(targets, to: index, in: relationship, of: owner)
    }
    func delete(_ keys: [ObjectKey]) throws { try transaction.delete(keys) }
    func savepoint() -> Int {
      savepoints.append(transaction.savepoint())
      return savepoints.count - 1
    }
    func rollBack(to savepoint: Int) throws { try transaction.rollBack(to: savepoints[savepoint]) }
  }
}
