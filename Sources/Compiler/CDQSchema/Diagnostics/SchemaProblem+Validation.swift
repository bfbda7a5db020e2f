import CDQSyntax

/// Findings of the validation: how the parts of a schema fit together.
extension SchemaProblem {
  static func similarName(_ kind: String, _ name: String, _ other: String) -> SchemaProblem {
    SchemaProblem(
      .note, .similarName, "the \(kind) names '\(name)' and '\(other)' differ only in case")
  }

  static func unknownParent(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .unknownParent, "there is no entity '\(name)' to inherit from")
  }

  static func inheritanceCycle(_ names: [String]) -> SchemaProblem {
    if names.count == 1 { return SchemaProblem(.error, .inheritanceCycle, "'\(names[0])' inherits from itself") }
    let shown = names.prefix(4) + (names.count > 4 ? ["…"] : []) + names.prefix(1)
    return SchemaProblem(
      .error, .inheritanceCycle, "entities inherit in a circle: " + shown.joined(separator: " → "))
  }

  static func inheritanceTooDeep(limit: Int) -> SchemaProblem {
    SchemaProblem(.error, .inheritanceTooDeep, "more than \(limit) entities inherit from each other in a line")
  }

  static func redeclared(_ name: String, owner: String) -> SchemaProblem {
    SchemaProblem(
      .error, .redeclaredProperty, "'\(name)' is already a property of '\(owner)', which this entity inherits from",
      help: ["omit it, or give it another name"])
  }

  static func abstractWithoutChildren(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .warning, .abstractWithoutChildren, "no entity inherits from the abstract '\(name)', so it has no objects")
  }

  static func unknownDestination(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .unknownDestination, "there is no entity '\(name)' to lead to")
  }

  static func missingInverse(_ name: String) -> SchemaProblem {
    SchemaProblem(.warning, .missingInverse, "the relationship '\(name)' has no inverse")
  }

  static func unknownInverse(_ name: String, of destination: String) -> SchemaProblem {
    SchemaProblem(.error, .unknownInverse, "'\(destination)' has no relationship '\(name)'")
  }

  static func inverseIsAttribute(_ name: String, of entity: String) -> SchemaProblem {
    SchemaProblem(
      .error, .inverseMismatch, "the inverse '\(name)' is an attribute of '\(entity)', not a relationship")
  }

  static func inverseOfOtherEntity(_ entity: String, destination: String) -> SchemaProblem {
    SchemaProblem(
      .error, .inverseMismatch, "the inverse belongs to '\(entity)', but the relationship leads to '\(destination)'")
  }

  static func inverseLeadsElsewhere(
    _ name: String, _ inverse: String, of entity: String, to destination: String
  ) -> SchemaProblem {
    SchemaProblem(
      .error, .inverseMismatch,
      "the inverse '\(inverse)' of '\(entity)' leads to '\(destination)', not back to the owner of '\(name)'")
  }

  static func inverseNamesOther(
    _ inverse: String, of entity: String, named: String, not name: String
  ) -> SchemaProblem {
    SchemaProblem(
      .error, .inverseMismatch, "'\(inverse)' of '\(entity)' has the inverse '\(named)', not '\(name)'")
  }

  static func oneSidedInverse(_ name: String, of entity: String) -> SchemaProblem {
    SchemaProblem(
      .error, .oneSidedInverse, "'\(name)' of '\(entity)' does not name its inverse")
  }

  static func noAction(_ name: String, destination: String) -> SchemaProblem {
    SchemaProblem(
      .warning, .deleteRule,
      "the delete rule 'noAction' of '\(name)' can leave a '\(destination)' that refers to a deleted object")
  }

  static func nullifiesRequired(_ inverse: String, of entity: String) -> SchemaProblem {
    SchemaProblem(
      .warning, .deleteRule,
      "deleting this would leave '\(inverse)' of '\(entity)' without a value, which it must have",
      help: ["use the delete rule 'cascade' or 'deny', or make '\(inverse)' optional"])
  }

  static func unknownKey(_ name: String, of entity: String, kind: String) -> SchemaProblem {
    SchemaProblem(.error, .unknownKey, "'\(entity)' has no property '\(name)' for this \(kind)")
  }

  static func unfitKey(_ name: String, reason: String, kind: String) -> SchemaProblem {
    SchemaProblem(.error, .unfitKey, "'\(name)' cannot be part of this \(kind), because it \(reason)")
  }

  static func invalidName(_ name: String, _ kind: String) -> SchemaProblem {
    SchemaProblem(
      .error, .invalidName, "'\(name)' cannot be the name of \(article(kind)) \(kind)",
      help: ["a name has letters, digits and '_', and begins with a letter or '_'"])
  }

  static func nonASCIIName(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, .nonASCIIName,
      "'\(name)' has characters beyond ASCII: a query can name it, the text of an NSPredicate cannot")
  }

  static func predicateWord(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, .predicateWord, "'\(name)' is a word of the predicate language",
      help: ["in a predicate write '#\(name)'"])
  }

  static func bracketWord(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, .predicateWord, "'\(name)' is a word of the predicate language inside '[ ]'",
      help: ["in an index write '[#\(name)]'; elsewhere '\(name)' is fine"])
  }

  static func swiftKeyword(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, .swiftKeyword, "'\(name)' is a Swift keyword",
      help: ["queries name it as it is; Swift code writes it with backticks: `\(name)`"])
  }

  static func typeName(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, .typeName, "'\(name)' is also the name of a type of values",
      help: ["to use the entity as a type write '#\(name)'"])
  }
}
