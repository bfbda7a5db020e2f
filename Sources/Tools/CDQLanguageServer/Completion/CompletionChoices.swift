import CDQIR
import CDQJSON
import CDQSemantics
import CDQSyntax

/// The choices that fit the position of an `ExpressionState`, by the type that it calls for.
struct CompletionChoices {
  let state: ExpressionState
  /// Names of parameters of the whole query.
  let parameters: [String]
  private(set) var items: [CompletionItem] = []
  private var schema: Schema { state.schema }

  init(state: ExpressionState, parameters: [String]) {
    self.state = state
    self.parameters = parameters
  }

  private mutating func add(
    _ label: String, _ kind: CompletionItem.Kind, _ detail: String = "", documentation: String? = nil,
    snippet: String? = nil, rank: Int
  ) {
    items.append(
      CompletionItem(label, kind, detail: detail, documentation: documentation, snippet: snippet, rank: rank))
  }

  /// - Parameter first: the first byte of the word at the cursor.
  mutating func collect(first: UInt8?) {
    if state.wantsName { return }
    if state.frames.last?.kind == .options { return addOptions() }
    if first == UInt8(ascii: "$") { return addParameters() }
    if state.isEnumCase { return addCases(isAfterDot: true) }
    if state.isAfterDot {
      if first != UInt8(ascii: "@") { addProperties(of: state.current?.base.objectName, after: true) }
      return addCollectionOperators()
    }
    switch state.clause {
    case .start:
      addEntities(rank: 1)
      if state.cardinality == .none { addKeywords(["first", "one", "count", "exists", "delete"], rank: 3) }
    case .head:
      if state.openKeyword == .group { return addKeywords(["by"], rank: 0) }
      addClauses(after: .head)
      addKeywords(["only"], rank: 4)
    default: state.wantsOperand ? addOperands() : addOperators()
    }
  }

  // MARK: Values

  private mutating func addOperands() {
    if state.frames.last?.kind == .subquery, state.frames.last?.argument == 1 { return }
    if state.clause == .limit || state.clause == .offset { return addParameters() }
    if state.frames.last?.kind == .index { addKeywords(["FIRST", "LAST", "SIZE"], rank: 0) }
    addCases(isAfterDot: false)
    addLiterals()
    addProperties(of: state.entity, after: false)
    addVariables()
    addParameters()
    if state.clause != .sort || !state.frames.isEmpty { addFunctions() }
    addOperandWords()
  }

  private mutating func addOperandWords() {
    let isConditional = state.comparison == nil && [.predicate, .having].contains(state.clause)
    if isConditional {
      addKeywords(["NOT", "ANY", "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE"], rank: 7)
      add(
        "SUBQUERY", .keyword, "the objects of a collection that match",
        snippet: "SUBQUERY(${1:collection}, \\$${2:x}, ${3:condition})", rank: 7)
    }
    add(
      "TERNARY", .keyword, "one of two values", snippet: "TERNARY(${1:condition}, ${2:value}, ${3:otherwise})", rank: 8)
    addKeywords(["SELF"], rank: 8)
    if state.clause == .selection, state.frames.isEmpty || state.frames.last?.argument == 0 {
      addKeywords(["distinct"], rank: 6)
    }
  }

  /// The cases of the enum that the place calls for.
  private mutating func addCases(isAfterDot: Bool) {
    guard let name = (state.expected?.base.element ?? state.expected?.base)?.enumerationName,
      let enumeration = schema.enumeration(named: name)
    else { return }
    for element in enumeration.cases {
      add(
        isAfterDot ? element.name : ".\(element.name)", .enumerationCase,
        "\(name): \(LiteralDisplay.text(element.rawValue))",
        documentation: element.documentation, rank: 0)
    }
  }

  private mutating func addLiterals() {
    guard let expected = state.expected else { return }
    if expected.base == .bool { addKeywords(["true", "false"], rank: 0) }
    if expected.isOptional, state.comparison != nil { addKeywords(["nil"], rank: 3) }
    guard
      let literal = TypedLiteral.allCases.first(where: {
        CallTable.resultType(of: $0.rawValue, first: nil)?.base == expected.base
      })
    else { return }
    add(
      literal.rawValue, .function, literal.expectation, snippet: "\(literal.rawValue)(\"${1}\")", rank: 2)
  }

  private mutating func addProperties(of entity: String?, after: Bool) {
    guard let entity else { return }
    let all = schema.allProperties(of: entity)
    // Of two properties of one name the last one hides the other.
    let places = Dictionary(all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    for (index, property) in all.enumerated() where places[property.name] == index {
      let isRelationship: Bool
      let documentation: String?
      switch property {
      case .attribute(let attribute): (isRelationship, documentation) = (false, attribute.documentation)
      case .relationship(let relationship): (isRelationship, documentation) = (true, relationship.documentation)
      }
      let keyword = KeywordTable.shared.keyword(of: property.name)
      let label = !after && keyword.isReserved ? "#\(property.name)" : property.name
      items.append(
        CompletionItem(
          label, isRelationship ? .relationship : .property, detail: "\(property.type)", documentation: documentation,
          rank: rank(of: property.type, isRelationship: isRelationship)))
    }
  }

  /// How well a property fits the place.
  private func rank(of type: OptionalType, isRelationship: Bool) -> Int {
    switch state.clause {
    case .sort where state.frames.isEmpty: return type.base.isSortable ? 1 : isRelationship ? 3 : 6
    case .grouping: return type.base.isComparable && !isRelationship ? 1 : 3
    default: break
    }
    guard let expected = state.expected else { return 1 }
    if ExpressionState.fits(type.base, expected.base) { return 1 }
    return isRelationship ? 4 : 6
  }

  private mutating func addVariables() {
    for (name, type) in state.variables {
      add("$\(name)", .variable, type.map { "\($0)" } ?? "", rank: 0)
    }
  }

  private mutating func addParameters() {
    let known = parameters + state.parameters.filter { !parameters.contains($0) }
    for name in known where !state.variables.contains(where: { $0.name == name }) {
      add("$\(name)", .variable, "a parameter", rank: 2)
    }
    if state.clause != .limit, state.clause != .offset { addVariablesIfNone(known) }
  }

  /// Without any parameter, offers one that is named after what it is compared with.
  private mutating func addVariablesIfNone(_ known: [String]) {
    guard state.comparison != nil, let type = state.expected else { return }
    let name: String
    switch type.base {
    case .object(let entity): name = entity.prefix(1).lowercased() + entity.dropFirst()
    case .string: name = "text"
    case .date: name = "date"
    default: name = "value"
    }
    if known.contains(name) { return }
    add("$\(name)", .variable, "a new parameter: \(type)", snippet: "\\$${1:\(name)}", rank: 3)
  }

  private mutating func addCollectionOperators() {
    guard let element = state.current?.base.element else { return }
    add("@count", .function, "Int64: how many there are", snippet: "@count", rank: 2)
    let isObject = state.current?.base.objectName != nil
    if element.isNumeric || isObject {
      for (name, help) in [("sum", "the sum"), ("avg", "the average"), ("min", "the least"), ("max", "the greatest")] {
        add("@\(name)", .function, help, snippet: isObject ? "@\(name).${1:property}" : "@\(name)", rank: 3)
      }
    }
  }

  private mutating func addFunctions() {
    for name in CallTable.names(isStrict: false) {
      guard let callee = CallTable.callees[name] else { continue }
      var detail = ""
      var rank = 6
      if case .function(let function) = callee { detail = function.entry.summary }
      if let type = CallTable.resultType(of: name, first: nil), let expected = state.expected,
        ExpressionState.fits(type.base, expected.base)
      {
        rank = 5
      }
      if case .literal = callee { rank = 6 }
      if case .aggregate = callee, state.clause == .selection || state.clause == .having { rank = 2 }
      let label = name.contains(":") ? name + ":" : name
      add(label, .function, detail, snippet: FunctionSignature(name).snippet, rank: rank)
    }
  }

  // MARK: Operators and clauses

  /// The options of comparisons and sort keys.
  private mutating func addOptions() {
    let options = [
      ("cd", "ignores case and diacritics"), ("c", "ignores case"), ("d", "ignores diacritics"),
      ("l", "follows the locale"),
    ]
    for (letters, help) in options { add(letters, .option, help, rank: 1) }
  }

  private mutating func addOperators() {
    if state.openKeyword == .nulls { return addKeywords(["first", "last"], rank: 0) }
    if state.openKeyword == .group { return addKeywords(["by"], rank: 0) }
    let isPredicate = state.clause == .predicate || state.clause == .having
    if isPredicate, state.comparison == nil {
      for (word, rank) in ExpressionState.operators(for: state.current) { add(word, .operation, rank: rank) }
    }
    if isPredicate, state.comparison != nil || state.isCondition { addKeywords(["AND", "OR"], rank: 0) }
    if state.current?.base.element != nil { addKeywords(["UNION", "INTERSECT", "MINUS"], rank: 7) }
    guard state.frames.isEmpty else { return }
    switch state.clause {
    case .sort: addKeywords(["asc", "desc", "nulls first", "nulls last"], rank: 1)
    case .selection: addKeywords(["as"], rank: 1)
    default: break
    }
    if !isPredicate || state.comparison != nil || state.isCondition { addClauses(after: state.clause) }
  }

  private mutating func addClauses(after clause: ExpressionState.Clause) {
    let all: [(ExpressionState.Clause, String)] = [
      (.predicate, "where"), (.grouping, "group by"), (.having, "having"), (.selection, "select"), (.sort, "sort"),
      (.limit, "limit"), (.offset, "offset"),
    ]
    let first = (all.firstIndex { $0.0 == clause } ?? -1) + 1
    for (index, (clause, word)) in all.enumerated() where index >= first {
      if clause == .having, state.clause != .grouping { continue }
      add(word, .keyword, rank: 2)
    }
  }

  private mutating func addEntities(rank: Int) {
    for entity in schema.entities {
      add(entity.name, .entity, "an entity", documentation: entity.documentation, rank: rank)
    }
  }

  private mutating func addKeywords(_ words: [String], rank: Int) {
    for word in words { add(word, .keyword, rank: rank) }
  }
}

extension ExpressionState {
  /// Whether values of two types can be compared.
  static func fits(_ type: ValueType, _ expected: ValueType) -> Bool {
    let (left, right) = (type.element ?? type, expected.element ?? expected)
    if left.isNumeric, right.isNumeric { return true }
    if case .object = left, case .object = right { return true }
    return left == right
  }

  /// The operators that a value of a type can stand before, with their ranks.
  static func operators(for type: OptionalType?) -> [(word: String, rank: Int)] {
    let relations = ["==", "!="]
    let orders = ["<", "<=", ">", ">="]
    let texts = ["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "MATCHES"]
    func list(_ first: [String], _ second: [String]) -> [(String, Int)] {
      first.map { ($0, 1) } + second.map { ($0, 2) }
    }
    guard let type else { return list(relations + orders, texts + ["IN", "BETWEEN"]) }
    switch type.base {
    case .string: return list(relations + texts, orders + ["IN", "BETWEEN"])
    case .collection: return list(["CONTAINS"], ["==", "!=", "IN"] + orders)
    case let base where base.isOrdered: return list(relations + orders + ["BETWEEN"], ["IN"])
    default: return list(relations, ["IN"])
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
