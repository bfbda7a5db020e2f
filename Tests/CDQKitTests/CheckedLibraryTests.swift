import CDQKit
import Foundation
import Testing

/// Named queries of files and models, read at run time.
@Suite struct CheckedLibraryTests {
  private static let text = """
    /// Towns by their first letters.
    query named($prefix: String) = Town where name BEGINSWITH[cd] $prefix sort name desc
    query ports = count Town where isPort
    """

  @Test func `Queries of a text are found by name and checked`() throws {
    let library = try CheckedLibrary(parsing: Self.text, in: Towns.schema)
    #expect(library.names == ["named", "ports"])
    let store = try Towns.store()
    #expect(try library.query(named: "named").rows(of: Town.self, in: store, ["prefix": "ma"]).map(\.id) == [4, 3])
    #expect(try library["ports"]?.count(in: store) == 3)
    #expect(try library.query(named: "named").description == "Town where name BEGINSWITH[cd] $prefix sort name desc")
    #expect(try library.query(named: "named").parameters.map(\.name) == ["prefix"])
    #expect(throws: ExecutionError.self) { try library.query(named: "named").run(in: store, ["prefix": 5]) }
    let error = #expect(throws: QueryError.self) { try library.query(named: "port") }
    #expect(error?.diagnostics.first?.label == "did you mean 'ports'?")
    #expect(throws: QueryError.self) { try CheckedLibrary(parsing: "query q = Twon", in: Towns.schema) }
    let whole = try CheckedLibrary(parsing: "entity Town { name: String }\nquery all = Town")
    #expect(whole.schema.entity(named: "Town") != nil && whole.names == ["all"])
  }

  @Test func `Templates of a Core Data model are queries`() throws {
    let model = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Town" representedClassName="Town" syncable="YES">
          <attribute name="name" attributeType="String"/>
          <attribute name="people" optional="YES" attributeType="Integer 64" usesScalarValueType="NO"/>
        </entity>
        <fetchRequest name="LargeTowns" entity="Town" predicateString="people &gt; $LEAST AND name != &quot;x&quot;"/>
      </model>
      """
    let library = try CheckedLibrary(coreDataModel: Data(model.utf8))
    let name = try #require(library.names.first)
    let query = try library.query(named: name)
    #expect(query.parameters.count == 1)
    let store = Store(schema: library.schema)
    _ = try store.insert("Town", ["name": "Oslo", "people": 700_000])
    _ = try store.insert("Town", ["name": "x", "people": 700_000])
    guard case .records(let found) = try query.run(in: store, [query.parameters[0].name: 5]) else {
      Issue.record("no records")
      return
    }
    #expect(found.map { $0["name"] } == ["Oslo"])
    #expect(query.description.contains("people > $"))
  }

  @Test func `A file is read again when it has changed`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).cdq")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = LibraryFile(url, in: Towns.schema)
    #expect(throws: (any Error).self) { try file.library() }
    try Self.text.write(to: url, atomically: true, encoding: .utf8)
    #expect(try file.library().names == ["named", "ports"])
    try "query other = Town".write(to: url, atomically: true, encoding: .utf8)
    #expect(try file.library().names == ["other"])
    try "query wrong = Town where nmae == 1".write(to: url, atomically: true, encoding: .utf8)
    #expect(throws: QueryError.self) { try file.library() }
    #expect(throws: QueryError.self) { try file.query(named: "other") }
  }
}
