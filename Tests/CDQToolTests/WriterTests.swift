import CDQFiles
import CDQTestSupport
import Foundation
import Testing

#if os(macOS) || os(Linux)
  /// Every command that writes files, as a process: two at once, killed, on a full disk and in a folder that is only read.
  /// What they leave is the whole result of one of them, or what was there before.
  @Suite(.serialized) struct WriterTests {
    /// A command that writes, with another one that writes the same files otherwise.
    struct Writer: Sendable, CustomTestStringConvertible {
      let name: String
      var first: String
      var second: String
      /// The commands that make what both begin with.
      var preparation: [String] = []
      var testDescription: String { name }
    }

    static let writers: [Writer] = [
      Writer(
        name: "load", first: "load one --schema Town.cdq --to out/z.sqlite", second: "load two --schema Town.cdq --to out/z.sqlite"),
      Writer(
        name: "snapshot", first: "snapshot -s Town.cdq -d one -o out/t.cdqdata", second: "snapshot -s Town.cdq -d two -o out/t.cdqdata"),
      Writer(
        name: "snapshot and delete", first: "snapshot -s Town.cdq -d one -o out/t.cdqdata",
        second: "eval 'delete Town where id == 7' --data out/t.cdqdata --write",
        preparation: ["snapshot -s Town.cdq -d two -o out/t.cdqdata"]),
      Writer(
        name: "delete", first: "eval 'delete Land where code == \"A\"' -s Town.cdq --data out/data --write",
        second: "eval 'delete Town where id == 7' -s Town.cdq --data out/data --write"),
      Writer(name: "export", first: "export Notes.sqlite -o out/new", second: "export Notes.sqlite -o out/new --format csv"),
      Writer(name: "fmt", first: "fmt out/Ugly.cdq out/Ugly2.cdq", second: "fmt out/Ugly2.cdq out/Ugly.cdq"),
      Writer(name: "fmt and check --fix", first: "fmt out/Ugly.cdq", second: "check --fix out/Ugly.cdq"),
      Writer(
        name: "generate", first: "generate Town.cdq -o out/new", second: "generate Town.cdq -o out/new --backend closure"),
      Writer(name: "init", first: "init out/new --cdq ../one", second: "init out/new --cdq ../two"),
      Writer(name: "schema infer", first: "schema infer one -o out/S.cdq", second: "schema infer two -o out/S.cdq"),
      Writer(
        name: "schema import", first: "schema import Notes.sqlite -o out/S.cdq", second: "schema import small.sqlite -o out/S.cdq",
        preparation: ["load two --schema Town.cdq --to small.sqlite"]),
      Writer(
        name: "schema diff --apply", first: "schema diff Town.cdq More.cdq --apply out/m.sqlite",
        second: "schema diff Town.cdq Other.cdq --apply out/m.sqlite", preparation: ["load two --schema Town.cdq --to out/m.sqlite"]),
    ]

    private static func towns(_ count: Int) -> String {
      let rows = (1...count).map { #"{"id": \#($0), "name": "Town \#($0)", "land": "\#($0 % 2 == 0 ? "A" : "B")"}"# }
      return "[\(rows.joined(separator: ",\n"))]"
    }

    private static func folder(_ writer: Writer) throws -> TestFolder {
      let schema = """
        entity Town { id: Int64 @unique  name: String  NOTE  land: Land? inverse towns }
        entity Land { code: String @unique  towns: [Town] inverse land @delete(cascade) }
        query townsOf = Town where land.code == $code sort id

        """
      let lands = #"[{"code": "A"}, {"code": "B"}]"#
      let ugly = "entity   City {name:String   old:Int64?}\nquery q=City where   name=='x'&&old>5 sort name\n"
      let folder = try TestFolder([
        "Town.cdq": schema.replacing("NOTE", with: ""), "More.cdq": schema.replacing("NOTE", with: "note: String?"),
        "Other.cdq": schema.replacing("NOTE", with: "size: Int64?"), "one/Town.json": towns(300), "one/Land.json": lands,
        "two/Town.json": towns(40).replacing("\"land\"", with: "\"country\"").replacing("\"country\"", with: "\"land\""),
        "two/Land.json": lands, "out/data/Town.json": towns(40), "out/data/Land.json": lands, "out/Ugly.cdq": ugly,
        "out/Ugly2.cdq": ugly.replacing("City", with: "Village").replacing("query q", with: "query r"),
      ])
      try folder.write("Notes.sqlite", Data(contentsOf: Repository.url("Samples/Notes/Notes.sqlite")))
      for line in writer.preparation { #expect(try run(line, in: folder).wait() == 0, "\(line)") }
      return folder
    }

    /// A command that was started.
    private struct Running {
      let process: Process

      func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
      }
    }

    private static func run(_ line: String, in folder: TestFolder, within words: [String] = []) throws -> Running {
      let process = Process()
      let tool = try #require(PseudoTerminal.tool, "the command cdq is not built beside the tests").path
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words + [tool] + ToolRun.words(line)
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return Running(process: process)
    }

    /// All files below `out`, hidden ones, too.
    private static func state(_ folder: TestFolder) throws -> [String: Data] {
      let root = folder.path + "/out"
      var files: [String: Data] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: "\(root)/\(name)", isDirectory: &isFolder) else { continue }
        if isFolder.boolValue, !name.hasSuffix(".cdqtmp") { continue }
        files[name] = isFolder.boolValue ? Data() : try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(name)"))
      }
      return files
    }

    /// What commands leave that run one after the other.
    private static func state(after lines: [String], _ writer: Writer) throws -> [String: Data] {
      let folder = try folder(writer)
      for line in lines { _ = try run(line, in: folder).wait() }
      return try state(folder)
    }

    /// The number of repetitions of each pair, 5 unless CDQ_PAIRS sets it.
    private static let repetitions = ProcessInfo.processInfo.environment["CDQ_PAIRS"].flatMap { Int($0) } ?? 5

    @Test(arguments: writers)
    func `Two at once leave the whole result of one`(_ writer: Writer) throws {
      let alone = (try Self.state(after: [writer.first], writer), try Self.state(after: [writer.second], writer))
      let both = [
        try Self.state(after: [writer.first, writer.second], writer), try Self.state(after: [writer.second, writer.first], writer),
      ]
      #expect(alone.0 != (try Self.state(after: [], writer)), "the command writes nothing")
      for repetition in 0..<Self.repetitions {
        let folder = try Self.folder(writer)
        let lines = repetition % 2 == 0 ? [writer.first, writer.second] : [writer.second, writer.first]
        let runs = try lines.map { try Self.run($0, in: folder) }
        let codes = repetition % 2 == 0 ? runs.map { $0.wait() } : runs.map { $0.wait() }.reversed()
        let state = try Self.state(folder)
        switch (codes[0], codes[1]) {
        case (0, 0): #expect(both.contains(state), "\(state.keys.sorted())")
        case (0, 1...2): #expect(state == alone.0, "\(state.keys.sorted())")
        case (1...2, 0): #expect(state == alone.1, "\(state.keys.sorted())")
        default: Issue.record("exit codes \(codes)")
        }
      }
    }

    @Test(arguments: writers)
    func `A killed one leaves nothing that the next one does not remove`(_ writer: Writer) throws {
      let (before, after) = (try Self.state(after: [], writer), try Self.state(after: [writer.first], writer))
      let start = ContinuousClock.now
      let whole = try Self.folder(writer)
      #expect(try Self.run(writer.first, in: whole).wait() == 0)
      let time = (ContinuousClock.now - start) / .microseconds(1)
      for repetition in 0..<Self.repetitions {
        let folder = try Self.folder(writer)
        let run = try Self.run(writer.first, in: folder)
        usleep(UInt32(time * Double(repetition + 1) / Double(Self.repetitions + 1)))
        kill(run.process.processIdentifier, SIGKILL)
        let code = run.wait()
        let left = try Self.state(folder).filter { !$0.key.contains(".cdqtmp") && !$0.key.hasSuffix("-journal") }
        for (name, bytes) in left where !name.hasSuffix("m.sqlite") {
          #expect(bytes == before[name] || bytes == after[name], "\(name) after \(code)")
        }
        let again = try Self.run(writer.first, in: folder).wait()
        // What was complete when it was killed is refused the second time.
        let now = try Self.state(folder)
        // A command that has nothing to write, since the killed one had just given its file the name, removes nothing either.
        let wasDone = left == after
        let isDone = now == after || wasDone && now.filter { !$0.key.hasSuffix(".cdqtmp") } == after
        let hasNew = left.keys.contains { before[$0] == nil }
        #expect(again == 0 || isDone || hasNew, "\(again)")
        // In a package that is there, 'init' writes nothing and says what to add.
        if again == 0, !(hasNew && writer.first.hasPrefix("init")) {
          #expect(isDone, "\(now.keys.sorted()) after \(left.keys.sorted()): \(now.keys.filter { now[$0] != after[$0] })")
        }
      }
    }

    /// Whether this process may mount file systems in a namespace of its own.
    private static let canMount = (try? SystemCalls.run(["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])) == 0

    @Test(.enabled(if: canMount), arguments: writers, [false, true])
    func `A full or write-protected disk stays as it was`(_ writer: Writer, isFull: Bool) throws {
      let folder = try Self.folder(writer)
      // The disk has what was there before. A full one has room for the names of new files, but for none of their bytes.
      let fill = isFull ? "dd if=/dev/zero of=out/filler bs=4k 2> /dev/null; true" : "mount -o remount,ro out"
      let script = """
        set -e; mkdir old; cp -a out/. old/; mount -t tmpfs -o size=2m,nr_inodes=200 tmpfs out; cp -a old/. out/; \(fill)
        code=0; "$@" || code=$?
        rm -f out/filler 2> /dev/null || true; diff -r old out > /dev/null || exit 99
        exit $code
        """
      let code = try Self.run(writer.first, in: folder, within: ["unshare", "-m", "bash", "-c", script, "script"]).wait()
      #expect(code == 1 || code == 2, "exit code \(code); 99 is a change")
    }
  }
#endif
