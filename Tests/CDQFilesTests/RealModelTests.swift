import CDQFiles
import CDQIR
import CDQPrinting
import CDQSchema
import CDQSyntax
import Foundation
import Testing

/// Core Data models of public projects, which are not in the repository but in a folder `shared` beside it.
enum RealModels {
  static let folders: [String] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    // `shared` is a sibling of the repository, or of the main checkout when this is a linked work tree.
    return ["shared", "../shared"].flatMap { shared in
      ["corpus/models", "data/world"].map { root.appendingPathComponent(shared).appendingPathComponent($0).path }
    }.filter { FileSystem().kind(of: $0) == .directory }
  }()

  static let paths: [String] = folders.flatMap { (try? FileSystem().schemas(below: $0).models) ?? [] }

  /// Every version of every model bundle.
  static let versions: [(path: String, version: String)] = paths.flatMap { path in
    ((try? FileSystem().list(path)) ?? []).filter { $0.hasSuffix(".xcdatamodel") }.map { (path, $0) }
  }
}

@Suite struct RealModelTests {
  @Test(arguments: RealModels.versions.map { [$0.path, $0.version] })
  func everyRealModelIsReadAndSurvivesThePrinter(_ model: [String]) throws {
    let files = FileSystem()
    let built = buildSchema(SchemaInputs(modelPaths: [model[0]], modelVersion: model[1]), reader: files)
    #expect(built.diagnostics.filter { $0.severity == .error } == [])
    #expect(built.diagnostics.allSatisfy { $0.code != "unknown-model-attribute" && $0.code != "unknown-model-element" })

    let schema = built.schema.schema
    let contents = PathText.join(PathText.join(model[0], model[1]), "contents")
    let text = String(decoding: try files.read(contents), as: UTF8.self)
    let properties = schema.entities.flatMap(\.properties)
    let attributes = properties.filter { if case .attribute = $0 { true } else { false } }.count
    #expect(schema.entities.count == text.components(separatedBy: "<entity ").count - 1)
    #expect(attributes == text.components(separatedBy: "<attribute ").count - 1)
    #expect(properties.count - attributes == text.components(separatedBy: "<relationship ").count - 1)
    print(
      "\(model[1]): \(schema.entities.count) entities, \(attributes) attributes,",
      "\(properties.count - attributes) relationships"
    )

    let printed = SourceText(name: "imported.cdq", SchemaPrinter.text(schema))
    let parsed = Parser.parseDocument(printed)
    let again = buildSchema(SchemaInputs(documents: [(printed, parsed.tree)]), reader: files)
    #expect((parsed.diagnostics + again.diagnostics).filter { $0.severity == .error } == [])
    #expect(SchemaDump.text(again.schema.schema) == SchemaDump.text(schema))
    #expect(again.schema.schema == schema)
  }

  @Test(.enabled(if: RealModels.paths.contains { $0.hasSuffix("World.xcdatamodeld") }))
  func theWorldIsTheSameAsModelAndAsText() throws {
    let model = try #require(RealModels.paths.first { $0.hasSuffix("World.xcdatamodeld") })
    let locator = SchemaLocator()
    let folder = PathText.folder(of: model)
    let fromModel = try locator.inputs(for: model)
    let fromFolder = try locator.inputs(for: folder)
    #expect(fromFolder.inputs.documents.map { PathText.name(of: $0.0.name) } == ["World.cdq"])
    #expect(fromFolder.inputs.modelPaths == [])
    for inputs in [fromModel.inputs, fromFolder.inputs] {
      let built = buildSchema(inputs, reader: FileSystem())
      #expect(built.diagnostics.filter { $0.severity != .note } == [])
      #expect(Set(built.schema.schema.entities.map(\.name)) == ["City", "Country"])
      #expect(built.schema.schema.identity(of: "City").map(\.name) == ["id"])
      let cities = try #require(built.schema.schema.property(named: "cities", of: "Country"))
      #expect(cities.type.description == "[City]")
    }
  }
}
