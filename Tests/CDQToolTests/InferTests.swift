import CDQIR
import CDQInference
import CDQRandom
import CDQRuntime
import CDQSyntax
import CDQTool
import Foundation
import Testing

/// Schemas that are inferred from data: `cdq schema infer`, and the commands that find no schema.
@Suite struct InferTests {
  private static func inferred(_ files: [String: String]) throws -> ToolRun {
    ToolRun("schema infer DIR", in: try TestFolder(files))
  }

  @Test func entitiesTypesIdentitiesAndReferences() throws {
    let run = try Self.inferred([
      "City.json": """
      [{"id":1,"name":"Oslo","population":709037,"area":454.1,"isCapital":true,"founded":"1040-01-01","country":"NO"},
       {"id":2,"name":"Bergen","population":null,"area":464,"isCapital":false,"country":"NO","tags":["port"]},
       {"id":3,"name":"Malmö","population":347949,"area":77,"isCapital":false,"founded":"1275-01-01","country":"SE"}]
      """,
      "Country.json": #"[{"code":"NO","name":"Norge"},{"code":"SE","name":"Sverige"}]"#,
    ])
    #expect(
      run.output == """
        entity City {
          id: Int64 @unique
          name: String
          population: Int64?
          area: Double
          isCapital: Bool
          founded: Date?
          country: Country inverse cities
          tags: [String]?
        }

        entity Country {
          code: String @unique
          name: String
          cities: [City] inverse country
        }

        """)
    #expect(run.errors == "")
    #expect(run.code == 0)
  }

  @Test func cellsOfCSV() throws {
    let run = try Self.inferred([
      "orders.csv": """
      order id;customer_id;total;paid;zip;placed;token
      1;7;12.5;yes;00123;2026-01-31T10:00:00Z;E621E1F8-C36C-495A-93FC-0C247A3E6E5F
      2;8;9;no;10115;2026-02-01;00000000-0000-0000-0000-000000000000

      """,
      "customers.csv": "id\tname\n7\tAnn\n8\tBen\n",
    ])
    #expect(
      run.output == """
        entity customers {
          id: Int64 @unique
          name: String
          orders: [orders] inverse customer
        }

        entity orders {
          orderId: Int64 @unique @json("order id")
          customer: customers inverse orders @json("customer_id")
          total: Double
          paid: Bool
          zip: String
          placed: Date
          token: UUID
        }

        """)
  }

  @Test func whatQueriesCannotReachIsSaid() throws {
    let run = try Self.inferred(["my-people.ndjson": #"{"id":1,"address":{"city":"x"},"mixed":1}"# + "\n{\"id\":2,\"mixed\":\"a\"}\n"])
    #expect(run.output.contains("entity MyPeople {"))
    #expect(run.output.contains("address: Transformable?"))
    #expect(run.errors.contains("'DIR/my-people.ndjson' must be named 'MyPeople.ndjson'"))
    #expect(run.errors.contains("'MyPeople.address' holds objects, which queries can only compare with NULL"))
    #expect(run.errors.contains("'MyPeople.mixed' holds values of several types"))
  }

  @Test func bothSidesOfARelationshipAreInverses() throws {
    let run = try Self.inferred([
      "data.json": #"{"Post":[{"id":1,"tags":["a","b"]}],"Tag":[{"key":"a","posts":[1]},{"key":"b","posts":[1]}]}"#
    ])
    #expect(run.output.contains("tags: [Tag] inverse posts"))
    #expect(run.output.contains("posts: [Post] inverse tags"))
  }

  @Test func `A file of data needs no schema of the folder that says nothing of it`() throws {
    for schema in ["entity City { name: String }\n", "entity City { name: Strng }\n"] {
      let folder = try TestFolder(["orders.csv": "id,total\n1,5\n2,7\n", "Other.cdq": schema])
      let run = ToolRun("eval 'count orders where total > 5' --data DIR/orders.csv", in: folder)
      #expect(run.code == 0 && run.output == "1\n", "\(run.errors)")
      // A name that is similar is one with a mistake.
      let near = try TestFolder(["Cty.csv": "name\nOslo\n", "Other.cdq": "entity City { name: String }\n"])
      #expect(ToolRun("eval City --data DIR/Cty.csv", in: near).errors.contains("did you mean 'City.csv'"))
    }
  }

  @Test func `A folder above that everyone may write to has no schema`() throws {
    let folder = try TestFolder([
      "Other.cdq": "entity City { name: String }\n", "data/Town.json": #"[{"name":"Oslo"}]"#,
    ])
    let inside = ToolRun(["eval", "count City", "--data", "DIR"], at: folder.path + "/data", columns: nil)
    #expect(inside.errors.contains("belongs to an entity of the schema"), "the folder above is the project: \(inside.errors)")
    chmod(folder.path, 0o1777)
    let run = ToolRun(["eval", "count Town", "--data", "DIR"], at: folder.path + "/data", columns: nil)
    #expect(run.output == "1\n", "\(run.errors)")
    // The working directory itself is what the user chose.
    #expect(ToolRun("eval 'count City' --data DIR/data", in: folder).errors.contains("belongs to an entity"))
  }

  @Test func evalAndReplInferASchema() throws {
    let folder = try TestFolder([
      "City.csv": "id,name,country\n1,Oslo,NO\n2,Malmö,SE\n", "Country.csv": "code,name\nNO,Norge\nSE,Sverige\n",
    ])
    let run = ToolRun(["eval", "City where country.name == 'Sverige' select name", "--data", "DIR", "-f", "csv"], in: folder)
    #expect(run.output == "name\r\nMalmö\r\n")
    #expect(run.errors == "no schema was found; it is inferred from the data, as by 'cdq schema infer'\n")
    let repl = ToolRun("repl --data DIR", in: folder, input: "count Country where cities.@count == 1\n")
    #expect(repl.output.hasSuffix("2\n"))
    #expect(repl.code == 0)
  }

  @Test func standardInputHasTheNameOfTheOption() throws {
    let run = ToolRun(
      ["eval", "Person where age > 30", "--entity", "Person", "--data", "-", "--format", "json"],
      input: #"[{"name":"Ann","age":31},{"name":"Ben","age":29}]"#)
    #expect(run.output.contains(#""name":"Ann""#))
    #expect(!run.output.contains("Ben"))
    let lines = ToolRun(
      ["eval", "count Record where ok = TRUE", "--data", "-"], input: "{\"ok\":true}\n{\"ok\":false}\n")
    #expect(lines.output == "1\n")
  }

  @Test func dataWithoutRecordsIsRefused() throws {
    #expect(try Self.inferred(["City.json": "[]"]).code == 2)
    #expect(try Self.inferred(["City.json": "[1,2]"]).errors.contains("holds no records"))
    let empty = ToolRun(["eval", "City", "--data", "DIR"], in: try TestFolder(["City.json": "[]"]))
    #expect(empty.code == 2)
    #expect(empty.errors.contains("there is no schema"))
  }

  @Test func malformedDataIsReportedByTheLoader() throws {
    let folder = try TestFolder(["City.json": #"[{"id":1},{"id":2,}]"#])
    let run = ToolRun(["eval", "City", "--data", "DIR"], in: folder)
    #expect(run.code == 1)
    #expect(run.errors.contains("DIR/City.json:1:18: error: record 2: a comma before '}', which JSON does not allow"))
  }

  @Test func recordsThatAreDictionariesAndDeepOnes() throws {
    let keys = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let many = try Self.inferred(["A.json": "[{\(keys)}]"])
    #expect(many.output.split(separator: "\n").count == 1_002)
    let deep = try Self.inferred(["A.json": "[{\"x\":" + String(repeating: "[", count: 100_000) + "}]"])
    #expect(deep.code == 2)
  }

  /// Random records of scalars, lists and missing values load with the schema that is inferred from them.
  @Test func dataLoadsWithItsSchema() throws {
    var random = SplitMix(seed: 15)
    for round in 0..<300 {
      let keys = (0..<Int.random(in: 1...6, using: &random)).map { ["id", "a b", "where", "Part", "é", "x-\($0)"][$0] }
      let records = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        "{" + keys.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }.map { key in
          "\"\(key)\":\(Self.values.randomElement(using: &random) ?? "1")"
        }.joined(separator: ",") + "}"
      }
      let text = "[" + records.joined(separator: ",") + "]"
      let input = LoadInput(name: "T.json", entity: "T", format: .json, bytes: Data(text.utf8))
      let inferred = InferredSchema([input], entity: nil)
      guard let source = inferred.source else { continue }
      let folder = try TestFolder(["S.cdq": String(decoding: source.utf8, as: UTF8.self), "data/T.json": text])
      let run = ToolRun("eval 'count T' --schema DIR/S.cdq --data DIR/data", in: folder)
      #expect(run.output == "\(records.count)\n", "round \(round): \(run.errors) \(text)")
    }
  }

  private static let values = [
    "null", "1", "2", "-7", "1.5", "true", "\"\"", "\"text\"", "\"2026-01-31\"", "[]", "[1]", "[\"a\",null]", "{}",
    "9223372036854775808", "1e300", "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", "[[1]]",
  ]
}
