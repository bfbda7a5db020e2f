/// The new values of an `update`.
extension Parser {
  /// `set` = "set" assignment { "," assignment } ;
  mutating func parseAssignments() -> [QueryNode.Assignment] {
    var assignments: [QueryNode.Assignment] = []
    repeat {
      if let assignment = parseAssignment() { assignments.append(assignment) }
    } while consume(if: .comma) || isAssignmentWithoutComma()
    return assignments
  }

  /// `assignment` = anyWord "=" value ;
  private mutating func parseAssignment() -> QueryNode.Assignment? {
    note(.assigned)
    // A property may have the name of a clause.
    let isClause = atClause() && peek().kind != .equal
    guard !isClause, !startsDeclaration(index), let name = parseAnyName() else {
      emitHere(.expectedName("a property", found: describe(current), help: "values are set by name: \(Parser.example)"))
      return nil
    }
    var components: [PathComponent] = [.property(name)]
    // The checker says of a longer path what is set instead.
    while at(.dot), peek().kind.isWord {
      advance()
      components.append(.property(identifier(current)))
      advance()
    }
    let property = ExpressionNode.path(
      PathNode(base: .implicit, components: components, span: span(from: name.span.start)))
    note(.assignmentSign)
    guard consumeAssignmentSign(after: property) else { return nil }
    return QueryNode.Assignment(property: property, value: assignedValue(of: name))
  }

  private mutating func assignedValue(of name: Identifier) -> ExpressionNode {
    if at(.bang) || (atWord(.not) && startsOperand(peek())) { return negatedValue() }
    let operand = parseValue()
    noteOpen(.assignment(property: name.text))
    return expression(operand)
  }

  /// Reports `set isActive = NOT isActive`, a condition in the place of a value.
  private mutating func negatedValue() -> ExpressionNode {
    let start = current.start
    advance()
    let operand = parseValue()
    let span = SourceSpan(start, operand.span.end)
    if !operand.isInvalid { emit(.negatedValue(source.text(operand.span)), at: span) }
    return .invalid(span)
  }

  private static let example = "set population = 5, name = \"Oslo\""

  /// Consumes `=`. Signs of other languages are reported with their replacement.
  private mutating func consumeAssignmentSign(after property: ExpressionNode) -> Bool {
    if consume(if: .equal) { return true }
    if at(.doubleEqual) {
      emitHere(.foreignOperator("==", replacement: "="))
      advance()
      return true
    }
    let signs: [TokenKind] = [.plus, .minus, .star, .slash]
    if signs.contains(current.kind), peek().kind == .equal, touches(current, peek()) {
      let sign = source.text(current.span)
      lastErrorIndex = index
      emit(
        .foreignOperator("\(sign)=", replacement: "= \(source.text(property.span)) \(sign)"),
        at: SourceSpan(current.start, peek().end))
      index += 2
      return true
    }
    emitHere(.unexpected(found: describe(current), expected: "'=' and the new value"))
    while !at(.endOfText), !at(.comma), !atClause(), !atDeclarationWord() { advance() }
    return false
  }

  /// Reports an assignment that follows another without a comma: `set a = 1 b = 2`.
  private mutating func isAssignmentWithoutComma() -> Bool {
    guard current.kind.isWord, peek().kind == .equal, !atClause(), !startsDeclaration(index), !atDeclarationWord() else {
      return false
    }
    emitHere(.missingComma(at: previousEnd))
    return true
  }
}
