extension Parser {
  /// `enumeration` = "enum" anyWord [ ":" anyWord ]
  ///   "{" [ enumerationCase { "," enumerationCase } [ "," ] ] "}" ;
  mutating func parseEnumeration() -> EnumDeclaration {
    let documentation = documentation(before: index)
    let start = current.start
    advance()
    let name = parseDeclaredName("the enum")
    var rawType: Identifier?
    if consume(if: .colon) {
      note(.rawType)
      rawType = parseDeclaredName("the type")
    }
    let opener = current
    var cases: [EnumDeclaration.Case] = []
    if expect(.leftBrace, "'{'") {
      openBrackets += 1
      parseCases(into: &cases)
      close(.rightBrace, opener: opener)
    }
    return EnumDeclaration(
      documentation: documentation, name: name, rawType: rawType, cases: cases, span: span(from: start))
  }

  private mutating func parseCases(into cases: inout [EnumDeclaration.Case]) {
    while !at(.rightBrace), !at(.endOfText), !startsDeclaration(index) {
      let before = index
      if let element = parseCase() { cases.append(element) }
      if consume(if: .comma) { continue }
      if current.kind.isWord, !startsDeclaration(index) {
        emitHere(.unexpected(found: describe(current), expected: "',' between cases"))
      } else if !at(.rightBrace), !at(.endOfText) {
        emitHere(.unexpected(found: describe(current), expected: "',' or '}'"))
        skipToCase()
      }
      if index == before { advance() }
    }
  }

  /// `enumerationCase` = anyWord [ "=" [ "-" ] literal ] ;
  private mutating func parseCase() -> EnumDeclaration.Case? {
    let documentation = documentation(before: index)
    if at(.word), source.text(current.span) == "case", peek().kind.isWord {
      emitHere(.needlessWord("case", until: peek().start))
      advance()
    }
    guard let name = parseAnyName() else {
      emitHere(.expectedName("a case", found: describe(current), help: nil))
      return nil
    }
    var rawValue: ExpressionNode?
    if consume(if: .equal) { rawValue = parseDeclaredValue("a raw value is a string or an integer") }
    return EnumDeclaration.Case(documentation: documentation, name: name, rawValue: rawValue)
  }

  private mutating func skipToCase() {
    while !at(.comma), !at(.rightBrace), !at(.endOfText), !startsDeclaration(index) { advance() }
    _ = consume(if: .comma)
  }

  /// `entity` = [ "abstract" ] "entity" anyWord [ ":" anyWord ] "{" { member } "}" ;
  mutating func parseEntity() -> EntityDeclaration {
    let documentation = documentation(before: index)
    let start = current.start
    let isAbstract = current.keyword == .abstract
    advance()
    if isAbstract, !consume(ifLowercase: .entity) {
      emitHere(.unexpected(found: describe(current), expected: "'entity'"))
    }
    let name = parseDeclaredName("the entity")
    var parent: Identifier?
    if consume(if: .colon) {
      note(.entity)
      parent = parseDeclaredName("the parent entity")
    }
    let opener = current
    var members: [EntityDeclaration.Member] = []
    if expect(.leftBrace, "'{'") {
      openBrackets += 1
      while !at(.rightBrace), !at(.endOfText), !startsDeclaration(index) {
        let before = index
        if let member = parseMember() { members.append(member) }
        if index == before { advance() }
      }
      noteOpen(.entity(name.text))
      close(.rightBrace, opener: opener)
    }
    return EntityDeclaration(
      documentation: documentation, isAbstract: isAbstract, name: name, parent: parent, members: members,
      span: span(from: start))
  }

  /// `member` = property | compoundAnnotation ;
  private mutating func parseMember() -> EntityDeclaration.Member? {
    if at(.doubleAtWord) { return .annotation(parseAnnotation(isCompound: true)) }
    if current.kind.isWord {
      if peek().kind == .colon { return .property(parseProperty()) }
      // `name String`: the colon is missing. In `var name: String` the first word is superfluous.
      if peek().kind.isWord || peek().kind == .leftBracket, peek(2).kind != .colon { return .property(parseProperty()) }
      if peek(2).kind == .colon, peek().kind.isWord, ["var", "let", "attribute"].contains(source.text(current.span)) {
        emitHere(.needlessWord(source.text(current.span), until: peek().start))
        advance()
        return .property(parseProperty())
      }
    }
    let error: SyntaxError =
      at(.comma) ? .memberSeparator : .unexpected(found: describe(current), expected: "a property or '}'")
    emitHere(error, isSurplus: true)
    skipToMember()
    return nil
  }

  private mutating func skipToMember() {
    advance()
    var depth = 0
    while !at(.endOfText), !startsDeclaration(index) {
      switch current.kind {
      case .leftParenthesis, .leftBracket, .leftBrace: depth += 1
      case .rightParenthesis, .rightBracket: depth = max(0, depth - 1)
      case .rightBrace:
        if depth == 0 { return }
        depth -= 1
      case .doubleAtWord: if depth == 0 { return }
      case .word, .escapedWord:
        if depth == 0, peek().kind == .colon { return }
      default: break
      }
      advance()
    }
  }

  /// `property` = anyWord ":" type { "=" default | "inverse" anyWord | annotation } ;
  private mutating func parseProperty() -> PropertyDeclaration {
    let documentation = documentation(before: index)
    let start = current.start
    let name = parseDeclaredName("the property")
    expect(.colon, "':' and the type of '\(name.text)'")
    let type = parseType()
    var property = PropertyDeclaration(
      documentation: documentation, name: name, type: type, defaultValue: nil, inverse: nil, annotations: [],
      span: SourceSpan(at: start))
    parseModifiers(of: &property)
    property.span = span(from: start)
    return property
  }

  private mutating func parseModifiers(of property: inout PropertyDeclaration) {
    while true {
      if consume(if: .equal) {
        let value = parseDeclaredValue("a default is a literal or a case such as .high")
        noteOpen(.declaredValue(property.type.name.text))
        property.defaultValue = property.defaultValue ?? value
      } else if atLowercase(.inverse), peek().kind != .colon {
        advance()
        // A name with a colon at the start of a line is the next member, not the missing name.
        if current.kind.isWord, peek().kind != .colon || !current.flags.contains(.startsLine) {
          property.inverse = parseAnyName()
        } else {
          note(.inverse, name: property.type.name.text)
          emitHere(.expectedName("the inverse relationship", found: describe(current), help: nil))
        }
      } else if at(.atWord) {
        property.annotations.append(parseAnnotation(isCompound: false))
      } else {
        if !property.type.name.text.isEmpty { note(.modifier, name: property.type.name.text) }
        return
      }
    }
  }

  /// `default` = [ "-" ] literal | enumCase | aggregate | call ;
  private mutating func parseDeclaredValue(_ rule: String) -> ExpressionNode {
    if current.kind.isWord, peek().kind == .colon || (!current.keyword.isReserved && peek().kind != .leftParenthesis) {
      emitHere(.notALiteral(rule))
      if !current.flags.contains(.startsLine) { advance() }
      return .invalid(SourceSpan(at: previousEnd))
    }
    let operand = parseUnary()
    let value = expression(operand)
    guard !Parser.isLiteral(value) else { return value }
    emit(.notALiteral(rule), at: operand.span)
    return .invalid(operand.span)
  }

  static func isLiteral(_ value: ExpressionNode) -> Bool {
    switch value {
    case .literal, .enumCase, .aggregate, .call, .invalid: true
    case .unary(let unary):
      if case .literal = unary.operand { true } else { false }
    case .path, .variable, .argument, .chain, .subquery, .ternary: false
    }
  }

  /// `type` = ( anyWord | [ "ordered" ] "[" anyWord "]" ) [ "?" ] ;
  mutating func parseType() -> TypeReference {
    let start = current.start
    var isOrdered = false
    if atLowercase(.ordered), peek().kind == .leftBracket {
      isOrdered = true
      advance()
    }
    let opener = current
    let isCollection = consume(if: .leftBracket)
    let name = parseTypeName()
    if isCollection, !consume(if: .rightBracket) {
      if lastErrorIndex != index { emit(.unclosedBracket("[", closing: "]", at: [previousEnd]), at: opener.span) }
      lastErrorIndex = index
    }
    let isOptional = consume(if: .question)
    return TypeReference(
      name: name, isOptional: isOptional, isCollection: isCollection, isOrdered: isOrdered, span: span(from: start))
  }

  private mutating func parseTypeName() -> Identifier {
    // In `name:` followed by a line `other: Type` the type is missing; `other` is not the type.
    note(.type)
    let isNextMember = current.flags.contains(.startsLine) && peek().kind == .colon
    if !isNextMember, !startsDeclaration(index), let name = parseAnyName() { return name }
    emitHere(.expectedName("a type", found: describe(current), help: nil))
    return Identifier("", SourceSpan(at: previousEnd))
  }
}
