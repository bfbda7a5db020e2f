import CDQIR
import CDQPrinting
import CDQSchema
import CDQSyntax
import Foundation
import Testing

@Suite struct ModelImporterTests {
  /// A model with every element and attribute of the format.
  static let everything = """
    <entity name="Thing" representedClassName=".Thing" syncable="YES" codeGenerationType="class" isAbstract="YES" \
    versionHashModifier="2" elementID="OldThing">
      <attribute name="code" attributeType="String" minValueString="1" maxValueString="50" \
    regularExpressionString="[a-z]+" defaultValueString="" spotlightIndexingEnabled="YES"/>
      <attribute name="small" attributeType="Integer 16" defaultValueString="-3" usesScalarValueType="YES" \
    minValueString="-5" maxValueString="5" indexed="YES"/>
      <attribute name="middle" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
      <attribute name="large" attributeType="Integer 64" defaultValueString="7.0" usesScalarValueType="NO"/>
      <attribute name="flag" attributeType="Boolean" defaultValueString="YES"/>
      <attribute name="single" attributeType="Float" defaultValueString="0.5" minValueString="0"/>
      <attribute name="double" attributeType="Double" defaultValueString="1e3" maxValueString="9.5"/>
      <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="0.10"/>
      <attribute name="made" attributeType="Date" defaultDateTimeInterval="-86400" minDateTimeInterval="-100000" \
    usesScalarValueType="NO"/>
      <attribute name="blob" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <attribute name="site" optional="YES" attributeType="URI" defaultValueString="https://example.org"/>
      <attribute name="identifier" optional="YES" attributeType="UUID" \
    defaultValueString="E621E1F8-C36C-495A-93FC-0C247A3E6E5F" elementID="oldIdentifier"/>
      <attribute name="tags" optional="YES" attributeType="Transformable" valueTransformerName="" \
    customClassName="[String]"/>
      <attribute name="numbers" optional="YES" attributeType="Transformable" customClassName="Array&lt;Int&gt;"/>
      <attribute name="color" optional="YES" attributeType="Transformable" customClassName="UIColor"/>
      <attribute name="untyped" optional="YES" transient="YES"/>
      <attribute name="spelled" optional="YES" attributeType="Undefined"/>
      <attribute name="object" optional="YES" transient="YES" attributeType="ObjectID"/>
      <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
      <attribute name="when" attributeType="Date" derived="YES" derivationExpression="now()" \
    preserveAfterDeletion="YES" allowsCloudEncryption="YES"/>
      <relationship name="parts" optional="YES" toMany="YES" minCount="2" maxCount="20" deletionRule="Cascade" \
    ordered="YES" destinationEntity="Part" inverseName="owner" inverseEntity="Thing"/>
      <relationship name="needs" toMany="YES" deletionRule="Deny" destinationEntity="Part" inverseName="neededBy" \
    inverseEntity="Part"/>
      <fetchedProperty name="cheap" optional="YES">
        <fetchRequest name="fetchedPropertyFetchRequest" entity="Part" \
    predicateString="price &lt; $FETCH_SOURCE.price AND title == &quot;x&quot;"/>
      </fetchedProperty>
      <fetchIndex name="byCode">
        <fetchIndexElement property="code" type="Binary" order="descending"/>
        <fetchIndexElement property="small" type="RTree" order="ascending"/>
      </fetchIndex>
      <fetchIndex name="computed" partialIndexPredicate="flag == YES">
        <fetchIndexElement expression="lowercase:(code)" expressionType="String" type="Binary" order="ascending"/>
      </fetchIndex>
      <uniquenessConstraints>
        <uniquenessConstraint><constraint value="code"/></uniquenessConstraint>
        <uniquenessConstraint><constraint value="small"/><constraint value="large"/></uniquenessConstraint>
      </uniquenessConstraints>
      <compoundIndexes><compoundIndex><index value="small"/><index value="flag"/></compoundIndex></compoundIndexes>
      <userInfo><entry key="k" value="v &amp; w"/><entry key="e"/></userInfo>
    </entity>
    <entity name="Part" parentEntity="Thing">
      <attribute name="title" attributeType="String"><userInfo><entry key="a" value="b"/></userInfo></attribute>
      <relationship name="owner" optional="YES" minCount="1" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Thing" inverseName="parts" inverseEntity="Thing" indexed="YES" transient="YES" \
    renamingIdentifier="holder"/>
      <relationship name="neededBy" maxCount="1" deletionRule="No Action" destinationEntity="Thing" \
    inverseName="needs" inverseEntity="Thing"/>
      <uniquenessConstraints>
        <uniquenessConstraint><constraint value="identifier"/><constraint value="owner"/></uniquenessConstraint>
      </uniquenessConstraints>
    </entity>
    <composite name="Place"><attribute name="x" attributeType="Double"/></composite>
    <fetchRequest name="byTitle" entity="Part" predicateString="title == $TITLE" fetchLimit="5" \
    includeSubentities="NO"/>
    <fetchRequest name="everything" entity="Part" fetchLimit="0" resultType="1" returnObjectsAsFaults="YES"/>
    <configuration name="Default"><memberEntity name="Part"/></configuration>
    <elements><element name="Part" positionX="0" anything="goes"/></elements>
    """

  @Test func readsEveryElementAndAttribute() {
    let built = Built(model: Self.everything)
    #expect(
      SchemaDump.text(built.schema) == """
        entity Thing, abstract, renamed from "OldThing", class ".Thing", info "e" = "", info "k" = "v & w"
          attribute code: String, default "", length 1...50, matches "[a-z]+"
          attribute small: Int16, default -3, range -5...5
          attribute middle: Int32?, scalar true
          attribute large: Int64, default 7, scalar false
          attribute flag: Bool, default true
          attribute single: Float, default 0.5, range 0.0...
          attribute double: Double, default 1000.0, range ...9.5
          attribute price: Decimal?, default decimal("0.1")
          attribute made: Date, default date("2000-12-31T00:00:00Z"), range date("2000-12-30T20:13:20Z")...
          attribute blob: Data
          attribute site: URL?, default url("https://example.org")
          attribute identifier: UUID?, default uuid("E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), \
        renamed from "oldIdentifier"
          attribute tags: [String]?
          attribute numbers: [Int64]?
          attribute color: Transformable?, class "UIColor"
          attribute untyped: Transformable?, transient
          attribute spelled: Transformable?, transient
          attribute object: Transformable?, transient
          attribute place: Transformable?
          attribute when: Date, derived "now()"
          relationship parts: ordered [Part], inverse owner, delete cascade, count 2...20
          relationship needs: [Part], at least one, inverse neededBy, delete deny, count 1...
          unique (code)
          unique (small, large)
          index (small)
          index "byCode" (code desc, small)
          index (small, flag)
        entity Part: Thing, class "NSManagedObject"
          attribute title: String, info "a" = "b"
          relationship owner: Thing?, inverse parts, delete nullify, transient, renamed from "holder"
          relationship neededBy: Thing, inverse needs, delete noAction
          unique (identifier, owner)

        """)
    #expect(
      built.findings == [
        "note composite-attribute `Place`", "note unsupported-index `computed`", "note delete-rule `No Action`",
      ])
  }

  @Test func templatesKeepTheirPlace() throws {
    let built = Built(model: Self.everything)
    let source = try #require(built.sources.first)
    let templates = built.checked.templates
    #expect(templates.map(\.name) == ["cheap", "byTitle", "everything"])
    #expect(templates.map(\.owner) == ["Thing", nil, nil])
    #expect(templates.map(\.fetchLimit) == [nil, 5, nil])
    #expect(templates.map(\.includesSubentities) == [true, false, true])
    #expect(templates.map(\.predicate) == ["price < $FETCH_SOURCE.price AND title == \"x\"", "title == $TITLE", nil])
    #expect(source.text(templates[1].location.span) == "title == $TITLE")
    #expect(source.text(templates[2].location.span) == "everything")
    // Spans of the text without character references map to the right places in the file.
    for (start, end, text) in [
      (0, 5, "price"), (6, 7, "&lt;"), (8, 21, "$FETCH_SOURCE"), (32, 37, "title"), (42, 43, "x"),
    ] {
      let place = templates[0].location(of: SourceSpan(UInt32(start), UInt32(end)))
      #expect(source.text(place.span) == text)
    }
  }

  @Test func declarationsPointAtNames() throws {
    let built = Built(model: Self.everything)
    let source = try #require(built.sources.first)
    let entity = try #require(built.checked.declarations[.entity("Part")])
    let property = try #require(built.checked.declarations[.property(entity: "Part", name: "title")])
    #expect(source.text(entity.span) == "Part")
    #expect(source.text(property.span) == "title")
    #expect(entity.file == "M.xcdatamodel/contents")
    #expect(built.checked.declarations[.property(entity: "Part", name: "code")] == nil)
  }

  /// A part of a model and the expected diagnostics.
  static let reported: [(String, [String])] = [
    (
      #"<entity name="A"><attribute name="x" attributeType="Integer 16" defaultValueString="70000"/></entity>"#,
      ["warning invalid-default `70000`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="Integer 64" defaultValueString="1.5"/></entity>"#,
      ["warning invalid-default `1.5`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="Boolean" defaultValueString="maybe"/></entity>"#,
      ["warning invalid-default `maybe`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="Boolean" defaultValueString="1.0"/></entity>"#,
      []
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="Double" defaultValueString="nan"/></entity>"#,
      ["warning invalid-default `nan`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="Decimal" defaultValueString="1,5"/></entity>"#,
      ["warning invalid-default `1,5`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="UUID" defaultValueString="5"/></entity>"#,
      ["warning invalid-default `5`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="Date" defaultDateTimeInterval="soon"/></entity>"#,
      ["warning invalid-default `soon`"]
    ),
    (#"<entity name="A"><attribute name="x" attributeType="Integer 64" defaultValueString=""/></entity>"#, []),
    (
      #"<entity name="A"><attribute name="x" attributeType="Date" defaultValueString="0"/></entity>"#,
      ["note ignored-default `0`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="Date" minValueString="12/4/2013"/></entity>"#,
      ["note ignored-constraint `12/4/2013`"]
    ),
    (
      #"""
      <entity name="A">
      <attribute name="x" attributeType="Integer 16" minValueString="5" maxValueString="1"/></entity>
      """#,
      ["warning empty-range `5`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="String" regularExpressionString="("/></entity>"#,
      ["warning invalid-regex `(`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="Quaternion"/></entity>"#,
      ["warning unknown-attribute-type `Quaternion`"]
    ),
    (
      #"<entity name="A"><attribute name="x" attributeType="String" optional="perhaps"/></entity>"#,
      ["warning invalid-model-value `perhaps`"]
    ),
    (#"<entity name="A"><attribute attributeType="String"/></entity>"#, ["error missing-model-attribute `attribute`"]),
    (#"<entity/>"#, ["error missing-model-attribute `entity`"]),
    (#"<entity name="A"><relationship name="r" maxCount="1"/></entity>"#, ["error missing-destination `r`"]),
    (
      #"<entity name="A"><relationship name="r" destinationEntity="B" inverseName="x" inverseEntity="B"/></entity>"#,
      ["error unknown-destination `B`"]
    ),
    (#"<entity name="A" parentEntity="B"/>"#, ["error unknown-parent `B`"]),
    (
      #"<entity name="A" parentEntity="B"/><entity name="B" parentEntity="C"/><entity name="C" parentEntity="B"/>"#,
      ["error inheritance-cycle `B`"]
    ),
    (#"<entity name="A"/><entity name="A"/>"#, ["error duplicate-name `A`"]),
    (
      #"""
      <entity name="A">
      <attribute name="x" attributeType="String"/><attribute name="x" attributeType="Date"/></entity>
      """#,
      ["error duplicate-name `x`"]
    ),
    (#"<entity name="A"><relationship name="r" destinationEntity="A"/></entity>"#, ["warning missing-inverse `r`"]),
    (
      #"<entity name="A"><relationship name="r" destinationEntity="A" inverseName="s" inverseEntity="A"/></entity>"#,
      ["error unknown-inverse `s`"]
    ),
    (
      #"""
      <entity name="A">
      <relationship name="r" optional="YES" destinationEntity="A" inverseName="r" inverseEntity="A"/></entity>
      """#,
      []
    ),
    (
      #"""
      <entity name="A"><relationship name="r" destinationEntity="B" inverseName="s" inverseEntity="B"/></entity>
      <entity name="B"><relationship name="s" destinationEntity="A"/></entity>
      """#, ["warning one-sided-inverse `s`"]
    ),
    (
      #"""
      <entity name="A"><relationship name="r" optional="YES" destinationEntity="B" inverseName="s" inverseEntity="B"/>
        <relationship name="q" destinationEntity="B" inverseName="s" inverseEntity="B"/></entity>
      <entity name="B">
        <relationship name="s" optional="YES" destinationEntity="A" inverseName="r" inverseEntity="A"/></entity>
      """#, ["warning inverse-mismatch `s`"]
    ),
    (
      #"""
      <entity name="A" isAbstract="YES"><attribute name="x" attributeType="String"/></entity>
      <entity name="B" parentEntity="A"><attribute name="x" attributeType="String"/></entity>
      """#, ["warning redeclared-property `x`"]
    ),
    (
      #"""
      <entity name="A"><uniquenessConstraints><uniquenessConstraint><constraint value="nope"/>
      </uniquenessConstraint></uniquenessConstraints></entity>
      """#, ["warning unknown-key `nope`"]
    ),
    (#"<entity name="A" isAbstract="YES"/>"#, ["note abstract-without-children `A`"]),
    (
      #"<entity name="A" flavour="sweet"><sprinkles/>loose</entity>"#,
      [
        "note unknown-model-attribute `flavour`", "note unknown-model-element `sprinkles`",
        "note unknown-model-element `loose`",
      ]
    ),
    (#"<surprise/>"#, ["note unknown-model-element `surprise`"]),
    (#"<fetchRequest name="" entity="A"/><entity name="A"/>"#, ["note unnamed-template `name`"]),
    (#"<fetchRequest name="t" entity="B"/>"#, ["warning unknown-template-entity `B`"]),
    (
      #"<configuration name="c"><memberEntity name="B"/></configuration>"#,
      ["warning unknown-configuration-member `B`"]
    ),
    (
      #"<composite name="C"><attribute name="x" attributeType="Composite" composite="C"/></composite>"#,
      ["error composite-cycle `C`", "note composite-attribute `C`"]
    ),
    (
      #"""
      <entity name="A"><attribute name="size" attributeType="String"/><attribute name="like" attributeType="String"/>
      <attribute name="internal" attributeType="String"/><attribute name="größe" attributeType="String"/>
      <attribute name="order" attributeType="String"/><attribute name="type" attributeType="String"/></entity>
      """#,
      [
        "note predicate-word `size`", "note predicate-word `like`", "note swift-keyword `internal`",
        "note non-ascii-name `größe`",
      ]
    ),
    (#"<entity name="Date"/><entity name="my name"/>"#, ["note type-name `Date`", "error invalid-name `my name`"]),
  ]

  @Test(arguments: reported.indices)
  func reports(_ index: Int) {
    let (body, findings) = Self.reported[index]
    #expect(Built(model: body).findings == findings)
  }

  @Test(arguments: [
    ("Integer 32", "NO", Value.int(0), "it is read as 0"), ("Integer 32", "12 kg", .int(12), "it is read as 12"),
    ("Integer 16", "70000", .int(0), "it is read as 0"), ("Integer 64", "-1.5", .int(-1), "it is read as -1"),
    ("Double", "1,5", .double(1), "it is read as 1.0"), ("Decimal", "cheap", .decimal(0), "it is read as 0"),
    ("Boolean", "Yup", .bool(true), "it is read as YES"), ("Boolean", "maybe", .bool(false), "it is read as NO"),
    ("UUID", "empy", .null, "the attribute has no default"),
  ])
  func aDefaultOfAnotherTypeIsReadAsFoundationDoes(type: String, text: String, value: Value, effect: String) throws {
    let built = Built(
      model: #"<entity name="A"><attribute name="x" attributeType="\#(type)" defaultValueString="\#(text)"/></entity>"#)
    let entity = try #require(built.checked.schema.entities.first)
    guard case .attribute(let attribute)? = entity.properties.first else {
      Issue.record("no attribute")
      return
    }
    #expect(attribute.defaultValue == value)
    #expect(built.diagnostics.map(\.message).allSatisfy { $0.hasSuffix("; " + effect) })
    #expect(built.diagnostics.map(\.severity) == [.warning])
  }

  @Test func aTextThatIsNoModelIsOneError() {
    for (text, finding) in [
      ("<plist/>", "error not-a-model `plist`"), ("<model>", "error malformed-xml ``"),
      ("bplist00", "error binary-model ``"),
    ] {
      let built = Built(
        SchemaInputs(modelPaths: ["M.xcdatamodel"]), MemoryReader(["M.xcdatamodel/contents": text]))
      #expect(built.findings == [finding])
    }
  }
}
