import CDQJSON
import CDQLanguageServer
import Testing

/// Findings while typing, in all files of a target, and the reaction to files that change.
@Suite struct DiagnosticTests {
  @Test func findingsComeWithTheirPlaces() throws {
    let client = try TestClient()
    client.open("/w/Q.cdq", "query a = City where nmae == 5\n")
    let finding = client.findings["/w/Q.cdq"]?.asArray.first
    #expect(finding?["code"] == .string("unknown-property"))
    #expect(finding?["source"] == .string("cdq"))
    #expect(
      PositionRange(finding?["range"])
        == PositionRange(Position(line: 0, character: 21), Position(line: 0, character: 25)))
    client.change(
      "/w/Q.cdq", PositionRange(Position(line: 0, character: 21), Position(line: 0, character: 25)), "population")
    #expect(client.codes("/w/Q.cdq").isEmpty)
  }

  @Test func proofsAreFindingsToo() throws {
    let client = try TestClient()
    client.open("/w/Q.cdq", "query a = City where population > 5 AND population < 3\n")
    #expect(client.codes("/w/Q.cdq") == ["never-true"])
    client.open("/w/R.cdq", "// cdq:allow never-true\nquery b = City where population > 5 AND population < 3\n")
    #expect(client.codes("/w/R.cdq").isEmpty)
  }

  @Test func filesThatAreNotOpenAreCheckedToo() throws {
    let client = try TestClient(["/w/Schema.cdq": TestClient.schema, "/w/Q.cdq": "query a = Town\n"])
    #expect(client.codes("/w/Q.cdq") == ["unknown-entity"])
    // A change of the schema corrects a file that nobody has open.
    client.open("/w/Schema.cdq", TestClient.schema + "entity Town { name: String }\n")
    #expect(client.codes("/w/Q.cdq").isEmpty)
    client.change("/w/Schema.cdq", nil, TestClient.schema)
    #expect(client.codes("/w/Q.cdq") == ["unknown-entity"])
  }

  @Test func onlyChangedFindingsAreSent() throws {
    let client = try TestClient(["/w/Schema.cdq": TestClient.schema, "/w/Q.cdq": "query a = Town\n"])
    client.open("/w/R.cdq", "query b = City\n")
    let count = client.received.count
    client.change(
      "/w/R.cdq", PositionRange(Position(line: 1, character: 0), Position(line: 1, character: 0)), "// more\n")
    #expect(client.received.count == count)
    client.change("/w/R.cdq", PositionRange(Position(line: 0, character: 10), Position(line: 0, character: 14)), "Tow")
    #expect(client.received.count == count + 1)
  }

  @Test func findingsMoveWithTheirQueries() throws {
    let client = try TestClient()
    client.open("/w/Q.cdq", "query a = City\nquery b = City where nmae == 5\n")
    client.change(
      "/w/Q.cdq", PositionRange(Position(line: 0, character: 0), Position(line: 0, character: 0)), "// ä\n\n")
    let finding = client.findings["/w/Q.cdq"]?.asArray.first
    #expect(PositionRange(finding?["range"])?.start == Position(line: 3, character: 21))
  }

  @Test func queriesOfOneNameInTwoFiles() throws {
    let client = try TestClient(["/w/Schema.cdq": TestClient.schema, "/w/A.cdq": "query a = City\n"])
    client.open("/w/B.cdq", "query a = Country\n")
    #expect(client.codes("/w/B.cdq") == ["duplicate-query"])
    client.change("/w/B.cdq", nil, "query b = Country\n")
    #expect(client.codes("/w/B.cdq").isEmpty)
  }

  @Test func relatedPlacesNeedTheClientsSupport() throws {
    let client = try TestClient(
      ["/w/Schema.cdq": TestClient.schema, "/w/A.cdq": "query a = City\n"],
      capabilities: #"{"textDocument": {"publishDiagnostics": {"relatedInformation": true}}}"#)
    client.open("/w/B.cdq", "query a = Country\n")
    let related = client.findings["/w/B.cdq"]?.asArray.first?["relatedInformation"]?.asArray.first
    #expect(related?[path: "location", "uri"] == .string("file:///w/A.cdq"))
  }

  @Test func warningsObeySettingsAndComments() throws {
    let query = "query a = City where name LIKE \"Paris%\"\n"
    let client = try TestClient(["/w/Schema.cdq": TestClient.schema])
    client.open("/w/Q.cdq", query)
    let codes = client.codes("/w/Q.cdq")
    #expect(!codes.isEmpty)
    client.files["/w/cdq.json"] = "{\"rules\": {\"\(codes.first ?? "")\": \"allow\"}}"
    client.notify("workspace/didChangeWatchedFiles", TestFiles.changes(["/w/cdq.json"]))
    client.server.settle()
    #expect(client.codes("/w/Q.cdq").isEmpty)
    client.files["/w/cdq.json"] = "{\"rules\": 5}"
    client.notify("workspace/didChangeWatchedFiles", TestFiles.changes(["/w/cdq.json"]))
    client.server.settle()
    #expect(client.codes("/w/cdq.json") == ["invalid-config"])
    #expect(client.codes("/w/Q.cdq") == codes)
    client.files["/w/cdq.json"] = nil
    client.notify("workspace/didChangeWatchedFiles", TestFiles.changes(["/w/cdq.json"]))
    client.server.settle()
    #expect(client.codes("/w/cdq.json").isEmpty)
  }

  @Test func modelsThatChangeAreNoticed() throws {
    let contents = "/w/Library.xcdatamodeld/Library.xcdatamodel/contents"
    let client = try TestClient([contents: NavigationTests.model, "/w/Q.cdq": "query a = Book where pages > 5\n"])
    #expect(client.codes("/w/Q.cdq") == ["unknown-property"])
    client.files[contents] = NavigationTests.model.replacing(
      "<attribute name=\"title\"",
      with:
        "<attribute name=\"pages\" attributeType=\"Integer 64\" usesScalarValueType=\"YES\" defaultValueString=\"0\"/>\n        <attribute name=\"title\""
    )
    // The client does not watch files, so the server looks at them itself.
    client.server.poll()
    client.server.poll()
    #expect(client.codes("/w/Q.cdq") == ["unknown-property"])
    client.files[contents] = client.files[contents].map { $0 + "\n" }
    client.server.poll()
    #expect(client.codes("/w/Q.cdq").isEmpty)
  }

  @Test func newAndDeletedFilesAreNoticed() throws {
    let client = try TestClient(
      capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#)
    #expect(client.received.contains { $0["method"] == .string("client/registerCapability") })
    client.files["/w/Q.cdq"] = "query a = Town\n"
    client.notify("workspace/didChangeWatchedFiles", TestFiles.changes(["/w/Q.cdq"]))
    client.server.settle()
    #expect(client.codes("/w/Q.cdq") == ["unknown-entity"])
    client.files["/w/Q.cdq"] = nil
    client.notify("workspace/didChangeWatchedFiles", TestFiles.changes(["/w/Q.cdq"]))
    client.server.settle()
    #expect(client.findings["/w/Q.cdq"] == .array([]))
  }

  @Test func aClosedFileCountsAsItIsOnDisk() throws {
    let client = try TestClient(["/w/Schema.cdq": TestClient.schema, "/w/Q.cdq": "query a = City\n"])
    client.open("/w/Q.cdq", "query a = Town\n")
    #expect(client.codes("/w/Q.cdq") == ["unknown-entity"])
    client.notify("textDocument/didClose", .fields(["textDocument": .fields(["uri": .string("file:///w/Q.cdq")])]))
    client.server.settle()
    #expect(client.codes("/w/Q.cdq").isEmpty)
  }

  @Test func aDocumentWithoutAFile() throws {
    let client = try TestClient(root: nil)
    client.notify(
      "textDocument/didOpen",
      .fields([
        "textDocument": .fields([
          "uri": .string("untitled:Untitled-1"), "languageId": .string("cdq"), "version": .int(1),
          "text": .string("entity A { n: String }\nquery a = A where m == 1\n"),
        ])
      ]))
    client.server.settle()
    #expect(client.codes("untitled:Untitled-1") == ["unknown-property"])
  }

  // MARK: Targets

  @Test func targetsOfAPackageHaveTheirOwnSchemas() throws {
    let client = try TestClient([
      "/w/Package.swift": "", "/w/Sources/A/S.cdq": "entity City { name: String }\nquery a = City\n",
      "/w/Sources/B/S.cdq": "entity City { title: String }\nquery a = City where title == $x\n",
    ])
    #expect(client.findings.values.allSatisfy { $0.asArray.isEmpty })
  }

  @Test func schemasOfDependenciesAreFollowed() throws {
    let client = try TestClient([
      "/w/Package.swift": "", "/w/Sources/Model/S.cdq": "entity City { name: String }\n",
      "/w/Sources/App/Q.cdq": "query a = City where name == $x\n",
    ])
    #expect(client.codes("/w/Sources/App/Q.cdq") == ["unknown-entity"])
    client.server.workspace.add(
      PackageDescription(
        folder: "/w",
        targets: [
          .init(name: "Model", folder: "/w/Sources/Model", dependencies: []),
          .init(name: "App", folder: "/w/Sources/App", dependencies: ["Model"]),
        ]))
    client.server.settle()
    #expect(client.codes("/w/Sources/App/Q.cdq").isEmpty)
    let position = client.open("/w/Sources/App/Q.cdq", "query a = City where na¦me == $x\n")
    let edit = client.request(
      "textDocument/rename", client.at("/w/Sources/App/Q.cdq", position, ["newName": .string("title")]))
    #expect(client.texts(after: edit).keys.sorted() == ["/w/Sources/App/Q.cdq", "/w/Sources/Model/S.cdq"])
    // An error in the schema of the dependency is reported there, and nothing that follows from it.
    client.open("/w/Sources/Model/S.cdq", "entity City { name: Strin }\n")
    #expect(client.codes("/w/Sources/App/Q.cdq").isEmpty)
    #expect(!client.codes("/w/Sources/Model/S.cdq").isEmpty)
  }

  @Test func importsAreFollowed() throws {
    let client = try TestClient([
      "/w/shared/S.cdq": "entity City { name: String }\n",
      "/w/app/Q.cdq": "schema \"../shared/S.cdq\"\nquery a = City where name == $x\n",
    ])
    #expect(client.codes("/w/app/Q.cdq").isEmpty)
    client.open("/w/shared/S.cdq", "entity City { title: String }\n")
    #expect(client.codes("/w/app/Q.cdq") == ["unknown-property"])
  }

  // MARK: Code actions

  @Test func fixItsAndSuppressions() throws {
    let client = try TestClient()
    let text = "query a = City where nmae == $x\nquery b = City where name LIKE \"Paris%\"\n"
    client.open("/w/Q.cdq", text)
    func actions(_ line: Int, _ only: [String] = []) -> [JSONValue] {
      let range = PositionRange(Position(line: line, character: 0), Position(line: line, character: 60)).json
      return client.about("codeAction", "/w/Q.cdq", ["range": range, "context": .fields(["only": .strings(only)])])
        .asArray
    }
    let fix = actions(0).first
    #expect(fix?["title"]?.asString?.contains("'name'") == true)
    #expect(
      client.texts(after: fix?["edit"] ?? .null)["/w/Q.cdq"]?.hasPrefix("query a = City where name == $x\n") == true)
    let allow = actions(1).last { $0["title"]?.asString?.hasPrefix("Allow") == true }
    let allowed = client.texts(after: allow?["edit"] ?? .null)["/w/Q.cdq"] ?? ""
    #expect(allowed.contains("  // cdq:allow "))
    client.change("/w/Q.cdq", nil, allowed.replacing("nmae", with: "name"))
    #expect(client.codes("/w/Q.cdq").isEmpty)
    #expect(actions(0, ["source.organizeImports"]).isEmpty)
  }

  @Test func parametersCanBeDeclared() throws {
    let client = try TestClient()
    client.open("/w/Q.cdq", "query a = City where name == $x AND population > $least\n")
    let range = PositionRange(Position(line: 0, character: 6), Position(line: 0, character: 6)).json
    let action = client.about("codeAction", "/w/Q.cdq", ["range": range]).asArray.first
    let after = client.texts(after: action?["edit"] ?? .null)["/w/Q.cdq"] ?? ""
    #expect(after == "query a($x: String, $least: Int64) = City where name == $x AND population > $least\n")
    client.change("/w/Q.cdq", nil, after)
    #expect(client.codes("/w/Q.cdq").isEmpty)
  }
}

enum TestFiles {
  /// The parameters of `workspace/didChangeWatchedFiles`.
  static func changes(_ paths: [String]) -> JSONValue {
    .fields(["changes": .array(paths.map { .fields(["uri": .string("file://\($0)"), "type": .int(2)]) })])
  }
}

/// The question to SwiftPM about the targets of a package.
@Suite struct PackageTests {
  @Test func onlyPackagesOfOpenDocumentsAreDescribed() throws {
    let files = MemoryFiles([
      "/w/a/Package.swift": "", "/w/a/Sources/Model/S.cdq": "entity City { name: String }\n",
      "/w/a/Sources/App/Q.cdq": "query a = City where name == $x\n", "/w/b/Package.swift": "",
      "/w/b/Sources/B/S.cdq": "entity City { name: String }\n",
    ])
    let asked = Asked()
    var findings: [String: JSONValue] = [:]
    let server = LanguageServer(
      ServerEnvironment(
        files: files, version: "1",
        describePackage: { folder in
          asked.folders.append(folder)
          return PackageDescription(
            folder: folder,
            targets: [
              .init(name: "Model", folder: "\(folder)/Sources/Model", dependencies: []),
              .init(name: "App", folder: "\(folder)/Sources/App", dependencies: ["Model"]),
            ])
        })
    ) { message in
      if let uri = message[path: "params", "uri"]?.asString { findings[uri] = message[path: "params", "diagnostics"] }
    }
    server.receive(
      .fields(["id": .int(1), "method": .string("initialize"), "params": .fields(["rootUri": .string("file:///w")])]))
    server.receive(.fields(["method": .string("initialized"), "params": .fields([:])]))
    server.settle()
    #expect(asked.folders.isEmpty)
    let text = JSONValue.string("query a = City where name == $x\n")
    let item = JSONValue.fields(["uri": .string("file:///w/a/Sources/App/Q.cdq"), "version": .int(1), "text": text])
    server.receive(.fields(["method": .string("textDocument/didOpen"), "params": .fields(["textDocument": item])]))
    server.settle()
    #expect(asked.folders == ["/w/a"])
    #expect(findings["file:///w/a/Sources/App/Q.cdq"] == .array([]))
  }
}

/// The folders that were asked about; the test runs on one thread.
private final class Asked: @unchecked Sendable {
  var folders: [String] = []
}
