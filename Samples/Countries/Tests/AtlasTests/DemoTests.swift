import Atlas
import Foundation
import Testing

@Suite struct DemoTests {
  /// Set UPDATE_EXPECT=1 to write what the demo prints now.
  @Test func `The tour prints what the README shows`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("tour.txt")
    let printed = try Demo(AtlasData.store()).tour().joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_EXPECT"] != nil {
      try Data(printed.utf8).write(to: file)
    }
    #expect(printed == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test func `Deleting a country takes its cities along and nothing else`() throws {
    let store = try AtlasData.store()
    let before = store.count(of: "City")
    #expect(try Demo(store).deleteCountry("CH") == "deleted CH: 6 objects, \(before - 5) cities left")
    #expect(try Demo(store).search("Zürich").isEmpty)
    #expect(try Demo(store).countries().count == 52)
  }

  @Test func `What is not there is a typed error`() throws {
    let demo = Demo(try AtlasData.store())
    #expect(throws: (any Error).self) { try demo.capital(of: "XX") }
  }
}
