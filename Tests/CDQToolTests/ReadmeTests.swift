@testable import CDQTerminal
import CDQTestSupport
import Foundation
import Testing

@testable import CDQTool

/// What the README and the pages show of the output of the tool.
@Suite struct ReadmeTests {
  /// The generated function that stands beside the query of the README.
  @Test(arguments: ["README.md", "Sources/Library/CDQKit/CDQKit.docc/GeneratedCode.md"])
  func theSignatureIsTheGeneratedOne(_ page: String) throws {
    let readme = try String(contentsOf: Repository.url("README.md"), encoding: .utf8)
    let file = try #require(readme.firstMatch(of: /```cdq\n([\s\S]*?)```/)?.output.1)
    let text = try String(contentsOf: Repository.url(page), encoding: .utf8)
    let shown = try #require(text.firstMatch(of: /<!-- signature -->\n(?:<!--.*-->\n)?```swift\n([\s\S]*?)```/)?.output.1)
    let folder = try TestFolder(["Cities.cdq": String(file)])
    let run = ToolRun("generate DIR/Cities.cdq -o DIR/Generated", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let generated = try folder.text("Generated/Cities.cdq.swift")
    for line in shown.split(separator: "\n") { #expect(generated.contains("  \(line)"), "\(line)") }
  }

  /// The pages that `.ci/follow` follows in an empty folder: those that write files.
  static let followed = ["Tutorial", "ChangingData", "CodeForSQL", "ImportedDatabases"]
    .map { "Sources/Library/CDQKit/CDQKit.docc/\($0).md" }

  /// Pages whose commands have a test of their own, since they run in a copy of a folder.
  static let copied = ["Cookbook", "ScanningApps"].map { "Sources/Library/CDQKit/CDQKit.docc/\($0).md" }

  /// The README and the pages of the products. `.ci/follow` follows some pages, and the samples test what their READMEs
  /// show.
  static let pages: [String] = {
    let files = [Repository.url("README.md")] + Repository.files(below: "Sources", extension: "md")
    return files.map { Repository.relativePath($0) }.filter { !(copied + followed).contains($0) }
  }()

  /// A page with a block below a line such as "`main.swift`:" is followed, and CI follows it.
  @Test func thePagesThatWriteFilesAreFollowed() throws {
    let script = try String(contentsOf: Repository.url(".ci/beside"), encoding: .utf8)
    let line = try #require(script.split(separator: "\n").first { $0.hasPrefix(".ci/follow ") })
    for page in ReadmeTests.followed {
      let name = page.split(separator: "/").last?.dropLast(3) ?? ""
      #expect(line.contains(name), "\(page) is not followed")
    }
    for page in ReadmeTests.pages + ReadmeTests.copied {
      let text = try String(contentsOf: Repository.url(page), encoding: .utf8)
      let writes = text.contains(#/(?m)^`[\w./-]+`:\n\n(?:<!--.*-->\n)?```/#)
      #expect(!writes, "\(page) writes files, and nothing follows it")
    }
  }

  /// Each command of a block marked `console` prints the lines below it; `…` stands for any lines. Commands run in the root of
  /// the repository.
  @Test(arguments: pages) func theCommandsOfAPagePrintWhatItShows(_ page: String) throws {
    let text = try String(contentsOf: Repository.url(page), encoding: .utf8)
    for (command, shown) in Self.commands(in: text) {
      let printed = Self.printed(by: command, at: Repository.root.path)
      #expect(Self.matches(printed, shown), "\(page): 'cdq \(command)' prints\n\(printed.joined(separator: "\n"))")
    }
  }

  /// Commands that a page names, in blocks or within a line, exist and have the options that are given to them.
  @Test(arguments: pages + followed + copied)
  func theCommandsOfAPageExist(_ page: String) throws {
    let text = try String(contentsOf: Repository.url(page), encoding: .utf8)
    let lines = text.matches(of: #/(?m)^ *(?:\$ )?cdq (.+)$/#).map { String($0.output.1) }
    let inline = text.matches(of: /`cdq ([a-z][^`]*)`/).map { String($0.output.1) }
    for line in lines + inline {
      let words = ToolRun.words(String(line.split(separator: " #", maxSplits: 1)[0]).replacing("\n", with: " "))
      // A sentence that begins with the name is no command.
      guard let first = words.first, CommandTable.groups.contains(first) || inline.contains(line) else { continue }
      if CommandTable.members(of: first).isEmpty == false, words.count == 1 { continue }
      guard let (command, rest) = CommandTable.find(words) else {
        #expect(Bool(false), "\(page): there is no command 'cdq \(line)'")
        continue
      }
      let known = Set((command.options + OptionSpec.global).map { "--\($0.name)" })
      for word in rest where word.hasPrefix("--") && word != "--" {
        let option = String(word.split(separator: "=")[0]).trimmingCharacters(in: .punctuationCharacters)
        #expect(known.contains("--\(option)"), "\(page): 'cdq \(line)': no option \(word)")
      }
    }
  }

  /// The commands of the blocks marked `console`, without `cdq`, with the lines that the page shows below each.
  static func commands(in text: String) -> [(command: String, shown: ArraySlice<Substring>)] {
    var commands: [(command: String, shown: ArraySlice<Substring>)] = []
    for block in text.matches(of: /```console\n([\s\S]*?)```/) {
      for line in block.output.1.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        if line.hasPrefix("$ ") {
          #expect(line.hasPrefix("$ cdq "), "only commands of cdq are run: \(line)")
          commands.append((String(line.dropFirst("$ cdq ".count)), []))
        } else if !commands.isEmpty {
          commands[commands.count - 1].shown.append(line)
        }
      }
    }
    return commands
  }

  /// The lines of output and errors of a command that runs in a folder, without times.
  static func printed(by command: String, at path: String) -> ArraySlice<Substring> {
    let stream = TextOutput()
    let console = Console(
      output: stream, errors: stream, input: BytesInput([]), environment: ["NO_COLOR": "1"], workingDirectory: path)
    _ = Tool.run(arguments: ToolRun.words(command), console: console)
    return stream.text.replacing(#/ \([\d.]+ m?s\)/#, with: "")
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  static func matches(_ printed: ArraySlice<Substring>, _ shown: ArraySlice<Substring>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    if first == "…" {
      return (printed.startIndex...printed.endIndex).contains { matches(printed[$0...], shown.dropFirst()) }
    }
    guard let line = printed.first, line == first else { return false }
    return matches(printed.dropFirst(), shown.dropFirst())
  }
}
