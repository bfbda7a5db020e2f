import Base
import CDQRuntime
import Closed
import Foundation
import Testing
import Traps
import Words
import odd_names

@Suite struct TrapsTests {
  @Test func `Entities of a model and of another target's schema are one schema`() throws {
    let store = CDQRuntime.Store(schema: .traps)
    let country = try store.insert("Country", ["name": .string("Norge")])
    try store.insert("City", ["name": .string("Oslo"), "population": .int(700), "country": .object(country)])
    try store.insert("City", ["name": .string("Å"), "population": .int(7)])
    try store.insert("Circle", ["id": .int(1), "radius": .double(2), "color": .string("red")])
    try store.insert("Square", ["id": .int(2), "side": .double(1)])
    #expect(try summary(of: store) == "Oslo 4.0")
    #expect(try Queries.shapes(in: store).map(\.id) == [1, 2])
    #expect(try Queries.inCountry(in: store, name: "Norge").map(\.country).count == 1)
    #expect(try Queries.firstFind(in: store) == 0)
    #expect(try Queries.secondFind(in: store, default: "Å"))
  }

  @Test func `Odd names and places are served`() async throws {
    let store = CDQRuntime.Store(schema: .oddNames)
    for id in 1...3 {
      try store.insert(
        "Circle", ["id": .int(Int64(id)), "radius": .double(Double(id)), "color": .string(id == 2 ? "green" : "red")])
    }
    let reds = try await names(in: store)
    #expect(reds == [1, 3])
    #expect(try Queries.largest(in: store, Value: 1)?.id == 3)
    #expect(try Queries.perColor(in: store).map(\.number) == [2, 1])
    #expect(try Queries.shrink(in: store, radius: 2.5) == 2)
  }

  @Test func `A store of another schema is refused with a typed error`() throws {
    let store = CDQRuntime.Store(schema: Schema(entities: [Entity(name: "City")]))
    #expect(throws: ExecutionError.schemaMismatch(entity: "City")) { try Queries.inCountry(in: store, name: "x") }
  }

  @Test func `The plugin serves test targets`() throws {
    let store = CDQRuntime.Store(schema: .trapsTests)
    for id in 1...3 { try store.insert("Note", ["id": .int(Int64(id)), "text": .string("n\(id % 2)")]) }
    #expect(try Queries.notes(in: store, part: "1").map(\.id) == [3, 1])
  }

  @Test func `Plain Swift runs over the user's own type`() {
    let points = [
      Point(x: 1, y: 1, label: "Ärger", order: 1), Point(x: 3, y: 2, order: 2), Point(x: 5, y: 0, order: 3),
    ]
    #expect(Queries.right(in: points, x: 0).map(\.order) == [2, 1])
    #expect(Queries.labelled(in: points, text: "arg", xs: [1, 3]).map(\.x) == [1])
    #expect(Queries.labelled(in: points, xs: [3]).map(\.x) == [3])
    #expect(Queries.power(in: points).map(\.x) == [3])
  }
}
