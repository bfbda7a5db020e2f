import CDQKit
import Foundation
import Testing

/// Predicates and orders that are combined as checked values.
@Suite struct CombinationTests {
  private func predicate(_ text: String, _ entity: String = "Town") throws -> CheckedPredicate {
    try CheckedPredicate(parsing: text, for: entity, in: Towns.schema)
  }

  @Test func `Canonical texts are flat and have the parentheses they need`() throws {
    let (a, b, c) = try (predicate("people > 5"), predicate("isPort OR name == 'x'"), predicate("height < 2"))
    #expect(try (a && b).description == #"people > 5 AND (isPort OR name == "x")"#)
    #expect(try (a && c && a).description == "people > 5 AND height < 2 AND people > 5")
    #expect(try (b || c).description == #"isPort OR name == "x" OR height < 2"#)
    #expect(try (!b).description == #"NOT (isPort OR name == "x")"#)
    #expect(try CheckedPredicate.all([a, b, c]) == (a && b && c))
    #expect(try CheckedPredicate.any([a, c]) == (a || c))
    #expect(try (a && .everything) == a)
    #expect(try (.nothing || a) == a)
    #expect(try (a && .nothing).description == "people > 5 AND FALSEPREDICATE")
    #expect(try CheckedPredicate.all([]) == .everything)
    #expect(try CheckedPredicate.any([]) == .nothing)
    #expect(try !CheckedPredicate.everything == .nothing)
    #expect(try (CheckedPredicate.everything && .nothing) == .nothing)
    #expect(try (a && c).nsPredicateFormat == "people > 5 AND height < 2")
    #expect(try (a && b).ir == predicate("people > 5 AND (isPort OR name == 'x')").ir)
  }

  @Test func `A written constant stays beside a condition that may disappear`() throws {
    let (never, always) = try (predicate("FALSEPREDICATE"), predicate("TRUEPREDICATE"))
    let optional = try predicate("name == $n?")
    let store = try Towns.store()
    for either in try [never || optional, optional || never, .any([never, optional, never])] {
      #expect(either.description.contains("FALSEPREDICATE"))
      #expect(try Town.all(in: store, where: either).isEmpty)
    }
    // Without a condition that may disappear, it changes nothing, and neither does a constant that nobody wrote.
    #expect(try (never || predicate("isPort")).description == "isPort")
    #expect(try (CheckedPredicate.nothing || optional).description == optional.description)
    #expect(try (always && optional).description == optional.description)
  }

  @Test func `A condition of a bound parameter stays, whichever others are omitted`() throws {
    let store = try Towns.store()
    let filter = try predicate("id == $id? AND name CONTAINS $part? AND isPort == $port?")
    let (all, ports) = try (
      Town.all(in: store, where: predicate("id > 0")).count, Town.all(in: store, where: predicate("isPort")).count
    )
    let cases: [(Arguments, Int)] = [
      (["id": 1], 1), (["id": 1, "port": true], 1), (["part": "no such text"], 0), (["port": true], ports),
    ]
    for (bound, count) in cases {
      let given = try filter.binding(bound)
      #expect(try Town.all(in: store, where: given).count == count, "\(bound)")
      #expect(try Town.all(in: store, where: given && given).count == count, "\(bound)")
    }
    // Omitted for good.
    #expect(try Town.all(in: store, where: filter.binding(["id": .null, "part": .null])).count == all)
  }

  @Test func `Parameters of one name are one parameter, or an error when their types disagree`() throws {
    let both = try predicate("people > $n") && predicate("id < $n")
    #expect(both.parameters.map(\.name) == ["n"])
    let error = #expect(throws: QueryError.self) { try predicate("people > $n") && predicate("name == $n") }
    #expect(error?.description.contains("$n") == true)
    let apart = try predicate("people > $n") && predicate("name == $n").renaming("n", to: "name")
    #expect(apart.parameters.map(\.name) == ["n", "name"])
    #expect(throws: QueryError.self) { try predicate("people > $n") && predicate("name CONTAINS $n?") }
    #expect(throws: QueryError.self) { try apart.renaming("n", to: "name") }
    for name in ["", "a b", "1a", "x) OR (TRUEPREDICATE", "SELF.x"] {
      #expect(throws: QueryError.self, "\(name)") { try apart.renaming("n", to: name) }
    }
    let variable = try predicate("SUBQUERY(land.towns, $t, $t.people > $n).@count > 0") && predicate("name == $t")
    #expect(variable.parameters.map(\.name) == ["n", "t"])
  }

  @Test func `Values are bound, and shown as literals`() throws {
    let since = try predicate("founded > $d AND mood == $m AND id IN $ids").binding([
      "d": .date(Date(timeIntervalSince1970: 0)), "m": "calm",
    ])
    #expect(since.parameters.map(\.name) == ["ids"])
    #expect(since.description == #"founded > date("1970-01-01T00:00:00Z") AND mood == "calm" AND id IN $ids"#)
    let whole = try since.binding(["ids": [1, 2]])
    #expect(whole.parameters.isEmpty)
    #expect(try (whole && whole).ir.parameters.isEmpty)
    #expect(throws: ExecutionError.unknownArgument(name: "x")) { try since.binding(["x": 1]) }
    #expect(throws: ExecutionError.self) { try since.binding(["ids": "x"]) }
    #expect(throws: ExecutionError.unknownArgument(name: "x")) { try CheckedPredicate.everything.binding(["x": 1]) }
    // An object has no literal, and stays a bound parameter in a combination.
    let norway = ObjectKey(root: "Land", identity: .string("NO"))
    let inNorway = try predicate("land == $land").binding(["land": .object(norway)])
    let inSpain = try predicate("land == $land").binding([
      "land": .object(ObjectKey(root: "Land", identity: .string("ES")))
    ])
    #expect(try Town.all(in: Towns.store(), where: inNorway || inSpain).map(\.id) == [1, 2, 3, 4])
    #expect(try Town.all(in: Towns.store(), where: inNorway && inSpain).isEmpty)
  }

  @Test func `Format strings combine with texts`() throws {
    let format = try CheckedPredicate(
      format: "%K BEGINSWITH[c] %@ AND people > %lld", "land.name", "nor", 5, for: "Town", in: Towns.schema)
    let both = try format && predicate("isPort")
    #expect(both.description == #"land.name BEGINSWITH[c] "nor" AND people > 5 AND isPort"#)
    #expect(try both.nsPredicateFormat == #"land.name BEGINSWITH[c] "nor" AND people > 5 AND isPort == TRUE"#)
    #expect(try format.nsPredicateFormat == "%K BEGINSWITH[c] %@ AND people > %lld")
    #expect(try Town.all(in: Towns.store(), where: both).map(\.id) == [1, 2])
    let none = try CheckedPredicate(format: "people == %@", nil, for: "Town", in: Towns.schema)
    #expect(try Town.all(in: Towns.store(), where: none || predicate("id == 1")).map(\.id) == [1, 5])
  }

  @Test func `A predicate is lifted over a relationship`() throws {
    let large = try predicate("people > $n AND SELF.name != NULL AND isPort")
    let any = try CheckedPredicate.any("towns", of: "Land", satisfies: large)
    #expect(any.entity == "Land")
    #expect(
      any.description
        == "SUBQUERY(towns, $x1, $x1.people > $n AND $x1.name != NULL AND $x1.isPort).@count > 0")
    let store = try Towns.store()
    #expect(try Land.all(in: store, where: any, ["n": 600_000]).map(\.code) == ["NO"])
    #expect(
      try Land.all(in: store, where: .all("towns", of: "Land", satisfy: predicate("isPort"))).map(\.code) == ["NO"])
    #expect(
      try Land.all(in: store, where: .none("towns", of: "Land", satisfies: predicate("people > 1000000"))).map(\.code)
        == ["NO"])
    let norwegian = try CheckedPredicate.any("land", of: "Town", satisfies: predicate("code == 'NO'", "Land"))
    #expect(norwegian.description == #"land != NULL AND land.code == "NO""#)
    let neighbours = try CheckedPredicate.any("land.towns", of: "Town", satisfies: predicate("name == 'Oslo'"))
    #expect(try Town.all(in: store, where: neighbours).map(\.id) == [1, 2])
    #expect(throws: QueryError.self) { try CheckedPredicate.any("towns", of: "Land", satisfies: any) }
    #expect(throws: QueryError.self) { try CheckedPredicate.any("name", of: "Land", satisfies: large) }
    #expect(throws: QueryError.self) { try CheckedPredicate.any("", of: "Land", satisfies: large) }
    #expect(throws: QueryError.self) { try CheckedPredicate.any("towns", of: "Land", satisfies: .everything) }
  }

  @Test func `Predicates of other entities and schemas do not combine`() throws {
    #expect(throws: QueryError.self) { try predicate("isPort") && predicate("code == 'x'", "Land") }
    let other = try Schema(parsing: "entity Town { isPort: Bool }")
    let foreign = try CheckedPredicate(parsing: "isPort", for: "Town", in: other)
    #expect(throws: QueryError.self) { try predicate("isPort") && foreign }
    let schema = try Schema(parsing: "entity Place { name: String }\nentity City: Place { people: Int64 }")
    let place = try CheckedPredicate(parsing: "name == 'x'", for: "Place", in: schema)
    let city = try CheckedPredicate(parsing: "people > 5", for: "City", in: schema)
    #expect(try (place && city).entity == "City")
    #expect(try (city || place).entity == "City")
  }

  @Test func `Deep combinations end with an error and not with a crash`() throws {
    var nested = try predicate("isPort")
    var error: QueryError?
    for _ in 0..<300 where error == nil {
      do {
        nested = try !(nested || predicate("people > 5"))
      } catch let found as QueryError {
        error = found
      }
    }
    #expect(error?.diagnostics.first?.code == "nesting-limit")
    let many = try CheckedPredicate.any((0..<5_000).map { try predicate("id == \($0)") })
    #expect(try Town.all(in: Towns.store(), where: many).count == 5)
  }

  @Test func `Orders are combined, reversed and chosen by name`() throws {
    let orders = try NamedOrders(["name": "name[cd]", "largest": "people desc, name"], for: "Town", in: Towns.schema)
    #expect(orders.names == ["largest", "name"])
    #expect(try orders.order(named: "largest").description == "people desc, name")
    let error = #expect(throws: QueryError.self) { try orders.order(named: "nmae") }
    #expect(error?.diagnostics.first?.label == "did you mean 'name'?")
    let order = try orders.order(named: "largest").then(orders.order(named: "name"))
    #expect(order.description == "people desc, name, name [cd]")
    #expect(order.reversed.description == "people, name desc, name [cd] desc")
    #expect(order.reversed.reversed == order)
    #expect(CheckedOrder.insertion.then(order) == order)
    for text in ["", "nmae", "name,", "name desc desc", "name limit 5", "$order in (name)", "substring(name, $n)", "tags"] {
      #expect(throws: QueryError.self, "\(text)") { try CheckedOrder(parsing: text, for: "Town", in: Towns.schema) }
    }
  }
}
