import CDQRuntime
import Foundation

/// Calls of the functions that keep the first towns of each key.
extension ClosureCalls {
  static let firsts: [Call] = [
    Call(query: "highestPerNation", arguments: [:]) { world in towns(Queries.highestPerNation(in: world.towns)) },
    Call(query: "fewPerSize", arguments: ["count": .int(2)]) { world in
      try towns(Queries.fewPerSize(in: world.towns, count: 2))
    },
    Call(query: "fewPerSize", arguments: ["count": .int(0)]) { world in
      try towns(Queries.fewPerSize(in: world.towns, count: 0))
    },
    Call(query: "fewPerSize", arguments: ["count": .int(-1)]) { world in
      try towns(Queries.fewPerSize(in: world.towns, count: -1))
    },
    Call(query: "perFoldedName", arguments: [:]) { world in towns(Queries.perFoldedName(in: world.towns)) },
    Call(query: "perKind", arguments: ["order": .string("people"), "n": .int(77)]) { world in
      try towns(Queries.perKind(in: world.towns, order: .people, n: 77))
    },
    Call(query: "perKind", arguments: ["order": .string("name"), "count": .int(1), "n": .int(77)]) { world in
      try towns(Queries.perKind(in: world.towns, order: .name, count: 1, n: 77))
    },
    Call(query: "howManyPerGrade", arguments: [:]) { world in .number(Queries.howManyPerGrade(in: world.towns)) },
    Call(query: "anyPerNation", arguments: ["name": .string("Nord")]) { world in
      .flag(Queries.anyPerNation(in: world.towns, name: "Nord"))
    },
    Call(query: "anyPerNation", arguments: ["name": .string("nord")]) { world in
      .flag(Queries.anyPerNation(in: world.towns, name: "nord"))
    },
    Call(query: "anyOfNone", arguments: [:]) { world in .flag(Queries.anyOfNone(in: world.towns)) },
    Call(query: "topPerSize", arguments: [:]) { world in
      .texts(Queries.topPerSize(in: world.towns).map { "\($0.name)|\($0.people.map { "\($0)" } ?? "-")" })
    },
    Call(query: "removeOldest", arguments: [:]) { world in
      var left = world.towns
      let count = Queries.removeOldest(in: &left)
      return .towns(left.map(\.id) + [count])
    },
    Call(query: "removeFew", arguments: [:]) { world in
      var left = ArraySlice(world.towns)
      let count = Queries.removeFew(in: &left)
      return .towns(left.map(\.id) + [count])
    },
  ]
}
