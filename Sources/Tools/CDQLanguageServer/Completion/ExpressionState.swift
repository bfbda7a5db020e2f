import CDQIR
import CDQSemantics
import CDQSyntax

/// The position in a query that a sequence of tokens leads to: what may follow, and which type it should have.
///
/// It reads tokens and not a tree, because the text at the cursor is seldom a whole query. It accepts any tokens.
struct ExpressionState {
  /// A part of a query.
  enum Clause: Hashable {
    case start, head, predicate, grouping, having, selection, sort, limit, offset
  }

  /// An open bracket.
  struct Frame {
    enum Kind: Hashable {
      case parenthesis, list, index, options
      /// The arguments of a call, by the key in the call table.
      case call(String)
      case subquery, ternary
    }
    var kind: Kind
    /// The number of commas before the cursor.
    var argument = 0
    /// The left operand of the comparison that is open outside the bracket.
    var outer: Comparison?
    /// The type of the first argument, on which that of the call can depend.
    var first: OptionalType?
    /// The collection and the variable of a SUBQUERY.
    var collection: OptionalType?
    var variable: String?
  }

  /// A comparison whose right side is being written.
  struct Comparison: Hashable {
    var left: OptionalType?
    /// The canonical word or symbol.
    var operation: String
  }

  let schema: Schema
  private(set) var clause = Clause.start
  private(set) var frames: [Frame] = []
  private(set) var entity: String?
  private(set) var cardinality: Keyword = .none
  /// Whether a value may begin here, and not an operator.
  private(set) var wantsOperand = true
  /// The type of the value before the cursor; nil when unknown.
  private(set) var current: OptionalType?
  /// Whether the cursor is after a dot after a value.
  private(set) var isAfterDot = false
  /// Whether the cursor is after the dot of an enum case.
  private(set) var isEnumCase = false
  private(set) var comparison: Comparison?
  /// Whether a quantifier stands before the value.
  private(set) var isQuantified = false
  /// Whether the next word is a new name: after `as`.
  private(set) var wantsName = false
  /// The word before the cursor, if it is a keyword of two words: `group`, `nulls`.
  private(set) var openKeyword = Keyword.none
  /// Whether the value before the cursor may be a condition by itself.
  private(set) var isCondition = false
  private var pendingCall: String?
  /// Names of parameters so far.
  private(set) var parameters: [String] = []
  private var knownParameters: Set<String> = []

  init(_ schema: Schema, entity: String?) {
    self.schema = schema
    self.entity = entity
    if entity != nil { clause = .predicate }
  }

  /// The variables of the open SUBQUERYs with their types, innermost last.
  var variables: [(name: String, type: OptionalType?)] {
    frames.compactMap { frame in
      guard frame.kind == .subquery, frame.argument == 2, let name = frame.variable else { return nil }
      return (name, frame.collection?.base.element.map { OptionalType($0) })
    }
  }

  /// The type that the place calls for; nil when any will do.
  var expected: OptionalType? {
    if let comparison { return elementwise(comparison) }
    guard let frame = frames.last else { return nil }
    switch frame.kind {
    case .list, .parenthesis: return frame.outer.flatMap(elementwise)
    case .ternary: return frame.argument > 0 ? frame.outer.flatMap(elementwise) : nil
    case .index: return OptionalType(.int64)
    case .call(let key):
      guard case .function(let function)? = CallTable.callees[key] else { return nil }
      let parameters = function.entry.parameters
      return frame.argument < parameters.count ? parameters[frame.argument].type : nil
    case .options, .subquery: return nil
    }
  }

  private func elementwise(_ comparison: Comparison) -> OptionalType? {
    guard let left = comparison.left else { return nil }
    return comparison.operation == "CONTAINS" || isQuantified
      ? left.base.element.map { OptionalType($0) } ?? left : left
  }

  // MARK: Reading

  mutating func read(_ token: Token, _ source: SourceText, next: Token?) {
    let text = source.text(token.span)
    if token.kind.isWord {
      word(token, token.kind == .escapedWord ? String(text.dropFirst()) : text, next)
      return
    }
    defer { wantsName = false }
    switch token.kind {
    case .atWord:
      if isAfterDot { reduce(String(text.dropFirst())) } else { value(nil) }
    case .variable: variable(String(text.dropFirst()), next)
    case .number: value(OptionalType(text.contains(".") ? .double : .int64))
    case .string: value(OptionalType(.string))
    case .argument: value(nil)
    case .dot:
      if wantsOperand { isEnumCase = true } else { isAfterDot = true }
    case .leftParenthesis: open(pendingCall.map(ExpressionState.frame) ?? .parenthesis)
    case .leftBrace: open(.list)
    case .leftBracket: open(wantsOperand || clause == .sort && frames.isEmpty ? .options : .index)
    case .rightParenthesis, .rightBrace, .rightBracket: close()
    case .comma: comma()
    case .colon: if let call = pendingCall ?? lastWord { pendingCall = call + ":" }
    case .question: break
    case .bang: begin()
    case .doubleAmpersand, .doubleBar: connective()
    case .equal, .doubleEqual, .notEqual, .lessGreater, .less, .lessEqual, .equalLess, .greater, .greaterEqual,
      .equalGreater:
      compare(text)
    default: operand()
    }
    if token.kind != .colon { lastWord = nil }
  }

  /// The last word, which a colon makes part of a function's name.
  private var lastWord: String?

  private static func frame(_ name: String) -> Frame.Kind {
    switch name.uppercased() {
    case "SUBQUERY": .subquery
    case "TERNARY": .ternary
    default: .call(CallTable.key(name))
    }
  }

  private mutating func word(_ token: Token, _ text: String, _ next: Token?) {
    let keyword = token.kind == .word ? token.keyword : .none
    let isLower = token.flags.contains(.lowercase)
    lastWord = text
    if wantsName {
      wantsName = false
      wantsOperand = false
      return
    }
    if isAfterDot { return step(text) }
    if isEnumCase {
      value(nil)
      return
    }
    if clause == .start { return start(text, keyword, isLower, next) }
    if pendingCall?.hasSuffix(":") == true, next?.kind == .colon {
      pendingCall! += text
      return
    }
    if clause == .head, isLower, keyword == .only { return }
    if !wantsOperand || clause == .head, frames.isEmpty, isLower, beginClause(keyword) { return }
    if wantsOperand, clause != .head { return operand(text, keyword, isLower, next) }
    operation(text, keyword, isLower)
  }

  private mutating func start(_ text: String, _ keyword: Keyword, _ isLower: Bool, _ next: Token?) {
    if isLower, cardinality == .none, [.first, .one, .count, .exists, .delete].contains(keyword),
      next?.kind.isWord == true || next == nil
    {
      cardinality = keyword
      return
    }
    entity = text
    clause = .head
    wantsOperand = false
  }

  private mutating func operand(_ text: String, _ keyword: Keyword, _ isLower: Bool, _ next: Token?) {
    if next?.kind == .leftParenthesis || (next?.kind == .colon && keyword == .none) {
      pendingCall = text
      if next?.kind == .colon { wantsOperand = false }
      return
    }
    switch keyword {
    case .not: begin()
    case .any, .some, .all, .noneOf:
      begin()
      isQuantified = true
    case .distinct where isLower: break
    case .in where clause == .sort: break
    case .null, .nilWord: value(nil)
    case .trueWord, .yes, .falseWord, .no: value(OptionalType(.bool))
    case .truePredicate, .falsePredicate:
      value(OptionalType(.bool))
      isCondition = true
    case .selfWord: value(entity.map { OptionalType(.object($0)) })
    default:
      value(entity.flatMap { schema.property(named: text, of: $0)?.type })
      isCondition = current?.base == .bool && comparison == nil
    }
  }

  private mutating func operation(_ text: String, _ keyword: Keyword, _ isLower: Bool) {
    switch keyword {
    case .and, .or: connective()
    case .union, .intersect, .minus: operand()
    case .asWord where isLower: wantsName = true
    case .group, .nulls: openKeyword = keyword
    case .first, .last: openKeyword = .none
    default:
      if let operation = keyword.comparisonOperator { compare(operation.rawValue) }
    }
  }

  private mutating func beginClause(_ keyword: Keyword) -> Bool {
    switch keyword {
    case .whereWord: clause = .predicate
    case .group:
      openKeyword = .group
      return true
    case .by where openKeyword == .group: clause = .grouping
    case .having: clause = .having
    case .select: clause = .selection
    case .sort: clause = .sort
    case .limit: clause = .limit
    case .offset: clause = .offset
    default: return false
    }
    openKeyword = .none
    comparison = nil
    begin()
    return true
  }

  // MARK: Values

  /// A condition or value begins.
  private mutating func begin() {
    wantsOperand = true
    isCondition = false
    isAfterDot = false
    isEnumCase = false
    current = nil
  }

  private mutating func operand() {
    let type = current
    begin()
    current = type
  }

  private mutating func value(_ type: OptionalType?) {
    current = type
    wantsOperand = false
    isAfterDot = false
    isEnumCase = false
    isCondition = comparison != nil
    pendingCall = nil
    if let last = frames.indices.last, frames[last].argument == 0 {
      frames[last].first = type
      if frames[last].kind == .subquery { frames[last].collection = type }
    }
  }

  private mutating func variable(_ name: String, _ next: Token?) {
    if let last = frames.indices.last, frames[last].kind == .subquery, frames[last].argument == 1 {
      frames[last].variable = name
      wantsOperand = false
      return
    }
    if let found = variables.last(where: { $0.name == name }) { return value(found.type) }
    if knownParameters.insert(name).inserted { parameters.append(name) }
    value(nil)
  }

  private mutating func step(_ name: String) {
    let isMany = current?.base.element != nil
    let type = current?.base.objectName.flatMap { schema.property(named: name, of: $0)?.type }
    let before = isCondition
    value(type.map { isMany ? OptionalType(.collection(element: $0.base.element ?? $0.base, isOrdered: false)) : $0 })
    isCondition = comparison == nil ? type?.base == .bool : before
  }

  private mutating func reduce(_ name: String) {
    let many = current
    value(["count", "size"].contains(name) ? OptionalType(.int64) : name == "avg" ? OptionalType(.double) : many)
  }

  private mutating func compare(_ operation: String) {
    comparison = Comparison(left: current, operation: operation)
    begin()
  }

  private mutating func connective() {
    comparison = nil
    isQuantified = false
    begin()
  }

  // MARK: Brackets

  private mutating func open(_ kind: Frame.Kind) {
    let outer = comparison ?? (kind == .list || kind == .parenthesis ? frames.last?.outer : nil)
    var frame = Frame(kind: kind, outer: outer)
    if kind == .index { frame.collection = current }
    frames.append(frame)
    pendingCall = nil
    if kind != .options { comparison = nil }
    begin()
  }

  private mutating func close() {
    guard let frame = frames.popLast() else { return }
    if frame.kind == .options {
      wantsOperand = clause != .sort || !frames.isEmpty
      return
    }
    let inner = current
    comparison = frame.outer
    switch frame.kind {
    case .parenthesis:
      let wasCondition = isCondition
      value(inner)
      isCondition = isCondition || wasCondition
    case .list: value(inner.map { OptionalType(.collection(element: $0.base, isOrdered: true)) })
    case .index: value(frame.collection?.base.element.map { OptionalType($0, isOptional: true) } ?? inner)
    case .call(let key): value(CallTable.resultType(of: key, first: frame.first))
    case .subquery: value(frame.collection)
    case .ternary: value(inner)
    case .options: break
    }
  }

  private mutating func comma() {
    if let last = frames.indices.last {
      frames[last].argument += 1
      comparison = nil
    }
    begin()
  }
}

extension FunctionEntry.Parameter {
  /// The type that fits best.
  fileprivate var type: OptionalType? {
    switch self {
    case .number, .double, .amount: OptionalType(.double)
    case .integer: OptionalType(.int64)
    case .text, .textOrData, .timeZone: OptionalType(.string)
    case .date: OptionalType(.date)
    }
  }
}
