import CDQIR
import CDQSchema
import CDQSyntax
import Testing

@Suite struct ModelPackageTests {
  static func model(_ entity: String) -> String { Built.modelText("<entity name=\"\(entity)\"/>") }

  static func property(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">\(body)</plist>
    """
  }

  static let current = property(
    "<dict><key>_XCCurrentVersionName</key><string>My Model 1.7.xcdatamodel</string></dict>")

  struct Case: Sendable {
    var files: [String: String]
    var version: String?
    var path = "M.xcdatamodeld"
    var entities: [String] = []
    var findings: [String] = []
  }

  static let cases: [Case] = [
    Case(files: ["M.xcdatamodeld/M.xcdatamodel/contents": model("One")], entities: ["One"]),
    Case(
      files: [
        "M.xcdatamodeld/My Model.xcdatamodel/contents": model("One"),
        "M.xcdatamodeld/My Model 1.7.xcdatamodel/contents": model("Two"), "M.xcdatamodeld/.xccurrentversion": current,
      ], entities: ["Two"]),
    Case(
      files: [
        "M.xcdatamodeld/My Model.xcdatamodel/contents": model("One"),
        "M.xcdatamodeld/My Model 1.7.xcdatamodel/contents": model("Two"), "M.xcdatamodeld/.xccurrentversion": current,
      ], version: "My Model", entities: ["One"]),
    Case(
      files: [
        "M.xcdatamodeld/A 1.xcdatamodel/contents": model("One"),
        "M.xcdatamodeld/A 1.5.xcdatamodel/contents": model("Two"),
      ], version: "A 1.5.xcdatamodel", entities: ["Two"]),
    Case(
      files: [
        "M.xcdatamodeld/B.xcdatamodel/contents": model("B"), "M.xcdatamodeld/A.xcdatamodel/contents": model("A"),
        "M.xcdatamodeld/.xccurrentversion": property("<dict/>"),
      ], entities: ["A"], findings: ["warning no-current-model-version ``"]),
    Case(
      files: [
        "M.xcdatamodeld/B.xcdatamodel/contents": model("B"), "M.xcdatamodeld/.xccurrentversion": property("<dict/>"),
      ],
      entities: ["B"]),
    Case(
      files: ["M.xcdatamodeld/B.xcdatamodel/contents": model("B"), "M.xcdatamodeld/.xccurrentversion": current],
      findings: ["error unknown-model-version `My Model 1.7.xcdatamodel`"]),
    Case(
      files: ["M.xcdatamodeld/B.xcdatamodel/contents": model("B"), "M.xcdatamodeld/.xccurrentversion": "<plist>"],
      entities: ["B"], findings: ["warning unreadable-current-version ``"]),
    Case(
      files: ["M.xcdatamodeld/B.xcdatamodel/contents": model("B")], version: "C",
      findings: ["error unknown-model-version ``"]),
    Case(files: ["B.xcdatamodel/contents": model("B")], path: "B.xcdatamodel/", entities: ["B"]),
    Case(files: ["x/B.xcdatamodel/contents": model("B")], path: "x/B.xcdatamodel/contents", entities: ["B"]),
    Case(
      files: ["B.xcdatamodel/elements": "", "B.xcdatamodel/layout": ""], path: "B.xcdatamodel",
      findings: ["error binary-model ``"]),
    Case(files: ["B.xcdatamodel/other": ""], path: "B.xcdatamodel", findings: ["error model-without-versions ``"]),
    Case(files: ["M.xcdatamodeld/notes.txt": ""], findings: ["error model-without-versions ``"]),
    Case(files: ["M.mom": ""], path: "M.mom", findings: ["error compiled-model ``"]),
    Case(files: ["M.momd/M.mom": ""], path: "M.momd", findings: ["error compiled-model ``"]),
    Case(files: [:], findings: ["error unreadable-file ``"]),
    Case(files: ["x.json": ""], path: "x.json", findings: ["error not-a-schema ``"]),
  ]

  @Test(arguments: cases.indices)
  func choosesTheVersion(_ index: Int) {
    let item = Self.cases[index]
    let built = Built(
      SchemaInputs(modelPaths: [item.path], modelVersion: item.version), MemoryReader(item.files))
    #expect(built.schema.entities.map(\.name) == item.entities)
    #expect(built.findings == item.findings)
  }

  @Test func refusalsSayWhatToDo() {
    let old = Built(
      SchemaInputs(modelPaths: ["B.xcdatamodel"]), MemoryReader(["B.xcdatamodel/elements": ""]))
    #expect(old.diagnostics.first?.help == ["open it in Xcode and save it, which writes the XML form"])
    let compiled = Built(SchemaInputs(modelPaths: ["B.mom"]), MemoryReader())
    #expect(compiled.diagnostics.first?.help == ["give the '.xcdatamodeld' that it was compiled from, or what 'cdq schema import' makes of it"])
  }

  @Test func severalModelsMakeOneSchema() {
    let built = Built(
      SchemaInputs(modelPaths: ["A.xcdatamodel", "B.xcdatamodel", "./A.xcdatamodel/"]),
      MemoryReader(["A.xcdatamodel/contents": Self.model("A"), "B.xcdatamodel/contents": Self.model("B")]))
    #expect(built.schema.entities.map(\.name) == ["A", "B"])
    #expect(built.diagnostics.isEmpty)
  }
}
