import CDQTestSupport
import Foundation
import Testing

/// The figures of the page that compares the back ends are those that were measured.
@Suite struct BackEndPageTests {
  private static let page = Result {
    try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/ChoosingABackEnd.md"), encoding: .utf8)
  }

  /// The cells of the tables' rows in a text, by their first cell.
  private static func rows(_ text: String) -> [String: [String]] {
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return Dictionary(rows.map { ($0[0], $0) }) { first, _ in first }
  }

  /// The kilobytes and seconds of a product are the sums of its modules in `.ci/weights`. With CDQ_REWRITE=1 the test
  /// writes them into the page.
  @Test func `A product has the weight of its modules`() throws {
    var weights: [String: (kilobytes: Int, seconds: Int)] = [:]
    for line in try String(contentsOf: Repository.url(".ci/weights"), encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 3, let kilobytes = Int(words[1]), let seconds = Int(words[2]) {
        weights[String(words[0])] = (kilobytes, seconds)
      }
    }
    let imports = try ModuleGraph.ours.get().imports
    let page = try BackEndPageTests.page.get()
    var lines = page.components(separatedBy: "\n")
    for product in [
      "CDQValues", "CDQStore", "CDQConnections", "CDQLoading", "CDQMapping", "CDQPersistence", "CDQRuntime", "CDQKit",
    ] {
      var modules: Set<String> = []
      var left = [product]
      while let module = left.popLast() {
        if modules.insert(module).inserted { left += imports[module] ?? [] }
      }
      // A module that only exports others has no weight.
      #expect(modules.count { weights[$0] == nil } == (modules.contains("CDQRuntime") ? 1 : 0))
      let sums = modules.compactMap { weights[$0] }.reduce((0, 0)) { ($0.0 + $1.kilobytes, $0.1 + $1.seconds) }
      let place = try #require(lines.firstIndex { $0.hasPrefix("| `\(product)` |") })
      var cells = lines[place].components(separatedBy: "|")
      let digits = "\(sums.0)"
      cells[3] = " \(digits.count > 3 ? "\(digits.dropLast(3)),\(digits.suffix(3))" : digits) "
      cells[4] = " \(sums.1) "
      lines[place] = cells.joined(separator: "|")
    }
    let expected = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["CDQ_REWRITE"] != nil {
      try expected.write(
        to: Repository.url("Sources/Library/CDQKit/CDQKit.docc/ChoosingABackEnd.md"), atomically: true, encoding: .utf8)
    } else {
      #expect(page == expected)
    }
  }

  /// The times of a back end are those of its engine in the benchmark.
  @Test(arguments: [
    ("`memory`", "column"), ("`closure`", "generated"), ("`ir` over your own types", "row"), ("`sql`, SQLite", "sqlite"),
  ]) func `A back end has the times of the benchmark`(_ name: String, _ engine: String) throws {
    let results = try String(contentsOf: Repository.url("Tests/Benchmarks/RESULTS.md"), encoding: .utf8)
    let head = try #require(results.split(separator: "\n").first { $0.hasPrefix("| query | column |") })
      .split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    let column = try #require(head.firstIndex(of: engine))
    let measured = BackEndPageTests.rows(results)
    let row = try #require(BackEndPageTests.rows(BackEndPageTests.page.get())[name])
    for (index, query) in ["populationAboveCount", "nameContainsCount", "topPopulation", "byID"].enumerated() {
      let cell = try #require(measured[query]?[column].split(separator: " ").first.flatMap { Double($0) })
      let shown = try #require(Double(row[index + 1]))
      #expect(abs(shown - cell) <= cell * 0.02, "\(name), \(query): \(shown), measured \(cell)")
    }
  }

  /// The page about generated code lists every setting that the schema of `cdq.json` has.
  @Test func `Each setting has a row`() throws {
    let page = try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/GeneratedCode.md"), encoding: .utf8)
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: Repository.url("Grammar/config.schema.json")))
    let properties = try #require((json as? [String: Any])?["properties"] as? [String: Any])
    let listed = page.matches(of: /(?m)^\| `"(\w+)"` \|/).map { String($0.output.1) }
    #expect(Set(listed) == Set(properties.keys).subtracting(["$schema"]))
  }
}
