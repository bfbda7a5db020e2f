import CDQKit
import Foundation

/// Parses schemas. The first line of an input is `cdq` or `xml`; the rest is a `.cdq` text or the `contents` of a Core
/// Data model.
public struct SchemaTarget: FuzzTarget {
  public static let name = "schema"

  public init() {}

  public static func seeds() -> [[UInt8]] {
    let texts =
      RepositoryFiles.contents(below: "Tests/Corpus", extensions: ["cdq"])
      + RepositoryFiles.contents(below: "Samples", extensions: ["cdq"]) + Worlds.all.map { Array($0.text.utf8) }
      + [Array(everything.utf8)]
    let shared = RepositoryFiles.contents(below: "../shared/corpus/models", extensions: [""], limit: Mutator.most)
    return texts.map { Array("cdq\n".utf8) + $0 } + ([Array(model.utf8)] + shared).map { Array("xml\n".utf8) + $0 }
  }

  public static let dictionary = [
    "schema", "enum", "entity", "abstract", "inverse", "ordered", "@unique", "@index", "@renamed(from: \"x\")",
    "@json(\"k\")", "@column(\"k\")", "@@table(\"t\")", "@transient", "@range(0...10)", "@length(1...50)",
    "@matches(\"a*\")", "@@unique(a, b)",
    "@@index(a, b desc)", "@delete(cascade)", "@delete(deny)", "@count(1...10)", "Bool", "Int16", "Int32", "Int64",
    "Float", "Double", "Decimal", "String", "Date", "Data", "UUID", "URL", "Transformable", "[", "]", "?", ":", "=",
    "mapping M: Part at", "where", "scope", "using M", "as date(\"yyyy-MM-dd\")", "as seconds", "as { \"a\": .low }",
    "@entity = kind as { 1: Part }", "@index", "p = Part where id == $id",
    "{", "}", "...", "true", "NULL", "///", "/*", "*/", "query q = A where", "\"2026-01-01\"", "-1", "0.5",
    "<entity name=\"A\"", "<attribute name=\"a\"", "attributeType=\"Integer 64\"", "attributeType=\"String\"",
    "<relationship name=\"r\"", "destinationEntity=\"A\"", "inverseName=\"r\"", "inverseEntity=\"A\"", "toMany=\"YES\"",
    "deletionRule=\"Cascade\"", "optional=\"YES\"", "parentEntity=\"A\"", "isAbstract=\"YES\"", "ordered=\"YES\"",
    "maxCount=\"1\"", "<uniquenessConstraints>", "<uniquenessConstraint>", "<constraint value=\"a\"/>", "</entity>",
    "<fetchRequest name=\"f\" entity=\"A\" predicateString=\"a == 1\"/>", "<fetchedProperty", "<userInfo>",
    "<entry key=\"k\" value=\"v\"/>", "&amp;", "&#65;", "&#x1F600;", "&lt;", "<!--", "-->", "<![CDATA[", "]]>", "<?xml",
    "<!DOCTYPE", "<!ENTITY", "/>", "\"", "defaultValueString=\"1\"", "regularExpressionString=\"a\"",
    "minValueString=\"0\"", "elementID=\"x\"", "usesScalarValueType=\"YES\"", "xmlns:a=\"b\"",
  ]

  private static let everything = """
    /// Documented.
    enum Income: String { low = "5", high = "1" }
    enum Size: Int16 { s = 1, m = 2 }
    abstract entity Thing { id: Int64 @unique  name: String @index @json("n") @renamed(from: "title") }
    entity Part: Thing {
      price: Decimal = 0.10 @range(0...100)
      tags: [String]  income: Income? = .low  size: Size?  when: Date?  raw: Data?  uid: UUID?  at: URL?
      shape: Transformable?  cached: Double @transient  word: String? @length(1...5) @matches("a.*")
      owner: Part? inverse parts
      parts: ordered [Part] inverse owner @delete(cascade) @count(1...10)
      @@unique(name, price)
      @@index(name, price desc)
    }
    query dear($least: Decimal) = Part where price > $least sort name
    mapping RemotePart: Part at data."parts"[0] where price > 0 AND income == .low scope owner.id == $owner {
      id = key
      income = class as { "a": .low, 2: .high, NULL: NULL }
      when = "made-on" as date("yyyy-MM-dd'T'HH:mm:ssX")
      size = size as fitted  price = $price  owner = owner.part using RemotePart
      parts = Part where owner.id == $id
    }
    mapping RemoteThing: Thing { @entity = kind as { "part": Part } }
    """

  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Base" isAbstract="YES"><attribute name="id" attributeType="Integer 64"/></entity>
        <entity name="City" representedClassName="City" parentEntity="Base" elementID="t">
            <attribute name="name" attributeType="String" regularExpressionString="a.*" maxValueString="10"/>
            <attribute name="people" optional="YES" attributeType="Integer 32" defaultValueString="0" usesScalarValueType="YES"/>
            <attribute name="on" optional="YES" attributeType="Date" minDateTimeInterval="1"/>
            <attribute name="money" attributeType="Decimal" defaultValueString="0.1"/>
            <attribute name="x" optional="YES" attributeType="Transformable" valueTransformerName="T"/>
            <relationship name="country" maxCount="1" deletionRule="Nullify" destinationEntity="Country" inverseName="cities" inverseEntity="Country"/>
            <fetchedProperty name="big"><fetchRequest name="f" entity="City" predicateString="people &gt; 5"/></fetchedProperty>
            <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
            <userInfo><entry key="k" value="v"/></userInfo>
        </entity>
        <entity name="Country">
            <attribute name="code" attributeType="UUID"/>
            <relationship name="cities" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="City" inverseName="country" inverseEntity="City"/>
        </entity>
        <fetchRequest name="All" entity="City" predicateString="name BEGINSWITH[cd] $P AND country.code != nil" fetchLimit="5"/>
        <!-- a comment --><configuration name="C"><memberEntity name="City"/></configuration>
    </model>
    """

  public func run(_ input: [UInt8]) throws -> Set<String> {
    guard let newline = input.firstIndex(of: 0x0A) else { return [] }
    let body = Array(input[(newline + 1)...])
    var features: Set<String> = []
    do {
      let schema: Schema
      switch String(decoding: input[..<newline], as: UTF8.self) {
      case "cdq":
        let source = SourceText(name: "input", utf8: body)
        try SyntaxTarget.check(Schema.check(files: [source]), of: source)
        schema = try Schema(parsing: String(decoding: body, as: UTF8.self))
      case "xml": schema = try Schema(coreDataModel: Data(body))
      default: return []
      }
      features = Set(schema.entities.flatMap(\.properties).map { "\($0.type)" }.prefix(64))
      try check(schema)
    } catch let error as QueryError {
      try require(error.report.hasErrors, "a refused schema has an error")
      try require(!error.description.isEmpty, "findings are shown")
      features = Set(error.diagnostics.map { "\($0.code)" })
    }
    return features
  }

  /// Requires that a schema without errors survives encoding, and that queries on an empty store of it run.
  private func check(_ schema: Schema) throws {
    let copy = try JSONDecoder().decode(Schema.self, from: try JSONEncoder().encode(schema))
    try require(copy == schema, "a schema is read as it was written")
    let store = Store(schema: schema)
    for entity in schema.entities.prefix(8) {
      let text = "count #\(entity.name)"
      let report = schema.check(SourceText(name: "query", text))
      try require(!report.hasErrors, "every entity can be asked for", "\(entity.name): \(report.rendered())")
      let query = try CheckedQuery(parsing: text, in: schema)
      guard case .count(0) = try query.run(in: store) else { throw Violation("an empty store is empty", entity.name) }
      for property in schema.allProperties(of: entity.name).prefix(64) {
        _ = schema.check(SourceText(name: "query", "#\(entity.name) where #\(property.name) == NULL"))
      }
    }
  }
}
