import CDQJSON
import CDQLanguageServer
import Testing

/// Definitions, references and renaming across files and models.
@Suite struct NavigationTests {
  static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
        <entity name="Author" representedClassName="Author" syncable="YES">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        </entity>
        <entity name="Book" representedClassName="Book" syncable="YES">
            <attribute name="title" optional="YES" attributeType="String"/>
            <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
        </entity>
    </model>
    """

  private func place(_ location: JSONValue?) -> String {
    let range = PositionRange(location?["range"])
    let path = DocumentURI.path(location?["uri"]?.asString ?? "")
    return "\(path):\(range?.start.line ?? -1):\(range?.start.character ?? -1)-\(range?.end.character ?? -1)"
  }

  static let definitions: [(text: String, place: String)] = [
    ("query a = Ci¦ty", "/w/Schema.cdq:1:7-11"), ("query a = City where na¦me == $x", "/w/Schema.cdq:3:2-6"),
    ("query a = City where country.co¦de == $x", "/w/Schema.cdq:11:2-6"),
    ("query a = City where kind == .lar¦ge", "/w/Schema.cdq:16:9-14"),
    ("query a($x: Ki¦nd) = City where kind == $x", "/w/Schema.cdq:15:5-9"),
    ("query a($x: Int64) = City where population == $¦x", "/w/Queries.cdq:0:8-10"),
    ("query a = Country where SUBQUERY(cities, $c, $c¦.name == $x).@count > 0", "/w/Queries.cdq:0:41-43"),
    ("query a = City group by length(name) as len select len, count() as n sort le¦n", "/w/Queries.cdq:0:40-43"),
    ("query a = City where Count¦ry.@count > 3", "/w/Schema.cdq:10:7-14"),
    ("schema \"Sch¦ema.cdq\"", "/w/Schema.cdq:0:0-0"),
  ]

  @Test(arguments: definitions) func definition(_ text: String, _ expected: String) throws {
    let client = try TestClient()
    let position = client.open("/w/Queries.cdq", text)
    #expect(place(client.ask("definition", "/w/Queries.cdq", position).asArray.first) == expected)
  }

  @Test func definitionInAModel() throws {
    let contents = "/w/Library.xcdatamodeld/Library.xcdatamodel/contents"
    let client = try TestClient([contents: NavigationTests.model])
    let position = client.open("/w/Queries.cdq", "query a = Book where author.na¦me == $x")
    #expect(client.codes("/w/Queries.cdq").isEmpty)
    #expect(place(client.ask("definition", "/w/Queries.cdq", position).asArray.first) == "\(contents):3:25-29")
    let entity = Position(line: 0, character: 12)
    #expect(place(client.ask("definition", "/w/Queries.cdq", entity).asArray.first) == "\(contents):6:18-22")
    #expect(
      place(client.ask("typeDefinition", "/w/Queries.cdq", Position(line: 0, character: 23)).asArray.first)
        == "\(contents):2:18-24")
    // Xcode renames what a model declares.
    let refused = client.answer("textDocument/prepareRename", client.at("/w/Queries.cdq", position))
    #expect(refused[path: "error", "message"]?.asString?.contains("in Xcode") == true)
    let hover = client.ask("hover", "/w/Queries.cdq", position)[path: "contents", "value"]?.asString
    #expect(hover?.contains("Library.xcdatamodel") == true)
  }

  @Test func referencesInAllFiles() throws {
    let client = try TestClient([
      "/w/Schema.cdq": TestClient.schema, "/w/A.cdq": "query a = City where name == $x sort name",
      "/w/sub/B.cdq": "query b = Country where ANY cities.name == $x and title == $name",
    ])
    let position = client.open("/w/Queries.cdq", "query c = City where na¦me != $x")
    let all = client.ask("references", "/w/Queries.cdq", position).asArray.map(place)
    #expect(
      all == [
        "/w/A.cdq:0:21-25", "/w/A.cdq:0:37-41", "/w/Queries.cdq:0:21-25", "/w/Schema.cdq:3:2-6",
        "/w/sub/B.cdq:0:35-39",
      ])
    let context = JSONValue.fields(["includeDeclaration": .bool(false)])
    #expect(client.ask("references", "/w/Queries.cdq", position, ["context": context]).asArray.count == 4)
  }

  static let renames: [(text: String, name: String, schema: String, query: String)] = [
    (
      "query a = Ci¦ty where country.cities.@count > 1", "Town", "entity Town {", "query a = Town where"
    ),
    ("query a = City where na¦me == $x sort name", "label", "  label: String", "where label == $x sort label"),
    ("query a = Country where ANY cities.kind == .sm¦all", "tiny", "  kind: Kind = .tiny", "== .tiny"),
    ("query a = City where country == $c and ki¦nd == .small", "like", "  #like: Kind", "#like == .small"),
    ("query a = City where name == $x¦? or name != $x?", "text", "entity City {", "name == $text? or name != $text?"),
    (
      "query a($x¦: String) = City where name == $x", "$text", "entity City {",
      "a($text: String) = City where name == $text"
    ),
    ("query a¦ = City", "every", "entity City {", "query every = City"),
    (
      "query a = Country where SUBQUERY(cities, $c¦, $c.name == $x).@count > 0", "d", "entity City",
      "(cities, $d, $d.name == $x)"
    ),
    (
      "query a = City group by length(name) as le¦n having len > 2 select len, count() as n sort len, n", "letters", "entity City",
      "as letters having letters > 2 select letters, count() as n sort letters, n"
    ),
    (
      "query a = City group by kind select kind, count() as n sort ¦n desc", "number", "entity City",
      "count() as number sort number desc"
    ),
    ("query a = City where Cou¦ntry.@count > 5", "Land", "entity Land {", "where Land.@count > 5"),
    ("query a = City where country.ci¦ties.@count > 5", "towns", "inverse towns\n", "country.towns.@count"),
  ]

  @Test(arguments: renames) func rename(_ text: String, _ name: String, _ schema: String, _ query: String) throws {
    let client = try TestClient()
    let path = "/w/Queries.cdq"
    let position = client.open(path, text)
    #expect(client.codes(path).filter { $0 != "unknown-parameter-type" }.isEmpty)
    let edit = client.request("textDocument/rename", client.at(path, position, ["newName": .string(name)]))
    let after = client.texts(after: edit)
    #expect((after[path] ?? client.text(path)).contains(query))
    #expect((after["/w/Schema.cdq"] ?? TestClient.schema).contains(schema))
    // The renamed texts have no more findings than those before.
    let again = try TestClient(["/w/Schema.cdq": TestClient.schema, path: ""].merging(after) { $1 })
    #expect(again.codes(path) == client.codes(path))
    #expect(again.codes("/w/Schema.cdq").allSatisfy { $0 == "predicate-word" })
  }

  @Test(arguments: [
    ("query a = City where na¦me == $x", "population", "already"),
    ("query a = City where na¦me == $x", "1x", "no name"),
    ("query a = City where na¦me == $x", "a b", "no name"), ("query a = City where na¦me == $x", "", "no name"),
    ("query a = Ci¦ty", "Country", "already"), ("query a = Ci¦ty", "String", "already"),
    ("query a = City where leng¦th(name) == 1", "x", "word of the language"), ("query a = ¦ City", "x", "no name here"),
    ("query a = City where nonsen¦se == 1", "x", "no name here"),
  ]) func renameRefused(_ text: String, _ name: String, _ message: String) throws {
    let client = try TestClient()
    let position = client.open("/w/Queries.cdq", text)
    let answer = client.answer("textDocument/rename", client.at("/w/Queries.cdq", position, ["newName": .string(name)]))
    #expect(answer[path: "error", "message"]?.asString?.contains(message) == true, "\(answer)")
  }

  @Test func renameOnlyWhereItIsTheSame() throws {
    // Two packages with schemas of their own, and entities of one name.
    let client = try TestClient([
      "/w/a/S.cdq": "entity City { name: String }", "/w/a/Q.cdq": "query a = City where name == $x",
      "/w/b/S.cdq": "entity City { name: String }", "/w/b/Q.cdq": "query a = City where name == $x",
    ])
    let position = client.open("/w/a/Q.cdq", "query a = City where na¦me == $x")
    let edit = client.request("textDocument/rename", client.at("/w/a/Q.cdq", position, ["newName": .string("label")]))
    #expect(client.texts(after: edit).keys.sorted() == ["/w/a/Q.cdq", "/w/a/S.cdq"])
  }

  @Test func inheritedPropertiesBelongToTheirOwner() throws {
    let schema =
      "abstract entity Place { name: String }\nentity City: Place { kind: Int64 }\nentity Lake: Place { depth: Int64 }\n"
    let client = try TestClient(["/w/S.cdq": schema])
    let position = client.open("/w/Q.cdq", "query a = City where na¦me == $x\nquery b = Lake where name == $x\n")
    let edit = client.request("textDocument/rename", client.at("/w/Q.cdq", position, ["newName": .string("title")]))
    let after = client.texts(after: edit)
    #expect(after["/w/Q.cdq"] == "query a = City where title == $x\nquery b = Lake where title == $x\n")
    #expect(after["/w/S.cdq"]?.hasPrefix("abstract entity Place { title: String }") == true)
  }
}
