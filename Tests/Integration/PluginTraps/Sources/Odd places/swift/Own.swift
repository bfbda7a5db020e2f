import Base
public import CDQRuntime

// Types with names of the runtime's types. Generated code must refer to those of the runtime.
struct Store {}
struct Value {}
enum Schema {}
enum Entity {}
enum Relationship {}

/// Ids of the objects that the query `reds` finds. It is on the main actor, while generated functions are on no actor.
@MainActor public func names(in store: CDQRuntime.Store) throws -> [Int64] {
  try Queries.reds(in: store).map(\.id)
}
