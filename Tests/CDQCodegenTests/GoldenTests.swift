import CDQCodegen
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// Compares generated text with files in the repository. `UPDATE_EXPECT=1 swift test --filter GoldenTests` writes them.
@Suite struct GoldenTests {
  struct Golden: Sendable, CustomTestStringConvertible {
    var corpus: CodegenCorpus
    var options: GenerateOptions
    /// The folder of the files in the repository.
    var folder: String
    var suffix: String
    /// Whether the files are copies for the stubs of Apple's frameworks.
    var isAppleCopy = false
    var testDescription: String { folder }
  }

  static let goldens = [
    // These are compiled into this test target and run by `ClosureRowsTests`.
    Golden(
      corpus: .towns, options: GenerateOptions(backend: .closure),
      folder: "Tests/CDQCodegenTests/Closure/Generated", suffix: ""),
    // These are compiled by the plugin in `Tests/Integration/PluginTraps`.
    Golden(
      corpus: .words, options: GenerateOptions(backend: .memory, module: "Words"),
      folder: "Tests/Corpus/codegen/words", suffix: ".golden"),
    // These are compiled with stubs of Apple's frameworks in `Tests/Integration/AppleStubs`.
    Golden(
      corpus: .shop, options: GenerateOptions(backend: .coredata),
      folder: "Tests/Integration/AppleStubs/Sources/ShopCoreData", suffix: "", isAppleCopy: true),
    Golden(
      corpus: .shelf, options: GenerateOptions(backend: .swiftdata),
      folder: "Tests/Integration/AppleStubs/Sources/ShelfSwiftData", suffix: "", isAppleCopy: true),
    // Queries as data; `words` has queries as functions.
    Golden(
      corpus: .towns, options: GenerateOptions(backend: .ir), folder: "Tests/Corpus/codegen/towns", suffix: ".golden"),
  ]

  @Test(arguments: goldens)
  func `Generated Swift is what is committed`(_ golden: Golden) throws {
    #expect(golden.corpus.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let result = golden.corpus.generate(golden.options)
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    #expect(!result.files.isEmpty)
    for file in result.files {
      let name = URL(fileURLWithPath: file.source).lastPathComponent + ".swift" + golden.suffix
      let url = Repository.url("\(golden.folder)/\(name)")
      let text = golden.isAppleCopy ? AppleCopy.of(file.text) : file.text
      if ProcessInfo.processInfo.environment["UPDATE_EXPECT"] != nil {
        try Data(text.utf8).write(to: url)
      }
      let expected = String(decoding: (try? Data(contentsOf: url)) ?? Data(), as: UTF8.self)
      #expect(text == expected, "\(name) differs")
    }
  }

  @Test(arguments: goldens)
  func `Lines are short and end in a line feed`(_ golden: Golden) {
    for file in golden.corpus.generate(golden.options).files {
      #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"))
      // The names of predicate expressions are long.
      let unlimited = ["///", "PredicateExpressions."]
      for line in file.text.split(separator: "\n") where !line.hasPrefix("#") && !unlimited.contains(where: { line.contains($0) }) {
        #expect(line.count <= 120, "\(file.name): \(line)")
      }
    }
  }
}
