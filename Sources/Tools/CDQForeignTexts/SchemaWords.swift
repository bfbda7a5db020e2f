import CDQIR

/// What words of a person name in a schema: `stock` is the property `in_stock`, `orders` the entity `Order`, and `Europe` a
/// case of the enum of `continent`.
struct SchemaWords {
  let schema: Schema
  let entity: String

  /// Whether a word is a name in another case, in the plural or in the singular.
  static func isNumber(_ word: String, of name: String) -> Bool {
    let (word, name) = (word.lowercased(), name.lowercased())
    // "not" is no note.
    if grammar.contains(word) { return word == name }
    return word == name || plurals(of: name).contains(word) || plurals(of: word).contains(name)
  }

  private static let grammar = EnglishWords.words("not no nor and or but that this is are was were in on at of to for by with a an the it")

  private static func plurals(of word: String) -> [String] {
    [word + "s", word.hasSuffix("y") ? word.dropLast() + "ies" : word + "es"]
  }

  /// The words of a name: `in`, `stock` of `in_stock`; `first`, `name` of `FirstName`.
  static func parts(of name: String) -> [String] {
    var parts = [""]
    var wasLower = false
    for character in name {
      if character == "_" || (character.isUppercase && wasLower) { parts.append("") }
      if character != "_" { parts[parts.count - 1] += character.lowercased() }
      wasLower = character.isLowercase
    }
    return parts.filter { !$0.isEmpty }
  }

  /// The property that a word names in any case or number.
  func property(named word: String) -> Property? {
    let lower = word.lowercased()
    let all = schema.allProperties(of: entity)
    return all.first { $0.name.lowercased() == lower || "is" + lower == $0.name.lowercased() }
      ?? all.first { property in
        let isCondition = property.name.lowercased().hasPrefix("is") && property.type.base == .bool
        return SchemaWords.isNumber(word, of: property.name)
          || (isCondition && SchemaWords.isNumber(word, of: String(property.name.dropFirst(2).drop { $0 == "_" })))
      }
  }

  /// The property that a word names, or a part of whose name the word is; identities and foreign keys only by their names.
  func property(_ word: String) -> Property? {
    if let named = property(named: word) { return named }
    guard word.count > 2 else { return nil }
    return schema.allProperties(of: entity).first { property in
      let parts = SchemaWords.parts(of: property.name)
      return parts.count > 1 && parts.last != "id" && parts.contains { SchemaWords.isNumber(word, of: $0) }
    }
  }

  func attribute(_ word: String) -> Attribute? {
    guard case .attribute(let attribute)? = property(word) else { return nil }
    return attribute
  }

  /// The to-many relationship that a word names, by its own name or that of its objects.
  func collection(_ word: String) -> Relationship? {
    let all = schema.allRelationships(of: entity).filter(\.isToMany)
    return all.first { SchemaWords.isNumber(word, of: $0.name) }
      ?? all.first { SchemaWords.isNumber(word, of: $0.destination) }
      ?? all.first { word.hasSuffix("ed") && SchemaWords.isNumber(String(word.dropLast(2)), of: $0.name) }
      ?? all.first {
        $0.name.count > 3 && SchemaWords.parts(of: $0.name).contains { SchemaWords.isNumber(word, of: $0) }
      }
  }

  /// The path to the text of a property: the property, or the name of the object that it leads to.
  func path(_ property: Property) -> String? {
    switch property {
    case .attribute(let attribute): return attribute.name
    case .relationship(let relationship):
      if relationship.isToMany { return nil }
      return SchemaWords(schema: schema, entity: relationship.destination).nameOfObject.map {
        "\(relationship.name).\($0)"
      }
    }
  }

  /// The text that names an object of the entity: `name`, `title`, another part of a name, or the first text.
  var nameOfObject: String? {
    let texts = schema.allAttributes(of: entity).filter { $0.type == .string }.map(\.name)
    return texts.first { ["name", "title"].contains($0.lowercased()) }
      ?? texts.first { !Set(SchemaWords.parts(of: $0)).isDisjoint(with: ["name", "title"]) } ?? texts.first
  }

  /// The condition that a value is a case of an enum, of the entity itself or of an object that it leads to.
  func caseCondition(_ value: String) -> String? {
    ownCase(value)
      ?? schema.allRelationships(of: entity).lazy.filter { !$0.isToMany }.compactMap { relationship in
        SchemaWords(schema: schema, entity: relationship.destination).ownCase(value).map { "\(relationship.name).\($0)" }
      }
      .first
  }

  /// The condition that a property of the entity itself is a case of an enum, `kind == .novel` for "novels".
  func ownCase(_ value: String) -> String? {
    let wanted = value.lowercased().filter { $0.isLetter || $0.isNumber }
    for attribute in schema.allAttributes(of: entity) {
      guard case .enumeration(let name) = attribute.type,
        let found = schema.enumeration(named: name)?.cases.first(where: { SchemaWords.isNumber(wanted, of: $0.name) })
      else { continue }
      return "\(attribute.name) == .\(found.name)"
    }
    return nil
  }

  /// The numbers that are no identity.
  var amounts: [Attribute] {
    let identity = schema.identity(of: entity).map(\.name)
    return schema.allAttributes(of: entity).filter { attribute in
      attribute.type.isNumeric && !identity.contains(attribute.name) && !attribute.name.lowercased().hasSuffix("id")
    }
  }

  /// The number that is a year, such as `birthYear`.
  var year: String? { amounts.first { SchemaWords.parts(of: $0.name).contains("year") }?.name }

  /// The property by which objects are large or small: the first number that identifies nothing, and says of no place or time
  /// where or when.
  var amount: Attribute? {
    amounts.first { Set(SchemaWords.parts(of: $0.name)).isDisjoint(with: SchemaWords.positions) } ?? amounts.first
  }

  private static let positions = EnglishWords.words("year floor level rank position index latitude longitude lat lon")

  /// The first date, or the one whose name begins as a verb does: `hire_date` for "hired".
  func date(_ verb: String? = nil) -> String? {
    let dates = schema.allAttributes(of: entity).filter { $0.type == .date }.map(\.name)
    let stem = verb.map { $0 == "born" ? "birt" : $0.prefix(4).lowercased() } ?? ""
    let named = stem.count < 4 ? nil : dates.first { SchemaWords.parts(of: $0).contains { $0.hasPrefix(stem) } }
    return named ?? dates.first { $0.lowercased() == verb } ?? dates.first
  }

  /// The date one of whose words is one of some, or begins with it.
  func date(with words: [String]) -> String? {
    schema.allAttributes(of: entity).first { attribute in
      attribute.type == .date
        && SchemaWords.parts(of: attribute.name).contains { part in words.contains { part.hasPrefix($0) } }
    }?.name
  }

  /// The date from which an age is counted.
  var dateOfBirth: String? { date(with: ["born", "birth", "dob"]) }

  /// The date from which the age of an object counts: no date of what happens again or at its end.
  var dateOfOrigin: String? {
    schema.allAttributes(of: entity).first { attribute in
      attribute.type == .date
        && Set(SchemaWords.parts(of: attribute.name)).isDisjoint(with: SchemaWords.laterEvents)
    }?.name
  }

  private static let laterEvents = EnglishWords.words(
    """
    last next due deadline end ended closed finished completed done departure expiry expires cancelled returned paid updated
    modified changed resolved
    """)

  /// The attribute that a word names in any case or number.
  func attribute(named word: String) -> Attribute? {
    guard case .attribute(let attribute)? = property(named: word) else { return nil }
    return attribute
  }

  /// The condition that a property has no value, or `false` where it is a Bool.
  ///
  /// - Parameter isUsedUp: Whether the text says "out of", which asks for the number 0.
  func absence(of property: Property, isUsedUp: Bool) -> String {
    if isUsedUp, case .attribute(let attribute) = property, attribute.type.isNumeric { return "\(attribute.name) == 0" }
    return switch property {
    case .relationship(let relationship):
      relationship.isToMany ? "\(relationship.name).@count == 0" : "\(relationship.name) == nil"
    case .attribute(let attribute):
      attribute.type == .bool
        ? "\(attribute.name) == FALSE"
        : attribute.isOptional
          ? "\(attribute.name) == nil"
          : attribute.type == .string ? "\(attribute.name) == \"\"" : "\(attribute.name) == 0"
    }
  }

  /// The condition that a property has a value; nil if it always has one.
  func presence(of property: Property) -> String? {
    switch property {
    case .relationship(let relationship):
      relationship.isToMany ? "\(relationship.name).@count > 0" : "\(relationship.name) != nil"
    case .attribute(let attribute):
      attribute.type == .bool ? "\(attribute.name) == TRUE" : attribute.isOptional ? "\(attribute.name) != nil" : nil
    }
  }
}
