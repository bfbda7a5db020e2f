import CDQIR
import CDQSyntax

extension Checker {
  /// Checks a condition. Every operand of AND and OR is checked even when an earlier one failed.
  mutating func check(_ node: PredicateNode) -> TypedPredicate? {
    // Each case is a call, so that this function, which recurses with the nesting of the text, keeps a small frame.
    switch node {
    case .constant(let constant): .constant(constant.value)
    case .compound(let compound): checkCompound(compound)
    case .not(let not): checkNot(not)
    case .comparison(let comparison): checkComparison(comparison)
    case .bare(let bare): checkBare(bare)
    case .invalid: nil
    }
  }

  private mutating func checkCompound(_ node: CompoundPredicate) -> TypedPredicate? {
    var operands: [TypedPredicate] = []
    for operand in node.operands {
      if let checked = check(operand) { operands.append(checked) }
    }
    guard operands.count == node.operands.count else { return nil }
    return node.kind == .and ? .and(operands) : .or(operands)
  }

  private mutating func checkNot(_ node: NotPredicate) -> TypedPredicate? {
    check(node.operand).map { .not($0) }
  }

  /// A Bool path used as a condition, such as `isCapital` or `ANY flags`.
  private mutating func checkBare(_ node: BarePredicate) -> TypedPredicate? {
    guard let value = checkKnown(node.expression, expecting: OptionalType(.bool)) else { return nil }
    let name = text(node.expression.span)
    if let quantifier = node.quantifier {
      guard let element = value.elementType else {
        reportQuantifierWithoutCollection(quantifier, value)
        return nil
      }
      guard element == .bool else {
        report(.notPredicate(OptionalType(element)), at: node.span, help: ["compare it: \(name) == …"])
        return nil
      }
      return .bare(quantifier: quantifier.kind, value)
    }
    if value.elementType == .bool {
      reportToManyWithoutQuantifier(value, comparison: nil)
      return nil
    }
    guard value.type.base == .bool else {
      if let fixIt = joiningFixIt(value) {
        report(
          .notPredicate(value.type), at: value.span, help: ["'||' is OR, and texts are joined with '+'"], fixIts: [fixIt])
        return nil
      }
      report(
        .notPredicate(value.type), at: value.span,
        help: value.elementType == nil ? ["compare it: \(name) == …"] : ["write \(name).@count > 0"])
      return nil
    }
    guard !value.type.isOptional else {
      report(
        .optionalPredicate(name), at: value.span, help: ["write \(name) == TRUE"],
        fixIts: [FixIt("add '== TRUE'", .safe, [.init(SourceSpan(at: value.span.end), " == TRUE")])])
      return nil
    }
    return .bare(quantifier: nil, value)
  }
}
