import CDQTestSupport
import Foundation
import Testing

/// The reports of the cookbook. `DocumentationTests` runs its other recipes.
@Suite struct CookbookTests {
  private static func page() throws -> String {
    try String(contentsOf: Repository.url("Sources/Library/CDQKit/CDQKit.docc/Cookbook.md"), encoding: .utf8)
  }

  /// A copy of the sample, since the commands write a database and change the data.
  private static func shop() throws -> TestFolder {
    let folder = try TestFolder()
    for name in ["Shop.cdq", "Shop.json"] {
      try folder.write(name, Data(contentsOf: Repository.url("Samples/Shop/\(name)")))
    }
    return folder
  }

  /// Where the page shows `…` below a command on SQLite, the command prints what the same one on JSON prints.
  @Test func theReportsAreTheSameInMemoryAndOnSQLite() throws {
    let folder = try CookbookTests.shop()
    var answers: [String: [Substring]] = [:]
    var same = 0
    for (command, shown) in ReadmeTests.commands(in: try CookbookTests.page()) {
      // This process has another working directory than the reader's shell.
      let here = command.replacing(#/[Ss]hop\.\w+/#) { "\(folder.path)/\($0.output)" }
      let printed = ReadmeTests.printed(by: here, at: folder.path).map { $0.replacing("\(folder.path)/", with: "") }
      if shown == ["…"] {
        let inMemory = answers[command.replacing("shop.sqlite", with: "Shop.json")]
        #expect(printed == inMemory, "'cdq \(command)' prints\n\(printed.joined(separator: "\n"))")
        same += 1
      } else {
        answers[command] = printed
        #expect(ReadmeTests.matches(printed[...], shown), "'cdq \(command)' prints\n\(printed.joined(separator: "\n"))")
      }
    }
    #expect(same == 8)
    let orders = ["Shop.json", "shop.sqlite"].map { data in
      ToolRun("eval 'Order sort number' --schema DIR/Shop.cdq --data DIR/\(data) --format csv", in: folder).output
    }
    #expect(orders[0] == orders[1] && orders[0].contains(",2026-03-06T00:00:00Z,"), "\(orders)")
  }

  /// The page shows each query as the sample has it.
  @Test func theQueriesAreThoseOfTheSample() throws {
    let sample = try String(contentsOf: Repository.url("Samples/Shop/Shop.cdq"), encoding: .utf8)
    let blocks = try CookbookTests.page().matches(of: /```cdq\n([\s\S]*?)```/)
    for block in blocks { #expect(sample.contains(block.output.1), "\(block.output.1)") }
    #expect(blocks.count == sample.matches(of: #/(?m)^query /#).count)
  }
}
