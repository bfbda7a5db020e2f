// What the parser asks about a word.

extension Keyword {
  /// The roles by the numbers of the keywords: an array of plain values, since the parser asks for each word.
  private static let roles: [Role] = table.map(\.role)

  /// What the word does.
  package var role: Role { Keyword.roles[Int(rawValue)] }

  /// The canonical spelling; empty for `.none`.
  package var spelling: String { Keyword.table[Int(rawValue)].spelling }

  /// What the word means, in a few words.
  package var help: String { Keyword.table[Int(rawValue)].help }

  /// The section of `Grammar/keywords.txt` that lists the word; nil for `.none`.
  package var wordClass: Class? {
    switch role {
    case .none: nil
    case .connective, .negation, .quantifier, .comparison, .refusedOperator, .literal, .object, .condition: .reserved
    case .index, .set, .call: .contextual
    case .declaration, .cardinality, .clause, .modifier: .cdq
    }
  }

  /// True when the unescaped word cannot be a name where an operand can start.
  package var isReserved: Bool { wordClass == .reserved }

  /// True when the word alone is a literal that annotations and mappings read.
  package var isLiteral: Bool { role == .literal && self != .yes && self != .no }

  /// The operator that the word spells between two operands: `.like` for `LIKE`. nil for other words.
  package var comparisonOperator: ComparisonOperator? {
    if case .comparison(let operation) = role { operation } else { nil }
  }

  /// The quantifier that the word spells before an operand: `.any` for `ANY`. nil for other words.
  package var quantifier: QuantifierNode.Kind? { if case .quantifier(let kind) = role { kind } else { nil } }

  /// The clause that the keyword starts; nil for other keywords.
  package var clause: Clause? { if case .clause(let clause) = role { clause } else { nil } }

  /// The words that have one of some roles, in the order of the table.
  package static func words(_ isWanted: (Role) -> Bool) -> [Keyword] { allCases.filter { isWanted($0.role) } }
}
