import Foundation
import Fuzzing
import Testing

/// Runs every input that once broke a rule, and every seed.
@Suite struct CorpusTests {
  static let files: [(target: String, file: String)] = FuzzTargets.all.flatMap { target in
    let folder = RepositoryFiles.corpus.appending(path: target.name).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { (target.name, $0) }
  }

  @Test(arguments: files) func findingsStayMended(_ item: (target: String, file: String)) throws {
    let path = RepositoryFiles.corpus.appending(path: item.target).appending(path: item.file)
    let input = Array(try Data(contentsOf: path))
    let type = try #require(FuzzTargets.all.first { $0.name == item.target })
    onStack(of: type) {
      #expect(throws: Never.self) { try type.init().run(input) }
    }
  }

  @Test(arguments: FuzzTargets.all.indices) func seedsBreakNothing(_ index: Int) {
    let type = FuzzTargets.all[index]
    onStack(of: type) {
      let target = type.init()
      for seed in type.seeds() {
        #expect(throws: Never.self, "\(String(decoding: seed, as: UTF8.self))") { try target.run(seed) }
      }
    }
  }

  /// A seed determines the inputs, so that a finding can be reproduced.
  @Test(arguments: FuzzTargets.all.indices) func aSeedDecidesTheInputs(_ index: Int) {
    func inputs() -> [[UInt8]] {
      var made: [[UInt8]] = []
      var fuzzer = Fuzzer(FuzzTargets.all[index], seed: 7)
      fuzzer.run(runs: 150, until: .distantFuture) {
        made.append($0)
      } fail: { _, violation in
        Issue.record(violation)
      }
      return made
    }
    let first = inputs()
    #expect(first.count == 150)
    #expect(first == inputs())
  }
}
