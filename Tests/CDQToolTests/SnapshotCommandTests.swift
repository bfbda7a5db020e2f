import CDQTool
import Foundation
import Testing

/// `cdq snapshot`, and snapshots as the data of other commands.
@Suite struct SnapshotCommandTests {
  static func folder() throws -> TestFolder {
    let folder = try TestFolder([
      "Old.cdq": "entity Town { id: Int64 @unique  title: String  rank: Int16? }",
      "New.cdq": "entity Town { id: Int64 @unique  name: String @renamed(from: \"title\")  rank: Int32 = 1 }",
      "Bad.cdq": "entity Town { id: Int64 @unique  name: String  rank: Int16 }",
      "data/Town.json": #"[{"id": 1, "title": "Rom", "rank": 2}, {"id": 2, "title": "Ulm"}]"#,
    ])
    let run = ToolRun("snapshot --schema DIR/Old.cdq --data DIR/data -o DIR/towns.cdqdata", in: folder)
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    return folder
  }

  static let runs: [(String, Int32, String, String)] = [
    ("eval 'Town where rank == 2 select title' --data DIR/towns.cdqdata --format csv", 0, "title\r\nRom\r\n", ""),
    ("eval 'count Town' --data DIR/towns.cdqdata --schema DIR/New.cdq", 0, "2\n", ""),
    ("eval 'Town where rank == 1 select name' -d DIR/towns.cdqdata -s DIR/New.cdq -f csv", 0, "name\r\nUlm\r\n", ""),
    ("snapshot --check DIR/towns.cdqdata", 0, "Town: 2 objects\n", ""),
    (
      "snapshot --check DIR/towns.cdqdata --schema DIR/New.cdq", 0,
      "Town: 2 objects\nTown.name: was 'title'\nTown.rank: 1 where it was nil\n", ""
    ),
    (
      "snapshot --check DIR/towns.cdqdata --schema DIR/Bad.cdq", 1, "",
      """
      DIR/towns.cdqdata: error: Town.name is new and needs a value [not-migratable]
         = help: give it a default, as in 'name: String = ""', or make it optional; if it was 'title', add \
      @renamed(from: "title")
      DIR/towns.cdqdata: error: Town.rank needs a value now and could be nil [not-migratable]
         = help: give it a default, as in 'rank: Int16 = 0', or keep it optional

      """
    ),
    ("snapshot --check DIR/Old.cdq", 2, "", "error: 'DIR/Old.cdq' is no snapshot of cdq [not-a-snapshot]\n"),
    ("snapshot --check DIR/no.cdqdata", 2, "", "error: cannot read 'DIR/no.cdqdata': no such file\n"),
    ("snapshot --data DIR/data", 2, "", "error: 'cdq snapshot' needs --data and -o, or --check\n"),
    (
      "snapshot -s DIR/Old.cdq -d DIR/data -o DIR/no/x.cdqdata", 2, "",
      "error: cannot write 'DIR/no/x.cdqdata': no such file; what was there is unchanged [unwritable-snapshot]\n"
    ),
  ]

  @Test(arguments: runs)
  func gives(_ line: String, _ code: Int32, _ output: String, _ errors: String) throws {
    let run = ToolRun(line, in: try Self.folder())
    #expect(run.code == code)
    #expect(run.output == output)
    #expect(run.errors.hasPrefix(errors), "\(run.errors)")
  }

  @Test func batchesAndTheREPLReadThem() throws {
    let folder = try Self.folder()
    let batch = ToolRun(
      ["eval", "--batch", "-", "--data", "DIR/towns.cdqdata"], in: folder, input: "{\"query\": \"count Town\"}\n")
    #expect(batch.output == "{\"value\":2}\n" || batch.output == "{\"value\": 2}\n", "\(batch.output)")
    let repl = ToolRun(["repl", "--data", "DIR/towns.cdqdata"], in: folder, input: "count Town\n")
    #expect(repl.output.contains("2"), "\(repl.output)")
  }

  @Test func deletingReplacesTheFile() throws {
    let folder = try Self.folder()
    let run = ToolRun("eval 'delete Town where id == 1' --data DIR/towns.cdqdata --write -v", in: folder)
    #expect(run.output == "1\n")
    #expect(run.errors.contains("wrote DIR/towns.cdqdata"))
    #expect(ToolRun("eval 'count Town' --data DIR/towns.cdqdata", in: folder).output == "1\n")
    // A snapshot that is opened with another version of the schema is saved with that version.
    _ = ToolRun("eval 'delete Town where name == \"x\"' --data DIR/towns.cdqdata -s DIR/New.cdq --write", in: folder)
    #expect(ToolRun("snapshot --check DIR/towns.cdqdata -s DIR/Old.cdq", in: folder).code == 0)
    _ = ToolRun("snapshot --data DIR/towns.cdqdata -s DIR/New.cdq -o DIR/towns.cdqdata", in: folder)
    #expect(ToolRun("eval 'Town select name' -d DIR/towns.cdqdata -f csv", in: folder).output == "name\r\nUlm\r\n")
  }
}
