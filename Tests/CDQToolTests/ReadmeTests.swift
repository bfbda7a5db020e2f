import CDQTestSupport
import Foundation
import Testing

/// What the README says about the output of the tool.
@Suite struct ReadmeTests {
  @Test func theErrorIsTheRealOne() throws {
    let readme = try String(contentsOf: Repository.url("README.md"), encoding: .utf8)
    let file = try #require(readme.firstMatch(of: /```cdq\n([\s\S]*?)```/)?.output.1)
    let error = try #require(readme.firstMatch(of: /```\n(Sources\/App\/Cities\.cdq[\s\S]*?)```/)?.output.1)
    let folder = try TestFolder(["Sources/App/Cities.cdq": String(file).replacing("where name", with: "where nmae")])
    let run = ToolRun("check DIR/Sources", in: folder)
    #expect(run.errors.replacingOccurrences(of: "DIR/", with: "").hasPrefix(String(error)), "\(run.errors)")
  }
}
