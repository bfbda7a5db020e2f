import CDQIR

/// What a text says of the objects of a to-many relationship: `without a capital`, `with a cancelled booking`, `at least 5
/// capitals`.
extension PlainWords {
  /// The relationship to the objects that the words at an index name, and their condition, with the index after the words.
  func elements(_ index: Int) -> (relationship: Relationship, condition: String, end: Int)? {
    guard index < words.count, schema.property(words[index]) == nil, schema.state(words[index]) == nil else { return nil }
    for relationship in schema.schema.allRelationships(of: entity) where relationship.isToMany {
      let other = of(relationship.destination)
      let isNamed = index + 1 < words.count && schema.collection(words[index + 1]) == relationship
      if let attribute = other.attribute(named: words[index]), attribute.type == .bool {
        return (relationship, "\(attribute.name) == TRUE", index + (isNamed ? 2 : 1))
      }
      // `cancelled` alone is said of the object itself.
      if isNamed, let condition = other.state(words[index]) { return (relationship, condition, index + 2) }
      // `a cat`
      if schema.caseCondition(words[index]) == nil, let condition = other.ownCase(words[index]) {
        return (relationship, condition, index + 1)
      }
    }
    return nil
  }

  /// The state that a word names, unless the text says when it came: `cleaned this week`.
  func state(_ index: Int) -> String? {
    index + 1 < words.count && moment(index + 1) != nil ? nil : schema.state(words[index])
  }

  /// `without a capital`, `with a cancelled booking`, with the index of the words for the objects.
  func elementary(_ index: Int, isAbsent: Bool) -> (String, Int)? {
    guard let (relationship, condition, end) = elements(index) else { return nil }
    return ("\(isAbsent ? "NONE" : "ANY") \(relationship.name).\(condition)", end)
  }

  /// `at least 5 capitals`
  func countedElements(_ sign: String, _ number: Int) -> (String, Int)? {
    guard let (relationship, condition, end) = elements(number + 1) else { return nil }
    return ("SUBQUERY(\(relationship.name), $x, $x.\(condition)).@count \(sign) \(words[number])", end)
  }

  /// `who owns the car BE 900`: the name of the object that the entity leads to, by a relationship with the stem of the verb.
  func asked() -> String? {
    guard lower[0] == "who", let place, place > 1,
      words[2..<max(2, place)].allSatisfy({ EnglishWords.fillers.contains($0.lowercased()) })
    else { return nil }
    let wanted = SchemaWords.stem(lower[1])
    return schema.schema.allRelationships(of: entity).first { relationship in
      !relationship.isToMany && SchemaWords.stem(relationship.name.lowercased()) == wanted
    }.flatMap { schema.path(.relationship($0)) }
  }
}
