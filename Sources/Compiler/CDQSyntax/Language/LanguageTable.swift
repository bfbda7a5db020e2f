// The table of the language: an entry for each word and for each operator that compares. The lexer, the parser, the
// checker, completion, messages and help read it, and `Grammar/` has its words.

/// A word that is a keyword in at least one place. The parser decides whether it is a keyword at a given place.
package enum Keyword: UInt8, Hashable, Sendable, CaseIterable {
  /// A word that is no keyword anywhere.
  case none

  // Words of NSPredicate, in upper or lower case, reserved where an operand can start.
  case and, or, not, any, some, all, noneOf, `in`, like, matches, contains, beginsWith, endsWith, between,
    utiConformsTo, utiEquals, tokenMatches, caseInsensitive, ci, null, nilWord, selfWord, trueWord, yes, falseWord,
    no, anyKey, truePredicate, falsePredicate

  // Words of NSPredicate, in upper or lower case, keywords only in certain places: in `[ ]`, between operands, before
  // `(`.
  case first, last, size, union, intersect, minus, subquery, cast, function, ternary, fetch

  // Words that cdq adds: lower case, keywords only in certain places. `first`, `last` and `in` are above.
  case schema, enumWord, entity, abstract, query, mapping, inverse, ordered, only, whereWord, group, by, having,
    select, distinct, asWord, sort, asc, desc, nulls, limit, per, offset, one, count, exists, delete, update, set

  /// What a word does, which says where it is a keyword.
  package enum Role: Hashable, Sendable {
    case none
    /// Joins conditions.
    case connective
    case negation
    /// Before the collection of a comparison.
    case quantifier(QuantifierNode.Kind)
    case comparison(ComparisonOperator)
    /// Part of an operator of Apple's language that cdq refuses.
    case refusedOperator
    /// A value by itself.
    case literal
    /// The tested object.
    case object
    /// A condition by itself.
    case condition
    /// Alone between the brackets after a collection.
    case index
    /// Between two collections.
    case set
    /// Before `(`.
    case call
    /// Starts a declaration of a file.
    case declaration
    /// Before the entity of a query. `first` is one, too.
    case cardinality
    /// Starts a clause of a query.
    case clause(Clause)
    /// After another word of its clause or declaration.
    case modifier

    /// The name in `Grammar/keywords.txt`.
    package var name: String {
      let text = String(describing: self)
      return String(text.prefix { $0 != "(" })
    }
  }

  /// A section of `Grammar/keywords.txt`.
  package enum Class: String, Hashable, Sendable {
    /// A word that is a name only when escaped: `#like`.
    case reserved
    /// A word of NSPredicate that is a keyword only in certain places.
    case contextual
    /// A word that cdq adds to NSPredicate's language.
    case cdq
  }

  /// A row of the table.
  package struct Entry: Sendable {
    package let keyword: Keyword
    /// The canonical spelling.
    package let spelling: String
    package let role: Role
    /// What the word means, in a few words.
    package let help: String

    fileprivate init(_ keyword: Keyword, _ spelling: String, _ role: Role, _ help: String) {
      self.keyword = keyword
      self.spelling = spelling
      self.role = role
      self.help = help
    }

    fileprivate init(_ keyword: Keyword, _ operation: ComparisonOperator) {
      self.init(keyword, operation.rawValue, .comparison(operation), operation.entry.help)
    }
  }

  /// The rows, in the order of the cases.
  package static let table: [Entry] = [
    Entry(.none, "", .none, ""),
    Entry(.and, "AND", .connective, "both conditions hold"),
    Entry(.or, "OR", .connective, "at least one of the conditions holds"),
    Entry(.not, "NOT", .negation, "the condition does not hold"),
    Entry(.any, "ANY", .quantifier(.any), "at least one element satisfies the comparison"),
    Entry(.some, "SOME", .quantifier(.some), "the same as ANY"),
    Entry(.all, "ALL", .quantifier(.all), "every element satisfies the comparison"),
    Entry(.noneOf, "NONE", .quantifier(.none), "no element satisfies the comparison"),
    Entry(.in, .in),
    Entry(.like, .like),
    Entry(.matches, .matches),
    Entry(.contains, .contains),
    Entry(.beginsWith, .beginsWith),
    Entry(.endsWith, .endsWith),
    Entry(.between, .between),
    Entry(.utiConformsTo, .utiConformsTo),
    Entry(.utiEquals, .utiEquals),
    Entry(.tokenMatches, "TOKENMATCHES", .refusedOperator, "a word of Apple's language that is refused"),
    Entry(.caseInsensitive, "CASEINSENSITIVE", .refusedOperator, "a word of Apple's language that is refused"),
    Entry(.ci, "CI", .refusedOperator, "a word of Apple's language that is refused"),
    Entry(.null, "NULL", .literal, "no value"),
    Entry(.nilWord, "NIL", .literal, "no value"),
    Entry(.selfWord, "SELF", .object, "the object that is tested"),
    Entry(.trueWord, "TRUE", .literal, "a value of Bool"),
    Entry(.yes, "YES", .literal, "the same as TRUE"),
    Entry(.falseWord, "FALSE", .literal, "a value of Bool"),
    Entry(.no, "NO", .literal, "the same as FALSE"),
    Entry(.anyKey, "ANYKEY", .object, "a word of Apple's language that is refused"),
    Entry(.truePredicate, "TRUEPREDICATE", .condition, "always holds"),
    Entry(.falsePredicate, "FALSEPREDICATE", .condition, "never holds"),
    Entry(.first, "FIRST", .index, "the first element"),
    Entry(.last, "LAST", .index, "the last element"),
    Entry(.size, "SIZE", .index, "how many elements there are"),
    Entry(.union, "UNION", .set, "the elements of either collection"),
    Entry(.intersect, "INTERSECT", .set, "the elements of both collections"),
    Entry(.minus, "MINUS", .set, "the elements of the first collection that the second lacks"),
    Entry(.subquery, "SUBQUERY", .call, "the objects of a collection that match"),
    Entry(.cast, "CAST", .call, "the value as another type"),
    Entry(.function, "FUNCTION", .call, "a word of Apple's language that is refused"),
    Entry(.ternary, "TERNARY", .call, "one of two values"),
    Entry(.fetch, "FETCH", .call, "a word of Apple's language that is refused"),
    Entry(.schema, "schema", .declaration, "imports a schema"),
    Entry(.enumWord, "enum", .declaration, "an enum"),
    Entry(.entity, "entity", .declaration, "an entity"),
    Entry(.abstract, "abstract", .declaration, "an entity without objects of its own"),
    Entry(.query, "query", .declaration, "a query"),
    Entry(.mapping, "mapping", .declaration, "a mapping of JSON"),
    Entry(.inverse, "inverse", .modifier, "the relationship back"),
    Entry(.ordered, "ordered", .modifier, "a relationship whose objects have an order"),
    Entry(.only, "only", .modifier, "without the objects of child entities"),
    Entry(.whereWord, "where", .clause(.predicate), "the condition on objects"),
    Entry(.group, "group", .clause(.grouping), "the keys of groups"),
    Entry(.by, "by", .modifier, "the keys of groups"),
    Entry(.having, "having", .clause(.having), "the condition on groups"),
    Entry(.select, "select", .clause(.selection), "the columns of the result"),
    Entry(.distinct, "distinct", .modifier, "each value or row once"),
    Entry(.asWord, "as", .modifier, "the name of a column"),
    Entry(.sort, "sort", .clause(.sort), "the order of the result"),
    Entry(.asc, "asc", .modifier, "the least value first"),
    Entry(.desc, "desc", .modifier, "the greatest value first"),
    Entry(.nulls, "nulls", .modifier, "where objects without a value are"),
    Entry(.limit, "limit", .clause(.limit), "how many objects at most"),
    Entry(.per, "per", .modifier, "the keys, of each of which the first objects are kept"),
    Entry(.offset, "offset", .clause(.offset), "how many objects are skipped"),
    Entry(.one, "one", .cardinality, "the only object"),
    Entry(.count, "count", .cardinality, "how many objects match"),
    Entry(.exists, "exists", .cardinality, "whether an object matches"),
    Entry(.delete, "delete", .cardinality, "removes the objects"),
    Entry(.update, "update", .cardinality, "changes the objects"),
    Entry(.set, "set", .clause(.assignments), "the new values of an update"),
  ]
}

/// A clause of a query. The order of the cases is the order of the clauses in a query.
package enum Clause: Int, Hashable, Sendable, CaseIterable, Comparable {
  case predicate, assignments, grouping, having, selection, sort, limit, offset

  /// The clauses of a query that changes nothing.
  package static let reading = allCases.filter { $0 != .assignments }

  /// The clauses of an `update`.
  package static let changing: [Clause] = [.predicate, .assignments]

  /// The clauses of a shape.
  package static let related: [Clause] = [.predicate, .sort, .limit]

  /// The keywords that start the clause.
  package var words: String { keyword == .group ? "group by" : keyword.spelling }

  /// The keyword that starts the clause.
  package var keyword: Keyword { Keyword.allCases.first { $0.clause == self } ?? .none }

  /// Whether conditions, keys or items follow the keyword directly, and not `by` or a number.
  package var takesValues: Bool { ![.grouping, .limit, .offset].contains(self) }

  package static func < (left: Clause, right: Clause) -> Bool { left.rawValue < right.rawValue }
}

/// An operator that compares two operands; the raw value is the canonical spelling.
package enum ComparisonOperator: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  case like = "LIKE"
  case matches = "MATCHES"
  case `in` = "IN"
  case between = "BETWEEN"
  /// Unsupported; parsed so that the error message can explain the reason.
  case utiConformsTo = "UTI-CONFORMS-TO"
  case utiEquals = "UTI-EQUALS"
  /// `SELF isKindOfClass: x`; parsed so that the error message can explain the reason.
  case selector = "selector:"

  /// The operators that take the same operands.
  package enum Family: Hashable, Sendable {
    /// Values of any type.
    case equality
    /// Values that have an order.
    case order
    /// Two texts.
    case text
    /// A collection and an element, or two texts.
    case containment
    /// A value and a collection.
    case membership
    /// A value with an order, and two others.
    case range
    /// No operands: the checker refuses the operator, for this reason.
    case refused(String)
  }

  /// A row of the table.
  package struct Entry: Sendable {
    package let family: Family
    /// What the operator tests, in a few words.
    package let help: String
  }

  /// The row of the operator.
  package var entry: Entry {
    switch self {
    case .equal: Entry(family: .equality, help: "the same value")
    case .notEqual: Entry(family: .equality, help: "another value")
    case .less: Entry(family: .order, help: "less than")
    case .lessOrEqual: Entry(family: .order, help: "less than or the same")
    case .greater: Entry(family: .order, help: "greater than")
    case .greaterOrEqual: Entry(family: .order, help: "greater than or the same")
    case .beginsWith: Entry(family: .text, help: "the text begins with another one")
    case .endsWith: Entry(family: .text, help: "the text ends with another one")
    case .contains: Entry(family: .containment, help: "another text is in the text, or an element in the collection")
    case .like: Entry(family: .text, help: "the text matches a pattern with * and ?")
    case .matches: Entry(family: .text, help: "the text matches a regular expression")
    case .in: Entry(family: .membership, help: "the value is one of several")
    case .between: Entry(family: .range, help: "the value is in a range: {low, high}")
    case .utiConformsTo, .utiEquals:
      Entry(family: .refused("uniform type identifiers are known to Apple's systems only"), help: "not supported")
    case .selector: Entry(family: .refused("calling methods by name could run any code"), help: "not supported")
    }
  }

  /// True for operators that are words, such as `LIKE`.
  package var isWord: Bool { rawValue.first?.isLetter == true }

  /// The operators that the checker accepts.
  package static let supported: [ComparisonOperator] = allCases.filter { operation in
    if case .refused = operation.entry.family { false } else { true }
  }

  /// The operators that are words, without the unsupported ones.
  package static let words: [ComparisonOperator] = supported.filter(\.isWord)

  /// The spellings of the operators that look into texts.
  package static let textWords: [String] = words.filter { [.text, .containment].contains($0.entry.family) }.map(\.rawValue)
}
