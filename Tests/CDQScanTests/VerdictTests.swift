import CDQScan
import CDQSyntax
import Testing

/// What the scan decides about predicates.
@Suite struct VerdictTests {
  private static func fetch(_ format: String) -> ScannedSite? {
    Sources.swift("let r = Town.fetchRequest(); r.predicate = NSPredicate(format: \(format))").first
  }

  static let formats: [(format: String, code: String?)] = [
    (#""name == %@", x"#, nil), (#""nmae == %@", x"#, "unknown-property"),
    (#""mayor.nam == %@", x"#, "unknown-property"),
    (#""name == %@""#, "argument-count"), (#""rank > %@", "many""#, "type-mismatch"),
    (#""name == 5""#, "type-mismatch"),
    (#""name == %@", 5"#, "argument-type"), (#""rank > %d", 5"#, nil), (#""isOpen == 1""#, nil),
    (#""founded > %@", Date() as NSDate"#, nil), (#""streets.name == %@", x"#, "to-many-without-quantifier"),
    (#""ANY streets.name == %@", x"#, nil), (#""streets.@count > %ld", 5"#, nil),
    (#""ALL streets.name == %@", x"#, "predicate-crashes"), (#""name == %@ AND", x"#, "expected-value"),
    (#""objectID == %@", x"#, nil), (#""SELF IN %@", x"#, nil), (#""%K == %@", key, x"#, nil),
    (#""%K == %@", "nmae", x"#, "unknown-property"), (#""%K == %@", #keyPath(Town.name), x"#, nil),
    (#""name == '%@'", x"#, "quoted-placeholder"), (#""name == %1$@", x"#, nil),
    (#""name == %@", argumentArray: list"#, nil),
  ]

  @Test(arguments: formats) func formatsOfTheTown(_ format: String, _ code: String?) {
    #expect(VerdictTests.fetch(format)?.diagnostics.map(\.code.rawValue) == (code.map { [$0] } ?? []))
  }

  static let pasted: [(format: String, codes: [String], verdict: ScannedSite.Verdict)] = [
    (#""name == '\(name)'""#, ["predicate-injection"], .error),
    (#""name == '" + name + "'""#, ["predicate-injection"], .error),
    (#""name LIKE '*\(text)*'""#, ["predicate-injection"], .error),
    (#"String(format: "name == '%@'", x)"#, ["predicate-injection"], .error),
    (#""rank == \(item.rank)""#, ["predicate-injection"], .warning), (#""rank == \(items.count)""#, [], .ok),
    (#""rank == \(Int(x))""#, [], .ok), (#""\(key) == %@", x"#, ["built-format"], .warning),
    (#""name == %@ AND \(more)", x"#, ["built-format"], .warning), (#""\(Keys.name) == %@", x"#, [], .unchecked),
    (#""name == '\(item.name)'""#, ["predicate-injection"], .warning), (#""name == '\(Self.home)'""#, [], .ok),
    (#"String(format: "rank == %d", 5)"#, [], .ok),
  ]

  @Test(arguments: pasted) func pastedValues(_ format: String, _ codes: [String], _ verdict: ScannedSite.Verdict) {
    let fetch = "let r = Town.fetchRequest(); r.predicate = NSPredicate(format: \(format))"
    let site = Sources.swift("func f(name: String, text: String, x: String) { \(fetch) }").first
    #expect(site?.diagnostics.map(\.code.rawValue) == codes)
    #expect(site?.verdict == verdict)
  }

  @Test func aFixItPassesTheValue() throws {
    let source = #"let p = NSPredicate(format: "rank > %d AND name LIKE '*\(text)*' AND isOpen == %@", 5, flag)"#
    let edits = try #require(Sources.swift(source).first?.diagnostics.first?.fixIts.first?.edits)
    var bytes = Array(source.utf8)
    for edit in edits.reversed() {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.newText.utf8))
    }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"let p = NSPredicate(format: "rank > %d AND name LIKE %@ AND isOpen == %@", 5, "*\(text)*", flag)"#)
  }

  @Test func keyPaths() {
    let sorts =
      #"r.sortDescriptors = [NSSortDescriptor(key: "nmae", ascending: true), NSSortDescriptor(key: "streets.name", ascending: true), NSSortDescriptor(keyPath: \Town.title, ascending: true), NSSortDescriptor(key: "mayor.name", ascending: true)]"#
    let found = Sources.swift("func f() { let r = Town.fetchRequest(); \(sorts) }")
    #expect(
      found.map { $0.diagnostics.first?.code.rawValue } == [
        "unknown-property", "predicate-crashes", "unknown-property", nil,
      ])
    // Sections and key-value coding may use properties of the class.
    let sections =
      #"let r = Town.fetchRequest(); let c = NSFetchedResultsController(fetchRequest: r, sectionNameKeyPath: "initial", cacheName: nil)"#
    #expect(Sources.swift(sections).first?.verdict == .ok)
  }

  static let classes = """
    import SwiftData
    enum Mood: String, Codable { case good }
    @Model final class Trip {
      var name: String
      var note: String?
      var mood: Mood
      var start = Date()
      var days = 3
      var tags: [String] = []
      @Relationship(inverse: \\Stop.trip) var stops: [Stop] = []
      @Relationship var more: [Stop]?
      var owner: Person?
      @Transient var seen = false
      var title: String { name }
    }
    @Model class Stop { var place: String = ""; var trip: Trip? }
    @Model class Person { var name = ""; var home: Stop? }
    extension Trip { var long: Bool { days > 9 } }

    """

  static let macros: [(body: String, code: String?)] = [
    ("$0.name == text", nil), ("$0.owner == nil", "predicate-crashes"), ("$0.owner?.name == nil", nil),
    ("$0.owner?.home?.place == text", "predicate-crashes"),
    ("if let owner = $0.owner { return owner.home?.place == text } else { return false }", nil),
    ("$0.tags.contains(text)", "predicate-crashes"), ("$0.mood == mood", "predicate-crashes"),
    (#"($0.note ?? "").contains(text)"#, "predicate-crashes"), ("$0.note?.contains(text) ?? false", nil),
    (#"names.contains($0.note ?? "")"#, "predicate-crashes"), ("names.contains($0.name)", nil),
    ("$0.note! == text", "predicate-crashes"),
    ("$0.title == text", "predicate-crashes"), ("$0.long", "predicate-crashes"), ("$0.seen", "predicate-crashes"),
    ("$0.more?.isEmpty ?? true", "predicate-crashes"), ("$0.stops.isEmpty", nil),
    ("$0.stops.contains { $0.place == text }", nil),
    ("span.contains($0.start)", "predicate-wrong-rows"),
    ("$0.name == a && $0.days > 1 && $0.days < 9 && $0.note != nil", "slow-type-check"),
    ("$0.name.lowercased() == text", nil), ("switch x { default: true }", nil), ("$0.unknown == text", nil),
  ]

  @Test(arguments: macros) func whatSwiftDataRuns(_ body: String, _ code: String?) {
    let source =
      VerdictTests.classes
      + "func f(text: String, mood: Mood, span: Range<Date>) { let p = #Predicate<Trip> { \(body) } }"
    let site = Sources.swift(source).first { $0.kind == .predicateMacro }
    #expect(site?.entity == "Trip")
    #expect(site?.diagnostics.map(\.code.rawValue) == (code.map { [$0] } ?? []))
    if let finding = site?.diagnostics.first { #expect(!finding.help.isEmpty) }
  }

  /// Without SwiftData a predicate may run in memory, where nothing of this fails.
  @Test func otherPredicatesAreNotJudged() {
    let site = Sources.swift("let p = #Predicate<Thing> { $0.owner == nil && $0.x! == 1 }").first
    #expect(site?.verdict == .ok)
    #expect(site?.reason != nil)
  }

  @Test func lintsAreOffUnlessAskedFor() {
    let source =
      #"let r = Town.fetchRequest(); r.predicate = NSPredicate(format: "name CONTAINS[cd] %@ OR name ==[c] %@", x, y)"#
    #expect(Sources.codes(Sources.swift(source)).isEmpty)
    let codes = Sources.codes(Sources.swift(source, lints: [ScanCode.readsWholeTable.code, ScanCode.indexUnused.code]))
    #expect(codes == ["reads-whole-table", "index-unused"])
  }

  @Test func commentsAllow() {
    let wrong = #"let p = NSPredicate(format: "name == '\(name)'")"#
    #expect(Sources.codes(Sources.swift("\(wrong) // cdq:allow predicate-injection")).isEmpty)
    #expect(
      Sources.codes(Sources.swift("// cdq:allow predicate-injection: names are ours\n\(wrong)\n\(wrong)")).count == 1)
    #expect(Sources.codes(Sources.swift("// cdq:allow predicate-injection\n\n\(wrong)\n\(wrong)")).isEmpty)
    #expect(Sources.codes(Sources.swift("// cdq:allow unknown-property, predicate-injection\n\(wrong)")).isEmpty)
    #expect(Sources.codes(Sources.swift("// cdq:allow unknown-property\n\(wrong)")).count == 1)
  }

  @Test func realmClassesAreASchema() {
    let source = """
      import RealmSwift
      class Dog: Object { @Persisted var name: String; @Persisted var age = 0; @Persisted var owner: Owner? }
      class Owner: Object { @Persisted var name = "" }
      let a = realm.objects(Dog.self).filter("agee > 5")
      let b = realm.objects(Dog.self).filter("owner.name == %@ AND age > %d", x, 5)
      """
    #expect(Sources.swift(source).map { $0.diagnostics.map(\.code.rawValue) } == [["unknown-property"], []])
  }

  @Test func comments() {
    let source = "// p = NSPredicate(format: \"nmae ==\")\nlet p = 1 /* #Predicate<Town> { $0.a! == 1 } */"
    let found = Sources.swift(source)
    #expect(found.map(\.verdict) == [.unchecked, .unchecked])
    #expect(found.map(\.reason) == ["it is in a comment", "it is in a comment"])
    #expect(found.map { SourceText(name: "", source).position(at: $0.span.start).line } == [1, 2])
  }

  /// Only a text that is no number is certainly wrong for a number.
  @Test func doubtfulTypes() {
    for (format, verdict) in [
      (#""rank == %@", "many""#, ScannedSite.Verdict.error), (#""rank == %@", "5""#, .warning),
      (#""rank == 'many'""#, .error),
      (#""rank == '5'""#, .warning), (#""name == 5""#, .warning), (#""name == %d", 5"#, .warning),
    ] { #expect(VerdictTests.fetch(format)?.verdict == verdict, "\(format)") }
  }

  @Test func incompleteRealmClassesAreNotJudged() {
    let source = """
      import RealmSwift
      class Dog: Animal { @Persisted var name: String }
      let a = realm.objects(Dog.self).filter("agee > 5")
      """
    #expect(Sources.swift(source).map(\.verdict) == [.ok])
  }

  @Test func interfaces() {
    let xib = SourceText(
      name: "Main.xib",
      """
      <document><arrayController entityName="Town" fetchPredicateFormat="nmae == &quot;x&quot;"/>
      <dictionary key="options"><string key="NSPredicateFormat">name contains $value</string></dictionary></document>
      """)
    let found = ModelScan.interface(xib, ScanSettings(schemas: [Sources.schema]))
    #expect(found.map(\.verdict) == [.error, .ok])
    #expect(found.first.map { xib.text($0.diagnostics[0].span) } == "nmae")
  }
}
