import CDQFiles
import CDQIR
import CDQSchema
import CDQSyntax
import Foundation
import Testing

/// Models of public projects, present only where the project is developed.
enum RealModels {
  static let folders: [String] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    // The repository's sibling, or that of the main checkout when this is a linked work tree.
    return ["shared", "../shared"].flatMap { shared in
      ["corpus/models", "data/world"].map { root.appendingPathComponent(shared).appendingPathComponent($0).path }
    }.filter { FileSystem().kind(of: $0) == .directory }
  }()

  static let paths: [String] = folders.flatMap { (try? FileSystem().schemas(below: $0).models) ?? [] }

  /// Every version of every bundle.
  static let versions: [(path: String, version: String)] = paths.flatMap { path in
    ((try? FileSystem().list(path)) ?? []).filter { $0.hasSuffix(".xcdatamodel") }.map { (path, $0) }
  }
}

@Test(arguments: RealModels.versions.map { "\($0.path)|\($0.version)" })
func everyRealModelIsRead(_ model: String) throws {
  let parts = model.split(separator: "|").map(String.init)
  let built = buildSchema(
    SchemaInputs(modelPaths: [parts[0]], modelVersion: parts[1]), reader: FileSystem())
  #expect(built.diagnostics.filter { $0.severity == .error } == [])
  let text = String(decoding: try FileSystem().read(PathText.join(PathText.join(parts[0], parts[1]), "contents")), as: UTF8.self)
  let entities = built.schema.schema.entities
  let attributes = entities.flatMap(\.properties).filter { if case .attribute = $0 { true } else { false } }
  let relationships = entities.flatMap(\.properties).count - attributes.count
  print("\(parts[1]): \(entities.count) entities, \(attributes.count) attributes, \(relationships) relationships")
  for diagnostic in built.diagnostics where diagnostic.severity != .error { print("  ", diagnostic.severity, diagnostic.code, diagnostic.message) }
  #expect(entities.count == text.components(separatedBy: "<entity ").count - 1)
  #expect(attributes.count == text.components(separatedBy: "<attribute ").count - 1)
  #expect(relationships == text.components(separatedBy: "<relationship ").count - 1)
}
