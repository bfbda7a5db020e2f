import CDQRuntime
import Foundation

/// Types of a user for the corpus `towns`, with the integer widths that a user would choose.
enum Size: String, CaseIterable, Sendable {
  case small, medium
  case large = "LARGE"
}

enum Grade: Int, CaseIterable, Sendable {
  case low = 1
  case high = 7
}

final class Nation: @unchecked Sendable {
  let code: String
  let name: String
  let area: Double?
  let founded: Date?
  let tags: [String]
  fileprivate(set) var towns: [Town] = []

  init(code: String, name: String, area: Double?, founded: Date?, tags: [String]) {
    self.code = code
    self.name = name
    self.area = area
    self.founded = founded
    self.tags = tags
  }

  static let access: RecordAccess<Nation> = RecordAccess("Nation") {
    $0.identity(\.code)
    $0.attribute("code", \.code)
    $0.attribute("name", \.name)
    $0.attribute("area", \.area)
    $0.attribute("founded", \.founded)
    $0.attribute("tags", \.tags)
    $0.toMany("towns", \.towns, Town.access)
  }
}

struct Town: Sendable {
  var id: Int
  var name: String
  var nick: String?
  var people: Int?
  var rank: Int16
  var score: Float?
  var height: Double
  var rate: Decimal?
  var isPort: Bool
  var isOld: Bool?
  var size: Size?
  var grade: Grade
  var uid: UUID
  var opened: Date?
  var `default`: String?
  var nation: Nation?

  static let access: RecordAccess<Town> = RecordAccess("Town") {
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
    $0.attribute("grade") { $0.grade }
    $0.attribute("uid", \.uid)
    $0.attribute("opened", \.opened)
    $0.attribute("default", \.default)
    $0.toOne("nation", \.nation, Nation.access)
  }
}

/// Nations and towns that are the same in every run. Some of their values are nil, equal or unusual.
struct World {
  var nations: [Nation] = []
  var towns: [Town] = []
  private var state: UInt64 = 20_261_121

  static let shared = World()

  private init() {
    let names = [
      "Aba", "aba", "Ébene", "Ebene", "E\u{301}bene", "Straße", "STRASSE", "", "Łódź", "Nord", "Zürich", "İzmir",
    ]
    for index in 0..<7 {
      nations.append(
        Nation(
          code: "N\(index)", name: names[next(12)], area: chance(3) ? nil : [0, 40.5, 100, 250][next(4)],
          founded: chance(2) ? nil : Date(timeIntervalSinceReferenceDate: Double(next(9)) * 1e8),
          tags: [["north", "sea"], [], ["Nord"]][next(3)]))
    }
    for index in 0..<80 {
      let nation = chance(6) ? nil : nations[next(6)]
      let town = Town(
        id: index, name: names[next(12)] + (chance(2) ? "" : " \(next(4))"),
        nick: chance(3) ? nil : ["ab", "AB", "Ab\u{308}", "zz"][next(4)],
        people: chance(5) ? nil : [500, 0, -3, 1_000_000, 77, 9_000][next(6)], rank: Int16(next(6)),
        score: chance(4) ? nil : [2.5, 1, -0.5, .nan][next(4)],
        height: [0, 30.5, 87, -3, 24.9999, .nan, .infinity][next(7)],
        rate: chance(3) ? nil : [Decimal(25) / 100, 1, 2][next(3)], isPort: chance(2),
        isOld: chance(3) ? nil : chance(2), size: chance(4) ? nil : Size.allCases[next(3)],
        grade: Grade.allCases[next(2)], uid: UUID(uuid: (UInt8(next(3)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
        opened: chance(4) ? nil : Date(timeIntervalSinceReferenceDate: Double(next(7)) * 1e8 - 1e8),
        default: chance(2) ? nil : ["ab", "q"][next(2)], nation: nation)
      towns.append(town)
      nation?.towns.append(town)
    }
  }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  /// True in one of `odds` cases.
  private mutating func chance(_ odds: Int) -> Bool { next(odds) == 0 }
}
