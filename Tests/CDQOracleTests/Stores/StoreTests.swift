import CDQCoreData
import CDQDatabase
import CDQIR
import CDQPrinting
import CDQRandom
import CDQRuntime
import CDQSQL
import CDQSchema
import CDQSyntax
import Foundation
import Testing

/// Compares the answers of stores in Core Data's layout with those of memory, on random models, objects and texts. The
/// model comes from the store's cache.
///
///     CDQ_STORE_CASES=20000 swift test --filter StoreTests
@Suite struct StoreTests {
  private static let environment = ProcessInfo.processInfo.environment
  static let cases = environment["CDQ_STORE_CASES"].flatMap { Int($0) } ?? 1500
  static let seed = environment["CDQ_STORE_SEED"].flatMap { UInt64($0) } ?? 1

  @Test func `Stores give the rows of memory`() throws {
    var tallies: [String: DatabaseTests.Tally] = [:]
    var failures = 0
    for number in 0..<((StoreTests.cases + 29) / 30) where failures < 5 {
      let seed = StoreTests.seed << 32 + UInt64(number)
      var random = SplitMix(seed: seed)
      let world = RandomStoreModel.world(&random)
      let file = try StoreFolder()
      var writer = try CoreDataWriter(world, path: file.path)
      let isPending = number % 2 == 0
      try writer.write(cache: [.dictionaries, .knownKeys, .unknownForm][number % 3], isPending: isPending)
      let before = try file.state()
      try withExtendedLifetime(writer) {
        let connection = try #require(try AppleStoreFile.openStore(file.path))
        let catalog = try AppleStoreCatalog(connection)
        let model = try #require(catalog.cachedModel)
        let source = SourceText(name: "model", model.xml)
        var inputs = SchemaInputs()
        inputs.modelTexts = [source]
        let built = buildSchema(inputs, reader: NoFiles())
        let schema = built.schema.schema
        #expect(StoreTests.text(schema) == StoreTests.text(world.schema), "seed \(seed)")
        let loaded = try OracleCase.Loaded(world)
        // The archive does not say what a transformable attribute holds; a model in XML does.
        let layout = CoreDataLayout(loaded.checked.schema, catalog)
        #expect(
          layout.differences == 0,
          "seed \(seed): \(layout.missingProperties) \(layout.unknownColumns) \(layout.missingEntities)")
        let database = Database(schema: loaded.checked.schema, mapping: layout.mapping, dialect: .sqlite)
        let found = DatabaseWorld(loaded: loaded, databases: [("store", database, connection)])
        for _ in 0..<30 {
          failures += DatabaseTests.run(found, &random, &tallies, seed)
          if failures >= 5 { break }
        }
        #expect(try file.state() == before, "seed \(seed): a file has changed")
      }
    }
    let tally = try #require(tallies["store"])
    #expect(tally.refused * 20 <= tally.total, "\(tally.reasons)")
    #expect(tally.total > StoreTests.cases / 3)
    print(
      "\(tally.total) queries, \(tally.exact) by SQL alone, \(tally.residual) tested again in memory, \(tally.refused) refused"
    )
  }
}

extension StoreTests {
  /// A schema as a text, with the entities by name: an archive has no order.
  static func text(_ schema: Schema) -> String {
    var entities = schema.entities.sorted { $0.name < $1.name }
    for index in entities.indices {
      entities[index].properties = entities[index].properties.map { property in
        guard case .attribute(var attribute) = property, attribute.type.element != nil else { return property }
        attribute.type = .opaque
        return .attribute(attribute)
      }
    }
    return SchemaPrinter.text(Schema(entities: entities))
  }
}

/// A folder with one store, which is deleted when the object is deallocated.
final class StoreFolder {
  let folder: String
  var path: String { folder + "/Store.sqlite" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-stores-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The bytes and dates of all files, by name.
  func state() throws -> [String: [String]] {
    var result: [String: [String]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
      let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
      result[name] = [try Data(contentsOf: file).base64EncodedString(), "\(date?.timeIntervalSince1970 ?? 0)"]
    }
    return result
  }
}

struct NoFiles: SchemaReader {
  func kind(of path: String) -> PathKind { .missing }
  func read(_ path: String) throws(FileError) -> [UInt8] { throw FileError(path, .noSuchFile) }
  func list(_ path: String) throws(FileError) -> [String] { throw FileError(path, .noSuchFile) }
}
