import CDQIR
import CDQPrinting
import CDQSchema
import CDQSyntax
import Foundation
import Testing

@Suite struct SchemaOutputTests {
  @Test func aPrintedSchemaChecksToTheSameSchema() {
    for schema in [Built(DeclaredSchemaTests.everything).schema, Built(model: ModelImporterTests.everything).schema] {
      let text = SchemaPrinter.text(schema)
      let again = Built(text)
      #expect(again.diagnostics.filter { $0.severity == .error } == [])
      #expect(SchemaDump.text(again.schema) == SchemaDump.text(schema))
      #expect(again.schema == schema)
      #expect(SchemaPrinter.text(again.schema) == text)
    }
  }

  @Test func randomSchemasSurviveThePrinter() {
    for seed in 0..<300 {
      var random = RandomSchema(seed: UInt64(seed))
      let schema = random.schema()
      let text = SchemaPrinter.text(schema)
      let again = Built(text)
      let errors = again.diagnostics.filter { $0.severity == .error }
      guard errors.isEmpty, again.schema == schema else {
        Issue.record("seed \(seed): \(errors.first?.message ?? "differs")\n\(text)\n\(SchemaDump.text(again.schema))")
        return
      }
    }
  }

  @Test func printsReadableText() {
    let built = Built(
      """
      enum E: Int64 { a = 1 }
      entity Country { id: String @unique cities: [City] inverse country @delete(cascade) }
      /// A city.
      entity City { e: E? = .a name: String @index country: Country? inverse cities @@index(name, e desc) }
      entity Empty {}
      """)
    #expect(
      SchemaPrinter.text(built.schema) == """
        enum E: Int64 {
          a = 1,
        }

        entity Country {
          id: String @unique
          cities: [City] inverse country @delete(cascade)
        }

        /// A city.
        entity City {
          e: E? = .a
          name: String @index
          country: Country? inverse cities
          @@index(name, e desc)
        }

        entity Empty {}

        """)
  }

  @Test func jsonHasTheKeysThatScriptsRelyOn() throws {
    let built = Built(DeclaredSchemaTests.everything)
    let text = SchemaJSON.text(built.schema)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let entities = try #require(object["entities"] as? [[String: Any]])
    #expect(entities.map { $0["name"] as? String } == ["Place", "Country", "City"])
    #expect(entities.map { $0["parent"] as? String } == [nil, "Place", "Place"])
    #expect(entities.map { ($0["attributes"] as? [Any])?.count } == [2, 17, 7])
    #expect(entities.map { ($0["relationships"] as? [Any])?.count } == [0, 3, 2])
    #expect(text.hasPrefix("{\n  \"entities\": [\n    {\n      \"name\": \"Place\",\n      \"parent\": null,\n"))
    #expect(SchemaJSON.text(built.schema, entity: "City").contains("\"Country\"") == true)
    #expect(SchemaJSON.text(Schema(entities: [])) == "{\n  \"entities\": []\n}\n")
  }

  @Test func mermaidDrawsAnInverseOnce() {
    let built = Built(
      """
      abstract entity P {} entity Country: P { cities: [City] inverse country @count(1...) } entity City: P {
        name: String? country: Country? inverse cities lone: City? }
      """)
    #expect(
      SchemaMermaid.text(built.schema) == """
        classDiagram
          class P {
            <<abstract>>
          }
          class Country {
          }
          class City {
            name: String?
          }
          P <|-- Country
          P <|-- City
          Country "0..1" -- "1..*" City : cities / country
          City --> "0..1" City : lone

        """)
  }
}
