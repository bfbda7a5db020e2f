import CDQIR

extension ClosureEmitter {
  /// Emits a text operator as a call of the runtime, which folds case and diacritics as the engine does.
  mutating func textMatch(_ node: TextMatchIR) throws(Refusal) -> [SwiftCondition] {
    let pattern = try preparedPattern(node)
    let text = try value(node.text)
    let subject = optionalNormal(text)
    var call = SwiftExpression.call(
      .member(.name(types.runtime("CDQText")), node.operator.helper), [SwiftArgument(subject), SwiftArgument(pattern)])
    if node.operator.pattern == .expression {
      isThrowing = true
      let result = names.unique("isMatch")
      call = .attempt(call)
      emit(.let(result, .named(types.standard("Bool")), call))
      return [.holds(.name(result))]
    }
    return [.holds(call)]
  }

  /// The needle or pattern, hoisted before the loop over the objects, or before the loop over the elements of a
  /// collection that it does not depend on.
  private mutating func preparedPattern(_ node: TextMatchIR) throws(Refusal) -> SwiftExpression {
    // An invalid pattern throws. It must not throw where there is no element to match, so it is not hoisted out of
    // loops.
    guard node.pattern.isInvariant || node.operator.hasNeedle, let site = site(of: node.pattern) else {
      return try emitPattern(node)
    }
    let key = node.key
    if let known = made(key, at: site) { return known.expression }
    let detour = go(to: site, for: key)
    let pattern = Operand(try emitPattern(node), .string)
    return comeBack(from: detour, with: pattern).expression
  }

  private mutating func emitPattern(_ node: TextMatchIR) throws(Refusal) -> SwiftExpression {
    let operand = try value(node.pattern)
    let (text, hint) = (optionalNormal(operand), operand.hint)
    let type = types.runtime(node.operator.preparedType)
    var make = SwiftExpression.call(.name(type), [SwiftArgument(text)] + optionsArgument(node.options))
    if !node.operator.hasNeedle {
      isThrowing = true
      make = .attempt(make)
    }
    let noun = node.operator.hasNeedle ? "needle" : "pattern"
    let name = names.unique(hint == "value" ? noun : hint + SwiftNames.upperFirst(noun))
    emit(.let(name, .named(type), make))
    return .name(name)
  }

  /// `[.caseInsensitive]` as an argument; an empty list where there are no options.
  func optionsArgument(_ options: TextOptions) -> [SwiftArgument] {
    options.isEmpty ? [] : [SwiftArgument(optionsLiteral(options))]
  }

  func optionsLiteral(_ options: TextOptions) -> SwiftExpression {
    let named: [(TextOptions, String)] = [
      (.caseInsensitive, "caseInsensitive"), (.diacriticInsensitive, "diacriticInsensitive"),
      (.localeSensitive, "localeSensitive"),
    ]
    return .array(named.filter { options.contains($0.0) }.map { .implicitMember($0.1) })
  }

  /// A text that is compared under options, folded once before a loop; nil where it differs from one turn to the next.
  private mutating func preparedNeedle(
    _ expression: ExpressionIR, _ options: TextOptions
  ) throws(Refusal) -> SwiftExpression? {
    guard let site = site(of: expression) else { return nil }
    let key = HoistKey.needle(expression, options)
    if let known = made(key, at: site) { return known.expression }
    let detour = go(to: site, for: key)
    let text = try value(expression)
    let type = types.runtime("TextNeedle")
    let name = names.unique(text.hint == "value" ? "needle" : text.hint + "Needle")
    let make = SwiftExpression.call(.name(type), [SwiftArgument(optionalNormal(text))] + optionsArgument(options))
    emit(.let(name, .named(type), make))
    return comeBack(from: detour, with: Operand(.name(name), .string)).expression
  }

  /// The `CDQTextKey` of a text on one side of `<` or `>`, made once before a loop; nil where the text differs from one
  /// turn to the next.
  mutating func preparedKey(_ expression: ExpressionIR) throws(Refusal) -> SwiftExpression? {
    guard let site = site(of: expression) else { return nil }
    let key = HoistKey.textKey(expression)
    if let known = made(key, at: site) { return known.expression }
    let detour = go(to: site, for: key)
    let text = try value(expression)
    let name = names.unique(text.hint == "value" ? "key" : text.hint + "Key")
    let make = SwiftExpression.call(
      .member(.name(types.runtime("CDQText")), "key"), [SwiftArgument(optionalNormal(text))])
    emit(.let(name, .named(types.runtime("CDQTextKey")), make))
    return comeBack(from: detour, with: Operand(.name(name), .string)).expression
  }

  /// Emits a comparison of texts under options such as `[c]`.
  mutating func foldedComparison(
    _ node: ComparisonIR, _ left: Operand, _ right: Operand
  ) throws(Refusal) -> [SwiftCondition] {
    let (first, second) = (optionalNormal(left), optionalNormal(right))
    if node.operator.isEquality {
      for (text, constant) in [(left, node.right), (right, node.left)] {
        guard let needle = try preparedNeedle(constant, node.options) else { continue }
        let call = SwiftExpression.call(
          .member(.name(types.runtime("CDQText")), "equal"),
          [SwiftArgument(optionalNormal(text)), SwiftArgument(needle)])
        return [.holds(node.operator == .equal ? call : call.negated)]
      }
    }
    switch node.operator {
    case .equal: return [.holds(helper("equal", first, second, node.options))]
    case .notEqual: return [.holds(helper("equal", first, second, node.options).negated)]
    case .less: return [.holds(helper("less", first, second, node.options))]
    case .lessOrEqual: return [.holds(helper("lessOrEqual", first, second, node.options))]
    case .greater: return [.holds(helper("less", second, first, node.options))]
    case .greaterOrEqual: return [.holds(helper("lessOrEqual", second, first, node.options))]
    }
  }

  func helper(
    _ name: String, _ first: SwiftExpression, _ second: SwiftExpression, _ options: TextOptions
  ) -> SwiftExpression {
    .call(
      .member(.name(types.runtime("CDQText")), name),
      [SwiftArgument(first), SwiftArgument(second)] + optionsArgument(options))
  }
}

extension TextMatchIR {
  fileprivate var key: ClosureEmitter.HoistKey {
    switch self.operator.pattern {
    case .needle: .needle(pattern, options)
    case .wildcards: .like(pattern, options)
    case .expression: .regex(pattern, options)
    }
  }
}

extension TextMatchIR.Operator {
  /// The function of `CDQText` for an operator.
  fileprivate var helper: String {
    switch pattern {
    case .needle(.whole): "equal"
    case .needle(.prefix): "hasPrefix"
    case .needle(.suffix): "hasSuffix"
    case .needle(.anywhere): "contains"
    case .wildcards: "like"
    case .expression: "matches"
    }
  }

  /// The runtime type of the prepared right side.
  fileprivate var preparedType: String {
    switch pattern {
    case .needle: "TextNeedle"
    case .wildcards: "LikePattern"
    case .expression: "RegexPattern"
    }
  }
}
