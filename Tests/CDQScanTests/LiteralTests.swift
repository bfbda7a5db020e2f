import CDQScan
import CDQSyntax
import Testing

/// Literals of all forms, as the scan reads them.
@Suite struct LiteralTests {
  static let swift: [(source: String, text: String)] = [
    (#"NSPredicate(format: "a == 1")"#, "a == 1"),
    (#"NSPredicate.init(format: "a == 1")"#, "a == 1"),
    (#"NSPredicate( format : "a == 1" )"#, "a == 1"),
    (#"NSPredicate(format: "a == \"x\" AND b == '\u{E9}\\.'")"#, #"a == "x" AND b == 'é\.'"#),
    (##"NSPredicate(format: #"a == "x\" "#)"##, #"a == "x\" "#),
    (##"NSPredicate(format: #"a == \#(5)"#)"##, "a == 5"),
    ("NSPredicate(format: \"\"\"\n    a == 1\n      AND b == 2\n    \"\"\")", "a == 1\n  AND b == 2"),
    ("NSPredicate(format: \"\"\"\n    a == 1 \\\n    AND b == 2\n    \"\"\")", "a == 1 AND b == 2"),
    ("NSPredicate(format: \"\"\"\r\n    a == 1\r\n    \"\"\")", "a == 1"),
    (#"NSPredicate(format: "a == 1" + " AND b == 2")"#, "a == 1 AND b == 2"),
    (#"NSPredicate(format: ("a == 1" + (" AND " + "b == 2")))"#, "a == 1 AND b == 2"),
    (#"NSPredicate(format: String(format: "%@ == %d", "a", 5))"#, "a == \\(5)"),
    (#"NSPredicate(format: String(format: "a == %%@"), x)"#, "a == %@"),
    (#"let f = "a == 1"; let p = NSPredicate(format: f)"#, "a == 1"),
    ("enum Keys { static let f = \"a == 1\" }\nlet p = NSPredicate(format: Keys.f)", "a == 1"),
    (
      "enum Keys: String { case name, other = \"b\" }\nlet p = NSPredicate(format: \"\\(Keys.name.rawValue) == \\(Keys.other.rawValue)\")",
      "name == b"
    ),
    ("var f: String { \"a == 1\" }\nlet p = NSPredicate(format: f)", "a == 1"),
    ("func f() { let f = \"b == 1\"; _ = NSPredicate(format: f) }\nlet f = \"a == 1\"", "b == 1"),
    (#"NSPredicate(format: "\(#keyPath(Town.mayor.name)) == %@", x)"#, "mayor.name == %@"),
    (#"NSPredicate(format: "a == '\(x ?? "y")' AND b == 1")"#, #"a == '\(x ?? "y")' AND b == 1"#),
    (#"NSPredicate(format: isOpen ? "a == 1" : "b == 2")"#, "a == 1 : b == 2"),
    (#"/* "a" */ NSPredicate(format: /* " */ "a == 1" /* /* " */ */)"#, "a == 1"),
    (#"let r = /"x"/ ; let p = NSPredicate(format: "a == 1")"#, "a == 1"),
  ]

  @Test(arguments: swift) func swiftLiterals(_ source: String, _ text: String) {
    #expect(Sources.swift(source).first?.text == text)
  }

  static let objectiveC: [(source: String, text: String)] = [
    (#"[NSPredicate predicateWithFormat:@"a == 1"]"#, "a == 1"),
    (#"[NSPredicate predicateWithFormat: @"a == \"x\" AND b == '\u00e9\x41\101'"]"#, "a == \"x\" AND b == 'éAA'"),
    ("[NSPredicate predicateWithFormat:@\"a == 1 \"\n  @\"AND b == 2\"]", "a == 1 AND b == 2"),
    ("[NSPredicate predicateWithFormat:@\"a == 1 \"\n  \"AND b == 2\"]", "a == 1 AND b == 2"),
    ("#define F @\"a == 1\"\nid p = [NSPredicate predicateWithFormat:F];", "a == 1"),
    ("#define F @\"a == 1\"\nid p = [NSPredicate predicateWithFormat:F @\" AND b == 2\"];", "a == 1 AND b == 2"),
    ("static NSString * const F = @\"a == 1\";\nid p = [NSPredicate predicateWithFormat:F];", "a == 1"),
    (#"[NSPredicate predicateWithFormat:[NSString stringWithFormat:@"a == %@", @"b"]]"#, "a == b"),
    (#"[NSPredicate predicateWithFormat:[@"a == 1" stringByAppendingString:@" AND b == 2"]]"#, "a == 1 AND b == 2"),
    (#"char q = '"'; id p = [NSPredicate predicateWithFormat:@"a == 1"];"#, "a == 1"),
    (#"[NSPredicate predicateWithFormat:@"a == %@ AND b == %@", x ? @"1" : @"2", y]"#, "a == %@ AND b == %@"),
  ]

  @Test(arguments: objectiveC) func objectiveCLiterals(_ source: String, _ text: String) {
    let site = Sources.objectiveC(source).first
    #expect(site?.text == text)
    #expect(site?.verdict == .ok)
  }

  /// The place of a mistake is in the literal of the file, whatever its form.
  @Test func placesAreThoseOfTheFile() throws {
    let source = "let a = 1\nlet p = NSPredicate(format: \"a == \\\"\\u{E9}\\\" AND \" +\n  \"b >> > 2\")"
    let finding = try #require(Sources.swift(source).first?.diagnostics.first)
    let text = SourceText(name: "App.swift", source)
    #expect(text.position(at: finding.span.start).line == 3)
    #expect(text.text(finding.span) == ">")
  }
}
