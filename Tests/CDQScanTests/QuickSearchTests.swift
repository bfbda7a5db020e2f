import CDQScan
import CDQSyntax
import Testing

/// The search for byte strings that decides whether a file is read at all.
@Suite struct QuickSearchTests {
  static let marks = ["NSPredicate", "@Query", ".filter(", "propertiesToFetch", "KeyPath", "sortDescriptor", "#Expression"]

  @Test(arguments: marks) func findsAMarkWhereverItStands(_ mark: String) {
    for before in 0..<24 {
      for after in 0..<4 {
        let around = { (count: Int) in String(repeating: "Pre@Qu.f", count: 4).prefix(count) }
        #expect(SourceScan.mayMatter(Array((around(before) + mark + around(after)).utf8)), "\(before) \(after)")
        #expect(!SourceScan.mayMatter(Array((around(before) + mark.prefix(4) + around(after)).utf8)), "\(before) \(after)")
      }
    }
  }

  @Test func findsNothingInShortTexts() {
    for text in ["", "P", "Pr", "@Quer", "redicat", "import Foundation\nlet x = 1\n"] {
      #expect(!SourceScan.mayMatter(Array(text.utf8)))
    }
  }

  /// Words of the sources that differ from a word of the table in one letter are other words.
  @Test func wordsAreToldApart() {
    let sources = [
      ("lot f = \"a == 1\"\nlet p = NSPredicate(format: f)", nil),
      ("let f = \"a == 1\"\nlet p = NSPredicate(format: f)", "a == 1"),
      ("let p = NSPredicat(format: \"a == 1\")", nil),
    ]
    for (source, text) in sources {
      let found = Sources.swift(source).first { $0.depth != .nothing }
      #expect(found?.text == text, "\(source)")
    }
  }

  @Test func findsAByteOutsideOfASCIIWhereverItStands() {
    for count in 0..<40 {
      var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      #expect(!SourceScan.mayBeForeign(bytes))
      for index in bytes.indices {
        bytes[index] = 0x80
        #expect(SourceScan.mayBeForeign(bytes), "\(index) of \(count)")
        bytes[index] = 0x7F
      }
    }
  }

  /// What looks like an enum in a comment or a text is none.
  @Test func enumsAreDeclarations() {
    let text = "// enum A {\nenum B: String { case a; indirect enum C { case b } }\nlet d = \"enum D {\"\nenum  E{}"
    #expect(
      ModuleTypes.declarations(CodeFile(SourceText(name: "App.swift", text), .swift)).enumerations == ["B", "C", "E"])
  }
}
