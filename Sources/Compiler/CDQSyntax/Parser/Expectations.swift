/// What a parser would have accepted at the end of a text that is cut at the cursor, and what was open there.
///
/// While the parser returns from the end of the text, it notes the places where it looked for another token, and the
/// constructs that the text leaves open. It notes nothing after a place where something had to follow.
package final class Expectations {
  /// Something that the parser would have accepted.
  package enum Kind: Hashable, Sendable {
    // In files.
    case declaration, type, rawType, modifier, inverse, annotationArgument
    case mappingHeader, mappingMember, mappingPath, mappingName
    // In queries.
    /// The entity after a cardinality, of a parent or of a mapping.
    case entity
    /// The cardinality or the entity.
    case queryStart
    /// One of some clauses, after another one; nil after the entity.
    case clause(after: Clause?, of: [Clause])
    /// A property that an update sets, and the sign after it.
    case assigned, assignmentSign
    /// The parameter that chooses among sort keys.
    case sortVariable
    case direction, nulls, nullsPlace
    /// A word of the construct that is being parsed.
    case word(Keyword)
    // In predicates and values.
    /// The words that begin a condition; a value may follow as well, and has a place of its own.
    case condition
    case operand
    /// A word alone in the brackets of an index.
    case indexWord
    /// A name after the dot of a path.
    case component
    /// A name after a dot that begins a value.
    case enumCase
    /// An operator that compares, after its left operand.
    case comparison
    /// An operator on collections, after its left operand.
    case setOperator
    /// The letters after an operator or a sort key.
    case options
    /// AND or OR, after a condition.
    case connective
  }

  /// A place where the parser looked for something.
  package struct Place {
    package let kind: Kind
    /// The value before the place; nil for other kinds, and for a complete condition.
    package let operand: ExpressionNode?
    /// A name that the kind needs: of the type of a property, of an annotation.
    package let name: String
    /// Whether a quantifier is before the operand.
    package let isQuantified: Bool
    /// The number of frames that were noted before, and so are inside of the place.
    fileprivate let depth: Int
  }

  /// A construct that the text leaves open.
  package indirect enum Frame {
    /// A comparison whose right operand is being written.
    case comparison(left: ExpressionNode, ComparisonOperator?, isQuantified: Bool)
    case parenthesis, list, index
    /// Operators between values, with the first value.
    case chain(ExpressionNode)
    /// A call, with the number of the argument that is being written.
    case call(String, argument: Int)
    case subquery(ExpressionNode, variable: String?, argument: Int)
    case ternary(argument: Int)
    case clause(Clause)
    /// The braces of a shape, with the path to its objects.
    case shape(ExpressionNode)
    /// The keys of a limit, inside its clause.
    case limitKeys
    /// A value for a property of an update's objects.
    case assignment(property: String)
    /// A query, or the objects that a member of a mapping finds, with the entity.
    case query(entity: String)
    case declaration([ParameterDeclaration])
    case entity(String)
    /// The default of a property, with the name of its type.
    case declaredValue(String)
    case mapping(entity: String)
    /// A member of a mapping, with the name of its property.
    case mappingMember(String)
  }

  package private(set) var places: [Place] = []
  /// What is open at the end, innermost first.
  package private(set) var frames: [Frame] = []
  /// Whether something had to follow that is missing, so that nothing after it was looked for.
  fileprivate(set) var isSettled = false
  /// The names after `as` in the query, in text order, and whether each is that of a grouping key.
  package private(set) var names: [(name: String, isKey: Bool)] = []
  private var variables: [String] = []
  private var boundVariables: Set<String> = []

  /// The constructs around a place, innermost first.
  package func frames(around place: Place) -> ArraySlice<Frame> { frames[place.depth...] }

  /// The names of the parameters in the text, without the variables of SUBQUERYs, in the order of their first use.
  package var parameters: [String] {
    var seen = boundVariables
    return variables.filter { seen.insert($0).inserted }
  }

  fileprivate func add(_ kind: Kind, _ operand: ExpressionNode?, _ name: String, _ isQuantified: Bool) {
    guard !isSettled else { return }
    places.append(Place(kind: kind, operand: operand, name: name, isQuantified: isQuantified, depth: frames.count))
  }

  fileprivate func open(_ frame: Frame) { frames.append(frame) }

  func use(_ variable: String) { variables.append(variable) }
  func bind(_ variable: String) { boundVariables.insert(variable) }
  func add(name: String, isKey: Bool) { names.append((name, isKey)) }
}

extension Parser {
  /// The start symbol of a text that is cut at the cursor.
  package enum StartSymbol: Sendable {
    case document, query, predicate
  }

  /// What may follow some tokens.
  ///
  /// - Parameters:
  ///   - tokens: the tokens before the cursor, from the start of the text or of a declaration.
  ///   - end: the offset at which the text is cut.
  package static func expectations(
    after tokens: ArraySlice<Token>, end: UInt32, in source: SourceText, as symbol: StartSymbol
  ) -> Expectations {
    let expectations = Expectations()
    let context: Context =
      switch symbol {
      case .document: .document
      case .query: .query
      case .predicate: .predicate
      }
    var parser = Parser(source, tokens: tokens + [Token(.endOfText, start: end, length: 0)], context, expectations)
    switch symbol {
    case .document: _ = parser.parseDocument()
    case .query: _ = parser.parseQuery()
    case .predicate: _ = parser.parsePredicate()
    }
    return expectations
  }

  /// Notes what would be accepted, if the cursor is here.
  func note(_ kind: Expectations.Kind, name: String = "") {
    guard let expectations = state.expectations, at(.endOfText) else { return }
    expectations.add(kind, nil, name, false)
  }

  /// Notes what would be accepted after a value, if the cursor is here.
  func note(_ kind: Expectations.Kind, after operand: ParsedOperand, isQuantified: Bool = false) {
    guard let expectations = state.expectations, at(.endOfText) else { return }
    guard case .expression(let value) = operand.node else { return }
    expectations.add(kind, value, "", isQuantified)
  }

  /// Notes that the name of a component would be accepted after the path so far.
  func noteComponent(of path: PathBuilder) {
    guard let expectations = state.expectations, at(.endOfText) else { return }
    let node = PathNode(base: path.base, components: path.components, span: SourceSpan(path.start, current.start))
    expectations.add(.component, .path(node), "", false)
  }

  /// Notes that AND or OR would be accepted after a condition. A lone value has to be a Bool to be one.
  func noteConnective(after operand: ParsedOperand) {
    guard let expectations = state.expectations, at(.endOfText) else { return }
    expectations.add(.connective, Parser.loneValue(operand), "", false)
  }

  private static func loneValue(_ operand: ParsedOperand) -> ExpressionNode? {
    switch operand.node {
    case .expression(.invalid): return nil
    case .expression(let value): return value
    case .predicate(var node):
      while case .not(let negation) = node { node = negation.operand }
      if case .bare(let bare) = node { return bare.expression }
      return nil
    }
  }

  /// Notes what would be accepted after a sign that ends the text.
  func note(_ kind: Expectations.Kind, afterSign sign: TokenKind) {
    guard let expectations = state.expectations, at(sign), peek().kind == .endOfText else { return }
    expectations.add(kind, nil, "", false)
    expectations.isSettled = true
  }

  /// Notes that a construct is open at the cursor.
  func noteOpen(_ frame: Expectations.Frame) {
    guard let expectations = state.expectations, at(.endOfText) else { return }
    expectations.open(frame)
  }

  /// Notes a comparison whose right operand ends at the cursor.
  func noteOpen(_ left: ParsedOperand, _ written: ComparisonSyntax, isQuantified: Bool) {
    guard let expectations = state.expectations, at(.endOfText), case .expression(let value) = left.node else { return }
    expectations.open(.comparison(left: value, written.kind, isQuantified: isQuantified))
  }

  /// Notes operators between values, of which the last value ends at the cursor.
  func noteOpen(chainAfter first: ParsedOperand) {
    guard let expectations = state.expectations, at(.endOfText), case .expression(let value) = first.node else { return }
    expectations.open(.chain(value))
  }

  /// Notes that something is missing at the cursor, so that nothing after it is looked for.
  func settle() {
    guard let expectations = state.expectations, at(.endOfText) else { return }
    expectations.isSettled = true
  }
}
