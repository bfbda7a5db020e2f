import CDQCoreData
import CDQDatabase
import CDQIR
import CDQKit
import CDQRandom
import CDQSchema
import CDQSyntax
import Foundation
import Testing

/// Stores without a model: the guess from their tables has all entities with their objects, and all tables of pairs.
@Suite struct TableModelTests {
  @Test(arguments: 0..<40)
  func `Tables alone tell entities, counts and pairs`(number: Int) throws {
    var random = SplitMix(seed: 4000 + UInt64(number))
    let world = RandomStoreModel.world(&random)
    let folder = try StoreFolder()
    var writer = try CoreDataWriter(world, path: folder.path)
    try writer.write(cache: number % 2 == 0 ? .empty : .none)
    let connection = try #require(try AppleStoreFile.openStore(folder.path))
    let catalog = try AppleStoreCatalog(connection)
    #expect(catalog.cachedModel == nil)
    var inputs = SchemaInputs()
    inputs.modelTexts = [SourceText(name: "tables", try TableModel(catalog, connection).model.xml)]
    let built = buildSchema(inputs, reader: NoFiles())
    #expect(!built.diagnostics.contains { $0.severity == .error }, "\(built.diagnostics.map(\.message))")
    let schema = built.schema.schema
    let layout = CoreDataLayout(schema, catalog)
    #expect(
      layout.missingProperties.isEmpty && layout.unknownColumns.isEmpty,
      "\(layout.missingProperties) \(layout.unknownColumns)")
    let database = Database(schema: schema, mapping: layout.mapping, dialect: .sqlite)
    func count(_ text: String) throws -> Int {
      let ir = try CheckedQuery(parsing: text, in: schema).ir
      guard case .count(let count) = try database.run(ir, on: connection) else { return -1 }
      return count
    }
    #expect(Set(schema.entities.map(\.name)) == Set(world.schema.entities.map(\.name)))
    for entity in world.schema.entities {
      let expected = world.objects.count { world.schema.isEntity($0.entity, kindOf: entity.name) }
      #expect(try count("count #\(entity.name)") == expected, "\(entity.name)")
    }
    for entity in world.schema.entities {
      for case .relationship(let relationship) in entity.properties where ["tags", "links"].contains(relationship.name)
      {
        let pairs = world.objects.filter { world.schema.isEntity($0.entity, kindOf: entity.name) }
          .map { $0.references[relationship.name]?.count ?? 0 }
        for size in Set(pairs) where size > 0 {
          let found = try count("count #\(entity.name) where \(relationship.name).@count == \(size)")
          #expect(found == pairs.count { $0 == size }, "\(entity.name).\(relationship.name)")
        }
      }
    }
  }
}
