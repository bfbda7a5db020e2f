import Testing

@testable import CDQSyntax

@Test func parsesAPredicate() {
  let result = Parser.parsePredicate(SourceText(name: "t", "name BEGINSWITH[c] $prefix AND isCapital"))
  #expect(result.diagnostics.isEmpty)
}
