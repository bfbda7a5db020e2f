import CDQIR
import CDQSchema
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

@testable import CDQCodegen

/// The list of reports, the translation of a `#Predicate`, and what the SwiftData back end makes of both.
@Suite struct StoreModelTests {
  private static let text = """
    enum Kind: String { small, large }
    entity Item {
      name: String
      nick: String?
      n: Int64?
      day: Date?
      isOld: Bool?
      kind: Kind?
      tags: [String]
      local: String? @transient
      owner: Owner? inverse items
      bare: Bare? inverse items
    }
    entity Owner { code: String @unique  name: String  alias: String?  boss: Owner? inverse staff  staff: [Owner] inverse boss
      items: [Item] inverse owner }
    entity Bare { alias: String?  items: [Item] inverse bare }
    """

  private static let corpus = CodegenCorpus(texts: [("A.cdq", text)])
  private static var schema: Schema { corpus.schema.schema }

  // MARK: the list

  @Test func `Every line of the list is read`() {
    let lines = AppleStoreReport.table.split(separator: "\n")
    #expect(AppleStoreReport.all.count == lines.count)
    for line in lines { #expect(AppleStoreReport(line: line) != nil, "\(line)") }
    #expect(Set(lines).count == lines.count)
    for framework in AppleStoreReport.Framework.allCases {
      for shape in AppleStoreShape.allCases {
        let systems = AppleStoreReport.all.filter { $0.framework == framework && $0.shape == shape }.map(\.systems)
        for (index, range) in systems.enumerated() {
          #expect(!systems.dropFirst(index + 1).contains { $0.overlaps(range) }, "\(framework) \(shape)")
        }
      }
    }
    for shape in AppleStoreShape.allCases { #expect(AppleStoreReport.all.contains { $0.shape == shape }, "\(shape)") }
  }

  /// Constructs without a probe: no Swift that compiles without a warning has them.
  private static let unwritten: Set<AppleStoreShape> = [.cast, .toManyKey, .severalToMany]

  @Test func `The kit for devices has a probe of each line`() throws {
    var texts: [AppleStoreReport.Framework: String] = [:]
    for file in Repository.files(below: "Tests/Integration/Device/Sources/Device", extension: "swift") {
      let name = file.lastPathComponent
      guard name.hasPrefix("Probe+") else { continue }
      let framework = name == "Probe+CoreData.swift" ? AppleStoreReport.Framework.coreData : .swiftData
      texts[framework, default: ""] += try String(contentsOf: file, encoding: .utf8)
    }
    for report in AppleStoreReport.all {
      // The entities of the kit for Core Data have no such attribute.
      if report.framework == .coreData, report.shape == .storedValues { continue }
      if report.framework == .swiftData, StoreModelTests.unwritten.contains(report.shape) { continue }
      let text = try #require(texts[report.framework])
      #expect(text.contains("\"\(report.shape.rawValue)\""), "\(report.framework) \(report.shape)")
    }
  }

  @Test(arguments: [
    ("", false), ("SwiftData | an equality | runs | 17-", false), ("SwiftData | an equality | runs | 17- | us", true),
    ("SwiftData | an equality | walks | 17- | us", false), ("SwiftData|an equality|wrong rows|26.5-26|us", true),
    ("SwiftData | an equality | runs | 18-17 | us", false), ("SwiftData | an equality | runs | x | us", false),
    ("SwiftData | an equality | runs | 17-18-26 | us", false), ("SwiftData | equality | runs | 17 | us", false),
  ])
  func `A line has five cells`(line: String, isRead: Bool) {
    #expect((AppleStoreReport(line: line[...]) != nil) == isRead)
  }

  @Test(arguments: [
    ("iOS 17", "iOS 17"), ("macOS 14.2", "iOS 17.2"), ("watchOS 11", "iOS 18"), ("visionOS 1", "iOS 17"),
    ("macOS 26.5.1", "iOS 26.5"), ("iOS", nil), ("iOS 0", nil), ("iOS 17.", nil), ("iOS  17", nil), ("ios 17", nil),
    ("iOS +7", nil), ("iOS 99999999999999999999", nil), ("iOS 17.2.3.4", nil), ("Linux 6", nil), ("", nil),
  ])
  func `A deployment target is a system and a version`(text: String, release: String?) {
    #expect(AppleRelease(text)?.description == release)
  }

  /// A construct, a deployment target, and the verdict.
  @Test(
    arguments: [
      (.severalHops, "iOS 17", .dies), (.severalHops, "iOS 27", .runs), (.relationshipNil, "iOS 17", .dies),
      (.relationshipNil, "iOS 27", .unknown), (.unwrappedHop, "iOS 17", .unknown), (.equality, "iOS 17", .runs),
      (.storedValues, "macOS 14", .dies), (.capturedRange, "iOS 18", .wrongRows), (.capturedRange, "iOS 27", .unknown),
      (.equality, "iOS 40", .runs), (.localeOption, "iOS 17", .unknown),
    ] as [(AppleStoreShape, String, AppleStoreReport.Outcome)])
  func `The worst report since the deployment target counts`(
    shape: AppleStoreShape, target: String, outcome: AppleStoreReport.Outcome
  ) throws {
    let release = try #require(AppleRelease(target))
    #expect(AppleStoreReport.verdict(on: shape, in: .swiftData, since: release).outcome == outcome)
  }

  // MARK: the translation

  private static let item = SwiftExpression.name("item")
  private static func member(_ path: String) -> SwiftExpression { .path("item." + path) }
  private static func call(_ base: SwiftExpression, _ method: String, _ value: SwiftExpression) -> SwiftExpression {
    .call(.member(base, method), [SwiftArgument(value)])
  }
  private static func closure(_ name: String, _ body: SwiftExpression) -> SwiftExpression {
    .closure(SwiftClosure(parameters: [name], result: .named(""), body: [.expression(body)]))
  }
  private static let list = SwiftExpression.name("list")

  /// A hand-written predicate, its constructs, and what the list says of it since iOS 17.
  static let handWritten: [(String, SwiftExpression, [AppleStoreShape], AppleStoreReport.Outcome)] = [
    ("a plain equality", .binary(member("name"), "==", .string("a")), [.equality], .runs),
    ("an optional one", .binary(member("nick"), "==", .string("a")), [.equality], .runs),
    (
      "one step", .binary(.optionalMember(member("owner"), "name"), "==", .string("a")), [.equality, .oneHop], .runs
    ),
    (
      "two steps", .binary(.optionalMember(.optionalMember(member("owner"), "boss"), "name"), "==", .string("a")),
      [.equality, .severalHops], .dies
    ),
    (
      "two steps, the first unwrapped",
      .binary(
        call(
          member("owner"), "flatMap",
          closure("owner", .binary(.optionalMember(.path("owner.boss"), "name"), "==", .string("a")))),
        "??", .boolean(false)),
      [.conditional, .unwrappedHop, .equality, .oneHop, .capturedFlag], .unknown
    ),
    (
      "IN of a coalesced value", call(list, "contains", .binary(member("nick"), "??", .string(""))),
      [.coalescedMembership], .dies
    ),
    ("IN", call(list, "contains", member("name")), [.capturedList], .runs),
    (
      "IN after flatMap",
      .binary(call(member("nick"), "flatMap", closure("x", call(list, "contains", .name("x")))), "??", .boolean(false)),
      [.conditional, .capturedList, .capturedFlag], .runs
    ),
    (
      "a search in a coalesced text",
      .call(
        .member(.tuple([SwiftArgument(.binary(member("nick"), "??", .string("")))]), "starts"),
        [SwiftArgument("with", .string("a"))]),
      [.coalescedSearch], .dies
    ),
    (
      "a search after a question mark",
      .binary(
        .call(.optionalMember(member("nick"), "starts"), [SwiftArgument("with", .string("a"))]), "??", .boolean(false)),
      [.conditional, .textSearch, .capturedFlag], .runs
    ),
    (
      "a coalesced value in an order", .binary(.binary(member("day"), "??", .name("floor")), ">=", .name("start")),
      [.coalescedOrder], .runs
    ),
    (
      "a coalesced value in an equality", .binary(.binary(member("nick"), "??", .string("")), "==", .string("a")),
      [.coalescedEquality], .unknown
    ),
    ("a relationship that is nil", .binary(member("owner"), "==", .null), [.relationshipNil], .dies),
    (
      "an attribute of it that is nil", .binary(.optionalMember(member("owner"), "code"), "==", .null),
      [.attributeNilOverHop, .oneHop], .runs
    ),
    ("a stored list", call(member("tags"), "contains", .string("a")), [.capturedList, .storedValues], .dies),
    ("an empty stored list", .member(member("tags"), "isEmpty"), [.storedValues], .dies),
    ("an enum", .binary(member("kind"), "==", .implicitMember("small")), [.equality, .enumeration], .dies),
    (
      "its raw value", .binary(.optionalMember(member("kind"), "rawValue"), "==", .string("small")),
      [.equality, .enumeration], .dies
    ),
    ("the stored raw value", .binary(member("kindRawValue"), "==", .string("small")), [.equality], .runs),
    ("a computed member", .binary(member("name.uuidString"), "==", .string("a")), [.equality, .computedMember], .dies),
    ("a transient one", .binary(member("local"), "==", .string("a")), [.equality, .transient], .dies),
    ("a forced one", .binary(.forced(member("nick")), "==", .string("a")), [.equality, .forcedUnwrap], .dies),
    ("a count", .binary(.path("owner.items.count"), ">", .integer(1)), [.order, .toManyCount], .runs),
    (
      "elements",
      .call(
        .path("owner.items.contains"),
        [SwiftArgument("where", closure("x", .binary(.path("x.name"), "==", .string("a"))))]),
      [.equality, .subquery], .runs
    ),
    (
      "an unwrapped value of elements",
      .call(
        .path("owner.items.allSatisfy"),
        [
          SwiftArgument(
            closure(
              "x",
              .binary(
                .call(.optionalMember(.path("x.nick"), "contains"), [SwiftArgument(.string("a"))]), "??", .boolean(true)
              )
            ))
        ]),
      [.equality, .subquery, .conditionalInSubquery, .textSearch, .capturedFlag], .unknown
    ),
    ("a relationship to many that is nil", .binary(.path("owner.items"), "==", .null), [.toManyNil], .dies),
    ("a range", call(.binary(.integer(1), "...", .integer(5)), "contains", member("n")), [.order], .runs),
    (
      "a half-open range", call(.binary(.integer(1), "..<", .integer(5)), "contains", member("n")),
      [.capturedList, .capturedRange], .wrongRows
    ),
  ]

  @Test(arguments: handWritten.indices)
  func `A hand-written predicate has the constructs of the list`(index: Int) {
    let (title, expression, shapes, outcome) = StoreModelTests.handWritten[index]
    var lowering = AppleStoreLowering(StoreModelTests.schema, variables: ["item": "Item", "owner": "Owner"])
    let found = AppleStoreJudge.shapes(of: lowering.condition(expression))
    #expect(found == shapes, "\(title)")
    let worst = found.map { AppleStoreReport.verdict(on: $0, in: .swiftData, since: .first).outcome }.max()
    #expect(worst == outcome, "\(title)")
  }

  @Test func `An optional relationship to many is one of hand-written classes only`() {
    let entities = StoreModelTests.schema.entities.map { entity in
      var entity = entity
      entity.properties = entity.properties.map { property in
        guard case .relationship(var relationship) = property else { return property }
        relationship.isOptional = true
        return .relationship(relationship)
      }
      return entity
    }
    let schema = Schema(entities: entities)
    let test = SwiftExpression.binary(.path("owner.items.count"), "==", .integer(0))
    var generated = AppleStoreLowering(schema, variables: ["owner": "Owner"])
    #expect(!AppleStoreJudge.shapes(of: generated.condition(test)).contains(.optionalToMany))
    var written = AppleStoreLowering(schema, variables: ["owner": "Owner"], hasOptionalCollections: true)
    #expect(AppleStoreJudge.shapes(of: written.condition(test)).contains(.optionalToMany))
  }

  @Test func `What is known of a captured value counts`() {
    var lowering = AppleStoreLowering(
      StoreModelTests.schema, variables: ["item": "Item"],
      captured: ["kind": .unsupported(.enumeration), "range": .unsupported(.capturedRange)])
    let kind = SwiftExpression.binary(StoreModelTests.member("name"), "==", .name("kind"))
    #expect(AppleStoreJudge.shapes(of: lowering.condition(kind)) == [.equality, .enumeration])
    let range = StoreModelTests.call(.name("range"), "contains", StoreModelTests.member("n"))
    #expect(AppleStoreJudge.shapes(of: lowering.condition(range)).contains(.capturedRange))
  }

  @Test func `An if with a binding is a condition on an unwrapped value`() {
    let body: [SwiftStatement] = [
      .if(
        [.unwrap("nick", StoreModelTests.member("nick"))],
        then: [.return(StoreModelTests.call(StoreModelTests.list, "contains", .name("nick")))],
        else: [.return(.boolean(false))])
    ]
    var lowering = AppleStoreLowering(StoreModelTests.schema, variables: ["item": "Item"])
    let shapes = AppleStoreJudge.shapes(of: lowering.condition(of: body))
    #expect(shapes == [.conditional, .capturedList, .capturedFlag])
  }

  // MARK: what the back end writes

  static func generate(_ condition: String, _ deployment: AppleRelease? = nil) -> GenerateResult {
    let corpus = CodegenCorpus(texts: [("A.cdq", text + "\nquery q = Item where " + condition)])
    var options = GenerateOptions(backend: .swiftdata)
    options.deployment = deployment
    return corpus.generate(options)
  }

  /// A condition, and a part of its `#Predicate`.
  @Test(arguments: [
    ("nick IN $list", "item.nick.flatMap { nick in list.contains(nick) } ?? false"),
    ("nick BEGINSWITH $p", "hasNeedle && (item.nick?.starts(with: p) ?? false)"),
    ("nick CONTAINS \"a\"", "item.nick?.contains(\"a\") ?? false"),
    ("NOT nick CONTAINS \"a\"", "!(item.nick?.contains(\"a\") ?? false)"),
    ("owner == NULL", "item.owner?.code == nil"),
    ("owner != NULL", "item.owner?.code != nil"),
    ("owner.boss.name == \"a\"", "item.owner.flatMap { owner in owner.boss?.name == \"a\" } ?? false"),
    ("nick == $nick", "item.nick == nick"),
    ("nick != \"a\"", "(item.nick != \"a\") || (item.nick == nil)"),
    ("\"a\" == nick", "item.nick == \"a\""),
    ("nick == name", "item.nick.flatMap { nick in nick == item.name } ?? false"),
    ("day > $start", "(item.day != nil) && ((item.day ?? anyDate) > start)"),
    ("NOT n > 5", "build_Negation(part3)"),
    ("isOld != TRUE", "(item.isOld != true) || (item.isOld == nil)"),
    ("nick IN {$p, NULL, \"a\"}", "let values: [String] = [p, \"a\"]"),
    ("kind == .small", "item.kindRawValue == \"small\""),
    ("$p == 5 AND n == $p", "let isMatch: Bool = p == 5"),
  ])
  func `What runs is written`(condition: String, text: String) throws {
    let result = StoreModelTests.generate(condition)
    let file = try #require(result.files.first?.text, "\(result.diagnostics)")
    #expect(file.contains(text), "\(file)")
  }

  @Test func `A later deployment target allows more`() throws {
    let plain = "item.owner?.boss?.name == \"a\""
    let early = StoreModelTests.generate("owner.boss.name == \"a\"", AppleRelease(26))
    #expect(try !#require(early.files.first?.text).contains(plain))
    #expect(early.diagnostics.count == 1 && early.diagnostics[0].message.contains("iOS 26 and later"))
    let late = StoreModelTests.generate("owner.boss.name == \"a\"", AppleRelease(27))
    #expect(try #require(late.files.first?.text).contains(plain))
    #expect(late.diagnostics.isEmpty)
  }

  /// A condition that no form is known for, and parts of the error and its help.
  @Test func `What is known to fail is refused`() throws {
    let result = StoreModelTests.generate("bare == NULL")
    let found = try #require(result.diagnostics.first)
    #expect(found.severity == .error && found.message.contains("iOS 26: meshtastic/Meshtastic-Apple#1900"))
    #expect(found.help.first?.contains("a required attribute") ?? false)
    #expect(result.files.isEmpty)
  }

  /// A condition that nobody has reported to run, and the systems in the warning.
  @Test(arguments: [
    ("owner.boss.name == \"a\"", "an unwrapped relationship (iOS 26 and later"),
    ("name BEGINSWITH \"a\" AND owner.boss.alias CONTAINS \"b\"", "an unwrapped relationship"),
  ])
  func `What is only suspected is a warning`(condition: String, text: String) throws {
    let result = StoreModelTests.generate(condition)
    #expect(
      result.diagnostics.contains { $0.severity == .warning && $0.message.contains(text) }, "\(result.diagnostics)")
    #expect(!result.files.isEmpty)
  }
}
