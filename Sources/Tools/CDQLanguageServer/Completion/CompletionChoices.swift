import CDQIR
import CDQJSON
import CDQSemantics
import CDQSyntax

/// The choices for what the parser would accept at the cursor, by the types that the places call for.
struct CompletionChoices {
  let expectations: Expectations
  let schema: Schema
  /// The entity of a predicate; nil for a query, which names its own.
  var entity: String?
  /// Names of parameters of the whole query, and those in the text.
  let parameters: [String]
  /// The names of the mappings of the target.
  var mappings: [String] = []
  private(set) var items: [CompletionItem] = []

  init(
    _ expectations: Expectations, _ schema: Schema, entity: String?, parameters: [String] = [], mappings: [String] = []
  ) {
    self.expectations = expectations
    self.schema = schema
    self.entity = entity
    self.parameters = parameters + expectations.parameters.filter { !parameters.contains($0) }
    self.mappings = mappings
  }

  /// - Parameter first: the first byte of the word at the cursor.
  mutating func collect(first: UInt8?) {
    for place in expectations.places {
      let scope = CompletionScope(schema, expectations.frames(around: place), entity: entity)
      // A value that is no condition must be compared before anything can follow.
      if place.kind == .connective, let value = place.operand, !scope.isCondition(value) { return }
      switch first {
      case UInt8(ascii: "$"):
        if place.kind == .operand, !scope.isKey { addVariables(scope) }
        if place.kind == .operand && !scope.isKey || place.kind == .sortVariable { addParameters(scope) }
      case UInt8(ascii: "@"):
        if place.kind == .component { addCollectionOperators(place, scope) }
        if place.kind == .modifier { add(place, scope) }
      default: add(place, scope)
      }
    }
  }

  private mutating func add(_ place: Expectations.Place, _ scope: CompletionScope) {
    switch place.kind {
    case .queryStart:
      addEntities()
      addKeywords([.first] + Keyword.words { $0 == .cardinality }, rank: 3)
    case .entity: addEntities()
    case .clause(let last, let clauses): addClauses(clauses, after: last)
    case .assigned: addAssignable(scope)
    case .assignmentSign: add("=", .operation, "the new value", rank: 0)
    case .sortVariable: addParameters(scope)
    case .direction: addKeywords([.asc, .desc], rank: 1)
    case .nulls: for word in ["first", "last"] { add("nulls \(word)", .keyword, Keyword.nulls.help, rank: 1) }
    case .nullsPlace: addKeywords([.first, .last], rank: 0)
    case .word(let keyword): addKeywords([keyword], rank: CompletionChoices.rank(of: keyword))
    case .condition: if !scope.isCompared { addConditionWords() }
    case .operand: addOperands(scope)
    case .indexWord: for word in Keyword.words({ $0 == .index }) { add(word.spelling, .keyword, word.help, rank: 0) }
    case .component:
      addProperties(of: place.operand.flatMap { scope.type(of: $0)?.base.objectName }, scope, afterDot: true)
      addCollectionOperators(place, scope)
    case .enumCase: addCases(scope, afterDot: true)
    case .comparison: addOperators(place, scope)
    case .setOperator:
      if place.operand.flatMap({ scope.type(of: $0)?.base.element }) != nil {
        addKeywords(Keyword.words { $0 == .set }, rank: 7)
      }
    case .options: addOptions()
    case .connective: addKeywords(Keyword.words { $0 == .connective }, rank: 0)
    case .declaration: break
    default: items += DeclarationChoices(schema: schema, mappings: mappings).items(for: place, scope)
    }
  }

  private static func rank(of keyword: Keyword) -> Int {
    switch keyword {
    case .by, .in: 0
    case .per: 1
    case .asWord: 1
    case .only: 4
    default: 6
    }
  }

  private mutating func add(
    _ label: String, _ kind: CompletionItem.Kind, _ detail: String = "", documentation: String? = nil,
    snippet: String? = nil, rank: Int
  ) {
    items.append(
      CompletionItem(label, kind, detail: detail, documentation: documentation, snippet: snippet, rank: rank))
  }

  /// Adds words; those that cdq shares with Apple's language in the case that they have in queries.
  private mutating func addKeywords(_ words: [Keyword], rank: Int) {
    for word in words {
      let isLower = word == .first || word == .last || word == .in
      add(isLower ? word.spelling.lowercased() : word.spelling, .keyword, word.help, rank: rank)
    }
  }

  // MARK: Values

  private mutating func addOperands(_ scope: CompletionScope) {
    if scope.clause == nil {
      // A default value, or a value in a mapping.
      addCases(scope, afterDot: false)
      if scope.expected?.base == .bool { addLiterals(scope) }
      return
    }
    if scope.isRowCount { return addParameters(scope) }
    if !scope.isKey {
      addCases(scope, afterDot: false)
      addLiterals(scope)
    }
    addProperties(of: scope.entity, scope, afterDot: false)
    addNames(scope)
    if !scope.isKey {
      // All objects of an entity are what SUBQUERY can range over; elsewhere an operator such as @count follows.
      if case .subquery(_, _, argument: 0)? = scope.frames.first { addEntities(rank: 5) } else { addEntities(rank: 9) }
      addVariables(scope)
      addParameters(scope)
      addFunctions(scope)
      add(
        Keyword.ternary.spelling, .keyword, Keyword.ternary.help,
        snippet: "TERNARY(${1:condition}, ${2:value}, ${3:otherwise})", rank: 8)
    }
    addKeywords([.selfWord], rank: 8)
  }

  /// Adds the names after `as`: those of keys in the clauses after `group by`, those of columns in `sort`.
  private mutating func addNames(_ scope: CompletionScope) {
    guard let clause = scope.clause, [.having, .selection, .sort].contains(clause) else { return }
    for (name, isKey) in expectations.names where isKey || clause == .sort {
      add(name, .variable, isKey ? "a grouping key" : "a column", rank: 0)
    }
  }

  private mutating func addConditionWords() {
    let words = Keyword.words { role in
      switch role {
      case .negation, .condition: true
      case .quantifier(let kind): kind != .some
      default: false
      }
    }
    addKeywords(words, rank: 7)
    add(
      Keyword.subquery.spelling, .keyword, Keyword.subquery.help,
      snippet: "SUBQUERY(${1:collection}, \\$${2:x}, ${3:condition})", rank: 7)
  }

  /// The cases of the enum that the place calls for.
  private mutating func addCases(_ scope: CompletionScope, afterDot: Bool) {
    guard let type = scope.expected?.base, let name = (type.element ?? type).enumerationName,
      let enumeration = schema.enumeration(named: name)
    else { return }
    for element in enumeration.cases {
      add(
        afterDot ? element.name : ".\(element.name)", .enumerationCase,
        "\(name): \(LiteralDisplay.text(element.rawValue))",
        documentation: element.documentation, rank: 0)
    }
  }

  private mutating func addLiterals(_ scope: CompletionScope) {
    guard let expected = scope.expected else { return }
    if expected.base == .bool { for word in ["true", "false"] { add(word, .keyword, Keyword.trueWord.help, rank: 0) } }
    if expected.isOptional, scope.isCompared { add("nil", .keyword, Keyword.nilWord.help, rank: 3) }
    guard
      let literal = TypedLiteral.allCases.first(where: {
        CallTable.resultType(of: $0.rawValue, first: nil)?.base == expected.base
      })
    else { return }
    add(
      literal.rawValue, .function, literal.expectation, snippet: "\(literal.rawValue)(\"${1}\")", rank: 2)
  }

  private mutating func addProperties(of entity: String?, _ scope: CompletionScope, afterDot: Bool) {
    guard let entity else { return }
    let all = schema.allProperties(of: entity)
    // Of two properties of one name the last one hides the other.
    let places = Dictionary(all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    let expected = scope.expected
    for (index, property) in all.enumerated() where places[property.name] == index {
      let isRelationship: Bool
      let documentation: String?
      switch property {
      case .attribute(let attribute): (isRelationship, documentation) = (false, attribute.documentation)
      case .relationship(let relationship): (isRelationship, documentation) = (true, relationship.documentation)
      }
      let keyword = KeywordTable.shared.keyword(of: property.name)
      add(
        !afterDot && keyword.isReserved ? "#\(property.name)" : property.name, isRelationship ? .relationship : .property,
        "\(property.type)", documentation: documentation,
        rank: CompletionChoices.rank(of: property.type, isRelationship: isRelationship, scope, expected))
    }
  }

  /// Adds the properties that an update can set.
  private mutating func addAssignable(_ scope: CompletionScope) {
    guard let entity = scope.entity else { return }
    let all = schema.allProperties(of: entity)
    for (index, property) in all.enumerated() where all.lastIndex(where: { $0.name == property.name }) == index {
      switch property {
      case .attribute(let attribute) where attribute.derivation == nil && !attribute.isTransient:
        add(attribute.name, .property, "\(property.type)", documentation: attribute.documentation, rank: 1)
      case .relationship(let relationship) where !relationship.isToMany:
        add(relationship.name, .relationship, "\(property.type)", documentation: relationship.documentation, rank: 2)
      case .attribute, .relationship: break
      }
    }
  }

  /// How well a property fits the place.
  private static func rank(
    of type: OptionalType, isRelationship: Bool, _ scope: CompletionScope, _ expected: OptionalType?
  ) -> Int {
    switch scope.clause {
    case .sort where scope.isTop: return type.base.isSortable ? 1 : isRelationship ? 3 : 6
    case .grouping: return type.base.isComparable && !isRelationship ? 1 : 3
    case .limit where scope.isKey: return type.base.element == nil ? 1 : 6
    default: break
    }
    guard let expected else { return 1 }
    if CompletionScope.fits(type.base, expected.base) { return 1 }
    return isRelationship ? 4 : 6
  }

  private mutating func addVariables(_ scope: CompletionScope) {
    for (name, type) in scope.variables {
      add("$\(name)", .variable, type.map { "\($0)" } ?? "", rank: 0)
    }
  }

  private mutating func addParameters(_ scope: CompletionScope) {
    let declared = scope.parameters.map(\.name.text)
    for name in declared + parameters.filter({ !declared.contains($0) }) where !scope.variables.contains(where: { $0.name == name }) {
      add("$\(name)", .variable, "a parameter", rank: 2)
    }
    if !scope.isRowCount { addParameter(named: scope) }
  }

  /// Offers a new parameter that is named after what it is compared with.
  private mutating func addParameter(named scope: CompletionScope) {
    guard scope.isCompared, let type = scope.expected else { return }
    let name: String
    switch type.base {
    case .object(let entity): name = entity.prefix(1).lowercased() + entity.dropFirst()
    case .string: name = "text"
    case .date: name = "date"
    default: name = "value"
    }
    if parameters.contains(name) || scope.parameters.contains(where: { $0.name.text == name }) { return }
    add("$\(name)", .variable, "a new parameter: \(type)", snippet: "\\$${1:\(name)}", rank: 3)
  }

  private mutating func addCollectionOperators(_ place: Expectations.Place, _ scope: CompletionScope) {
    guard let type = place.operand.flatMap({ scope.type(of: $0) }), let element = type.base.element else { return }
    add("@count", .function, "Int64: how many there are", snippet: "@count", rank: 2)
    let isObject = type.base.objectName != nil
    if element.isNumeric || isObject {
      for (name, help) in [("sum", "the sum"), ("avg", "the average"), ("min", "the least"), ("max", "the greatest")] {
        add("@\(name)", .function, help, snippet: isObject ? "@\(name).${1:property}" : "@\(name)", rank: 3)
      }
    }
  }

  private mutating func addFunctions(_ scope: CompletionScope) {
    let expected = scope.expected
    for name in CallTable.names(isStrict: false) {
      guard let callee = CallTable.callees[name] else { continue }
      var detail = ""
      var rank = 6
      if case .function(let function) = callee { detail = function.entry.summary }
      if let type = CallTable.resultType(of: name, first: nil), let expected,
        CompletionScope.fits(type.base, expected.base)
      {
        rank = 5
      }
      if case .literal = callee { rank = 6 }
      if case .aggregate = callee, scope.clause == .selection || scope.clause == .having { rank = 2 }
      let label = name.contains(":") ? name + ":" : name
      add(label, .function, detail, snippet: FunctionSignature(name).snippet, rank: rank)
    }
  }

  // MARK: Operators and clauses

  /// The operators after a value: all of them where its type is not known.
  private mutating func addOperators(_ place: Expectations.Place, _ scope: CompletionScope) {
    var type = place.operand.flatMap { scope.type(of: $0)?.base }
    if place.isQuantified { type = type.map { $0.element ?? $0 } }
    guard let type else {
      for operation in ComparisonOperator.supported { add(operation, rank: operation.isWord ? 2 : 1) }
      return
    }
    for operation in ComparisonOperator.operators(for: type) { add(operation, rank: operation.suits(type) ? 1 : 2) }
    // A collection needs a quantifier for the operators of its elements, which can be written later.
    guard let element = type.element else { return }
    for operation in ComparisonOperator.operators(for: element) where !operation.accepts(type) { add(operation, rank: 2) }
  }

  private mutating func add(_ operation: ComparisonOperator, rank: Int) {
    add(operation.rawValue, .operation, operation.entry.help, rank: rank)
  }

  /// The options of comparisons and sort keys.
  private mutating func addOptions() {
    let options = [
      ("cd", "ignores case and diacritics"), ("c", "ignores case"), ("d", "ignores diacritics"),
      ("l", "follows the locale"),
    ]
    for (letters, help) in options { add(letters, .option, help, rank: 1) }
  }

  private mutating func addClauses(_ clauses: [Clause], after last: Clause?) {
    for clause in clauses where last.map({ $0 < clause }) ?? true {
      // Conditions on groups need groups.
      if clause == .having, last != .grouping { continue }
      add(clause.words, .keyword, clause.keyword.help, rank: 2)
    }
  }

  private mutating func addEntities(rank: Int = 1) {
    for entity in schema.entities {
      add(entity.name, .entity, "an entity", documentation: entity.documentation, rank: rank)
    }
  }
}

/// A raw value of an enum as Swift writes it.
enum LiteralDisplay {
  static func text(_ value: Value) -> String {
    switch value {
    case .string(let text): StringLiteral.quoted(text)
    case .int(let number): String(number)
    default: ""
    }
  }
}
