import Atlas
import CDQKit
import CDQRuntime
import Foundation
import Testing

/// The same schema as a Core Data model, `Model/Atlas.xcdatamodeld`, which `schema "Atlas.xcdatamodeld"` in a `.cdq`
/// file would name.
@Suite struct ModelFileTests {
  static let contents = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Model/Atlas.xcdatamodeld/Atlas.xcdatamodel/contents")

  static func data(_ entity: String) throws -> LoadInput {
    let folder = contents.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Atlas/Data")
    let bytes = try Data(contentsOf: folder.appendingPathComponent("\(entity).json"))
    return LoadInput(name: "\(entity).json", entity: entity, format: .json, bytes: bytes)
  }

  @Test func `A Core Data model says the same`() throws {
    let schema = try Schema(coreDataModel: Data(contentsOf: Self.contents))
    let store = try StoreLoader(schema: schema).load([Self.data("Country"), Self.data("City")]).store
    let known = try AtlasData.store()
    // The generated code fits, except that a model has no enums: there a continent is any text.
    #expect(try City.all(in: store) == City.all(in: known))
    #expect(try Queries.withCityAbove(in: store, n: 3_000_000) == Queries.withCityAbove(in: known, n: 3_000_000))
    let pl = try #require(try Country.find(code: "PL", in: store))
    #expect(try pl.delete(in: store) == known.delete(pl))
  }

  static let mistakes: [(text: String, instead: String, line: Int, message: String)] = [
    (#"destinationEntity="City""#, #"destinationEntity="Town""#, 8, "Town"),
    (#"inverseName="cities""#, #"inverseName="towns""#, 20, "towns"),
    ("</entity>\n</model>", "</model>", 26, "entity"),
  ]

  @Test(arguments: mistakes)
  func `A model with a mistake is refused at its line`(
    _ text: String, _ instead: String, _ line: Int, _ message: String
  ) throws {
    let model = try String(contentsOf: Self.contents, encoding: .utf8)
    let broken = model.replacingOccurrences(of: text, with: instead)
    try #require(broken != model)
    let error = try #require(throws: QueryError.self) {
      try Schema(coreDataModel: Data(broken.utf8), name: "Atlas.xcdatamodel")
    }
    let shown = "\(error)"
    #expect(shown.contains("contents:\(line):") && shown.contains(message), "\(shown)")
  }

  @Test func `A declaration with a mistake is refused at its line`() throws {
    let error = try #require(throws: QueryError.self) {
      try Schema(parsing: "entity City {\n  name: Strin\n}\n", name: "City.cdq")
    }
    #expect("\(error)".contains("City.cdq:2:") && "\(error)".contains("'Strin'"))
  }
}
