import CDQRuntime
import Foundation

extension ClosureCalls {
  static let sets: [Call] = [
    Call(query: "unions", arguments: [:]) { world in nations(Queries.unions(in: world.nations)) },
    Call(query: "shared", arguments: ["tag": .string("sea")]) { world in
      nations(Queries.shared(in: world.nations, tag: "sea"))
    },
    Call(query: "others", arguments: [:]) { world in nations(Queries.others(in: world.nations)) },
    Call(query: "townSets", arguments: [:]) { world in nations(Queries.townSets(in: world.nations)) },
    Call(query: "townUnion", arguments: ["n": .int(12)]) { world in
      nations(Queries.townUnion(in: world.nations, n: 12))
    },
    Call(query: "heights", arguments: [:]) { world in nations(Queries.heights(in: world.nations)) },
    Call(query: "rates", arguments: [:]) { world in nations(Queries.rates(in: world.nations)) },
    Call(query: "common", arguments: [:]) { world in nations(Queries.common(in: world.nations)) },
    Call(query: "commonTown", arguments: [:]) { world in towns(Queries.commonTown(in: world.towns)) },
    Call(query: "medians", arguments: [:]) { world in nations(Queries.medians(in: world.nations)) },
    Call(query: "medianRate", arguments: [:]) { world in nations(Queries.medianRate(in: world.nations)) },
    Call(query: "spread", arguments: [:]) { world in nations(Queries.spread(in: world.nations)) },
    Call(query: "tallest", arguments: [:]) { world in nations(Queries.tallest(in: world.nations)) },
    Call(query: "cheapest", arguments: [:]) { world in nations(Queries.cheapest(in: world.nations)) },
    Call(query: "floors", arguments: [:]) { world in towns(Queries.floors(in: world.towns)) },
    Call(query: "oneOf", arguments: ["a": .int(500), "b": .int(-3)]) { world in
      towns(Queries.oneOf(in: world.towns, a: 500, b: -3))
    },
    Call(query: "oneOfNames", arguments: ["a": .string("EBENE")]) { world in
      towns(Queries.oneOfNames(in: world.towns, a: "EBENE"))
    },
    Call(
      query: "nationOneOf",
      arguments: ["a": .object(ObjectKey(root: "Nation", identity: .string("N1"))), "b": .object(ObjectKey(root: "Nation", identity: .string("N4")))]
    ) { world in towns(Queries.nationOneOf(in: world.towns, a: "N1", b: "N4")) },
    Call(query: "inNationOfArea", arguments: inNationOf) { world in
      towns(Queries.inNationOfArea(in: world.towns, area: world.nations[1].area, nation: "N1"))
    },
    // Only a store follows paths from a parameter, so the engine runs a query with the values at their ends.
    Call(query: "inNationOf", asked: "inNationOfArea", arguments: inNationOf) { world in
      towns(Queries.inNationOf(in: world.towns, other: world.nations[1]))
    },
  ]

  private static let inNationOf: Arguments = [
    "area": World.shared.nations[1].area.map { .double($0) } ?? .null,
    "nation": .object(ObjectKey(root: "Nation", identity: .string("N1"))),
  ]

  static let groups: [Call] = [
    Call(query: "perSize", arguments: [:]) { world in
      .texts(
        Queries.perSize(in: world.towns).map {
          row([$0.size?.rawValue, "\($0.n)", $0.people.map { "\($0)" }, $0.mean.map { "\($0)" }])
        })
    },
    Call(query: "perNation", arguments: ["n": .int(1)]) { world in
      .texts(
        Queries.perNation(in: world.towns, n: 1).map {
          row([$0.nation, $0.size?.rawValue, $0.top.map { "\($0)" }, "\($0.nicks)"])
        })
    },
    Call(query: "perNation", arguments: ["n": .int(100)]) { world in
      .texts(Queries.perNation(in: world.towns, n: 100).map { "\($0)" })
    },
    Call(query: "perScore", arguments: ["limit": .int(2), "offset": .int(1)]) { world in
      .texts(
        try Queries.perScore(in: world.towns, limit: 2, offset: 1).map {
          row([$0.score.map { "\($0)" }, "\($0.names)", $0.middle.map { "\($0)" }])
        })
    },
    Call(query: "perScore", arguments: ["limit": .int(9)]) { world in
      .texts(
        try Queries.perScore(in: world.towns, limit: 9).map {
          row([$0.score.map { "\($0)" }, "\($0.names)", $0.middle.map { "\($0)" }])
        })
    },
    Call(query: "totals", arguments: [:]) { world in
      .texts(Queries.totals(in: world.towns).map { row(["\($0.n)", $0.ranks.map { "\($0)" }, $0.name]) })
    },
    Call(query: "totalsOfNone", arguments: [:]) { world in
      .texts(Queries.totalsOfNone(in: world.towns).map { row(["\($0.n)", $0.ranks.map { "\($0)" }, $0.name]) })
    },
    Call(query: "largestSize", arguments: [:]) { world in
      .texts([row([Queries.largestSize(in: world.towns)??.rawValue])])
    },
    Call(query: "onlyGroup", arguments: ["rank": .int(3)]) { world in
      .texts(["\(try Queries.onlyGroup(in: world.towns, rank: 3))"])
    },
    Call(query: "onlyGroup", arguments: ["rank": .int(300)]) { world in
      .texts(["\(try Queries.onlyGroup(in: world.towns, rank: 300))"])
    },
    Call(query: "removePorts", arguments: ["n": .int(2)]) { world in
      var left = world.towns
      let count = Queries.removePorts(in: &left, n: 2)
      return .towns(left.map(\.id) + [count])
    },
    Call(query: "removeAll", arguments: [:]) { world in
      var left = ArraySlice(world.towns)
      let count = Queries.removeAll(in: &left)
      return .towns(left.map(\.id) + [count])
    },
  ]

  private static func row(_ columns: [String?]) -> String { columns.map { $0 ?? "-" }.joined(separator: "|") }
}
