import CDQTestSupport
import Testing

/// `--strict`, `--warn`, `--deny`, `--allow` and `// cdq:allow`.
@Suite struct LevelTests {
  static let schema = "entity City { name: String  nickname: String?  rank: Int64 }\n"
  static let like = "query q = City where name LIKE 'P%'\n"
  static let mixed = "query q = City where rank > 5 OR rank < 2 AND name == 'x'\n"

  /// Options, a file beside the schema, the exit code, and the severities and codes of the findings.
  static let cases: [(String, String, Int32, [String])] = [
    ("", like, 0, ["warning like-percent"]),
    ("--strict", like, 1, ["warning like-percent"]),
    ("--deny like-percent", like, 1, ["error like-percent"]),
    ("--allow like-percent --strict", like, 0, []),
    ("--deny warnings", like, 1, ["error like-percent"]),
    ("--allow warnings", like, 0, []),
    ("--deny warnings --allow like-percent", like, 0, []),
    ("--allow like-percent --deny like-percent", like, 1, ["error like-percent"]),
    ("", mixed, 0, []),
    ("--warn mixed-connectives", mixed, 0, ["warning mixed-connectives"]),
    ("--warn lints", mixed, 0, ["warning mixed-connectives"]),
    ("--warn all --strict", mixed, 1, ["warning mixed-connectives"]),
    ("--deny all", mixed, 1, ["error mixed-connectives"]),
    ("--warn lints --allow mixed-connectives", mixed, 0, []),
    ("--warn like-percent,mixed-connectives", mixed, 0, ["warning mixed-connectives"]),
    // --allow does not apply to errors.
    ("--allow all", "query q = City where nmae == 'x'\n", 1, ["error unknown-property"]),
    // Comments: on the line, above the line, above the declaration, at the head of the file.
    ("", "query q = City where name LIKE 'P%' // cdq:allow like-percent\n", 0, []),
    ("--deny like-percent", "query q = City where name LIKE 'P%' // cdq:allow like-percent\n", 0, []),
    ("", "query q = City\n  // cdq:allow like-percent\n  where name LIKE 'P%'\n", 0, []),
    ("", "// cdq:allow like-percent\nquery q = City\n  where name LIKE 'P%'\n", 0, []),
    ("", "// cdq:allow like-percent because of percents\n/// Doc.\nquery q = City\n  where name LIKE 'P%'\n", 0, []),
    (
      "", "// cdq:allow like-percent\nquery a = City where name LIKE 'P%'\nquery b = City where name LIKE 'Q%'\n", 0,
      ["warning like-percent"]
    ),
    (
      "", "// cdq:allow like-percent\n\nquery a = City where name LIKE 'P%'\nquery b = City where name LIKE 'Q%'\n", 0, []
    ),
    (
      "", "query q = City where name LIKE 'P%' AND name != NULL // cdq:allow like-percent, always-constant\n", 0, []
    ),
    ("", "entity Town { // cdq:allow missing-inverse\n  city: City?\n}\n", 0, ["warning unused-allow", "warning missing-inverse"]),
    ("", "// cdq:allow missing-inverse\nentity Town {\n  city: City?\n}\n", 0, []),
    ("", "entity Town {\n  // cdq:allow missing-inverse\n  city: City?\n}\n", 0, []),
    // Errors and warnings about the comments themselves.
    ("", "query q = City // cdq:allow like-percent\n", 0, ["warning unused-allow"]),
    ("--strict", "query q = City // cdq:allow like-percent\n", 1, ["warning unused-allow"]),
    ("--allow like-percent", "query q = City where name LIKE 'P%' // cdq:allow like-percent\n", 0, []),
    ("", "query q = City // cdq:allow mixed-connectives\n", 0, []),
    ("--warn lints", "query q = City // cdq:allow mixed-connectives\n", 0, ["warning unused-allow"]),
    ("--warn lints", mixed.dropLast() + " // cdq:allow mixed-connectives\n", 0, []),
    ("", "query q = City // cdq:allow like-percentage\n", 0, ["warning unknown-allow"]),
    ("", "query q = City // cdq:allow unknown-property\n", 0, ["warning unknown-allow"]),
    ("", "query q = City // cdq:alow like-percent\n", 0, ["warning unknown-allow"]),
    // A text with an error gets no warnings about unused comments.
    ("", "query q = City where nmae == 'x' // cdq:allow like-percent\n", 1, ["error unknown-property"]),
    ("", "query q = City where name == '// cdq:allow like-percent'\n", 0, []),
  ]

  @Test(arguments: cases.indices) func levels(_ index: Int) throws {
    let (options, text, code, findings) = Self.cases[index]
    let folder = try TestFolder(["Schema.cdq": Self.schema, "Queries.cdq": text])
    let run = ToolRun("check DIR \(options)", in: folder)
    #expect(run.code == code)
    let found = run.errors.matches(of: /: (error|warning): .*\[([a-z-]+)\]/).map { "\($0.output.1) \($0.output.2)" }
    #expect(found == findings, "\(run.errors)")
  }

  @Test(arguments: [
    ("--warn like-percentt", "did you mean 'like-percent'?"), ("--deny lint", "did you mean 'lints'?"),
    ("--allow unknown-property", "'unknown-property' is an error"), ("--warn xyzzy", "cdq explain --list"),
  ]) func unknownCodesAreUsageErrors(_ options: String, _ text: String) throws {
    let folder = try TestFolder(["Schema.cdq": Self.schema])
    for command in ["check DIR", "generate DIR --stdout", "eval City --schema DIR/Schema.cdq --data DIR"] {
      let run = ToolRun("\(command) \(options)", in: folder)
      #expect(run.code == 2)
      #expect(run.errors.contains(text), "\(run.errors)")
    }
  }

  @Test(arguments: [
    ("schema check DIR/Town.cdq", 0, true), ("schema check DIR/Town.cdq --strict", 1, true),
    ("schema check DIR/Town.cdq --strict --allow missing-inverse", 0, false),
    ("schema check DIR/Town.cdq --deny missing-inverse", 1, true), ("schema check DIR/Allowed.cdq --strict", 0, false),
    ("dump DIR/Town.cdq --stage typed", 0, true), ("dump DIR/Allowed.cdq --stage typed", 0, false),
  ] as [(String, Int32, Bool)]) func otherCommandsObeyLevels(_ line: String, _ code: Int32, _ isShown: Bool) throws {
    let text = "entity State { name: String }\nentity Town {\n  state: State?\n}\nquery q = Town\n"
    let folder = try TestFolder([
      "Town.cdq": text,
      "Allowed.cdq": text.replacing("state: State?", with: "state: State? // cdq:allow missing-inverse"),
    ])
    let run = ToolRun(line, in: folder)
    #expect(run.code == code, "\(run.errors)")
    #expect(run.errors.contains("[missing-inverse]") == isShown, "\(run.errors)")
    #expect(!run.errors.contains("unused-allow"))
  }

  @Test func generateAndEvalObeyLevels() throws {
    let folder = try TestFolder([
      "Schema.cdq": Self.schema, "Queries.cdq": Self.like, "data/City.json": #"[{"name": "P%", "rank": 1}]"#,
    ])
    let eval = "eval City --schema DIR/Schema.cdq --data DIR/data"
    for (line, code) in [
      ("generate DIR --stdout", 0), ("generate DIR --stdout --strict", 1), ("generate DIR --stdout --deny like-percent", 1),
      ("generate DIR --stdout --strict --allow like-percent", 0),
    ] as [(String, Int32)] {
      let run = ToolRun(line, in: folder)
      #expect(run.code == code, "\(line)")
      #expect(run.output.isEmpty == (code != 0), "\(line)")
    }
    for (options, code, shown) in [("", 0, true), ("--strict", 1, true), ("--allow like-percent", 0, false)]
      as [(String, Int32, Bool)]
    {
      let query = "City where name LIKE \"P%\""
      let run = ToolRun(eval.replacing("eval City", with: "eval '\(query)'") + " \(options)", in: folder)
      #expect(run.code == code, "\(options) \(run.errors)")
      #expect(run.errors.contains("[like-percent]") == shown, "\(options)")
      let file = ToolRun("eval DIR/Queries.cdq --schema DIR/Schema.cdq --data DIR/data \(options)", in: folder)
      #expect(file.code == code, "\(options) \(file.errors)")
    }
  }
}
