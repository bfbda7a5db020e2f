import Modeled
import Places
import SwiftData

/// The towns of `World` as SwiftData objects.
struct ModelWorld {
  let context = ModelContext()

  init() {
    var nations: [String: Modeled.Nation] = [:]
    for nation in World.shared.nations {
      let made = Modeled.Nation(code: nation.code, name: nation.name, area: nation.area)
      nations[nation.code] = made
      context.insert(made)
    }
    for town in World.shared.towns {
      let nation = town.nation.flatMap { nations[$0.code] }
      let made = Modeled.Town(
        id: town.id, name: town.name, nick: town.nick, people: town.people.map { Int64($0) }, rank: town.rank,
        score: town.score, height: town.height, rate: town.rate, isPort: town.isPort, isOld: town.isOld,
        size: town.size.flatMap { Modeled.Size(rawValue: $0.rawValue) }, opened: town.opened, nation: nation)
      nation?.towns.append(made)
      context.insert(made)
    }
  }
}
