import CDQTestSupport
import Foundation
import Testing

/// The Swift blocks of a page of documentation, and the reason why one is not compiled.
struct PageBlock {
  var number: Int
  /// The line of the page after the fence.
  var line: Int
  var code: String
  /// What a comment `<!-- not compiled: … -->` before the block says.
  var reason: String?

  static func blocks(of page: String) throws -> [PageBlock] {
    let text = try String(contentsOf: Repository.url(page), encoding: .utf8)
    var blocks: [PageBlock] = []
    var open: PageBlock?
    var reason: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line == "```", let block = open {
        blocks.append(block)
        (open, reason) = (nil, nil)
      } else if open != nil {
        open?.code += line + "\n"
      } else if line == "```swift" {
        open = PageBlock(number: blocks.count + 1, line: index + 2, code: "", reason: reason)
      } else if let found = line.firstMatch(of: /^<!-- not compiled: (.+) -->$/) {
        reason = String(found.output.1)
      } else if !line.isEmpty, !line.hasPrefix("<!--") {
        reason = nil
      }
    }
    return blocks
  }
}

/// What the blocks of a page take for granted: a file of `Tests/Corpus/pages`, which begins with comments.
///
///     // page: Sources/Library/CDQKit/CDQKit.docc/Saving.md
///     // blocks: 1, 3          the blocks that it is for; without the line, all that are compiled
///     // schema: a .cdq file or a folder; without the line, one beside the file
///     // backend: sql          memory without the line
///     // writes: true          with what changes a database
///     // module: Journal       App without the line
///     // sources: a folder with more Swift
///
/// The rest declares `struct Reader`, whose properties the blocks use. Each block becomes a function of it.
struct PageContext: Sendable, CustomTestStringConvertible {
  var file: URL
  var text: String

  init(_ file: URL) throws {
    self.file = file
    text = try String(contentsOf: file, encoding: .utf8)
  }

  static let all: [PageContext] =
    (try? Repository.files(below: "Tests/Corpus/pages", extension: "swift").map { try PageContext($0) }) ?? []

  var testDescription: String { file.deletingPathExtension().lastPathComponent }

  func value(_ key: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix("// \(key): ") }.map { String($0.dropFirst(key.count + 5)) }
  }

  var page: String { value("page") ?? "" }

  func takes(_ block: PageBlock) -> Bool {
    guard block.reason == nil else { return false }
    guard let numbers = value("blocks") else { return true }
    return numbers.split(separator: ",").contains { Int($0.trimmingCharacters(in: .whitespaces)) == block.number }
  }

  /// The context and its blocks as one Swift file.
  func swift() throws -> String {
    var imports: Set<String> = []
    var functions: [String] = []
    for block in try PageBlock.blocks(of: page) where takes(block) {
      var lines = block.code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for index in lines.indices where lines[index].firstMatch(of: #/^(public )?import /#) != nil {
        imports.insert(lines[index])
        lines[index] = ""
      }
      functions += [
        "extension Reader {", "func block\(block.number)() async throws {",
        "#sourceLocation(file: \"\(page)\", line: \(block.line))", lines.joined(separator: "\n") + "#sourceLocation()", "}", "}",
      ]
    }
    return imports.sorted().joined(separator: "\n") + "\n" + text + "\n" + functions.joined(separator: "\n") + "\n"
  }
}
