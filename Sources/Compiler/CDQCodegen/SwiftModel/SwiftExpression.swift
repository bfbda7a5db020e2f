/// A Swift expression: `town.rank > 2` is `.binary(.member(.name("town"), "rank"), ">", .integer(2))`. Generated code
/// has small expressions, so that swiftc's type checker is fast.
package indirect enum SwiftExpression: Hashable, Sendable {
  /// The name of a variable, parameter or type, without back ticks.
  case name(String)
  case integer(Int64)
  case double(Double)
  case string(String)
  case boolean(Bool)
  case null
  /// `base.name`
  case member(SwiftExpression, String)
  /// `base?.name`
  case optionalMember(SwiftExpression, String)
  /// `.name`
  case implicitMember(String)
  case call(SwiftExpression, [SwiftArgument])
  /// `left operator right`; the renderer puts operands with operators of their own in parentheses.
  case binary(SwiftExpression, String, SwiftExpression)
  /// `!operand`, `-operand`
  case prefix(String, SwiftExpression)
  case ternary(SwiftExpression, SwiftExpression, SwiftExpression)
  case array([SwiftExpression])
  /// `(first: 1, second: 2)`
  case tuple([SwiftArgument])
  case `subscript`(SwiftExpression, SwiftExpression)
  /// `operand!`
  case forced(SwiftExpression)
  /// `try operand`
  case attempt(SwiftExpression)
  /// A text as a `#"""` literal over several lines, whose line breaks are not part of the text. Invariant: the text has
  /// no `#`.
  case wrappedString(String)
  /// A text of several lines, as a `"""` literal where each line can be read as it is.
  case lines([String])
  case closure(SwiftClosure)

  /// `function(arguments)` for a plain name or a dotted one.
  package static func call(_ function: String, _ arguments: SwiftArgument...) -> SwiftExpression {
    .call(path(function), arguments)
  }

  /// `a.b.c` from its dotted form.
  package static func path(_ text: String) -> SwiftExpression {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return .name(text) }
    let parts = text.split(separator: ".").map(String.init)
    return parts.dropFirst().reduce(.name(parts.first ?? "")) { .member($0, $1) }
  }

  /// The expression negated, without a second `!`.
  package var negated: SwiftExpression {
    switch self {
    case .prefix("!", let operand): operand
    case .boolean(let value): .boolean(!value)
    default: .prefix("!", self)
    }
  }

  /// Whether the expression needs no parentheses as the operand of an operator.
  var isOperand: Bool {
    switch self {
    case .binary, .ternary, .attempt, .prefix: false
    case .name, .integer, .double, .string, .boolean, .null, .member, .optionalMember, .implicitMember, .call, .array,
      .tuple, .subscript, .forced, .wrappedString, .lines, .closure:
      true
    }
  }
}

extension SwiftExpression {
  /// Whether the expression consists of more than `most` expressions.
  func isLarger(than most: Int) -> Bool {
    var rest = [self]
    var count = 0
    while let next = rest.popLast() {
      count += 1
      if count > most { return true }
      switch next {
      case .name, .integer, .double, .string, .boolean, .null, .implicitMember, .wrappedString, .lines: break
      case .member(let base, _), .optionalMember(let base, _), .prefix(_, let base), .attempt(let base),
        .forced(let base):
        rest.append(base)
      case .call(let function, let arguments): rest += [function] + arguments.map(\.value)
      case .binary(let left, _, let right), .subscript(let left, let right): rest += [left, right]
      case .ternary(let condition, let first, let second): rest += [condition, first, second]
      case .array(let elements): rest += elements
      case .tuple(let elements): rest += elements.map(\.value)
      case .closure(let closure):
        for case .expression(let value) in closure.body { rest.append(value) }
      }
    }
    return false
  }
}

/// An argument of a call, or an element of a tuple.
package struct SwiftArgument: Hashable, Sendable {
  package var label: String?
  package var value: SwiftExpression

  package init(_ label: String?, _ value: SwiftExpression) {
    self.label = label
    self.value = value
  }

  package init(_ value: SwiftExpression) {
    self.init(nil, value)
  }
}

/// `{ (left, right) -> Bool in … }`; without parameters `{ Int64($0) }`.
package struct SwiftClosure: Hashable, Sendable {
  package var parameters: [String]
  /// The error type of a typed `throws`; nil for a closure whose errors Swift infers.
  package var errorType: String?
  package var result: SwiftType
  package var body: [SwiftStatement]

  package init(parameters: [String], errorType: String? = nil, result: SwiftType, body: [SwiftStatement]) {
    self.parameters = parameters
    self.errorType = errorType
    self.result = result
    self.body = body
  }
}

extension SwiftExpression {
  /// One or more operands joined by `&&` or `||`: a few from left to right, which reads best; more as a tree of the
  /// lowest height, so that neither cdq nor Swift's compiler recurses by their number.
  static func chain(_ parts: ArraySlice<SwiftExpression>, _ symbol: String) -> SwiftExpression {
    guard parts.count > 8 else {
      return parts.dropFirst().reduce(parts[parts.startIndex]) { .binary($0, symbol, $1) }
    }
    let middle = parts.startIndex + parts.count / 2
    return .binary(chain(parts[..<middle], symbol), symbol, chain(parts[middle...], symbol))
  }
}
