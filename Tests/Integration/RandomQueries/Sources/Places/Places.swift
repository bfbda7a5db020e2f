public import CDQRuntime
public import Foundation

public enum Size: String, CaseIterable, Sendable {
  case small, medium
  case large = "LARGE"
}

public final class Nation: @unchecked Sendable {
  public let code: String
  public let name: String
  public let area: Double?
  public fileprivate(set) var towns: [Town] = []

  init(code: String, name: String, area: Double?) {
    self.code = code
    self.name = name
    self.area = area
  }

  public static let access: RecordAccess<Nation> = RecordAccess("Nation") {
    $0.identity(\.code)
    $0.attribute("code", \.code)
    $0.attribute("name", \.name)
    $0.attribute("area", \.area)
    $0.toMany("towns", \.towns, Town.access)
  }
}

public final class Town: @unchecked Sendable {
  public let id: Int64
  public let name: String
  public let nick: String?
  public let people: Int?
  public let rank: Int16
  public let score: Float?
  public let height: Double
  public let rate: Decimal?
  public let isPort: Bool
  public let isOld: Bool?
  public let size: Size?
  public let opened: Date?
  public let nation: Nation?

  init(_ random: inout Chance, id: Int64, nation: Nation?) {
    self.id = id
    name = Town.names[random.next(Town.names.count)] + ["", "", " x", " 1"][random.next(4)]
    nick = random.next(3) == 0 ? nil : Town.names[random.next(Town.names.count)]
    people = random.next(4) == 0 ? nil : [0, 5, -3, 77, 1000][random.next(5)]
    rank = Int16(random.next(7)) - 2
    score = random.next(4) == 0 ? nil : [2.5, 1, -0.5, 0][random.next(4)]
    height = [0, 30.5, 87, -3, 2.25][random.next(5)]
    rate = random.next(3) == 0 ? nil : [Decimal(25) / 100, 1, 2, Decimal(5) / 2][random.next(4)]
    isPort = random.next(2) == 0
    isOld = random.next(3) == 0 ? nil : random.next(2) == 0
    size = random.next(4) == 0 ? nil : Size.allCases[random.next(3)]
    opened = random.next(4) == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(random.next(5)) * 86_400)
    self.nation = nation
  }

  private static let names = ["aba", "ABA", "Ébene", "ebene", "Straße", "STRASSE", "", "Łódź", "nord", "Nor*d"]

  public static let access: RecordAccess<Town> = RecordAccess("Town") {
    $0.identity(\.id)
    $0.attribute("id", \.id)
    $0.attribute("name", \.name)
    $0.attribute("nick", \.nick)
    $0.attribute("people", \.people)
    $0.attribute("rank", \.rank)
    $0.attribute("score", \.score)
    $0.attribute("height", \.height)
    $0.attribute("rate", \.rate)
    $0.attribute("isPort", \.isPort)
    $0.attribute("isOld", \.isOld)
    $0.attribute("size") { $0.size }
    $0.attribute("opened", \.opened)
    $0.toOne("nation", \.nation, Nation.access)
  }
}

/// Random numbers that are the same in every run.
struct Chance {
  private var state: UInt64 = 20_261_121

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

/// The test data: towns as Swift objects, and the same towns as JSON to load into a store.
public struct World: Sendable {
  public let nations: [Nation]
  public let towns: [Town]

  public static let shared = World()

  private init() {
    var random = Chance()
    nations = (0..<6).map { index in
      Nation(
        code: "N\(index)", name: ["Aba", "nord", "", "Ost"][index % 4], area: index % 3 == 2 ? nil : Double(index) * 40)
    }
    var towns: [Town] = []
    for id in 0..<120 {
      let nation = random.next(6) == 0 ? nil : nations[random.next(5)]
      let town = Town(&random, id: Int64(id), nation: nation)
      towns.append(town)
      nation?.towns.append(town)
    }
    self.towns = towns
  }

  public var json: Data {
    get throws {
      try JSONSerialization.data(withJSONObject: ["Nation": nations.map(World.object), "Town": towns.map(World.object)])
    }
  }

  private static func object(_ nation: Nation) -> [String: Any] {
    var result: [String: Any] = ["code": nation.code, "name": nation.name]
    result["area"] = nation.area
    return result
  }

  private static func object(_ town: Town) -> [String: Any] {
    var result: [String: Any] = [
      "id": town.id, "name": town.name, "rank": town.rank, "height": town.height, "isPort": town.isPort,
    ]
    result["nick"] = town.nick
    result["people"] = town.people
    result["score"] = town.score.map { Double($0) }
    result["rate"] = town.rate?.description
    result["isOld"] = town.isOld
    result["size"] = town.size?.rawValue
    result["opened"] = town.opened.map { ISO8601DateFormatter().string(from: $0) }
    result["nation"] = town.nation?.code
    return result
  }
}
