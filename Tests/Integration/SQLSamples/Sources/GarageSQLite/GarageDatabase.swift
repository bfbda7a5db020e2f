public import CDQDatabase
public import Foundation

/// What a service answers, with brands somewhere in it.
public struct Answer: Decodable, Sendable {
  var total: Int
  @Imported var featured: CarBrand
  @Imported var groups: [[CarBrand]]
}

/// Brands and what is decoded into them: the sample's `Garage` with a database in place of the store.
public struct GarageDatabase: Sendable {
  private let store: DatabaseStore
  private let folder: URL

  /// An empty garage.
  ///
  /// - Parameter folder: Where the JSON of the sample is.
  public init(_ store: DatabaseStore, dataIn folder: URL) throws {
    (self.store, self.folder) = (store, folder)
    try store.create()
  }

  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: "\(name).json"))
  }

  private func summary() async throws -> String {
    "\(try await CarBrand.count(in: store)) brands, \(try await CarModel.count(in: store)) models"
  }

  /// The lines of `Garage.tour()`.
  public func tour() async throws -> [String] {
    var lines: [String] = []
    for round in 1...2 {
      let brands = try await store.decode(CarBrand.self, from: data("brands"))
      lines.append("an array, round \(round): \(brands.map(\.name)); \(try await summary())")
    }
    let volvo = try await store.decode(CarBrand.self, from: data("one"))
    lines.append("one object: \(volvo.map { "\($0.name) \($0.country ?? "?") \($0.founded ?? 0)" }); \(try await summary())")
    let nested = try await store.decode([[[CarBrand]]].self, from: data("nested"))
    lines.append("arrays in arrays: \(nested.map { $0.map { $0.map(\.name) } }); \(try await summary())")
    let page = try await store.decode(CarBrand.self, from: data("page"), at: "data.brands")
    lines.append("under a key: \(page.map(\.name)); \(try await summary())")
    let models = try await store.decode(CarModel.self, from: data("models"))
    lines.append("with references: \(models.map { "\($0.name) of \($0.brand)" }); \(try await summary())")
    let answer = try await store.decode(containing: Answer.self, from: data("answer"))
    lines.append(
      "inside another type: \(answer.total), \(answer.featured.name), \(answer.groups.map(\.count)); \(try await summary())")
    do {
      try await store.decode(CarBrand.self, from: data("broken"))
    } catch {
      lines.append("\(error); still \(try await summary())")
    }
    lines.append("from SE: \(try await Queries.brandsFrom(in: store, country: "SE").map(\.name))")
    lines.append("since 1956: \(try await Queries.modelsSince(in: store, year: 1956).map(\.name))")
    return lines
  }
}
