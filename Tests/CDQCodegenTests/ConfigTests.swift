import CDQCodegen
import CDQSchema
import CDQSyntax
import Testing

@Suite struct ConfigTests {
  /// Files of which one is a link that leads out of the folder of the settings.
  private struct LinkedFiles: SchemaReader {
    func kind(of path: String) -> PathKind { .file }
    func list(_ path: String) throws(FileError) -> [String] { [] }
    func resolved(_ path: String) -> String { path == "App/link.json" ? "/dev/zero" : "/package/\(path)" }

    func read(_ path: String) throws(FileError) -> [UInt8] {
      if path == "App/cdq.json" { return Array(#"{"backend": "sql", "mapping": "link.json"}"#.utf8) }
      Issue.record("\(path) was read")
      return []
    }
  }

  /// Reading a device would never end.
  @Test func `A mapping file outside of the folder of its settings is not read`() throws {
    let settings = try TargetSettings("App/cdq.json", reader: LinkedFiles())
    #expect(settings.diagnostics.map(\.code.rawValue) == ["invalid-config"] && settings.mapping == nil)
  }

  /// A configuration file and the errors in it, each with its place, its message and the suggested name.
  @Test(arguments: problems)
  func `A config is read strictly`(json: String, problems: [String]) {
    let source = SourceText(name: "cdq.json", json)
    var diagnostics: [Diagnostic] = []
    _ = GenerateConfig(source, &diagnostics)
    let found = diagnostics.map { finding -> String in
      let line = source.line(at: finding.span.start)
      let column = finding.span.start - source.lineStarts[line] + 1
      return "\(line + 1):\(column) \(finding.message)\(finding.label.map { " → \($0)" } ?? "")"
    }
    #expect(found == problems)
    #expect(diagnostics.allSatisfy { $0.code.rawValue == "invalid-config" && $0.severity == .error })
  }

  private static let problems: [(String, [String])] = [
    ("{}", []),
    (#"{"$schema": "x.json", "backend": "closure", "accessLevel": "package"}"#, []),
    ("// why\n{ // here\n\"imports\": [\"Model\", \"Base\"] }\n// there", []),
    (#"{"modelVersion": "W\u00f6rld \ud83d\ude00 \"2\""}"#, []),
    (#"{"rules": {"lints": "warn", "like-percent": "deny"}}"#, []),
    ("", ["1:1 the text ends where a value should be"]),
    ("[]", ["1:1 the file is a list and not an object"]),
    (#"{"backend": "sqlite"}"#, ["1:13 'backend' cannot be 'sqlite'"]),
    (#"{"backend": "closur"}"#, ["1:13 'backend' cannot be 'closur' → did you mean 'closure'?"]),
    ("{\n  \"backends\": [],\n  \"acessLevel\": \"public\"\n}", [
      "2:3 there is no key 'backends' → did you mean 'backend'?",
      "3:3 there is no key 'acessLevel' → did you mean 'accessLevel'?",
    ]),
    (#"{"modelVersion": 2}"#, ["1:18 'modelVersion' is a number and not a text"]),
    (#"{"module": "Shop"}"#, []), (#"{"module": "Städte_2"}"#, []),
    (#"{"module": "My App"}"#, ["1:12 this is no name of a Swift module"]),
    (#"{"module": ["Shop"]}"#, ["1:12 'module' is a list and not a text"]),
    (#"{"deployment": "macOS 14.2"}"#, []),
    (#"{"mapping": "Shop.mapping.json", "writes": false}"#, []),
    (#"{"mapping": "database/Shop.mapping.json"}"#, []),
    (#"{"mapping": "/etc/passwd"}"#, ["1:13 'mapping' names a file that is not in the folder of these settings"]),
    (#"{"mapping": "a/../../b.json"}"#, ["1:13 'mapping' names a file that is not in the folder of these settings"]),
    (#"{"writes": "yes"}"#, ["1:12 'writes' is a text and not a Bool"]),
    (#"{"mapping": "a.json", "writes": true}"#, ["1:23 only tables of cdq's own layout can be changed, and 'mapping' names others"]),
    (#"{"deployment": "Linux 6"}"#, ["1:16 'deployment' cannot be 'Linux 6'"]),
    (#"{"deployment": 17}"#, ["1:16 'deployment' is a number and not a text"]),
    (#"{"rules": ["lints"]}"#, ["1:11 'rules' is a list and not an object"]),
    (#"{"rules": {"lints": "on"}}"#, ["1:21 'lints' cannot be 'on'"]),
    (#"{"rules": {"like-percentt": "deny"}}"#, ["1:12 there is no code 'like-percentt'"]),
    (#"{"rules": {"unknown-property": "warn"}}"#, ["1:12 'unknown-property' is an error"]),
    (#"{"dependencies": []}"#, []),
    (#"{"dependencies": "Base"}"#, ["1:18 'dependencies' is a text and not a list"]),
    (#"{"imports": ["A b", 1]}"#, ["1:14 this is no name of a Swift module", "1:21 this is no name of a Swift module"]),
    (#"{"backend": "ir", "backend": "ir"}"#, ["1:19 the key 'backend' occurs twice"]),
    (#"{"backend": "ir",}"#, ["1:17 a comma before '}', which JSON does not allow"]),
    (#"{"backend" "ir"}"#, ["1:12 expected ':', found '\"'"]),
    (#"{"backend": "ir" "rules": {}}"#, ["1:18 expected ',' or '}', found '\"'"]),
    (#"{"backend": ir}"#, ["1:13 expected a value, found 'i'"]),
    ("{\"backend\": \"ir\n\"}", ["1:16 the string is not closed in its line; a line break in a string is written '\\n'"]),
    (#"{"backend": "i\x"}"#, ["1:15 unknown escape in a string"]),
    ("{} {}", ["1:4 expected the end of the text, found '{'"]),
    ("{ /* */ }", ["1:3 a comment starts with '//'"]),
    (String(repeating: "[", count: 100_000), ["1:129 more than 128 nested arrays and objects"]),
    ("{a: 1}", ["1:2 expected a key in quotation marks, found 'a'"]),
    ("{\"module\": \"a//b\" // c\n, \"x\": 1}", ["1:12 this is no name of a Swift module", "2:3 there is no key 'x'"]),
  ]

  @Test func `Settings are kept`() {
    var diagnostics: [Diagnostic] = []
    let json = """
      {"backend": "closure", "accessLevel": "package", "imports": ["B", "A", "B"], "modelVersion": "W\\u00f6 \\ud83d\\ude00", "writes": true,
       "rules": {"lints": "warn"}, "module": "Shop"}
      """
    let config = GenerateConfig(SourceText(name: "cdq.json", json), &diagnostics)
    #expect(diagnostics.isEmpty)
    #expect(config.backend == .closure && config.access == .package && config.imports == ["B", "A"])
    #expect(config.modelVersion == "Wö 😀" && config.writes && config.module == "Shop")
    #expect(config.settings.map(\.word) == ["lints"] && config.settings.map(\.level) == [.warn])
  }

  /// Xcode's plugins get the name of the product, with or without its extension.
  @Test(arguments: [
    ("App", "App"), ("App.app", "App"), ("My App.app", "My_App"), ("Kit.framework", "Kit"), ("App Tests.xctest", "App_Tests"),
    ("Widget.appex", "Widget"), ("1App", "_App"), ("a-b.c", "a_b_c"), ("Städte.app", "Städte"), (".app", "_app"), ("my_app", "my_app"),
  ])
  func `The name of a module is that which Xcode makes of the product's`(product: String, module: String) {
    #expect(ModuleName.of(product: product) == module)
  }

  @Test(
    arguments: [
      (.closure, .public, "\npublic import Model\n"), (.closure, .internal, "\nimport Model\n"),
      (.memory, .public, nil),
    ] as [(BackEndName, AccessLevel, String?)])
  func `Files with queries import what the config says`(backend: BackEndName, access: AccessLevel, line: String?) {
    let corpus = CodegenCorpus(texts: [("A.cdq", "entity A { n: Int64 }"), ("Q.cdq", "query q = A where n > 1")])
    var options = GenerateOptions(backend: backend, access: access)
    options.imports = ["Model"]
    let files = corpus.generate(options).files
    #expect(files.count == 2)
    for file in files {
      let imports = file.text.contains("import Model")
      #expect(imports == (line != nil && file.source == "Q.cdq"))
      if imports, let line { #expect(file.text.contains(line)) }
    }
  }
}
