// Finds uses of local names: generated code writes `_` for a variable that no code uses.

extension SwiftStatement {
  /// Whether the statement, or a statement or expression in it, uses the local name.
  func mentions(_ name: String) -> Bool {
    switch self {
    case .let(_, _, let value), .var(_, _, let value), .destructure(_, let value), .expression(let value),
      .throw(let value):
      value.mentions(name)
    case .assign(let target, _, let value): target.mentions(name) || value.mentions(name)
    case .if(let conditions, let then, let otherwise):
      conditions.contains { $0.mentions(name) } || then.mention(name) || otherwise.mention(name)
    case .guard(let conditions, let otherwise):
      conditions.contains { $0.mentions(name) } || otherwise.mention(name)
    case .for(_, _, let sequence, let body): sequence.mentions(name) || body.mention(name)
    case .switch(let value, let cases): value.mentions(name) || cases.contains { $0.body.mention(name) }
    case .return(let value): value?.mentions(name) ?? false
    case .break, .continue, .comment, .sourceLocation, .endSourceLocation: false
    }
  }
}

extension SwiftStatement {
  /// Whether the statement, or one inside of it, assigns to a property of the local variable, which must then be a `var`.
  func assigns(toMemberOf name: String) -> Bool {
    switch self {
    case .assign(.member(.name(name), _), _, _): true
    case .if(_, let then, let otherwise): (then + otherwise).contains { $0.assigns(toMemberOf: name) }
    case .guard(_, let body), .for(_, _, _, let body): body.contains { $0.assigns(toMemberOf: name) }
    case .switch(_, let cases): cases.contains { $0.body.contains { $0.assigns(toMemberOf: name) } }
    case .let, .var, .destructure, .assign, .expression, .return, .throw, .break, .continue, .comment, .sourceLocation,
      .endSourceLocation:
      false
    }
  }
}

extension [SwiftStatement] {
  /// Whether one of the statements uses the local name.
  func mention(_ name: String) -> Bool {
    contains { $0.mentions(name) }
  }
}

extension SwiftCondition {
  fileprivate func mentions(_ name: String) -> Bool {
    switch self {
    case .holds(let value), .unwrap(_, let value), .match(_, let value): value.mentions(name)
    }
  }
}

extension SwiftExpression {
  /// Whether the expression, or one in it, is the local name.
  func mentions(_ name: String) -> Bool {
    switch self {
    case .name(let other): other == name
    case .integer, .double, .string, .boolean, .null, .implicitMember, .wrappedString, .lines: false
    case .member(let base, _), .optionalMember(let base, _), .prefix(_, let base), .attempt(let base),
      .forced(let base):
      base.mentions(name)
    case .call(let function, let arguments):
      function.mentions(name) || arguments.contains { $0.value.mentions(name) }
    case .binary(let left, _, let right), .subscript(let left, let right):
      left.mentions(name) || right.mentions(name)
    case .ternary(let condition, let first, let second):
      condition.mentions(name) || first.mentions(name) || second.mentions(name)
    case .array(let elements): elements.contains { $0.mentions(name) }
    case .tuple(let elements): elements.contains { $0.value.mentions(name) }
    case .closure(let closure): closure.body.mention(name)
    }
  }
}
