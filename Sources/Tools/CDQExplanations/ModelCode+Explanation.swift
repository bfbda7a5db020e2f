package import CDQSchema
import CDQSyntax

extension ModelCode {
  /// The explanation of the code; tests run its examples.
  package var explanation: Explanation {
    switch self {
    case .malformedXML:
      Explanation(
        .error, "a model is not well-formed XML",
        "The file is damaged, often by a merge that left its marks. Fix it as a text, or take another version of it.",
        wrong: .init(.model, #"<entity name="Town">"#), right: .init(.model, #"<entity name="Town"/>"#))
    case .notAModel:
      Explanation(
        .error, "a file is XML, but no Core Data model",
        "The root element of a model's 'contents' is 'model'.",
        wrong: .init(.files, "=== M.xcdatamodel/contents\n<plist/>\n"),
        right: .init(.files, "=== M.xcdatamodel/contents\n<model/>\n"))
    case .binaryModel:
      Explanation(
        .error, "a model is in the old binary form",
        "Xcode 3 wrote models as property lists in binary. Open it in Xcode and save it.",
        wrong: .init(.files, "=== M.xcdatamodel/elements\n\n"),
        right: .init(.files, "=== M.xcdatamodel/contents\n<model/>\n"))
    case .compiledModel:
      Explanation(
        .error, "a compiled model cannot be read",
        """
        A '.mom' or '.momd' is what a build makes of a model. Commands read one that is not damaged; a '.cdq' file and the build \
        plugin need the '.xcdatamodeld' that it was made from, or what 'cdq schema import' makes of it.
        """,
        wrong: .init(.files, "=== M.momd/M.mom\n\n"), right: .init(.files, "=== M.xcdatamodel/contents\n<model/>\n"))
    case .modelWithoutVersions:
      Explanation(
        .error, "a model is empty",
        "An '.xcdatamodeld' is a folder of versions, each of which holds a file 'contents'.",
        wrong: .init(.files, "=== M.xcdatamodeld/notes.txt\n\n"),
        right: .init(.files, "=== M.xcdatamodeld/M.xcdatamodel/contents\n<model/>\n"))
    case .unknownModelVersion:
      Explanation(
        .error, "a model has no such version",
        "Either --model-version or the model itself names a version that is not in it.",
        wrong: .init(
          .files,
          """
          === M.xcdatamodeld/A.xcdatamodel/contents
          <model/>
          === M.xcdatamodeld/.xccurrentversion
          <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>B.xcdatamodel</string></dict></plist>

          """),
        right: .init(
          .files,
          """
          === M.xcdatamodeld/A.xcdatamodel/contents
          <model/>
          === M.xcdatamodeld/.xccurrentversion
          <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>A.xcdatamodel</string></dict></plist>

          """))
    case .noCurrentModelVersion:
      Explanation(
        .warning, "a model does not say which version is current",
        "Of several versions the first by name is used. Choose one in Xcode, or with --model-version.",
        wrong: .init(
          .files,
          """
          === M.xcdatamodeld/A.xcdatamodel/contents
          <model/>
          === M.xcdatamodeld/B.xcdatamodel/contents
          <model/>

          """),
        right: .init(.files, "=== M.xcdatamodeld/A.xcdatamodel/contents\n<model/>\n"))
    case .unreadableCurrentVersion:
      Explanation(
        .warning, "the file that names the current version is damaged",
        "'.xccurrentversion' is a property list. Choosing the version again in Xcode writes it anew.",
        wrong: .init(
          .files,
          """
          === M.xcdatamodeld/A.xcdatamodel/contents
          <model/>
          === M.xcdatamodeld/.xccurrentversion
          <plist>

          """),
        right: .init(.files, "=== M.xcdatamodeld/A.xcdatamodel/contents\n<model/>\n"))
    case .unknownModelElement:
      Explanation(
        .note, "an element of a model is not known",
        "It comes from a newer Xcode, or from a slip; it has no effect on the schema.",
        wrong: .init(.model, "<surprise/>"), right: .init(.model, #"<entity name="Town"/>"#))
    case .unknownModelAttribute:
      Explanation(
        .note, "an XML attribute of a model is not known",
        "It comes from a newer Xcode, or from a slip; it has no effect on the schema.",
        wrong: .init(.model, #"<entity name="Town" flavour="sweet"/>"#),
        right: .init(.model, #"<entity name="Town"/>"#))
    case .missingModelAttribute:
      Explanation(
        .error, "an element of a model lacks what it needs",
        "Entities and properties have names. Where the schema can do without, it is a warning.",
        wrong: .init(.model, "<entity/>"), right: .init(.model, #"<entity name="Town"/>"#))
    case .missingDestination:
      Explanation(
        .error, "a relationship leads nowhere",
        "Choose its destination in Xcode.",
        wrong: .init(.model, #"<entity name="Town"><relationship name="twin" optional="YES" maxCount="1"/></entity>"#),
        right: .init(
          .model,
          #"""
          <entity name="Town">\#
          <relationship name="twin" optional="YES" maxCount="1" destinationEntity="Town" inverseName="twin" inverseEntity="Town"/>\#
          </entity>
          """#))
    case .invalidModelValue:
      Explanation(
        .warning, "an XML attribute has no meaning",
        "It is read as if it were missing.",
        wrong: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="name" optional="perhaps" attributeType="String"/></entity>
          """#),
        right: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="name" optional="YES" attributeType="String"/></entity>
          """#))
    case .unknownAttributeType:
      Explanation(
        .warning, "a model has an attribute of an unknown type",
        "Queries can compare it with NULL only.",
        wrong: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="size" optional="YES" attributeType="Quaternion"/></entity>
          """#),
        right: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="extent" optional="YES" attributeType="Double"/></entity>
          """#))
    case .ignoredDefault:
      Explanation(
        .note, "a default has no effect",
        "Attributes of this type have no default in Core Data.",
        wrong: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="made" optional="YES" attributeType="Date" defaultValueString="0"/>\#
          </entity>
          """#),
        right: .init(
          .model,
          #"""
          <entity name="Town">\#
          <attribute name="made" optional="YES" attributeType="Date" defaultDateTimeInterval="0"/></entity>
          """#))
    case .ignoredConstraint:
      Explanation(
        .note, "a bound has no effect",
        "It is not written as Core Data reads it for this type.",
        wrong: .init(
          .model,
          #"""
          <entity name="Town">\#
          <attribute name="made" optional="YES" attributeType="Date" minValueString="12/4/2013"/></entity>
          """#),
        right: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="made" optional="YES" attributeType="Date" minDateTimeInterval="0"/>\#
          </entity>
          """#))
    case .compositeAttribute:
      Explanation(
        .note, "a composite attribute is opaque",
        "Queries can compare it with NULL only; its parts are not looked into.",
        wrong: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>\#
          </entity><composite name="Place"><attribute name="x" attributeType="Double"/></composite>
          """#),
        right: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="x" optional="YES" attributeType="Double"/></entity>
          """#))
    case .unknownComposite:
      Explanation(
        .warning, "an attribute has a composite type that does not exist",
        "The model names a composite type that it does not declare.",
        wrong: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>\#
          </entity>
          """#),
        right: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="x" optional="YES" attributeType="Double"/></entity>
          """#))
    case .compositeCycle:
      Explanation(
        .error, "a composite type contains itself",
        "A value of it would have no end.",
        wrong: .init(
          .model,
          #"""
          <composite name="Place"><attribute name="inner" attributeType="Composite" composite="Place"/></composite>
          """#),
        right: .init(.model, #"<composite name="Place"><attribute name="x" attributeType="Double"/></composite>"#))
    case .unsupportedIndex:
      Explanation(
        .note, "an index is not used",
        "One of its elements is computed; only indexes of properties are known.",
        wrong: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="name" optional="YES" attributeType="String"/>\#
          <fetchIndex name="byName">\#
          <fetchIndexElement expression="lowercase:(name)" expressionType="String" type="Binary" order="ascending"/>\#
          </fetchIndex></entity>
          """#),
        right: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="name" optional="YES" attributeType="String"/>\#
          <fetchIndex name="byName"><fetchIndexElement property="name" type="Binary" order="ascending"/>\#
          </fetchIndex></entity>
          """#))
    case .unnamedTemplate:
      Explanation(
        .note, "a fetch request has no name",
        "Its name would be that of a query, so it is left out.",
        wrong: .init(.model, #"<fetchRequest name="" entity="Town"/><entity name="Town"/>"#),
        right: .init(.model, #"<fetchRequest name="towns" entity="Town"/><entity name="Town"/>"#))
    case .renamedTemplate:
      Explanation(
        .note, "a query has another name than its fetch request",
        "The name of the template is no name of a Swift function.",
        wrong: .init(.model, #"<fetchRequest name="all towns" entity="Town"/><entity name="Town"/>"#),
        right: .init(.model, #"<fetchRequest name="allTowns" entity="Town"/><entity name="Town"/>"#))
    case .abstractTemplateEntity:
      Explanation(
        .note, "a fetch request is about an abstract entity",
        """
        The request leaves out sub-entities, but an abstract entity has no objects of its own; the query finds theirs.
        """,
        wrong: .init(
          .model,
          #"""
          <fetchRequest name="places" entity="Place" includeSubentities="NO"/>\#
          <entity name="Place" isAbstract="YES"/><entity name="Town" parentEntity="Place"/>
          """#),
        right: .init(
          .model,
          #"""
          <fetchRequest name="places" entity="Place"/><entity name="Place"/>\#
          <entity name="Town" parentEntity="Place"/>
          """#))
    case .unknownTemplateEntity:
      Explanation(
        .warning, "a fetch request is about an entity that does not exist",
        "The template is left out. Core Data would stop the program when it is used.",
        wrong: .init(.model, #"<fetchRequest name="villages" entity="Village"/>"#),
        right: .init(.model, #"<fetchRequest name="towns" entity="Town"/><entity name="Town"/>"#))
    case .unknownConfigurationMember:
      Explanation(
        .warning, "a configuration lists an entity that does not exist",
        "Configurations have no effect on queries, but the model contradicts itself.",
        wrong: .init(.model, #"<configuration name="Default"><memberEntity name="Village"/></configuration>"#),
        right: .init(
          .model,
          #"""
          <entity name="Town"/><configuration name="Default"><memberEntity name="Town"/></configuration>
          """#))
    }
  }
}
