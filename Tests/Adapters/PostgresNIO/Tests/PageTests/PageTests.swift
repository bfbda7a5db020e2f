import Foundation
import Testing

@Test func `The page shows the adapter that is type-checked`() throws {
  let root = URL(filePath: #filePath).appending(path: "../../../../../..").standardizedFileURL
  let page = try String(contentsOf: root.appending(path: "Sources/Library/CDQKit/CDQKit.docc/CodeForSQL.md"), encoding: .utf8)
  let shown = try #require(page.firstMatch(of: /<!-- PostgresNIO -->\n```swift\n([\s\S]*?)```/)?.output.1)
  let file = root.appending(path: "Tests/Adapters/PostgresNIO/Sources/CDQPostgresNIO/PostgresClient+SQLExecutor.swift")
  #expect(try String(contentsOf: file, encoding: .utf8) == String(shown))
}
