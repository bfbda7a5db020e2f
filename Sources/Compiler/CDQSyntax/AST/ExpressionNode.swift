/// An expression: one side of a comparison, an argument, a sort key.
package indirect enum ExpressionNode: Hashable, Sendable {
  /// `5`, `"text"`, `NULL`, `TRUE`
  case literal(LiteralNode)
  /// `name`, `SELF`, `country.name`, `$c.population`, `cities.@count`, `SUBQUERY(…).@count`, `x[0]`
  case path(PathNode)
  /// `$name`, `$name?`: a parameter or the variable of a SUBQUERY
  case variable(VariableNode)
  /// `%@`, `%d`: an argument of the library call (strict NSPredicate mode only)
  case argument(ArgumentNode)
  /// `{1, 2, 3}`
  case aggregate(AggregateNode)
  /// `a + b - c`: operands joined by operators of one precedence level, evaluated from the left
  case chain(ChainNode)
  /// `-x`, `~x`
  case unary(UnaryNode)
  /// `sqrt(x)`, `multiply:by:(a, b)`, `date("2026-01-31")`, `count(distinct x)`
  case call(CallNode)
  /// `SUBQUERY(cities, $c, $c.population > 5)`
  case subquery(SubqueryNode)
  /// `TERNARY(a == 1, b, c)`
  case ternary(TernaryNode)
  /// `.high`: a case of the enum that is the type of the other operand
  case enumCase(Identifier)
  /// Text that could not be parsed; an error has been reported for it.
  case invalid(SourceSpan)

  package var span: SourceSpan {
    switch self {
    case .literal(let node): node.span
    case .path(let node): node.span
    case .variable(let node): node.span
    case .argument(let node): node.span
    case .aggregate(let node): node.span
    case .chain(let node): node.span
    case .unary(let node): node.span
    case .call(let node): node.span
    case .subquery(let node): node.span
    case .ternary(let node): node.span
    case .enumCase(let name): name.span
    case .invalid(let span): span
    }
  }
}

package struct LiteralNode: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A number with a fraction or exponent, or an integer beyond Int64; `text` is the exact spelling.
    case number(Double, text: String)
    /// The text without quotes, escapes resolved.
    case string(String)
  }
  package var kind: Kind
  package var span: SourceSpan

  package init(_ kind: Kind, _ span: SourceSpan) {
    self.kind = kind
    self.span = span
  }
}

/// A key path: a base and its components.
///
/// Invariant: `components` is empty only if the base is `.selfObject`.
package struct PathNode: Hashable, Sendable {
  package enum Base: Hashable, Sendable {
    /// `name`: the base is the tested object, without a `SELF` in the text
    case implicit
    /// `SELF`
    case selfObject(SourceSpan)
    /// `$c.name`
    case variable(VariableNode)
    /// `SUBQUERY(…).@count`, `(a)[0]`, `%K.name`
    case expression(ExpressionNode)
  }
  package var base: Base
  package var components: [PathComponent]
  package var isParenthesized: Bool
  package var span: SourceSpan

  package init(base: Base, components: [PathComponent], isParenthesized: Bool = false, span: SourceSpan) {
    self.base = base
    self.components = components
    self.isParenthesized = isParenthesized
    self.span = span
  }
}

package enum PathComponent: Hashable, Sendable {
  /// `.name`
  case property(Identifier)
  /// `.@count`; the identifier is without the `@`, its span covers it
  case collectionOperator(Identifier)
  /// `[0]`, `[FIRST]`
  case index(IndexNode)
  /// `.$b`: the parser accepts it so that the checker can explain the error
  case variable(VariableNode)
  /// `.%K` (strict NSPredicate mode only)
  case argument(ArgumentNode)

  package var span: SourceSpan {
    switch self {
    case .property(let name), .collectionOperator(let name): name.span
    case .index(let node): node.span
    case .variable(let node): node.span
    case .argument(let node): node.span
    }
  }
}

package struct IndexNode: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case first, last, size
    case expression(ExpressionNode)
  }
  package var kind: Kind
  /// The span includes the brackets.
  package var span: SourceSpan

  package init(_ kind: Kind, _ span: SourceSpan) {
    self.kind = kind
    self.span = span
  }
}

package struct VariableNode: Hashable, Sendable {
  /// The name without the `$`.
  package var name: String
  /// True when a `?` directly follows the name.
  package var isOptional: Bool
  package var span: SourceSpan

  package init(name: String, isOptional: Bool, span: SourceSpan) {
    self.name = name
    self.isOptional = isOptional
    self.span = span
  }
}

/// A format argument of `NSPredicate(format:)`.
package struct ArgumentNode: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// `%@`
    case value
    /// `%K`
    case keyPath
    /// `%d`, `%ld`, `%i`, `%u`, `%x` and similar conversions
    case integer
    /// `%f`, `%g`, `%e` and similar conversions
    case double
    /// `%s`, `%S`
    case string
    /// `%c`, `%C`
    case character
  }
  package var kind: Kind
  /// 0-based index of the argument in the call.
  package var index: Int
  package var span: SourceSpan

  package init(kind: Kind, index: Int, span: SourceSpan) {
    self.kind = kind
    self.index = index
    self.span = span
  }
}

package struct AggregateNode: Hashable, Sendable {
  package var elements: [ExpressionNode]
  package var span: SourceSpan

  package init(_ elements: [ExpressionNode], span: SourceSpan) {
    self.elements = elements
    self.span = span
  }
}

/// A binary operator between values, from the lowest precedence to the highest.
package enum ChainOperator: String, Hashable, Sendable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
  case bitwiseOr = "|"
  case bitwiseXor = "^"
  case bitwiseAnd = "&"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "**"
}

/// Operands joined by operators of one precedence level: `a + b - c`. Invariant:
/// `operators.count == operands.count - 1`, and there is at least one operator.
package struct ChainNode: Hashable, Sendable {
  package struct Operator: Hashable, Sendable {
    package var kind: ChainOperator
    package var span: SourceSpan

    package init(_ kind: ChainOperator, _ span: SourceSpan) {
      self.kind = kind
      self.span = span
    }
  }
  package var operands: [ExpressionNode]
  package var operators: [Operator]
  package var isParenthesized: Bool
  package var span: SourceSpan

  package init(
    operands: [ExpressionNode], operators: [Operator], isParenthesized: Bool = false, span: SourceSpan
  ) {
    self.operands = operands
    self.operators = operators
    self.isParenthesized = isParenthesized
    self.span = span
  }

  /// The precedence that all operators of the chain share.
  package var precedence: Int { operators.first?.kind.precedence ?? 0 }

  /// True when one of the two chains has bitwise operators, for which the checker requires parentheses.
  package func mixesBitwise(with inner: ChainNode) -> Bool {
    let bitwise = ChainOperator.bitwiseOr.precedence...ChainOperator.shiftLeft.precedence
    return bitwise.contains(precedence) || bitwise.contains(inner.precedence)
  }
}

package struct UnaryNode: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case negate = "-"
    case complement = "~"
  }
  package var kind: Kind
  package var operatorSpan: SourceSpan
  package var operand: ExpressionNode
  package var isParenthesized: Bool
  package var span: SourceSpan

  package init(
    _ kind: Kind, operatorSpan: SourceSpan, operand: ExpressionNode, isParenthesized: Bool = false, span: SourceSpan
  ) {
    self.kind = kind
    self.operatorSpan = operatorSpan
    self.operand = operand
    self.isParenthesized = isParenthesized
    self.span = span
  }
}

package struct CallNode: Hashable, Sendable {
  /// The name as written, with its colons: `sum`, `sum:`, `multiply:by:`, `CAST`, `FUNCTION`.
  package var name: Identifier
  /// Span of `distinct` before the argument, as in `count(distinct x)`.
  package var distinct: SourceSpan?
  package var arguments: [ExpressionNode]
  package var span: SourceSpan

  package init(name: Identifier, distinct: SourceSpan? = nil, arguments: [ExpressionNode], span: SourceSpan) {
    self.name = name
    self.distinct = distinct
    self.arguments = arguments
    self.span = span
  }
}

package struct SubqueryNode: Hashable, Sendable {
  package var collection: ExpressionNode
  package var variable: VariableNode
  package var predicate: PredicateNode
  package var span: SourceSpan

  package init(collection: ExpressionNode, variable: VariableNode, predicate: PredicateNode, span: SourceSpan) {
    self.collection = collection
    self.variable = variable
    self.predicate = predicate
    self.span = span
  }
}

package struct TernaryNode: Hashable, Sendable {
  package var condition: PredicateNode
  package var then: ExpressionNode
  package var otherwise: ExpressionNode
  package var span: SourceSpan

  package init(condition: PredicateNode, then: ExpressionNode, otherwise: ExpressionNode, span: SourceSpan) {
    self.condition = condition
    self.then = then
    self.otherwise = otherwise
    self.span = span
  }
}
