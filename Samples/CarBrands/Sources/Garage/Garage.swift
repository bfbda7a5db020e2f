public import CDQRuntime
public import Foundation

/// What a service answers, with brands somewhere in it.
public struct Answer: Decodable {
  /// An ordinary value.
  public var total: Int
  /// A brand that is stored as the answer is decoded.
  @Imported public var featured: CarBrand
  /// So are these.
  @Imported public var groups: [[CarBrand]]
}

/// A store of brands and what is decoded into it.
public struct Garage {
  /// The brands and models.
  public let store = Store(schema: .garage)

  /// An empty garage.
  public init() {}

  /// The bytes of a file that comes with the sample.
  public static func data(_ name: String) throws -> Data {
    try Data(contentsOf: Bundle.module.bundleURL.appendingPathComponent("Data/\(name).json"))
  }

  /// One line: how many objects there are.
  public var summary: String {
    "\(CarBrand.count(in: store)) brands, \(CarModel.count(in: store)) models"
  }

  /// Every form that JSON may come in; the lines say what is stored after each.
  public func tour() throws -> [String] {
    var lines: [String] = []
    for round in 1...2 {
      let brands = try store.decode(CarBrand.self, from: Garage.data("brands"))
      lines.append("an array, round \(round): \(brands.map(\.name)); \(summary)")
    }
    let volvo = try store.decode(CarBrand.self, from: Garage.data("one"))
    lines.append("one object: \(volvo.map { "\($0.name) \($0.country ?? "?") \($0.founded ?? 0)" }); \(summary)")
    let nested = try store.decode([[[CarBrand]]].self, from: Garage.data("nested"))
    lines.append("arrays in arrays: \(nested.map { $0.map { $0.map(\.name) } }); \(summary)")
    let page = try store.decode(CarBrand.self, from: Garage.data("page"), at: "data.brands")
    lines.append("under a key: \(page.map(\.name)); \(summary)")
    let models = try store.decode(CarModel.self, from: Garage.data("models"))
    lines.append("with references: \(models.map { "\($0.name) of \($0.brand)" }); \(summary)")
    let answer = try store.decode(containing: Answer.self, from: Garage.data("answer"))
    lines.append("inside another type: \(answer.total), \(answer.featured.name), \(answer.groups.map(\.count)); \(summary)")
    do {
      try store.decode(CarBrand.self, from: Garage.data("broken"))
    } catch {
      lines.append("\(error); still \(summary)")
    }
    lines.append("from SE: \(try Queries.brandsFrom(in: store, country: "SE").map(\.name))")
    lines.append("since 1956: \(try Queries.modelsSince(in: store, year: 1956).map(\.name))")
    return lines
  }
}
