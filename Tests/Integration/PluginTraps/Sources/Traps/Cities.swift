import Base
public import CDQRuntime

/// Describes the data of a store, with generated code of this and of another module.
public func summary(of store: Store) throws -> String {
  let cities = try Queries.large(in: store, n: 10).map(\.name)
  let circles: [Circle] = try Queries.circles(in: store, radius: 1, color: .red)
  return cities.joined(separator: ",") + " " + circles.map { "\($0.diameter)" }.joined(separator: ",")
}
