import Base
public import CDQRuntime

// Types that are called like some of the runtime, which generated code must not mean.
struct Store {}
struct Value {}
enum Schema {}
enum Entity {}
enum Relationship {}

/// On the main actor, while what is generated is on none.
@MainActor public func names(in store: CDQRuntime.Store) throws -> [Int64] {
  try Queries.reds(in: store).map(\.id)
}
