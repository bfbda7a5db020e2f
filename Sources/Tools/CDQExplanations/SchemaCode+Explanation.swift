package import CDQSchema
import CDQSyntax

extension SchemaCode {
  /// The explanation of the code; tests run its examples.
  package var explanation: Explanation {
    switch self {
    case .unknownType:
      Explanation(
        .error, "there is no such type",
        """
        The types are Bool, Int16, Int32, Int64, Float, Double, Decimal, String, Date, Data, UUID, URL and \
        Transformable, the enums and the entities; '?' makes one optional and '[ ]' a collection.
        """,
        wrong: .init(.document, "entity Town { name: Text }\n"),
        right: .init(.document, "entity Town { name: String }\n"))
    case .invalidType:
      Explanation(
        .error, "types are combined in an impossible way",
        "The elements of a collection are values that queries can read, and a Transformable is not.",
        wrong: .init(.document, "entity Town { parts: [Transformable] }\n"),
        right: .init(.document, "entity Town { parts: Transformable? }\n"))
    case .misplacedOrdered:
      Explanation(
        .error, "'ordered' is for relationships",
        "A collection of values always has an order; a to-many relationship has one if it says so.",
        wrong: .init(.document, "entity Town { names: ordered [String] }\n"),
        right: .init(.document, "entity Town { names: [String] }\n"))
    case .misplacedInverse:
      Explanation(
        .error, "only a relationship has an inverse",
        "An attribute holds a value and leads to no other entity.",
        wrong: .init(.document, "entity Town { name: String inverse other }\n"),
        right: .init(.document, "entity Town { name: String }\n"))
    case .misplacedDefault:
      Explanation(
        .error, "a relationship has no default",
        "A new object has no related objects until the program sets them.",
        wrong: .init(.document, "entity Town { twin: Town? = 5 inverse twin }\n"),
        right: .init(.document, "entity Town { twin: Town? inverse twin }\n"))
    case .invalidDefault:
      Explanation(
        .error, "a default is no value of the type",
        "Defaults and bounds are values of the attribute's type, within its range.",
        wrong: .init(.document, "entity Town { rank: Int16 = 40000 }\n"),
        right: .init(.document, "entity Town { rank: Int16 = 400 }\n"))
    case .malformedLiteral:
      Explanation(
        .error, "a literal cannot be read",
        """
        Dates, UUIDs, decimals, URLs and data are written as a call with a text in quotes, which is read when the text \
        is checked. A value that is not fixed is a parameter.
        """,
        wrong: "founded == date('2001-02-30')", right: "founded == date('2001-02-28')")
    case .unknownCase:
      Explanation(
        .error, "the enum has no such case",
        "A default of an enum's type is one of its cases, written with a dot.",
        wrong: .init(.document, "enum Level: String { low, high }\nentity Town { level: Level = .middle }\n"),
        right: .init(.document, "enum Level: String { low, high }\nentity Town { level: Level = .low }\n"))
    case .emptyEnum:
      Explanation(
        .error, "an enum has no cases",
        "An attribute of such a type could have no value.",
        wrong: .init(.document, "enum Level: String { }\n"), right: .init(.document, "enum Level: String { low }\n"))
    case .invalidRawType:
      Explanation(
        .error, "a type cannot be the raw type of an enum",
        "Raw values are what is stored: String, Int16, Int32 or Int64.",
        wrong: .init(.document, "enum Level: Double { low }\n"), right: .init(.document, "enum Level: Int64 { low }\n"))
    case .duplicateRawValue:
      Explanation(
        .error, "two cases have one raw value",
        "A stored value must say which case it is.",
        wrong: .init(.document, "enum Level: String { low = \"l\", least = \"l\" }\n"),
        right: .init(.document, "enum Level: String { low = \"l\", least = \"ll\" }\n"))
    case .duplicateName:
      Explanation(
        .error, "a name is declared twice",
        "Entities and enums share one namespace, and so do the properties of an entity and the cases of an enum.",
        wrong: .init(.document, "entity Town { name: String  name: Int64 }\n"),
        right: .init(.document, "entity Town { name: String  number: Int64 }\n"))
    case .duplicateAnnotation:
      Explanation(
        .error, "an annotation is given twice",
        "Each annotation says one thing about a property.",
        wrong: .init(.document, "entity Town { name: String @index @index }\n"),
        right: .init(.document, "entity Town { name: String @index }\n"))
    case .duplicateKey:
      Explanation(
        .error, "a property is listed twice",
        "An index or a uniqueness constraint names each property once.",
        wrong: .init(.document, "entity Town { name: String  @@index(name, name) }\n"),
        right: .init(.document, "entity Town { name: String  @@index(name) }\n"))
    case .unknownAnnotation:
      Explanation(
        .error, "there is no such annotation",
        """
        Annotations are @unique, @index, @renamed, @json, @transient, @range, @length, @matches, @delete and @count, \
        and @@unique and @@index for several properties.
        """,
        wrong: .init(.document, "entity Town { name: String @uniqe }\n"),
        right: .init(.document, "entity Town { name: String @unique }\n"))
    case .misplacedAnnotation:
      Explanation(
        .error, "an annotation does not fit what it follows",
        "@length is for texts, @range for numbers and dates, @delete and @count for relationships.",
        wrong: .init(.document, "entity Town { rank: Int64 @length(1...5) }\n"),
        right: .init(.document, "entity Town { rank: Int64 @range(1...5) }\n"))
    case .invalidAnnotation:
      Explanation(
        .error, "the arguments of an annotation are wrong",
        "The message shows how it is written.",
        wrong: .init(.document, "entity Town { name: String @renamed(\"title\") }\n"),
        right: .init(.document, "entity Town { name: String @renamed(from: \"title\") }\n"))
    case .unknownDeleteRule:
      Explanation(
        .error, "there is no such delete rule",
        "The rules are cascade, nullify, deny and noAction.",
        wrong: .init(.document, "entity Town { parts: [Town] inverse parts @delete(remove) }\n"),
        right: .init(.document, "entity Town { parts: [Town] inverse parts @delete(cascade) }\n"))
    case .unreadableFile:
      Explanation(
        .error, "a file cannot be read",
        """
        A schema imports a file that is not there or cannot be opened. Paths are relative to the file that names them.
        """,
        wrong: .init(.files, "=== a.cdq\nschema \"missing.cdq\"\n"),
        right: .init(.files, "=== a.cdq\nschema \"b.cdq\"\n=== b.cdq\nentity Town { name: String }\n"))
    case .importCycle:
      Explanation(
        .error, "schema files import each other in a circle",
        "Each file would need the other first. Move what both need into a third one.",
        wrong: .init(.files, "=== a.cdq\nschema \"b.cdq\"\n=== b.cdq\nschema \"a.cdq\"\n"),
        right: .init(.files, "=== a.cdq\nschema \"b.cdq\"\n=== b.cdq\nentity Town { name: String }\n"))
    case .notASchema:
      Explanation(
        .error, "a file is of no kind that holds a schema",
        "Schemas are '.cdq' files and Core Data models.",
        wrong: .init(.files, "=== a.cdq\nschema \"b.json\"\n=== b.json\n{}\n"),
        right: .init(.files, "=== a.cdq\nschema \"b.cdq\"\n=== b.cdq\nentity Town { name: String }\n"))
    case .invalidRegex:
      Explanation(
        .error, "a pattern in the schema is no regular expression",
        """
        @matches takes ICU's regular expressions and tests the whole text. In a Core Data model this is a warning, \
        since Xcode tolerates it.
        """,
        wrong: .init(.document, "entity Town { name: String @matches(\"(\") }\n"),
        right: .init(.document, "entity Town { name: String @matches(\"[a-z]+\") }\n"))
    case .emptyRange:
      Explanation(
        .error, "a range holds no value",
        "The smallest value is above the largest. In a Core Data model this is a warning, since Xcode tolerates it.",
        wrong: .init(.document, "entity Town { rank: Int64 @range(5...1) }\n"),
        right: .init(.document, "entity Town { rank: Int64 @range(1...5) }\n"))
    case .similarName:
      Explanation(
        .note, "two names differ only in case",
        "Both work, but readers confuse them, and so do some databases.",
        wrong: .init(.document, "entity Town { name: String  Name: String }\n"),
        right: .init(.document, "entity Town { name: String  title: String }\n"))
    case .unknownParent:
      Explanation(
        .error, "the parent entity does not exist",
        "The name after ':' must be an entity of the same schema.",
        wrong: .init(.document, "entity Town: Place { name: String }\n"),
        right: .init(.document, "entity Place { name: String }\nentity Town: Place { rank: Int64 }\n"))
    case .inheritanceCycle:
      Explanation(
        .error, "entities inherit from each other in a circle",
        "An entity cannot inherit from itself, directly or through others.",
        wrong: .init(.document, "entity Town: Place { }\nentity Place: Town { }\n"),
        right: .init(.document, "entity Town: Place { }\nentity Place { }\n"))
    case .inheritanceTooDeep:
      Explanation(
        .error, "too many entities inherit from each other in a line",
        "The depth of inheritance is limited, so that no schema can overflow the stack.",
        wrong: .init(.swift, "entity E0 { }\nentity E1: E0 { }\n… and so on for thousands of entities\n"),
        right: .init(.document, "entity Place { }\nentity Town: Place { }\n"))
    case .redeclaredProperty:
      Explanation(
        .error, "an inherited property is declared again",
        "A sub-entity has all properties of its parent. In a Core Data model this is a warning when both are alike.",
        wrong: .init(.document, "entity Place { name: String }\nentity Town: Place { name: String }\n"),
        right: .init(.document, "entity Place { name: String }\nentity Town: Place { rank: Int64 }\n"))
    case .abstractWithoutChildren:
      Explanation(
        .warning, "an abstract entity has no sub-entities",
        "It can have no objects, so queries about it find nothing.",
        wrong: .init(.document, "abstract entity Place { name: String }\n"),
        right: .init(.document, "entity Place { name: String }\n"))
    case .unknownDestination:
      Explanation(
        .error, "a relationship leads to an entity that does not exist",
        "In declarations an unknown type is 'unknown-type'; this is about models.",
        wrong: .init(
          .model,
          #"""
          <entity name="Town">\#
          <relationship name="state" optional="YES" destinationEntity="State" inverseName="towns" inverseEntity="State"/>\#
          </entity>
          """#),
        right: .init(
          .model,
          #"""
          <entity name="Town">\#
          <relationship name="twin" optional="YES" destinationEntity="Town" inverseName="twin" inverseEntity="Town"/>\#
          </entity>
          """#))
    case .missingInverse:
      Explanation(
        .warning, "a relationship has no inverse",
        "Without one nothing keeps both sides equal, and Core Data cannot know whether an object is still referred to.",
        wrong: .init(.document, "entity State { name: String }\nentity Town { state: State? }\n"),
        right: .init(
          .document,
          """
          entity State { towns: [Town] inverse state }
          entity Town { state: State? inverse towns }

          """))
    case .unknownInverse:
      Explanation(
        .error, "the inverse does not exist",
        "'inverse x' names a relationship of the entity that this one leads to.",
        wrong: .init(
          .document,
          """
          entity State { towns: [Town] inverse state }
          entity Town { state: State? inverse cities }

          """),
        right: .init(
          .document,
          """
          entity State { towns: [Town] inverse state }
          entity Town { state: State? inverse towns }

          """))
    case .inverseMismatch:
      Explanation(
        .error, "two relationships are not each other's inverse",
        "An inverse leads back to where the relationship began, and names it as its own inverse.",
        wrong: .init(.document, "entity State { name: String }\nentity Town { state: State? inverse name }\n"),
        right: .init(
          .document,
          """
          entity State { towns: [Town] inverse state }
          entity Town { state: State? inverse towns }

          """))
    case .oneSidedInverse:
      Explanation(
        .error, "only one side names the inverse",
        """
        Both relationships say what their inverse is, so that neither can be changed alone by mistake. A fix-it adds \
        it.
        """,
        wrong: .init(.document, "entity State { towns: [Town] }\nentity Town { state: State? inverse towns }\n"),
        right: .init(
          .document,
          """
          entity State { towns: [Town] inverse state }
          entity Town { state: State? inverse towns }

          """))
    case .deleteRule:
      Explanation(
        .warning, "a delete rule can leave a broken object",
        """
        noAction leaves references to deleted objects, and nullify empties a relationship that needs a value. Use \
        cascade or deny, or make the other side optional.
        """,
        wrong: .init(
          .document,
          """
          entity State { towns: [Town] inverse state }
          entity Town { state: State inverse towns }

          """),
        right: .init(
          .document,
          """
          entity State { towns: [Town] inverse state @delete(cascade) }
          entity Town { state: State inverse towns }

          """))
    case .unknownKey:
      Explanation(
        .error, "an index or constraint names no property",
        "@@unique and @@index list properties of the entity or of those it inherits from.",
        wrong: .init(.document, "entity Town { name: String  @@index(nmae) }\n"),
        right: .init(.document, "entity Town { name: String  @@index(name) }\n"))
    case .unfitKey:
      Explanation(
        .error, "a property cannot be indexed or unique",
        "Keys are stored single values whose type has equality.",
        wrong: .init(.document, "entity Town { photo: Transformable?  @@index(photo) }\n"),
        right: .init(.document, "entity Town { name: String  @@index(name) }\n"))
    case .invalidName:
      Explanation(
        .error, "a name has characters that names cannot have",
        "A name has letters, digits and '_', and begins with a letter or '_'.",
        wrong: .init(.model, #"<entity name="my town"/>"#), right: .init(.model, #"<entity name="MyTown"/>"#))
    case .nonASCIIName:
      Explanation(
        .note, "a name has letters beyond ASCII",
        "cdq reads such names; the text of an NSPredicate cannot hold them.",
        wrong: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="größe" optional="YES" attributeType="Double"/></entity>
          """#),
        right: .init(
          .model,
          #"""
          <entity name="Town"><attribute name="extent" optional="YES" attributeType="Double"/></entity>
          """#))
    case .predicateWord:
      Explanation(
        .note, "a name is a word of the predicate language",
        "Where a value can begin it is written with '#' before it, as in '#like'.",
        wrong: .init(.document, "entity Post { like: Int64 }\n"),
        right: .init(.document, "entity Post { likes: Int64 }\n"))
    case .swiftKeyword:
      Explanation(
        .note, "a name is a Swift keyword",
        "Queries use it as it is; Swift code writes it in backticks, as generated code does.",
        wrong: .init(.document, "entity Post { internal: Bool }\n"),
        right: .init(.document, "entity Post { isInternal: Bool }\n"))
    case .typeName:
      Explanation(
        .note, "an entity is named after a type of values",
        "In a declaration the plain word is the type; '#Date' is the entity.",
        wrong: .init(.document, "entity Date { day: Int64 }\n"), right: .init(.document, "entity Day { day: Int64 }\n"))
    }
  }
}
