import CDQTestSupport
import Foundation
import Testing

#if os(macOS) || os(Linux)
  /// What pre-commit and GitHub run, in a scratch repository of git: these tests do what the two callers document.
  @Suite struct ScanCallerTests {
    private static let model = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"><entity name="Town">
      <attribute name="name" optional="YES" attributeType="String"/></entity></model>
      """
    private static let right = "let r = Town.fetchRequest(); r.predicate = NSPredicate(format: \"name == %@\", x)\n"
    private static let wrong = "let r = Town.fetchRequest()\nr.predicate = NSPredicate(format: \"nmae == %@\", x)\n"

    private struct Outcome {
      var code: Int32
      var output: String
    }

    /// Runs a command in a folder, with `cdq` on the path.
    private static func run(
      _ words: [String], in folder: String, _ environment: [String: String] = [:]
    ) throws -> Outcome {
      let tool = try #require(PseudoTerminal.tool)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.currentDirectoryURL = URL(fileURLWithPath: folder)
      var all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      all["PATH"] = tool.deletingLastPathComponent().path + ":" + (all["PATH"] ?? "/usr/bin:/bin")
      process.environment = all
      let pipe = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Outcome(code: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
    }

    /// A repository in which the files are staged.
    private static func repository(_ files: [String: String]) throws -> TestFolder {
      let folder = try TestFolder(files)
      #expect(try run(["git", "init", "-q"], in: folder.path).code == 0)
      #expect(try run(["git", "add", "."], in: folder.path).code == 0)
      return folder
    }

    private struct Hook {
      var entry: [String]
      var files: Regex<AnyRegexOutput>
      var arguments: [String]
      var passesNames: Bool
    }

    /// The hooks by their id, as `.pre-commit-hooks.yaml` has them.
    private static func hooks() throws -> [String: Hook] {
      let text = try String(contentsOf: Repository.url(".pre-commit-hooks.yaml"), encoding: .utf8)
      var hooks: [String: Hook] = [:]
      for part in text.components(separatedBy: "- id: ").dropFirst() {
        var values: [Substring: String] = [:]
        for line in part.split(separator: "\n").dropFirst() {
          guard let colon = line.range(of: ": ") else { continue }
          values[line[..<colon.lowerBound].drop { $0 == " " }] = String(line[colon.upperBound...])
        }
        let id = String(part.prefix { !$0.isNewline })
        hooks[id] = Hook(
          entry: try #require(values["entry"]).split(separator: " ").map(String.init),
          files: try Regex(#require(values["files"]).trimmingCharacters(in: ["'"])),
          arguments: (values["args"] ?? "").trimmingCharacters(in: ["[", "]"]).split(separator: ",").map {
            $0.trimmingCharacters(in: [" "])
          },
          passesNames: values["pass_filenames"] != "false")
      }
      return hooks
    }

    /// Does what pre-commit does with a hook; nil when no staged file is of its kind.
    private static func commit(_ id: String, in folder: TestFolder) throws -> Outcome? {
      let hook = try #require(try hooks()[id])
      let staged = try run(["git", "diff", "--cached", "--name-only"], in: folder.path).output
        .split(separator: "\n").map(String.init).filter { $0.contains(hook.files) }
      if staged.isEmpty { return nil }
      return try run(hook.entry + hook.arguments + (hook.passesNames ? staged.sorted() : []), in: folder.path)
    }

    @Test func theHookOfScansStopsACommit() throws {
      let files = ["App/Shop.xcdatamodel/contents": Self.model, "App/Right.swift": Self.right]
      let clean = try #require(try Self.commit("cdq-scan", in: Self.repository(files)))
      #expect(clean.code == 0, "\(clean.output)")
      let folder = try Self.repository(files.merging(["App/Wrong.swift": Self.wrong]) { $1 })
      let broken = try #require(try Self.commit("cdq-scan", in: folder))
      #expect(broken.code == 1)
      #expect(broken.output.contains("App/Wrong.swift:2:"))
      #expect(broken.output.contains("'Town' has no property 'nmae'"))
      #expect(!broken.output.contains("Right.swift"))
      #expect(try Self.commit("cdq-scan", in: Self.repository(["README.md": "text\n"])) == nil)
    }

    @Test func theHooksOfQueriesStopACommit() throws {
      let model = "entity Town { name: String }\n"
      let files = ["Model.cdq": model, "Queries.cdq": "query named = Town where name == $name\n"]
      for hook in ["cdq-check", "cdq-fmt"] {
        let outcome = try #require(try Self.commit(hook, in: Self.repository(files)))
        #expect(outcome.code == 0, "\(hook): \(outcome.output)")
        #expect(try Self.commit(hook, in: Self.repository(["App.swift": Self.right])) == nil)
      }
      let wrong = try #require(
        try Self.commit("cdq-check", in: Self.repository(["Queries.cdq": "query a = Town where nmae == 1\n", "M.cdq": model])))
      #expect(wrong.code == 1)
      #expect(wrong.output.contains("Queries.cdq:1:"))
      let untidy = try #require(
        try Self.commit("cdq-fmt", in: Self.repository(["Queries.cdq": "query  a=Town   where name==1\n", "M.cdq": model])))
      #expect(untidy.code == 1)
    }

    /// Runs the step of the action, with the defaults of its inputs.
    private static func action(_ inputs: [String: String], in folder: TestFolder) throws -> Outcome {
      let text = try String(contentsOf: Repository.url(".github/actions/cdq/action.yml"), encoding: .utf8)
      var environment = ["GITHUB_ACTION_PATH": Repository.url(".github/actions/cdq").path]
      for match in text.matches(of: #/(CDQ_\w+): \$\{\{ inputs\.(\w+) \}\}/#) {
        let name = String(match.output.2)
        let input = try #require(text.range(of: "\n  \(name):\n"))
        let line = try #require(text[input.upperBound...].firstMatch(of: #/default: (.*)/#)).output.1
        environment[String(match.output.1)] = inputs[name] ?? line.trimmingCharacters(in: ["\""])
      }
      #expect(environment.count == 5)
      environment["CDQ_BINARY"] = try #require(PseudoTerminal.tool).path
      environment["GITHUB_OUTPUT"] = folder.path + "/.output"
      let command = try #require(text.firstMatch(of: #/(?m)^ +run: (.*)$/#)).output.1
      return try run(["bash", "-c", String(command)], in: folder.path, environment)
    }

    @Test func theActionAnnotatesLines() throws {
      let folder = try Self.repository(["App/Shop.xcdatamodel/contents": Self.model, "App/Right.swift": Self.right])
      let clean = try Self.action([:], in: folder)
      #expect(clean.code == 0 && !clean.output.contains("::error"), "\(clean.output)")
      try folder.write("App/Wrong.swift", Data(Self.wrong.utf8))
      let broken = try Self.action(["paths": "App"], in: folder)
      #expect(broken.code == 1)
      let annotations = broken.output.split(separator: "\n").filter { $0.hasPrefix("::error ") }
      #expect(annotations.count == 1)
      #expect(annotations.first?.contains("file=App/Wrong.swift,line=2,") ?? false, "\(broken.output)")
      let without = try Self.action(["arguments": "--exclude Wrong.swift"], in: folder)
      #expect(without.code == 0, "\(without.output)")
    }

    @Test func theActionWritesAReport() throws {
      let folder = try Self.repository(["App/Shop.xcdatamodel/contents": Self.model, "App/Wrong.swift": Self.wrong])
      #expect(try Self.action(["format": "sarif"], in: folder).code == 1)
      #expect(try folder.text(".output") == "report=cdq.sarif\n")
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(folder.text("cdq.sarif").utf8)) as? [String: Any])
      let results = try #require((report["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
      let places = results.map { result in
        let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
        let path = (location?["artifactLocation"] as? [String: Any])?["uri"] as? String ?? ""
        let line = (location?["region"] as? [String: Any])?["startLine"] as? Int ?? 0
        return "\(result["level"] as? String ?? "") \(result["ruleId"] as? String ?? "") \(path):\(line)"
      }
      #expect(places == ["error unknown-property App/Wrong.swift:2"])
    }
  }
#endif
