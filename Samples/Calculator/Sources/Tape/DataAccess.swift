public import CDQRuntime

/// What a screen that lists objects needs, for any entity.
public struct DataAccess<Model: IdentifiedModel>: Sendable {
  private let store: Store

  /// The objects of a store.
  public init(_ store: Store) {
    self.store = store
  }

  /// All of them.
  public func all() throws -> [Model] {
    try store.all()
  }

  /// A page of them; pages begin at 0.
  public func page(_ page: Int, of size: Int, by order: ModelOrder<Model>...) throws -> [Model] {
    try store.page(order: order, offset: page * size, limit: size)
  }

  /// How many there are.
  public var count: Int {
    store.count(Model.self)
  }

  /// Deletes these, all or none.
  public func delete(_ models: [Model]) throws {
    try store.delete(models)
  }

  /// Deletes all of them.
  public func deleteAll() throws {
    try store.deleteAll(Model.self)
  }
}
