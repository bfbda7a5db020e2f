import CDQIR

// Hoisting: a value that is the same for many objects or elements is computed once, before the loop over them.
extension ClosureEmitter {
  /// The identity of a hoisted value, so that two uses share one variable.
  enum HoistKey: Hashable {
    case now
    case constant(SwiftExpression)
    case presence(SwiftExpression)
    case needle(ExpressionIR, TextOptions)
    case textKey(ExpressionIR)
    case like(ExpressionIR, TextOptions)
    case regex(ExpressionIR, TextOptions)
    case timeZone(ExpressionIR)
    case set(CollectionIR, TextOptions, ValueType)
  }

  /// The place where a hoisted value is computed.
  enum Site {
    /// Before the loop over the objects.
    case prologue
    /// Before an open loop over elements; the index is that of the loop's block.
    case loop(Int)
  }

  /// A position in the code that the emitter has left to write a hoisted value, with the blocks that were open there.
  struct Detour {
    fileprivate var key: HoistKey
    fileprivate var site: Site
    fileprivate var waiting: [Block]
  }

  /// The place to which `expression` can be hoisted; nil where its value differs from one turn of the loop to the next.
  func site(of expression: ExpressionIR) -> Site? {
    if expression.isInvariant { return .prologue }
    guard let variables = expression.variables else { return nil }
    // The depth of the innermost variable that the expression reads. All loops inside it see the same value.
    var outermost = 1
    for variable in variables {
      guard let depth = depths[variable] else { return nil }
      outermost = max(outermost, depth)
    }
    return blocks.indices.dropFirst(outermost).first { blocks[$0].loop != nil }.map { .loop($0) }
  }

  /// The hoisted value that the emitter has already written there; nil if there is none.
  func made(_ key: HoistKey, at site: Site) -> Operand? {
    switch site {
    case .prologue: return hoisted[key]
    case .loop(let index):
      for block in blocks[..<index] {
        if let known = block.made[key] { return known }
      }
      return nil
    }
  }

  /// Begins to emit statements at `site`, until `comeBack` ends the detour.
  mutating func go(to site: Site, for key: HoistKey) -> Detour {
    switch site {
    case .prologue:
      defer { blocks = [Block()] }
      return Detour(key: key, site: site, waiting: blocks)
    case .loop(let index):
      defer { blocks.removeSubrange(index...) }
      return Detour(key: key, site: site, waiting: Array(blocks[index...]))
    }
  }

  mutating func presenceVariable(_ value: SwiftExpression) -> SwiftExpression {
    if let known = made(.presence(value), at: .prologue) { return known.expression }
    let name = names.unique("isGiven")
    prologue.append(.let(name, .named(types.standard("Bool")), value))
    hoisted[.presence(value)] = Operand(.name(name), .bool)
    return .name(name)
  }

  /// Ends a detour and goes on where it began. A value in the prologue is remembered for the rest of the body, and one
  /// before a loop until the block around that loop is closed.
  mutating func comeBack(from detour: Detour, with value: Operand) -> Operand {
    switch detour.site {
    case .prologue:
      prologue += blocks[0].statements
      hoisted[detour.key] = value
      blocks = detour.waiting
    case .loop(let index):
      blocks[index - 1].made[detour.key] = value
      blocks += detour.waiting
    }
    return value
  }
}
