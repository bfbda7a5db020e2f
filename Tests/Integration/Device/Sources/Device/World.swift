import CDQKit
import Foundation
import SwiftData

/// The values of a town, from which its objects for SwiftData, Core Data and cdq are made.
struct TownValues {
  var values: [String: Any] = [:]
  var nation: Int?
}

/// The test data, the same in every run: towns with values of all types, of which some are nil.
public struct World {
  static let names = ["aba", "ABA", "Ébene", "ebene", "Straße", "STRASSE", "", "Łódź", "nord", "Nor*d"]
  static let nations = ["Aba", "nord", "", "Ost", "Süd"]
  static let continents: [String?] = ["aba", nil]

  let towns: [TownValues]

  public init() {
    var state: UInt64 = 20_261_121
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    func any(_ choices: [Any]) -> Any? { next(4) == 0 ? nil : choices[next(choices.count)] }
    towns = (0..<120).map { id in
      var town = TownValues()
      town.values["id"] = Int64(id)
      town.values["name"] = World.names[next(World.names.count)]
      town.values["nick"] = any(World.names)
      town.values["people"] = any([Int64(0), Int64(5), Int64(-3), Int64(77), Int64(1000)])
      town.values["houses"] = any([Int32(1), Int32(2)])
      town.values["rank"] = Int16(next(7) - 2)
      town.values["score"] = any([Float(2.5), Float(1), Float(-0.5), Float(0)])
      town.values["height"] = ([0, 30.5, 87, -3, 2.25] as [Double])[next(5)]
      town.values["rate"] = any([Decimal(25) / 100, Decimal(1), Decimal(5) / 2])
      town.values["isPort"] = next(2) == 0
      town.values["isOld"] = any([true, false])
      town.values["size"] = any(["small", "medium", "LARGE"])
      town.values["opened"] = any((0..<5).map { Date(timeIntervalSinceReferenceDate: Double($0) * 86_400) })
      town.values["key"] = World.key(id)
      town.values["site"] = any((0..<3).compactMap { URL(string: "https://example.org/\($0)") })
      town.values["seal"] = any([Data([1, 2]), Data([3])])
      town.values["tags"] = next(2) == 0 ? ["a"] : []
      town.nation = next(6) == 0 ? nil : next(World.nations.count)
      return town
    }
  }

  static func key(_ id: Int) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(id)))
  }

  /// The continent of a nation; the last nation has none.
  static func continent(of nation: Int) -> Int? { nation == nations.count - 1 ? nil : nation % continents.count }

  // MARK: SwiftData

  /// Inserts the objects into a context.
  public func fill(_ context: ModelContext) throws {
    let continents = World.continents.enumerated().map { Continent(code: "C\($0)", title: $1) }
    for continent in continents { context.insert(continent) }
    let nations = World.nations.enumerated().map { index, name in
      Nation(code: "N\(index)", name: name, area: index % 3 == 2 ? nil : Double(index) * 40)
    }
    for (index, nation) in nations.enumerated() {
      context.insert(nation)
      nation.continent = World.continent(of: index).map { continents[$0] }
      #if !canImport(Darwin)
        nation.continent?.nations.append(nation)
      #endif
    }
    for town in towns {
      let values = town.values
      let made = Town(
        id: values["id"] as? Int64 ?? 0, name: values["name"] as? String ?? "", nick: values["nick"] as? String,
        people: values["people"] as? Int64, houses: values["houses"] as? Int32, rank: values["rank"] as? Int16 ?? 0,
        score: values["score"] as? Float, height: values["height"] as? Double ?? 0, rate: values["rate"] as? Decimal,
        isPort: values["isPort"] as? Bool ?? false, isOld: values["isOld"] as? Bool,
        size: (values["size"] as? String).flatMap { Size(rawValue: $0) }, opened: values["opened"] as? Date,
        key: values["key"] as? UUID ?? UUID(), site: values["site"] as? URL, seal: values["seal"] as? Data,
        tags: values["tags"] as? [String] ?? [])
      context.insert(made)
      made.nation = town.nation.map { nations[$0] }
      // SwiftData keeps both sides of a relationship; the stub does not.
      #if !canImport(Darwin)
        made.nation?.towns.append(made)
      #endif
    }
    for index in 0..<3 {
      let box = Box(id: Int64(index))
      context.insert(box)
      if index == 1 { context.insert(Piece(name: "a", box: box)) }
    }
    #if canImport(Darwin)
      try context.save()
    #endif
  }

  // MARK: cdq

  /// The same objects in a store of cdq, which gives the answers that a query should have.
  public func store() throws -> Store {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Schema.cdq")
    let schema = try Schema(parsing: String(contentsOf: file, encoding: .utf8))
    let continents = World.continents.enumerated().map { index, title in
      ["code": "C\(index)", "title": title as Any? ?? NSNull()] as [String: Any]
    }
    let nations = World.nations.enumerated().map { index, name in
      [
        "code": "N\(index)", "name": name, "area": index % 3 == 2 ? NSNull() : Double(index) * 40 as Any,
        "continent": World.continent(of: index).map { "C\($0)" } as Any? ?? NSNull(),
      ] as [String: Any]
    }
    let towns = towns.map { town in
      var object: [String: Any] = ["nation": town.nation.map { "N\($0)" } as Any? ?? NSNull()]
      for (name, value) in town.values { object[name] = World.json(value) }
      return object
    }
    let bytes = try JSONSerialization.data(withJSONObject: ["Continent": continents, "Nation": nations, "Town": towns])
    return try StoreLoader(schema: schema).load([LoadInput(name: "World.json", bytes: bytes)]).store
  }

  private static func json(_ value: Any) -> Any {
    switch value {
    case let number as Int64: Int(number)
    case let number as Int32: Int(number)
    case let number as Int16: Int(number)
    case let number as Float: Double(number)
    case let number as Decimal: "\(number)"
    case let date as Date: ISO8601DateFormatter().string(from: date)
    case let key as UUID: key.uuidString
    case let url as URL: url.absoluteString
    case let data as Data: data.base64EncodedString()
    default: value
    }
  }

  /// The ids of the towns that cdq finds, in the order of the query.
  public static func ids(of query: String, in store: Store) throws -> [Int64] {
    let found = try CheckedQuery(parsing: query, in: store.schema).run(in: store)
    guard case .records(let records) = found else { return [] }
    return records.compactMap { if case .int(let id) = $0.key.identity { id } else { nil } }
  }

  /// The codes of the nations or continents that cdq finds.
  static func codes(of query: String, in store: Store) throws -> [String] {
    let found = try CheckedQuery(parsing: query, in: store.schema).run(in: store)
    guard case .records(let records) = found else { return [] }
    return records.compactMap { if case .string(let code) = $0.key.identity { code } else { nil } }
  }
}
