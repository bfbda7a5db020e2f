@testable import CDQCodegen
import CDQJSON
import Testing

@Suite struct SwiftRendererTests {
  @Test(arguments: [
    ("name", "name"), ("in", "`in`"), ("default", "`default`"), ("Type", "`Type`"), ("order", "order"),
    ("group", "group"), ("guards", "guards"), ("précédent", "précédent"), ("_", "`_`"),
  ])
  func `Words that Swift reserves are quoted`(name: String, expected: String) {
    #expect(SwiftNames.quoted(name) == expected)
  }

  @Test(arguments: [
    ("name", "name"), ("country.name", "countryName"), ("URLItem", "urlItem"), ("ID", "id"), ("City", "city"),
    ("a b", "aB"), ("cities.@count", "citiesCount"), ("ÉtatCivil", "étatCivil"),
    ("Ätna.höhe", "ätnaHöhe"), ("A1", "a1"), ("_Row", "_Row"), ("@", "value"),
  ])
  func `Paths become names`(path: String, expected: String) {
    #expect(SwiftNames.camelCase(path) == expected)
  }

  @Test(arguments: [
    ("App", "app"), ("my_lib", "myLib"), ("My_Space_Lib", "mySpaceLib"), ("_DKit", "_DKit"), ("URLKit", "urlKit"),
    ("Städte", "städte"), ("_", "_Value"),
  ])
  func `Modules become names of schemas`(module: String, expected: String) {
    #expect(SwiftNames.schemaName(ofModule: module) == expected)
  }

  @Test(arguments: [
    ("plain", "\"plain\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("São", "\"São\""), ("a\nb\u{0}", "\"a\\nb\\u{0}\""),
    ("\u{202E}x", "\"\\u{202E}x\""), ("\u{A0}", "\"\\u{A0}\""),
  ])
  func `Literals show everything that is in them`(text: String, expected: String) {
    #expect(StringLiteral.quoted(text, .swift) == expected)
  }

  @Test(arguments: ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\u{0}", "\u{202E}"])
  func `No text ends the comment that it is in`(end: String) {
    let text = "a\(end)exit(0)"
    var declaration = SwiftDeclaration(.typealias("A", .named("Int")))
    declaration.documentation = [text]
    let file = SwiftFile(header: [text], imports: [], declarations: [declaration])
    let lines = (SwiftRenderer.text(file) + SwiftRenderer.text([.comment(text)])).unicodeScalars
      .split { ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) }.map { String($0) }
    #expect(lines.filter { $0.contains("exit(0)") }.allSatisfy { $0.hasPrefix("//") }, "\(lines)")
    #expect(lines.count { $0.contains("exit(0)") } == 3)
  }

  @Test func `Operators inside operators are parenthesised`() {
    let sum = SwiftExpression.binary(.name("a"), "+", .name("b"))
    #expect(SwiftText.expression(.binary(sum, "*", .integer(2))) == "(a + b) * 2")
    #expect(SwiftText.expression(.member(sum.negated, "x")) == "(!(a + b)).x")
  }

  @Test func `Labels of arguments have back ticks where Swift asks for them`() {
    let call = SwiftExpression.call(
      .name("f"), [SwiftArgument("let", .integer(1)), SwiftArgument("inout", .integer(2)), SwiftArgument("in", .integer(3))])
    #expect(SwiftText.expression(call) == "f(let: 1, `inout`: 2, in: 3)")
    let long = SwiftExpression.call(
      .name("f"), [SwiftArgument("var", .string(String(repeating: "a", count: 120))), SwiftArgument("inout", .integer(2))])
    #expect(SwiftRenderer.text([.expression(long)]).hasPrefix("f(\n  var: \"aaa"))
    #expect(SwiftRenderer.text([.expression(long)]).hasSuffix("  `inout`: 2\n)\n"))
    let parameters = [SwiftFunction.Parameter("let", "a", .named("Int")), SwiftFunction.Parameter("in", "b", .named("Int"))]
    let file = SwiftFile(
      header: [], imports: [], declarations: [SwiftDeclaration(.function(SwiftFunction(name: "f", parameters: parameters, body: [])))])
    #expect(SwiftRenderer.text(file).contains("func f(`let` a: Int, in b: Int)"))
  }

  @Test func `A list that is too long for a line stands one element a line`() {
    let names = (1...20).map { SwiftArgument("parameter\($0)", .integer($0)) }
    let text = SwiftRenderer.text([.expression(.call(.name("call"), names))])
    #expect(text.split(separator: "\n").count == 22)
    #expect(text.hasSuffix("  parameter20: 20\n)\n"))
  }

  @Test func `A wrapped string says what it holds`() {
    let text = String(repeating: "0123456789", count: 25)
    let lines = SwiftRenderer.text([.let("json", nil, .wrappedString(text))]).split(separator: "\n")
    #expect(lines.first == "let json = #\"\"\"" && lines.last == "  \"\"\"#")
    let content = lines.dropFirst().dropLast().map { $0.drop { $0 == " " } }
    #expect(content.dropLast().allSatisfy { $0.hasSuffix("\\#") })
    #expect(content.joined().replacing("\\#", with: "") == text)
    #expect(lines.allSatisfy { $0.count <= 120 })
  }
}
