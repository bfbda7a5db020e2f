import CDQCodegen
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// What back ends write for shapes. `SQLTests` has those of statements.
@Suite struct ShapeCodeTests {
  private static let schema = """
    entity Place { id: Int64 @unique  size: Int64?  land: Land? inverse places  owner: Owner inverse places }
    entity Land { code: String @unique  places: [Place] inverse land }
    entity Owner { name: String  places: [Place] inverse owner }
    """

  private static func corpus(_ query: String) -> CodegenCorpus {
    CodegenCorpus(texts: [("A.cdq", schema + "\nquery q = " + query)])
  }

  @Test func `A closure has a loop over the related objects, and checks its arguments once`() throws {
    let corpus = ShapeCodeTests.corpus(
      "Land select code, places { id, land { code }, owner { name } where size > $least sort id limit $n }")
    let result = corpus.generate(GenerateOptions(backend: .closure))
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let text = try #require(result.files.first).text
    for line in [
      "struct PlacesRow:", "var land: LandRow?", "var owner: OwnerRow", "let related = object.places",
      "for place in related {", "CDQRows.sort(&keys, limit: limit)", "var rows2: [QRow.PlacesRow] = []",
      "if let land2 = object2.land {", "let owner = object2.owner", "owner: QRow.PlacesRow.OwnerRow(name: owner.name)",
      "QRow(code: object.code, places: rows2)",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    let check = try #require(text.range(of: "guard limitValue >= 0"))
    let loop = try #require(text.range(of: "for object in selected {"))
    #expect(check.lowerBound < loop.lowerBound)
  }

  @Test(arguments: [BackEndName.closure, .sql]) func `An order that a parameter chooses is refused at its shape`(
    _ backEnd: BackEndName
  ) throws {
    let corpus = ShapeCodeTests.corpus("Land select code, places { id sort $by in (id, size) }")
    let result = corpus.generate(GenerateOptions(backend: backEnd))
    let found = try #require(result.diagnostics.first { $0.severity == .error })
    #expect(found.message.contains("a parameter chooses") && found.help.first?.contains("a query for each order") == true)
  }

  @Test func `The parameter of a shape's limit is used`() {
    let corpus = ShapeCodeTests.corpus("Land select code, places { id sort id limit $n }")
    #expect(corpus.diagnostics.filter { $0.code.rawValue == "unused-parameter" }.map(\.message) == [])
  }
}
