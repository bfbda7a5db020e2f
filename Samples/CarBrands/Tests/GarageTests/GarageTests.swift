import CDQRuntime
import Foundation
import Garage
import Testing

@Suite struct GarageTests {
  @Test func `The README shows what the tour prints`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let readme = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
    let tour = try Garage().tour().joined(separator: "\n")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains("```\n\(tour)\n```"), "\(tour)")
  }

  @Test func `Decoding again changes neither the number of objects nor who they are`() throws {
    let garage = Garage()
    try garage.store.decode(CarBrand.self, from: Garage.data("brands"))
    let (brands, models) = (garage.store.records(of: "CarBrand").map(\.key), garage.store.records(of: "CarModel").map(\.key))
    for _ in 1...3 { try garage.store.decode(CarBrand.self, from: Garage.data("brands")) }
    #expect(garage.store.records(of: "CarBrand").map(\.key) == brands)
    #expect(garage.store.records(of: "CarModel").map(\.key) == models)
  }

  @Test func `Two garages share nothing`() throws {
    let (first, second) = (Garage(), Garage())
    try first.store.decode(CarBrand.self, from: Garage.data("one"))
    #expect(first.summary == "1 brands, 1 models")
    #expect(second.summary == "0 brands, 0 models")
  }

  @Test func `One wrong value leaves everything as it was`() throws {
    let garage = Garage()
    let error = #expect(throws: DecodeError.self) {
      try garage.store.decode(CarBrand.self, from: Garage.data("broken"))
    }
    #expect(error?.codingPath.jsonPath == "[1].models[0].year")
    #expect(garage.summary == "0 brands, 0 models")
  }
}
