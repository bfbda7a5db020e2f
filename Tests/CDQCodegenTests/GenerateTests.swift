import CDQCodegen
import CDQSyntax
import Foundation
import Testing

@Suite struct GenerateTests {
  private static let schema = """
    entity A {
      id: String @unique
      n: Int64?
      x: Double
      b: [B] inverse a
    }
    entity B {
      id: Int64
      a: A? inverse b
    }
    entity C {
      n: Int64
      b: [D] inverse c @delete(cascade)
    }
    entity D { c: C? inverse b }
    """

  /// A query, the message of the closure back end, and the part of the query at which it is.
  @Test(arguments: [
    ("delete C where n > 1", "cannot express 'delete' of 'C'", "q"),
    ("update B set a = nil", "cannot express 'update'", "q"),
    ("A where n IN {x, 1.5}", "cannot express a comparison of", "n IN {x, 1.5}"),
    ("A where (b.id UNION {1.5}).@count > 1", "cannot express 'UNION' of", "UNION"),
    ("B where SELF == $other", "cannot express a comparison of objects of 'B'", "SELF == $other"),
    ("A group by n select distinct n, count() as c", "cannot express 'select distinct' of groups", "n"),
  ])
  func `What plain Swift cannot say is refused at its place`(text: String, message: String, part: String) throws {
    let corpus = CodegenCorpus(texts: [("A.cdq", GenerateTests.schema + "\nquery q = " + text)])
    #expect(corpus.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let result = corpus.generate(GenerateOptions(backend: .closure))
    let found = try #require(result.diagnostics.first)
    #expect(found.message.contains(message))
    #expect(found.code.rawValue == "backend-closure")
    #expect(found.file == "A.cdq")
    let source = SourceText(name: "A.cdq", GenerateTests.schema + "\nquery q = " + text)
    #expect(source.text(found.span).contains(part) && found.span.length < text.count)
    #expect(result.files.isEmpty)
  }

  @Test(arguments: [
    // A query with the name of a schema type, one with the name of another query's nested type, and two equal nested
    // types.
    (["entity A { n: Int64 }\nquery A = A"], "'A' has the name of a type"),
    (
      ["entity A { n: Int64 }\nquery find = A sort $by in (n)", "query FindBy = count A"],
      "'FindBy' is also the type that is generated for 'find'"
    ),
    (
      ["entity A { n: Int64 }\nquery find = A sort $by in (n)", "query Find = A sort $by in (n)"],
      "'Find' and 'find' both generate a type 'FindBy'"
    ),
  ])
  func `Names that clash are reported at both places`(texts: [String], message: String) throws {
    let corpus = CodegenCorpus(texts: texts.enumerated().map { ("F\($0).cdq", $1) })
    let result = corpus.generate(GenerateOptions())
    let found = try #require(result.diagnostics.first { $0.message.contains(message) })
    #expect(found.severity == .error && found.span.length > 0)
    #expect(found.notes.first?.span != nil)
    #expect(result.files.isEmpty)
  }

  /// A schema, the back end, the underlined word and the message.
  @Test(arguments: [
    ("entity CDQRuntime { n: Int64 }", BackEndName.memory, "CDQRuntime", "an entity cannot be called 'CDQRuntime' in Swift"),
    ("entity SwiftData { n: Int64 }", .swiftdata, "SwiftData", "an entity cannot be called 'SwiftData' in Swift"),
    ("entity Any { n: Int64 }", .closure, "Any", "an entity cannot be called 'Any' in Swift"),
    ("query Foundation = Other", .memory, "Foundation", "a query cannot be called 'Foundation' in Swift"),
    ("enum Type: String { a }", .memory, "Type", "an enum cannot be called 'Type' in Swift"),
    ("entity A { description: String }", .coredata, "description", "every managed object has a 'description' of its own"),
    ("entity A { n: Int64  isDeleted: Bool }", .swiftdata, "isDeleted", "every model has a 'isDeleted' of its own"),
    ("enum E: String { a, allCases }", .memory, "allCases", "every Swift enum with raw values has a 'allCases' of its own"),
  ])
  func `Names that cannot be had are reported`(text: String, backend: BackEndName, word: String, message: String) throws {
    let corpus = CodegenCorpus(texts: [("A.cdq", text + "\nentity Other { n: Int64 }")])
    let result = corpus.generate(GenerateOptions(backend: backend))
    let found = try #require(result.diagnostics.first)
    #expect(found.message == message && found.code.rawValue == "generated-name-clash")
    #expect(SourceText(name: "A.cdq", text).text(found.span) == word)
    #expect(result.files.isEmpty)
  }

  @Test func `Files whose output would have one name are reported`() {
    let corpus = CodegenCorpus(texts: [("a/b_c.cdq", "entity A { n: Int64 }"), ("a_b/C.cdq", "query q = A")])
    #expect(corpus.generate(GenerateOptions()).diagnostics.map(\.message).contains { $0.contains("both generate") })
  }

  @Test(arguments: [
    ("Cities.cdq", "Cities.cdq.swift"), ("a/b/Q.cdq", "a_b_Q.cdq.swift"),
    ("World.xcdatamodeld", "World.xcdatamodeld.cdq.swift"), ("./x/../Q.cdq", "x_Q.cdq.swift"),
    ("a\"b\\c#d'e.cdq", "a_b_c_d_e.cdq.swift"), ("über uns/große (neu)+1.cdq", "über uns_große (neu)+1.cdq.swift"),
  ])
  func `Output names come from the path`(path: String, name: String) {
    #expect(GenerateSource(name: path, path: path).outputName == name)
  }

  @Test(arguments: [AccessLevel.public, .package, .internal])
  func `The access level is everywhere`(access: AccessLevel) {
    let text = "enum E { a }\nentity A {\nn: Date\ne: E\n}\nquery q = A where n > $n sort $s in (n)"
    let corpus = CodegenCorpus(texts: [("A.cdq", text)])
    let file = corpus.generate(GenerateOptions(access: access)).files.first?.text ?? ""
    let prefix = access == .internal ? "" : access.rawValue + " "
    for declaration in [
      "struct A:", "enum E:", "static func q(", "enum QS:", "import CDQStore", "import Foundation",
      "static let cdq: CDQStore.Schema",
    ] {
      let starts = ["\n", "\n  ", "\nnonisolated "]
      #expect(starts.contains { file.contains("\($0)\(prefix)\(declaration)") })
    }
  }

  @Test func `A dependency's entities are used and not generated`() {
    let corpus = CodegenCorpus(texts: [("Base.cdq", "entity A { n: Int64 }"), ("App.cdq", "query q = A")])
    let sources = [
      GenerateSource(name: "App.cdq", path: "App.cdq"),
      GenerateSource(name: "Base.cdq", path: "Base.cdq", module: "Base"),
    ]
    let result = generateSwift(corpus.queries, schema: corpus.schema, sources: sources, options: GenerateOptions())
    #expect(result.files.count == 1)
    #expect(result.files.first?.text.contains("public import Base\n") == true)
    #expect(result.files.first?.text.contains("struct A") == false)
  }

  @Test func `Queries over a dependency's entities come with the schema they need`() {
    let corpus = CodegenCorpus(texts: [("Base.cdq", "entity A { n: Int64 }"), ("None.cdq", ""), ("App.cdq", "query q = A")])
    let sources = [
      GenerateSource(name: "None.cdq", path: "None.cdq"), GenerateSource(name: "App.cdq", path: "App.cdq"),
      GenerateSource(name: "Base.cdq", path: "Base.cdq", module: "Base"),
    ]
    let options = GenerateOptions(module: "App")
    let texts = generateSwift(corpus.queries, schema: corpus.schema, sources: sources, options: options).files.map(\.text)
    #expect(texts.map { $0.contains("public static let app: CDQStore.Schema") } == [false, true])
  }

  /// A program's module may have types with the names of runtime types, which generated code must not refer to.
  @Test func `Types with the names of common words are those of the runtime`() {
    let text = "enum E: String { a }\nentity A {\n  n: Int64 @unique\n  b: [A] inverse c\n  c: A? inverse b\n}\n"
      + "query q = delete A where n == $n AND c == $c AND n IN $ns"
    let file = CodegenCorpus(texts: [("A.cdq", text)]).generate(GenerateOptions()).files.first?.text ?? ""
    for word in ["Arguments", "Attribute", "Entity", "Enumeration", "Relationship", "Schema", "Store", "StoreError", "Value"] {
      #expect(file.contains("CDQStore.\(word)"))
      #expect(file.matches(of: /[.A-Za-z`]?[A-Z][A-Za-z]+[A-Za-z:]?/).allSatisfy { $0.output != word })
    }
  }

  /// The number of queries is so large that the generator uses several threads.
  @Test(arguments: [BackEndName.memory, .closure, .ir])
  func `Many queries stand in the order of the text, each as if it were alone`(backend: BackEndName) throws {
    let texts = (0..<300).map { number in
      "query q\(number) = A where n > \(number)" + (number % 7 == 0 ? " AND x < $most sort n" : "")
    }
    let all = CodegenCorpus(texts: [("A.cdq", GenerateTests.schema), ("Q.cdq", texts.joined(separator: "\n"))])
    let file = try #require(all.generate(GenerateOptions(backend: backend)).files.last).text
    var rest = file[...]
    for number in 0..<300 {
      let name = backend == .ir ? "let q\(number):" : "func q\(number)("
      let found = try #require(rest.range(of: name), "q\(number) is not there, or not in its place")
      rest = rest[found.upperBound...]
    }
    for number in [0, 149, 150, 299] {
      let alone = CodegenCorpus(texts: [("A.cdq", GenerateTests.schema), ("Q.cdq", texts[number])])
      let one = try #require(alone.generate(GenerateOptions(backend: backend)).files.last).text
      let lines = one.split(separator: "\n").filter { !$0.hasPrefix("#source") }
      #expect(lines.allSatisfy { file.contains($0) })
    }
  }

  @Test func `What many queries have wrong is told in the order of the text`() {
    let texts = (0..<300).map { "query q\($0) = " + ($0 % 50 == 3 ? "delete C where n > 1" : "C where n > 1") }
    let corpus = CodegenCorpus(texts: [("A.cdq", GenerateTests.schema), ("Q.cdq", texts.joined(separator: "\n"))])
    let result = corpus.generate(GenerateOptions(backend: .closure))
    #expect(result.diagnostics.map(\.query) == stride(from: 3, to: 300, by: 50).map { "q\($0)" })
  }
}
