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

  /// The README and the pages of the products. The page about `cdq scan` has a test of its own, `.ci/follow` follows some
  /// pages, and the samples test what their READMEs show.
  static let pages: [String] = {
    let files = [Repository.url("README.md")] + Repository.files(below: "Sources", extension: "md")
    return files.map { Repository.relativePath($0) }.filter { !$0.hasSuffix("ScanningApps.md") && !followed.contains($0) }
  }()

  /// A page with a block below a line such as "`main.swift`:" is followed, and CI follows it.
  @Test func thePagesThatWriteFilesAreFollowed() throws {
    let script = try String(contentsOf: Repository.url(".ci/beside"), encoding: .utf8)
    let line = try #require(script.split(separator: "\n").first { $0.hasPrefix(".ci/follow ") })
    for page in ReadmeTests.followed {
      let name = page.split(separator: "/").last?.dropLast(3) ?? ""
      #expect(line.contains(name), "\(page) is not followed")
    }
    for page in ReadmeTests.pages {
      let text = try String(contentsOf: Repository.url(page), encoding: .utf8)
      let writes = text.contains(#/(?m)^`[\w./-]+`:\n\n(?:<!--.*-->\n)?```/#)
      #expect(!writes, "\(page) writes files, and nothing follows it")
    }
  }

  /// Each command of a block marked `console` prints the lines below it; `…` stands for any lines. Commands run in the root of
  /// the repository.
  @Test(arguments: pages) func theCommandsOfAPagePrintWhatItShows(_ page: String) throws {
    let text = try String(contentsOf: Repository.url(page), encoding: .utf8)
    for block in text.matches(of: /```console\n([\s\S]*?)```/) {
      var command: String?
      var shown: [Substring] = []
      var lines: [Substring] = block.output.1.split(separator: "\n", omittingEmptySubsequences: false)
      lines[lines.count - 1] = "$ "
      for line in lines {
        if line.hasPrefix("$ ") {
          if let command { Self.compare(command, shown, page) }
          (command, shown) = (line.hasPrefix("$ cdq ") ? String(line.dropFirst(6)) : nil, [])
          #expect(command != nil || line == "$ ", "\(page): only commands of cdq are run: \(line)")
        } else {
          shown.append(line)
        }
      }
    }
  }

  /// Commands that a page names, in blocks or within a line, exist and have the options that are given to them.
  @Test(arguments: pages + followed + ["Sources/Library/CDQKit/CDQKit.docc/ScanningApps.md"])
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

  private static func compare(_ command: String, _ shown: [Substring], _ page: String) {
    let stream = TextOutput()
    let console = Console(
      output: stream, errors: stream, input: BytesInput([]), environment: ["NO_COLOR": "1"],
      workingDirectory: Repository.root.path)
    _ = Tool.run(arguments: ToolRun.words(command), console: console)
    let printed = stream.text.replacing(#/ \([\d.]+ m?s\)/#, with: "")
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(matches(printed[...], shown[...]), "\(page): 'cdq \(command)' prints\n\(printed.joined(separator: "\n"))")
  }

  private static func matches(_ printed: ArraySlice<Substring>, _ shown: ArraySlice<Substring>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    if first == "…" {
      return (printed.startIndex...printed.endIndex).contains { matches(printed[$0...], shown.dropFirst()) }
    }
    guard let line = printed.first, line == first else { return false }
    return matches(printed.dropFirst(), shown.dropFirst())
  }
}
