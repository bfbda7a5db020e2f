import CDQFiles
import CDQJSON
import CDQLanguageServer
import CDQReasoning
import CDQSemantics
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

#if os(macOS) || os(Linux)
  /// All tools say the same of a target: `check`, `doctor`, `generate`, `cdqc` as the plugin calls it, the language server
  /// and, as far as it concerns settings, `scan`.
  @Suite struct JudgementTests {
    /// A finding at its place. Findings of proofs are not compared, since a build does not look for them.
    struct Finding: Hashable, CustomStringConvertible {
      var place: String
      var code: String
      var description: String { "\(place) [\(code)]" }
    }

    /// A package with targets, on disk.
    final class Package: Sendable {
      let folder: TestFolder
      let targets: [JudgedTarget]

      init(_ targets: [JudgedTarget], settings: String? = nil) throws {
        self.targets = targets
        folder = try TestFolder()
        let list = targets.map { target in
          let names = target.dependencies.map { "\"\($0)\"" }.joined(separator: ", ")
          return ".target(name: \"\(target.name)\", dependencies: [\(names)])"
        }
        let manifest = "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"Judged\", targets: [\n"
          + list.joined(separator: ",\n") + "])\n"
        try folder.write("Package.swift", Data(manifest.utf8))
        if let settings { try folder.write("cdq.json", Data(settings.utf8)) }
        for target in targets {
          for (name, text) in target.files { try folder.write("Sources/\(target.name)/\(name)", Data(text.utf8)) }
        }
      }
    }

    private static let proofs = Set(ReasoningCode.allCases.map(\.rawValue))

    /// The findings in the text form that commands and builds print.
    static func findings(in text: String) -> Set<Finding> {
      Set(
        text.split(separator: "\n").compactMap { line -> Finding? in
          guard let match = line.wholeMatch(of: /(.+?:\d+:\d+): (?:error|warning): .*\[([a-z-]+)\]/) else { return nil }
          return Finding(place: String(match.output.1), code: String(match.output.2))
        }.filter { !proofs.contains($0.code) })
    }

    @Test(.enabled(if: BuildTool.path != nil)) func `All tools say the same of a target`() throws {
      for (targets, settings) in [
        (JudgedTarget.all, nil), (JudgedTarget.shared, "{\"backend\": \"sql\", \"dialect\": \"postgres\"}"),
      ] {
        let package = try Package(targets, settings: settings)
        let server = EditorSession(package)
        let doctor = ToolRun(["doctor", package.folder.path], in: package.folder).output
        for target in targets {
          let expected = try BuildTool.findings(target, package)
          #expect(expected.map(\.code).sorted() == target.codes, "\(target.name): \(expected)")
          #expect(server.findings(of: target) == expected, "\(target.name): the language server")
          let errors = expected.isEmpty ? 0 : try BuildTool.errors(target, package)
          let diagnosis = doctor.split(separator: "\n").filter { $0.contains(" \(target.name): ") }
          #expect(diagnosis.contains { $0.contains(errors == 1 ? ", 1 error" : ", \(errors) errors") }, "\(target.name): doctor\n\(diagnosis)")
          let scan = ToolRun(["scan", "DIR/Sources/\(target.name)"], in: package.folder)
          #expect(
            Self.findings(in: scan.errors) == expected.filter { $0.code == "invalid-config" && $0.place.contains("cdq.json") },
            "\(target.name): scan")
          // Without the schema of another target, only the build and the editor know what the queries mean.
          guard target.dependencies.isEmpty else { continue }
          for options in [[], ["--strict"]] {
            let check = ToolRun(["check", "DIR/Sources/\(target.name)"] + options, in: package.folder)
            let generate = ToolRun(["generate", "DIR/Sources/\(target.name)", "-o", "DIR/out"] + options, in: package.folder)
            #expect(Self.findings(in: check.errors) == expected, "\(target.name): check")
            #expect(Self.findings(in: generate.errors) == expected, "\(target.name): generate")
            #expect(check.code == generate.code, "\(target.name): \(options)")
            let isRefused = errors > 0 || !options.isEmpty && !expected.isEmpty
            #expect(check.code == (isRefused ? 1 : 0), "\(target.name): \(options)")
          }
        }
      }
    }

    @Test(.enabled(if: BuildTool.path != nil)) func `Hover shows what the back end says of a query`() throws {
      let package = try Package(JudgedTarget.all)
      let server = EditorSession(package)
      var count = 0
      for target in package.targets {
        for (file, text) in target.files where file.hasSuffix(".cdq") {
          for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where line.hasPrefix("query ") {
            let shown = server.hover("Sources/\(target.name)/\(file)", line: number, character: 7)
            let name = String(line.dropFirst(6).prefix { $0 != " " })
            let lines = try BuildTool.text(target, package).split(separator: "\n")
            let refusals = lines.filter { $0.contains("[backend-") && $0.contains("\(file):\(number + 1):") }
            for refusal in refusals {
              count += 1
              let message = refusal.drop { $0 != " " }.dropFirst().drop { $0 != " " }.dropFirst().prefix { $0 != "[" }.dropLast()
              #expect(shown.contains(message), "\(target.name).\(name): \(shown)")
            }
            // A target whose schema is wrong generates nothing, so that the tool does not come to its back end.
            if refusals.isEmpty, !lines.contains(where: { $0.contains("[unknown-type]") }) {
              #expect(!shown.contains("back end cannot"), "\(target.name).\(name): \(shown)")
            }
          }
        }
      }
      #expect(count >= 8)
    }

    /// A mapping file is in the folder of its settings, also after all links, and nothing of a file without JSON is shown.
    @Test(arguments: [
      ("link.json", ["link.json": "../outside/Shop.mapping.json"], true),
      ("link.json", ["link.json": "/etc/passwd"], true),
      ("folder/Shop.mapping.json", ["folder": "../outside"], true),
      ("folder/secret", ["folder": "../outside"], true),
      ("notes.txt", [:], true),
      ("link.json", ["link.json": "Inside.mapping.json"], false),
      ("link.json", ["link.json": "other/../Inside.mapping.json"], false),
      ("Inside.mapping.json", [:], false),
    ])
    func `A mapping file is in the folder of its settings`(_ name: String, _ links: [String: String], _ isRefused: Bool) throws {
      let folder = try TestFolder([
        "Target/App.cdq": JudgedTarget.schema + "query q = City where id == 1\n",
        "Target/cdq.json": "{\"backend\": \"sql\", \"mapping\": \"\(name)\"}\n",
        "Target/Inside.mapping.json": JudgedTarget.mapping, "Target/notes.txt": "root:x:0:0:secret\n", "Target/other/a": "",
        "outside/Shop.mapping.json": JudgedTarget.mapping, "outside/secret": "root:x:0:0:secret\n",
      ])
      let manager = FileManager.default
      for (link, destination) in links {
        try manager.createSymbolicLink(atPath: "\(folder.path)/Target/\(link)", withDestinationPath: destination)
      }
      // A link to the whole folder, and one to each of its files, as build systems make them.
      try manager.createSymbolicLink(atPath: "\(folder.path)/Linked", withDestinationPath: "Target")
      try manager.createDirectory(atPath: "\(folder.path)/Forest", withIntermediateDirectories: false)
      for file in try manager.contentsOfDirectory(atPath: "\(folder.path)/Target") {
        try manager.createSymbolicLink(atPath: "\(folder.path)/Forest/\(file)", withDestinationPath: "../Target/\(file)")
      }
      for target in ["Target", "Linked", "Forest"] {
        let run = ToolRun(["check", "DIR/\(target)"], in: folder)
        #expect(run.errors.contains("[invalid-config]") == isRefused, "\(target): \(run.errors)")
        #expect((run.code != 0) == isRefused, "\(target)")
        #expect(!run.errors.contains("root:"), "\(target): \(run.errors)")
      }
      let generate = ToolRun(["generate", "DIR/Target/App.cdq", "--backend", "sql", "--mapping", "DIR/outside/secret"], in: folder)
      #expect(generate.code == 2)
      #expect(!generate.errors.contains("root:"))
    }

    /// A folder of targets with settings of their own is checked with the settings of each.
    @Test func `Check and generate take the settings of each target`() throws {
      let targets = JudgedTarget.shared.map { target in
        var target = target
        let text = target.files["App.cdq"] ?? ""
        if target.name == "Shared" { target.files["App.cdq"] = String(text.dropFirst(JudgedTarget.schema.count)) }
        return target
      }
      let package = try Package(targets, settings: "{\"backend\": \"sql\", \"dialect\": \"postgres\"}")
      let schema = ["--schema", "DIR/Sources/Own/App.cdq"]
      let run = ToolRun(["check", "DIR/Sources/Own", "DIR/Sources/Shared"] + schema, in: package.folder)
      #expect(Set(Self.findings(in: run.errors).filter { $0.code == "backend-sql" }.map(\.place)).count == 1, "\(run.errors)")
      let generate = ToolRun(["generate", "DIR/Sources/Own", "DIR/Sources/Shared", "--stdout"] + schema, in: package.folder)
      #expect(generate.code == 2)
      #expect(generate.errors.contains("the files have different settings"))
      let named = ToolRun(["check", "DIR/Sources/Shared", "--config", "DIR/Sources/Own/cdq.json"] + schema, in: package.folder)
      #expect(named.code == 0, "\(named.errors)")
    }
  }

  /// The tool that the build plugin runs, with the arguments that it gives.
  enum BuildTool {
    static var path: URL? {
      PseudoTerminal.tool.map { $0.deletingLastPathComponent().appendingPathComponent("cdqc") }
        .flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }
    }

    static func findings(_ target: JudgedTarget, _ package: JudgementTests.Package) throws -> Set<JudgementTests.Finding> {
      JudgementTests.findings(in: try text(target, package))
    }

    static func errors(_ target: JudgedTarget, _ package: JudgementTests.Package) throws -> Int {
      try text(target, package).split(separator: "\n").count { $0.contains(": error: ") }
    }

    /// What the tool prints.
    static func text(_ target: JudgedTarget, _ package: JudgementTests.Package) throws -> String {
      let root = package.folder.path
      var arguments = ["--module", target.name, "--root", root]
      let own = ["Sources/\(target.name)/cdq.json", "cdq.json"].first { package.folder.exists($0) }
      if let own { arguments += ["--config", "\(root)/\(own)"] }
      for source in sources(of: target) {
        arguments += ["--source", "\(root)/Sources/\(target.name)/\(source)", "\(root)/build/\(target.name)/\(source.replacing("/", with: "_")).swift"]
      }
      for name in target.dependencies {
        guard let other = package.targets.first(where: { $0.name == name }) else { continue }
        for source in sources(of: other) { arguments += ["--dependency", name, "\(root)/Sources/\(name)/\(source)"] }
      }
      let process = Process()
      process.executableURL = path
      process.arguments = arguments
      let pipe = Pipe()
      process.standardError = pipe
      try process.run()
      let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus < 2, "\(target.name): \(String(decoding: bytes, as: UTF8.self))")
      return String(decoding: bytes, as: UTF8.self).replacing(root, with: "DIR")
    }

    private static func sources(of target: JudgedTarget) -> [String] {
      let paths = target.files.keys.filter { $0.hasSuffix(".cdq") || $0.contains(".xcdatamodeld/") }
      return Set(paths.map { $0.hasSuffix(".cdq") ? $0 : "M.xcdatamodeld" }).sorted()
    }
  }

  /// The language server with a package as its folder.
  final class EditorSession {
    private let root: String
    private var server: LanguageServer!
    private var published: [String: [JSONValue]] = [:]
    private var answer = JSONValue.null

    init(_ package: JudgementTests.Package) {
      root = package.folder.path
      let description = PackageDescription(
        folder: root,
        targets: package.targets.map {
          .init(name: $0.name, folder: "\(package.folder.path)/Sources/\($0.name)", dependencies: $0.dependencies)
        })
      var take: (JSONValue) -> Void = { _ in }
      server = LanguageServer(ServerEnvironment(files: FileSystem(), version: "1")) { take($0) }
      take = { [unowned self] in receive($0) }
      send("initialize", "{\"capabilities\": {}, \"rootUri\": \"file://\(root)\"}", id: 1)
      send("initialized", "{}")
      server.workspace.add(description)
      server.settle()
    }

    private func send(_ method: String, _ parameters: String, id: Int? = nil) {
      let number = id.map { "\"id\": \($0), " } ?? ""
      guard let message = try? JSONValue(parsing: "{\"jsonrpc\": \"2.0\", \(number)\"method\": \"\(method)\", \"params\": \(parameters)}") else {
        return
      }
      server.receive(message)
    }

    private func receive(_ message: JSONValue) {
      if let uri = message["params"]?["uri"]?.asString {
        published[uri] = message["params"]?["diagnostics"]?.asArray ?? []
      } else if let result = message["result"] {
        answer = result
      }
    }

    /// The findings in the files of a target, of errors and warnings.
    func findings(of target: JudgedTarget) -> Set<JudgementTests.Finding> {
      var found: Set<JudgementTests.Finding> = []
      for (uri, list) in published {
        guard uri.contains("/Sources/\(target.name)/") || !uri.contains("/Sources/") else { continue }
        for item in list where item["severity"]?.asInt != 3 {
          guard let code = item["code"]?.asString, let start = item["range"]?["start"], let line = start["line"]?.asInt,
            let column = start["character"]?.asInt, !ReasoningCode.allCases.map(\.rawValue).contains(code)
          else { continue }
          let path = uri.replacing("file://\(root)", with: "DIR")
          found.insert(.init(place: "\(path):\(line + 1):\(column + 1)", code: code))
        }
      }
      return found
    }

    /// What the editor shows for a place, counted from 0.
    func hover(_ path: String, line: Int, character: Int) -> String {
      let place = "\"position\": {\"line\": \(line), \"character\": \(character)}"
      send("textDocument/hover", "{\"textDocument\": {\"uri\": \"file://\(root)/\(path)\"}, \(place)}", id: 2)
      return answer["contents"]?["value"]?.asString ?? answer["contents"]?.asString ?? ""
    }
  }
#endif
