import CDQJSON
import CDQLanguageServer
import Testing

/// Questions about a place in a text, answered from a schema in another file.
@Suite struct FeatureTests {
  let client: TestClient
  let path = "/w/Queries.cdq"

  init() throws {
    client = try TestClient()
  }

  // MARK: Hover

  static let hovers: [(text: String, expected: [String])] = [
    ("query a = City where na¦me == $x", ["City.name: String", "The name in English."]),
    ("query a = Ci¦ty", ["entity City {", "A place where people live.", "population: Int64"]),
    ("query a = City where country.tit¦le == $x", ["Country.title: String"]),
    ("query a = City where kind == .sma¦ll", ["Kind.small = \"small\"", "A village."]),
    ("query a = City where population > $le¦ast", ["$least: Int64"]),
    ("query a = update City set na¦me = $x", ["City.name: String"]),
    ("query a = update City set name = $ne¦w", ["$new: String"]),
    ("query a = update City set kind = .sma¦ll", ["Kind.small = \"small\""]),
    ("query a = City where name == $na¦me?", ["$name: String (may be absent)"]),
    ("query a = Country where ANY cities.kind == .lar¦ge", ["Kind.large"]),
    ("query a = Country where SUBQUERY(cities, $c, $¦c.population > 5).@count > 1", ["$c: City"]),
    ("query a = City where leng¦th(name) > 5", ["length(text) → Int64", "UTF-16 units"]),
    ("/// Big ones.\nquery bi¦g = City where population > $least", ["func big(", "least: Int64", "Big ones.", "FROM \"City\"", "-- ?1 = 1"]),
    ("query a = City where founded > $date AND kin¦d == .small", ["City.kind: Kind"]),
    ("query a = Country where cities.@co¦unt > 1", ["@count"]),
    // A query with errors still has names.
    ("query a = City where na¦me == AND nonsense", ["City.name: String"]),
  ]

  @Test(arguments: hovers) func hover(_ text: String, _ expected: [String]) {
    let shown = client.ask("hover", path, client.open(path, text))[path: "contents", "value"]?.asString ?? ""
    for part in expected { #expect(shown.contains(part), "\(shown) lacks \(part)") }
  }

  @Test func `The statement of a hover is for the tables of the settings`() throws {
    let client = try TestClient(["/w/Schema.cdq": "entity City {\n  id: Int64 @unique\n  name: String\n}\n"])
    client.files["/w/cdq.json"] = #"{"backend": "sql", "dialect": "postgres", "mapping": "Shop.mapping.json"}"#
    let tables = #"""
      {"version": 1, "entities": {"City": {"table": {"name": "tbl_city"}, "key": ["nr"], "order": ["nr"],
        "attributes": {"id": {"column": "nr"}, "name": {"column": "title"}}, "relationships": {}}}}
      """#
    client.files["/w/Shop.mapping.json"] = tables
    func hover() -> String {
      client.server.settle()
      let offset = client.open("/w/Q.cdq", "query na¦med = City where name == $name\n")
      return client.ask("hover", "/w/Q.cdq", offset)[path: "contents", "value"]?.asString ?? ""
    }
    client.notify("workspace/didChangeWatchedFiles", TestFiles.changes(["/w/cdq.json"]))
    let shown = hover()
    #expect(shown.contains("FROM \"tbl_city\"") && shown.contains("t1.\"title\""), "\(shown)")
    #expect(shown.contains("$1") && shown.contains("func named("), "\(shown)")
    // A change of the file is seen, and its mistakes are reported in it.
    client.files["/w/Shop.mapping.json"] = tables.replacing("tbl_city", with: "tbl_town")
    client.notify("workspace/didChangeWatchedFiles", TestFiles.changes(["/w/Shop.mapping.json"]))
    #expect(hover().contains("FROM \"tbl_town\""))
    client.files["/w/Shop.mapping.json"] = tables.replacing("\"key\"", with: "\"kye\"")
    client.notify("workspace/didChangeWatchedFiles", TestFiles.changes(["/w/Shop.mapping.json"]))
    client.server.settle()
    #expect(!client.codes("/w/Shop.mapping.json").isEmpty)
    #expect(!hover().contains("FROM"))
    client.files["/w/Shop.mapping.json"] = tables
    client.notify("workspace/didChangeWatchedFiles", TestFiles.changes(["/w/Shop.mapping.json"]))
    client.server.settle()
    #expect(client.codes("/w/Shop.mapping.json").isEmpty)
  }

  @Test func hoverOnNothing() {
    #expect(client.ask("hover", path, client.open(path, "query a = City ¦ ")) == .null)
  }

  // MARK: Completion

  static let completions: [(text: String, first: [String], never: [String])] = [
    ("¦", ["query", "entity"], ["name"]),
    ("query a = ¦", ["City", "Country"], ["name"]),
    ("query a = City ¦", ["where"], ["name", "asc"]),
    ("query a = City where ¦", ["name"], ["where", "asc"]),
    ("query a = City where country.¦", ["title"], ["name", "where", "AND"]),
    ("query a = City where kind == ¦", [".small", ".large"], []),
    ("query a = City where kind IN {.small, .¦", ["small", "large"], ["name"]),
    ("query a = City where country.cities.kind == .¦", ["small", "large"], []),
    ("query a = City where isCapital == ¦", ["true", "false", "isCapital"], []),
    ("query a = City where name ¦", ["BEGINSWITH"], ["where", "sort"]),
    ("query a = City where population == 5 ¦", ["AND", "OR"], ["BEGINSWITH", "where"]),
    ("query a = City where isCapital ¦", ["AND"], []),
    ("query a = City where population > ¦", ["population"], []),
    ("query a = City where founded > ¦", ["founded"], []),
    ("query a = City sort ¦", ["name"], ["AND"]),
    ("query a = update City ¦", ["where", "set"], ["sort", "select"]),
    ("query a = update City where isCapital ¦", ["AND"], ["sort"]),
    ("query a = City where population == 5 ¦", ["AND"], ["set"]),
    ("query a = update City set ¦", ["name", "population"], ["where", "AND"]),
    ("query a = update City set kind = .small, ¦", ["name"], ["where"]),
    ("query a = update City set name ¦", ["="], ["where"]),
    ("query a = update City set kind = ¦", [".small", ".large"], []),
    ("query a = update City set isCapital = ¦", ["true", "false", "isCapital"], []),
    ("query a = update City set population = ¦", ["population"], []),
    ("query a = City sort name ¦", ["asc", "desc"], []),
    ("query a = Country where SUBQUERY(cities, $c, ¦", ["$c"], []),
    ("query a = Country where SUBQUERY(cities, $c, $c.¦", ["population"], ["title"]),
    ("query a = Country where cities.¦", ["population", "@count"], ["title"]),
    ("query a = City where country.title == \"x\" AND ¦", ["name"], []),
    ("query a($x: ¦", ["Kind"], ["query"]),
    ("query a($least: Int64) = City where population > $¦", ["$least"], []),
    ("entity A: ¦", ["City", "Country"], ["Kind"]),
    ("entity A { x: ¦", ["Kind"], ["query"]),
    ("entity A { x: String @¦", ["@unique"], ["@delete"]),
    ("entity A { x: [City] @delete(¦", ["nullify", "cascade"], []),
    ("entity A { x: [City] inverse ¦", ["country"], ["name"]),
    ("mapping M: ¦", ["City"], []),
    ("mapping M: City { ¦", ["name"], []),
    ("mapping M: City ¦", ["at", "where"], ["name"]),
    ("mapping M: City where ¦", ["name"], ["at"]),
    ("mapping M: City { kind = k as { \"s\": ¦", [".small"], ["name"]),
    ("mapping M: Country { cities = City where ¦", ["population"], ["title"]),
    ("mapping M: City { name = n ¦", ["as", "using"], []),
    ("query a = count ¦", ["City"], ["where"]),
    ("query a = City where ANY country.cities.population ¦", ["==", ">", "BETWEEN"], ["LIKE"]),
    ("query a($n: String) = City where $n ¦", ["BEGINSWITH"], ["where"]),
    ("query a = City where name ¦", ["=="], ["having", "AND"]),
    ("query a = City where sqrt(¦", ["population"], ["NOT", "TRUEPREDICATE"]),
    ("query a = City sort name desc ¦", ["nulls first"], ["asc"]),
    ("query a = City sort name nulls ¦", ["first", "last"], ["name"]),
    ("query a = City group ¦", ["by"], ["name"]),
    ("query a = City group by kind ¦", ["having", "select"], ["where"]),
    ("query a = City select name as ¦", [], ["name", "sort"]),
    ("query a = City select name ¦", ["as", "sort"], ["having"]),
    ("entity A { kind: Kind = ¦", [".small"], ["@unique"]),
    ("entity A {\n  x: String\n}\n¦", ["query", "entity"], []),
  ]

  @Test(arguments: completions) func completion(_ text: String, _ first: [String], _ never: [String]) {
    let labels = client.labels(path, text)
    #expect(!labels.isEmpty || first.isEmpty)
    let best = labels.prefix(max(first.count + 8, first.count))
    for label in first { #expect(best.contains(label), "\(label) is not among the first: \(best)") }
    for label in never { #expect(!labels.contains(label), "\(label) does not fit") }
  }

  @Test(arguments: ["query a = City where name == \"¦", "// ¦", "/* ¦", "query a = City where name == 5¦"])
  func nothingToComplete(_ text: String) {
    #expect(client.labels(path, text).isEmpty)
  }

  @Test func completionBestFitsTheType() {
    // A property of the expected type comes before the others.
    let labels = client.labels(path, "query a = City where founded == ¦")
    #expect(labels.firstIndex(of: "founded")! < labels.firstIndex(of: "name")!)
  }

  @Test func snippetsNeedTheClientsSupport() throws {
    let position = client.open(path, "query a = City where le¦")
    let plain = client.ask("completion", path, position)["items"]?.asArray ?? []
    #expect(plain.allSatisfy { $0["insertTextFormat"] == .int(1) })
    let able = try TestClient(
      capabilities: #"{"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}}"#)
    let found = able.ask("completion", path, able.open(path, "query a = City where le¦"))["items"]?.asArray ?? []
    let length = found.first { $0["label"] == .string("length") }
    #expect(length?[path: "textEdit", "newText"] == .string("length(${1:text})"))
    // The edit replaces the letters that are there.
    #expect(length?[path: "textEdit", "range", "start", "character"] == .int(21))
  }

  // MARK: Signature help

  @Test(arguments: [
    ("query a = City where substring(name, ¦", "substring(text, integer, integer) → String?", 1),
    ("query a = City where substring(¦name, 1, 2)", "substring(text, integer, integer) → String?", 0),
    ("query a = City where TERNARY(isCapital, 1, ¦", "TERNARY(condition, value, otherwise)", 2),
    ("query a = Country where SUBQUERY(cities, $c, ¦", "SUBQUERY(collection, $x, condition)", 2),
  ]) func signatureHelp(_ text: String, _ label: String, _ active: Int) {
    let help = client.ask("signatureHelp", path, client.open(path, text))
    #expect(help["signatures"]?.asArray.first?["label"] == .string(label))
    #expect(help["activeParameter"] == .int(active))
  }

  @Test func noSignatureOutsideCalls() {
    #expect(client.ask("signatureHelp", path, client.open(path, "query a = City where ¦name == 5")) == .null)
  }

  // MARK: Inlay hints and lenses

  @Test func inlayHintsShowTypesOfParameters() {
    let text = "query a = City where population > $least AND name == $name? AND population < $least"
    client.open(path, text)
    let range = PositionRange(Position(line: 0, character: 0), Position(line: 9, character: 0)).json
    let hints = client.about("inlayHint", path, ["range": range]).asArray
    #expect(hints.compactMap { $0["label"]?.asString } == [": Int64", ": String"])
    #expect(hints.compactMap { $0[path: "position", "character"]?.asInt } == [40, 59])
    // While the query has an error, the hints stay.
    client.change(path, PositionRange(Position(line: 0, character: 40), Position(line: 0, character: 40)), " AND ")
    #expect(client.about("inlayHint", path, ["range": range]).asArray.count == 2)
    // A parameter list needs no hints.
    client.open(path, "query b($x: Int64) = City where population > $x")
    #expect(client.about("inlayHint", path, ["range": range]).asArray.isEmpty)
  }

  @Test func lensesRunQueriesOnTheDataFolder() throws {
    let text = "query all = City\nquery big = City where population > $least\nquery wrong = City where x\n"
    let client = try TestClient(
      ["/w/Schema.cdq": TestClient.schema, "/w/Data/City.json": "[]", "/w/Queries.cdq": text],
      run: { request in .success("\(request.query) of \(request.dataFolder) \(request.arguments.map(\.value))") })
    client.open(path, text)
    let lenses = client.about("codeLens", path).asArray
    #expect(
      lenses.compactMap { $0[path: "command", "title"]?.asString } == ["run on Data", "run with $least on Data"])
    let uri = JSONValue.string("file://\(path)")
    let result = client.request(
      "workspace/executeCommand", .fields(["command": .string("cdq.run"), "arguments": .array([uri, .string("all")])]))
    #expect(result["text"] == .string("all of /w/Data []"))
    #expect(client.received.contains { $0["method"] == .string("window/showMessage") })
    let parameter = JSONValue.fields(["name": .string("least"), "type": .string("Int64")])
    let refused = client.answer(
      "workspace/executeCommand",
      .fields(["command": .string("cdq.run"), "arguments": .array([uri, .string("big"), .array([parameter])])]))
    #expect(refused[path: "error", "message"]?.asString?.contains("needs $least: Int64") == true)
    // A query that is not saved would run as it was before.
    client.change(path, nil, "query all = Country\n")
    let unsaved = client.answer(
      "workspace/executeCommand", .fields(["command": .string("cdq.run"), "arguments": .array([uri, .string("all")])]))
    #expect(unsaved[path: "error", "message"]?.asString?.contains("save the file") == true)
  }

  // MARK: Outline and folding

  @Test func symbols() throws {
    client.open(path, "enum E { a }\nentity X {\n  n: String\n}\nquery q = one City\nmapping M: City { name = n }\n")
    let flat = client.about("documentSymbol", path).asArray
    #expect(flat.compactMap { $0["name"]?.asString } == ["E", "a", "X", "n", "q", "M", "name"])
    let able = try TestClient(
      capabilities: #"{"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}}"#)
    able.open(path, "entity X {\n  n: [City]?\n}\n")
    let tree = able.about("documentSymbol", path).asArray
    #expect(tree.first?["children"]?.asArray.first?["detail"] == .string("[City]?"))
    let found = client.request("workspace/symbol", .fields(["query": .string("ctry")])).asArray
    #expect(found.compactMap { $0["name"]?.asString } == ["country", "Country"] || found.count == 2)
  }

  @Test func folding() {
    client.open(
      path, "// a\n// b\nschema \"x.cdq\"\nschema \"y.cdq\"\nentity X {\n  n: String\n  m: String\n}\n/* a\nb */\n")
    let ranges = client.about("foldingRange", path).asArray.map {
      "\($0["startLine"]?.asInt ?? -1)-\($0["endLine"]?.asInt ?? -1) \($0["kind"]?.asString ?? "")"
    }
    #expect(ranges == ["4-6 ", "2-3 imports", "8-9 comment", "0-1 comment"])
  }

  @Test func selectionGrows() {
    let position = client.open(path, "query a = City where na¦me == 5 AND population > 1\n")
    let answer = client.about("selectionRange", path, ["positions": .array([position.json])]).asArray
    var widths: [Int] = []
    var next = answer.first
    while let range = next, let place = PositionRange(range["range"]) {
      widths.append(place.end.line > 0 ? 99 : place.end.character - place.start.character)
      next = range["parent"]
    }
    #expect(widths == [4, 9, 28, 38, 48, 99] || widths == widths.sorted())
    #expect(widths.count > 3)
  }

  @Test func highlights() {
    let position = client.open(
      path, "query a = City where na¦me == $x AND name != $y\nquery b = City where name == $x\n")
    #expect(client.ask("documentHighlight", path, position).asArray.count == 3)
    let parameter = client.open(
      "/w/P.cdq", "query a = City where name == $¦x AND name != $x\nquery b = City where name == $x\n")
    #expect(client.ask("documentHighlight", "/w/P.cdq", parameter).asArray.count == 2)
  }
}
