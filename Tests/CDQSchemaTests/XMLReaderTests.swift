import CDQRandom
import CDQSchema
import CDQSyntax
import Testing

@Suite struct XMLReaderTests {
  @Test func readsElementsAttributesAndText() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <!-- a comment - with a dash -->
      <?target data?>
      <root a="1" b = 'two "2"'>
        <child name="&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;"/><child
          name="x&#10;y"></child >
        text<![CDATA[<raw> & ]]>&amp;end
      </root>
      """
    let root = try XMLReader.read(Array(text.utf8))
    let source = SourceText(name: "x", text)
    #expect(root.name == "root")
    #expect(root.attributes.map(\.name) == ["a", "b"])
    #expect(root["b"]?.value == "two \"2\"")
    #expect(root["b"].map { source.text($0.valueSpan) } == "two \"2\"")
    #expect(root.children.map { $0["name"]?.value } == ["<&>\"'A😀", "x\ny"])
    #expect(root.children.map { source.text($0.nameSpan) } == ["child", "child"])
    #expect(root.text.split(whereSeparator: \.isWhitespace).joined(separator: "|") == "text<raw>|&|&end")
    #expect(source.text(root.children[1].span).hasSuffix("</child >"))
    #expect(source.text(root.span).hasPrefix("<root a") && source.text(root.span).hasSuffix("</root>"))
  }

  @Test func normalizesWhiteSpaceInValues() throws {
    let root = try XMLReader.read(Array("\u{FEFF}<r a='1\t2\n3\r\n4&#9;'/>".utf8))
    #expect(root["a"]?.value == "1 2 3 4\t")
  }

  /// Malformed texts, with the kind and the offset of the error.
  static let malformed: [(String, XMLError.Reason, UInt32)] = [
    ("", .noRoot, 0),
    ("  \n", .noRoot, 3),
    ("hello", .textOutsideRoot, 0),
    ("<a>", .unclosedElement("a"), 3),
    ("<a", .unexpectedEnd(of: "the tag 'a'"), 1),
    ("<a><b></a>", .mismatchedEnd(expected: "b", found: "a"), 8),
    ("<a/></a>", .endWithoutStart("a"), 4),
    ("<a/><b/>", .secondRoot, 5),
    ("<a/>x", .textOutsideRoot, 4),
    ("<a x='1' x='2'/>", .duplicateAttribute("x"), 9),
    ("<a x=1/>", .expected("the value of 'x' in quotes"), 5),
    ("<a x/>", .expected("'=' after the attribute 'x'"), 4),
    ("<a x='1'y='2'/>", .expected("white space"), 8),
    ("<a x='1/>", .unexpectedEnd(of: "the value of 'x'"), 5),
    ("<a x='<'/>", .expected("the closing quote of 'x' ('<' is written '&lt;')"), 6),
    ("<a x='&nbsp;'/>", .unknownEntity("nbsp"), 6),
    ("<a x='a & b'/>", .expected("';' after '&' (a bare '&' is written '&amp;')"), 8),
    ("<a x='&#0;'/>", .invalidReference, 6),
    ("<a x='&#xD800;'/>", .invalidReference, 6),
    ("<a x='&#+5;'/>", .invalidReference, 6),
    ("<a>\u{1}</a>", .invalidCharacter(1), 3),
    ("<a>\u{FFFE}</a>", .invalidCharacter(0xFFFE), 3),
    ("<1a/>", .expected("an element name"), 1),
    ("<a/ >", .expected("'/>'"), 2),
    ("<!-- -- --><a/>", .expected("'-->' ('--' cannot stand in a comment)"), 5),
    ("<!-- <a/>", .unexpectedEnd(of: "a comment"), 0),
    ("<a><![CDATA[x</a>", .unexpectedEnd(of: "a CDATA section"), 3),
    ("<?xml version='1.0' encoding='UTF-16'?><a/>", .unsupportedEncoding("UTF-16"), 30),
    ("<!DOCTYPE a><a/>", .documentTypeRefused, 0),
    ("<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", .documentTypeRefused, 0),
    ("<a><!ELEMENT b></a>", .expected("a comment or CDATA"), 3),
    (String(repeating: "<a>", count: 65), .tooDeep(limit: 64), 193),
  ]

  @Test(arguments: malformed.indices)
  func refusesMalformedText(_ index: Int) {
    let (text, kind, offset) = Self.malformed[index]
    do {
      _ = try XMLReader.read(Array(text.utf8))
      Issue.record("'\(text)' was read")
    } catch {
      #expect(error.reason == kind)
      #expect(error.span.start == offset)
    }
  }

  @Test(
    arguments: [
      [0x3C, 0x61, 0x3E, 0xFF], [0x3C, 0x61, 0x3E, 0xC0, 0x80], [0x3C, 0x61, 0x3E, 0xED, 0xA0, 0x80],
      [0x3C, 0x61, 0x3E, 0xE2, 0x82],
      [0x3C, 0x61, 0x3E, 0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func refusesInvalidUTF8(_ bytes: [UInt8]) {
    #expect(throws: XMLError(.invalidUTF8, SourceSpan(3, 4))) { _ = try XMLReader.read(bytes) }
  }

  @Test func documentTypesAreSkippedOnRequestButNeverWithASubset() throws {
    let limits = XMLReader.Limits(allowsDocumentType: true)
    let text = "<!DOCTYPE plist PUBLIC \"-//Apple//DTD>\" 'x'><plist/>"
    #expect(try XMLReader.read(Array(text.utf8), limits: limits).name == "plist")
    #expect(throws: XMLError(.documentTypeRefused, SourceSpan(12, 13))) {
      _ = try XMLReader.read(Array("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>".utf8), limits: limits)
    }
    #expect(throws: XMLError(.tooLarge(limit: 3), SourceSpan(at: 0))) {
      _ = try XMLReader.read(Array("<a/>".utf8), limits: XMLReader.Limits(size: 3))
    }
  }

  @Test func noMutationOfAModelTraps() {
    let text = Array(Built.modelText(ModelImporterTests.everything).utf8)
    var random = SplitMix(seed: 7)
    for _ in 0..<400 {
      var bytes = text
      for _ in 0...random.below(4) {
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.remove(at: place)
        case 2:
          bytes.insert(
            contentsOf: bytes[place..<min(bytes.count, place + random.below(40))], at: random.below(bytes.count))
        default: bytes.removeSubrange(place..<min(bytes.count, place + random.below(60)))
        }
        if bytes.isEmpty { bytes = [0x3C] }
      }
      var reader = MemoryReader()
      reader.files["M.xcdatamodel/contents"] = bytes
      let built = Built(SchemaInputs(modelPaths: ["M.xcdatamodel"]), reader)
      for diagnostic in built.diagnostics { #expect(Int(diagnostic.span.end) <= bytes.count) }
    }
  }
}
