import CDQFiles
import CDQIR
import CDQSchema
import CDQSyntax
import Foundation
import Testing

/// A temporary folder that is removed when the object is deallocated.
private final class Scratch {
  let path: String

  init(_ files: [String: String]) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("cdq-\(UUID().uuidString)").path
    for (name, text) in files {
      let file = PathText.join(path, name)
      try FileManager.default.createDirectory(
        atPath: PathText.folder(of: file), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String { PathText.join(path, name) }
}

@Suite struct FileSystemTests {
  let files = FileSystem()

  @Test func readsAndLists() throws {
    let scratch = try Scratch(["b.cdq": "entity B {}", "a/c.txt": "x", ".hidden": ""])
    #expect(files.kind(of: scratch("b.cdq")) == .file)
    #expect(files.kind(of: scratch("a")) == .directory)
    #expect(files.kind(of: scratch("z")) == .missing)
    #expect(try files.read(scratch("b.cdq")) == Array("entity B {}".utf8))
    #expect(try files.list(scratch.path) == [".hidden", "a", "b.cdq"])
  }

  @Test func failuresNameThePathAndTheReason() throws {
    let scratch = try Scratch(["a/x": "", "big": "12345"])
    #expect(throws: FileError(scratch("no"), .noSuchFile)) { try files.read(scratch("no")) }
    #expect(throws: FileError(scratch("a"), .isDirectory)) { try files.read(scratch("a")) }
    #expect(throws: FileError(scratch("a/x"), .isNotDirectory)) { try files.list(scratch("a/x")) }
    #expect(throws: FileError(scratch("no"), .noSuchFile)) { try files.list(scratch("no")) }
    #expect(throws: FileError(scratch("a"), .isDirectory)) { try files.write([], to: scratch("a")) }
    #expect(throws: FileError(scratch("no/x"), .noSuchFile)) { try files.write([], to: scratch("no/x")) }
    #expect(throws: FileError(scratch("big"), .tooLarge(limit: 4))) {
      try FileSystem(sizeLimit: 4).read(scratch("big"))
    }
    #expect(FileError("a", .isDirectory).explanation == "is a directory")
  }

  @Test func readsFilesOfEachSize() throws {
    let scratch = try Scratch(["f": ""])
    for count in [0, 1, 4095, 4096, 65_535, 65_536, 65_537, 200_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try Data(bytes).write(to: URL(fileURLWithPath: scratch("f")))
      #expect(try files.read(scratch("f")) == bytes)
      #expect(try FileSystem(sizeLimit: count).read(scratch("f")) == bytes)
    }
  }

  /// The kernel says that these files are empty.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/maps"))) func readsFilesWithoutASize() throws {
    #expect(try files.read("/proc/self/maps").count > 1000)
    #expect(throws: FileError("/proc/self/maps", .tooLarge(limit: 100))) {
      try FileSystem(sizeLimit: 100).read("/proc/self/maps")
    }
  }

  @Test func writesOnlyWhatChanges() throws {
    let scratch = try Scratch(["f": "old"])
    #expect(try files.write(Array("old".utf8), to: scratch("f")) == false)
    #expect(try files.write(Array("new".utf8), to: scratch("f")) == true)
    #expect(try files.read(scratch("f")) == Array("new".utf8))
    try files.makeFolder(scratch("x/y"))
    try files.makeFolder(scratch("x/y"))
    #expect(try files.write([1], to: scratch("x/y/g")) == true)
    #expect(try files.list(scratch("x/y")) == ["g"])
  }

  @Test func findsSchemasBelowAFolder() throws {
    let scratch = try Scratch([
      "z.cdq": "", "sub/a.cdq": "", ".build/no.cdq": "", "sub/deep/M.xcdatamodeld/V 1.xcdatamodel/contents": "",
      "Bare.xcdatamodel/contents": "", "note.txt": "",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: scratch("sub/circle"), withDestinationPath: scratch.path)
    let found = try files.schemas(below: scratch.path)
    #expect(found.documents == [scratch("sub/a.cdq"), scratch("z.cdq")])
    #expect(found.models == [scratch("Bare.xcdatamodel"), scratch("sub/deep/M.xcdatamodeld")])
    #expect(try files.schemas(in: scratch("sub")).documents == [scratch("sub/a.cdq")])
  }

  @Test func locatesWhatASchemaIsBuiltFrom() throws {
    let model = "<model><entity name=\"M\"/></model>"
    let scratch = try Scratch([
      "one.cdq": "entity A { b: B? } entity B {}", "queries/q.cdq": "query all = M",
      "queries/M.xcdatamodel/contents": model, "both/s.cdq": "schema \"M.xcdatamodel\"",
      "both/M.xcdatamodel/contents": model, "two/A.xcdatamodel/contents": model,
      "two/B.xcdatamodel/contents": "<model><entity name=\"N\"/></model>", "empty/x.txt": "", "other.json": "",
    ])
    let locator = SchemaLocator()
    for (path, names) in [
      ("one.cdq", ["A", "B"]), ("queries", ["M"]), ("both", ["M"]), ("two", ["M", "N"]), ("two/A.xcdatamodel", ["M"]),
      ("both/s.cdq", ["M"]),
    ] {
      let built = buildSchema(try locator.inputs(for: scratch(path)).inputs, reader: files)
      #expect(built.diagnostics.filter { $0.severity == .error } == [])
      #expect(built.schema.schema.entities.map(\.name) == names)
    }
    #expect(throws: FileError(scratch("gone"), .noSuchFile)) { _ = try locator.inputs(for: scratch("gone")) }
    #expect(throws: FileError(scratch("empty"), .noSchemaInside)) { _ = try locator.inputs(for: scratch("empty")) }
    #expect(throws: FileError(scratch("other.json"), .notASchema)) {
      _ = try locator.inputs(for: scratch("other.json"))
    }
  }
}
