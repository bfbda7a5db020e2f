import CDQSyntax

/// The explanations of the codes of mappings.
extension Explanation {
  static let duplicateMapping = Explanation(
    .error, "two mappings have one name",
    "The mappings of all files of a target share one namespace, since others name them and each becomes a function.",
    wrong: .init(.document, "mapping Remote: City {}\nmapping Remote: Country {}\n"),
    right: .init(.document, "mapping RemoteCity: City {}\nmapping RemoteCountry: Country {}\n"))

  static let unknownMapping = Explanation(
    .error, "there is no such mapping",
    "The name of a mapping of the same target follows 'using'. The mapping says how the records of a relationship are read.",
    wrong: .init(.document, "mapping RemoteCity: City { country = country using RemoteCountry }\n"),
    right: .init(
      .document,
      """
      mapping RemoteCity: City { country = country using RemoteCountry }
      mapping RemoteCountry: Country { name = title }

      """))

  static let mappingSource = Explanation(
    .error, "a property cannot be read like this",
    """
    What a mapping gives a property has the property's type: '@index' is an integer, 'as date' a Date, a table has \
    values of the attribute, and 'using' belongs to relationships.
    """,
    wrong: .init(.document, "mapping RemoteCity: City { name = founded_on as date(\"yyyy-MM-dd\") }\n"),
    right: .init(.document, "mapping RemoteCity: City { founded = founded_on as date(\"yyyy-MM-dd\") }\n"))

  static let mappingCondition = Explanation(
    .error, "the condition of a mapping asks for a relationship",
    """
    'where' decides whether a record is kept, before it is stored, so it sees the attributes that the record gives \
    and no other objects. 'scope' is about stored objects.
    """,
    wrong: .init(.document, "mapping RemoteCity: City where country.name == \"Chile\" {}\n"),
    right: .init(.document, "mapping RemoteCity: City where population > 1000 {}\n"))

  static let mappingEntity = Explanation(
    .error, "a mapping makes objects of an entity that does not fit",
    """
    A record becomes an object of the mapping's entity, or of one of its sub-entities that '@entity' names by a \
    value of the record. An abstract entity has no objects of its own.
    """,
    wrong: .init(
      .document,
      """
      abstract entity Work { id: Int64 @unique }
      entity Book: Work { pages: Int32? }
      mapping RemoteWork: Work { id = work_id }

      """),
    right: .init(
      .document,
      """
      abstract entity Work { id: Int64 @unique }
      entity Book: Work { pages: Int32? }
      mapping RemoteWork: Work {
        @entity = kind as { "book": Book }
        id = work_id
      }

      """))

  static let malformedDateFormat = Explanation(
    .error, "a date format has letters without a meaning",
    """
    A format is made of the letters of Unicode's date patterns that mean the same in every language: yyyy, MM, dd, \
    HH, mm, ss, S and Z. Other letters stand in apostrophes.
    """,
    wrong: .init(.document, "mapping RemoteCity: City { founded = founded_on as date(\"DD.MM.YYYY\") }\n"),
    right: .init(.document, "mapping RemoteCity: City { founded = founded_on as date(\"dd.MM.yyyy\") }\n"))
}
