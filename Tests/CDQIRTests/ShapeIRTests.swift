import CDQIR
import Testing

/// The form of the columns with rows of related objects.
@Suite struct ShapeIRTests {
  private static let cities = StepIR("cities", .toMany, of: "Country")
  private static let country = StepIR("country", .toOne, of: "City")

  private static func shape(_ name: String, at position: Int, _ steps: [StepIR] = [cities]) -> ShapeIR {
    let name = ShapeIRTests.item(name)
    return ShapeIR(
      name: name.name, position: position, steps: steps, isOptional: false, entity: "City",
      projection: ProjectionIR(isGrouped: false, items: [name]))
  }

  private static func item(_ name: String) -> ProjectionIR.Item {
    let path = PathIR(
      variable: 0, steps: [StepIR("name", .attribute, of: "City")], type: OptionalType(.string))
    return ProjectionIR.Item(name: name, expression: .path(path), type: OptionalType(.string))
  }

  private static func query(_ shapes: ShapeIR...) -> QueryIR {
    QueryIR(
      entity: "Country",
      projection: ProjectionIR(isGrouped: false, items: [item("a"), item("b")], shapes: shapes, isDistinct: false))
  }

  @Test func `Shapes stand among the columns where they say`() throws {
    let query = Self.query(Self.shape("x", at: 0), Self.shape("y", at: 2), Self.shape("z", at: 4))
    #expect(query.projection?.columns.map(\.name) == ["x", "a", "y", "b", "z"])
    #expect(try QueryIR(json: query.json) == query)
  }

  @Test(arguments: [[-1], [3], [.max], [1, 1], [2, 1], [0, 4]]) func `A position is the number of columns before it`(
    _ positions: [Int]
  ) throws {
    var query = Self.query()
    query.projection?.shapes = positions.map { Self.shape("x", at: $0) }
    let error = #expect(throws: IRCodingError.self) { try query.json }
    #expect(error?.description.hasPrefix("the position of a shape is the number of columns before it") == true)
    // Whoever makes such a value gets all of its columns.
    #expect(query.projection?.columns.count == 2 + positions.count)
  }

  @Test func `A position is tested where it is read`() throws {
    let json = try Self.query(Self.shape("x", at: 0)).json
    let wrong = json.replacing(#""position":0"#, with: #""position":-1"#)
    #expect(wrong != json)
    #expect(throws: IRCodingError.self) { try QueryIR(json: wrong) }
  }

  @Test(arguments: [[], [country, cities, country], [cities, cities], [StepIR("name", .attribute, of: "City")]])
  func `A path has to-one steps and ends with a relationship`(_ steps: [StepIR]) throws {
    let error = #expect(throws: IRCodingError.self) { try Self.query(Self.shape("x", at: 0, steps)).json }
    #expect(error?.description.hasPrefix("the path of a shape") == true)
    #expect(throws: Never.self) { try Self.query(Self.shape("x", at: 0, [Self.country, Self.country])).json }
  }
}
