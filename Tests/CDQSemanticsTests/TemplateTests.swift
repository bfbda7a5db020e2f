import CDQIR
import CDQPrinting
import CDQSchema
import CDQSemantics
import CDQSyntax
import Testing

/// Fetch request templates of Core Data models: checked, and printed as equivalent queries.
@Suite struct TemplateTests {
  static let entities = """
    <entity name="Author"><attribute name="name" optional="YES" attributeType="String"/>
    <attribute name="limit" attributeType="Integer 64" defaultValueString="0"/>
    <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
    <fetchedProperty name="cheap"><fetchRequest name="fetchedPropertyFetchRequest" entity="Book"
      predicateString="price &lt; $LIMIT AND author == $FETCH_SOURCE"/></fetchedProperty></entity>
    <entity name="Book" isAbstract="YES"><attribute name="title" optional="YES" attributeType="String"/>
    <attribute name="price" attributeType="Double" defaultValueString="0"/>
    <attribute name="sort" optional="YES" attributeType="String"/>
    <attribute name="desc" optional="YES" attributeType="String"/>
    <attribute name="isNew" optional="YES" attributeType="Boolean"/>
    <relationship name="author" optional="YES" maxCount="1" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
    <fetchedProperty name="cheap"><fetchRequest name="fetchedPropertyFetchRequest" entity="Book"/></fetchedProperty></entity>
    <entity name="Novel" parentEntity="Book"/>
    """

  static func built(_ templates: String) -> (checked: CheckedSchema, sources: [SourceText], findings: [Diagnostic]) {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      \(entities)
      \(templates)
      </model>
      """
    let reader = OneFile(path: "M.xcdatamodel/contents", text: text)
    let (checked, sources, findings) = buildSchema(SchemaInputs(modelPaths: ["M.xcdatamodel"]), reader: reader)
    return (checked, sources, findings)
  }

  /// The attributes of a `fetchRequest` on `Book` and the query it becomes, without `query t = `.
  static let cases: [(attributes: String, query: String)] = [
    ("", "Book"),
    (#"predicateString="title == $TITLE""#, "Book where title == $title"),
    (#"predicateString="title == $FIRST_NAME OR title == $myName""#, "Book where title == $firstName OR title == $myName"),
    (#"predicateString="title == $NAME OR title == $name""#, "Book where title == $NAME OR title == $name"),
    (#"predicateString="price &lt; $A_B &amp;&amp; price &gt; $A__B""#, "Book where price < $A_B && price > $A__B"),
    (#"predicateString="author == $AUTHOR" fetchLimit="5""#, "Book where author == $author limit 5"),
    (#"predicateString="price &gt; 5" includeSubentities="NO""#, "Book where price > 5"),
    (#"predicateString="title LIKE 'a\*b\d' OR title == &quot;x'y&quot;""#, #"Book where title LIKE "a\\*bd" OR title == "x'y""#),
    (#"predicateString="author.books.@count &gt; 2 AND SUBQUERY(author.books, $X, $X.price &lt; $MAX).@count &gt; 0""#,
      "Book where author.books.@count > 2 AND SUBQUERY(author.books, $X, $X.price < $max).@count > 0"),
    (#"predicateString="sort == desc AND desc != sort" fetchLimit="1""#, "Book where sort == desc AND desc != sort limit 1"),
    (#"predicateString="isNew == YES AND NOT (title beginswith[cd] $T)""#, "Book where isNew == YES AND NOT (title beginswith[cd] $t)"),
    (#"predicateString="ANY author.books.title IN $TITLES""#, "Book where ANY author.books.title IN $titles"),
    (#"predicateString="author.name BETWEEN {'a',&#10;  'b'}""#, #"Book where author.name BETWEEN {"a", "b"}"#),
    (#"predicateString="true == true""#, "Book where true == true"),
    (#"predicateString="SELF == $BOOK""#, "Book where SELF == $book"),
    (#"predicateString="author.limit == 3""#, "Book where author.limit == 3"),
  ]

  @Test(arguments: cases.map { [$0.attributes, $0.query] })
  func isPrintedAsAQueryThatMeansTheSame(_ item: [String]) throws {
    let built = TemplateTests.built(#"<fetchRequest name="t" entity="Book" \#(item[0])/>"#)
    let fromModel = Compilation([], schema: built.checked, models: built.sources)
    #expect(fromModel.diagnostics.filter { $0.severity == .error } == [])
    let printed = try #require(built.checked.templates.first { $0.name == "t" }.map { TemplateQuery($0).text })
    #expect(printed == "query t = " + item[1])

    let source = SourceText(name: "a.cdq", SchemaPrinter.text(built.checked.schema, templates: built.checked.templates))
    let parsed = Parser.parseDocument(source)
    let again = buildSchema(SchemaInputs(documents: [(source, parsed.tree)]), reader: OneFile(path: "", text: ""))
    let fromText = Compilation([ParsedDocument(source: source, tree: parsed.tree)], schema: again.schema)
    let findings = parsed.diagnostics + again.diagnostics + fromText.diagnostics
    #expect(findings.filter { $0.severity == .error } == [])
    #expect(again.schema.schema == built.checked.schema)
    #expect(fromText.queries.map(\.name) == ["authorCheap", "bookCheap", "t"])
    #expect(fromText.queries.map(\.name) == fromModel.queries.map(\.name))
    #expect(fromText.queries.map(\.ir) == fromModel.queries.map(\.ir))
  }

  @Test func onlyTheEntityItselfWhenTheModelSaysSo() {
    let built = TemplateTests.built(
      #"<fetchRequest name="n" entity="Novel" predicateString="price &gt; 5" includeSubentities="NO"/>"#
        + #"<fetchRequest name="b" entity="Book" includeSubentities="NO"/>"#)
    let compilation = Compilation([], schema: built.checked, models: built.sources)
    #expect(compilation.diagnostics == [])
    #expect(compilation.queries.suffix(2).map(\.ir.includesSubentities) == [false, true])
    #expect(compilation.queries.suffix(2).map(\.text) == ["query n = Novel only where price > 5", "query b = Book"])
    #expect(built.findings.contains { $0.code == "abstract-template-entity" })
  }

  @Test(arguments: [
    ["a b", "aB"], ["Fetch-Request 1", "fetchRequest1"], ["1st", "template1st"], ["über", "über"], ["--", "template"],
    ["Fine", "Fine"],
  ])
  func namesThatAreNoIdentifiersAreChangedAndNoted(_ names: [String]) {
    let built = TemplateTests.built(#"<fetchRequest name="\#(names[0])" entity="Book"/>"#)
    #expect(built.checked.templates.last?.queryName == names[1])
    let notes = built.findings.filter { $0.code == "renamed-template" && $0.message.contains("'\(names[1])'") }
    #expect(notes.count == (names[0] == names[1] ? 0 : 1))
  }

  @Test func equalNamesAreToldApart() {
    let built = TemplateTests.built(
      #"<fetchRequest name="a b" entity="Book"/><fetchRequest name="a-b" entity="Book"/><fetchRequest name="cheap" entity="Book"/>"#)
    #expect(built.checked.templates.map(\.queryName) == ["authorCheap", "bookCheap", "aB", "aB2", "cheap"])
    let compilation = Compilation([], schema: built.checked, models: built.sources)
    #expect(compilation.diagnostics == [])
    #expect(compilation.queries.count == 5)
  }

  @Test func mistakesAreReportedAtTheirPlaceInTheModel() throws {
    let built = TemplateTests.built(
      #"<fetchRequest name="t" entity="Book" predicateString="price &lt; 5 AND titel == $T"/>"#)
    let compilation = Compilation([], schema: built.checked, models: built.sources)
    let source = try #require(built.sources.first)
    let error = try #require(compilation.diagnostics.first)
    #expect(compilation.diagnostics.count == 1)
    #expect(error.code == "unknown-property")
    #expect(error.severity == .warning)
    #expect(error.help.last == "the query 't' is omitted until the model is corrected in Xcode")
    // The other queries of the model are there.
    #expect(compilation.queries.map(\.name) == ["authorCheap", "bookCheap"])
    #expect(error.file == "M.xcdatamodel/contents")
    #expect(source.text(error.span) == "titel")
    #expect(error.notes.map { $0.span.map { source.text($0) } } == ["Book"])
    #expect(error.fixIts.flatMap(\.edits).map { source.text($0.span) } == ["titel"])
    #expect(error.query == "t")
  }
}

/// A file system with one file.
struct OneFile: SchemaReader {
  var path: String
  var text: String

  func kind(of path: String) -> PathKind {
    path == self.path ? .file : self.path.hasPrefix(path + "/") ? .directory : .missing
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    guard path == self.path else { throw FileError(path, .noSuchFile) }
    return Array(text.utf8)
  }

  func list(_ path: String) throws(FileError) -> [String] {
    [PathText.name(of: self.path)]
  }
}
