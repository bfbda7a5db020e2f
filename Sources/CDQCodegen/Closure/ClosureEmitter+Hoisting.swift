import CDQIR

// Values that many objects or elements share are made once, before the loop over those.
extension ClosureEmitter {
  /// What a value that is made before a loop is of.
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

  /// Where a value is made that is needed many times.
  enum Site {
    /// Before the loop over the objects.
    case prologue
    /// Before an open loop over elements, by the index of its block.
    case loop(Int)
  }

  /// The blocks that wait while a value is made elsewhere.
  struct Detour {
    fileprivate var key: HoistKey
    fileprivate var site: Site
    fileprivate var waiting: [Block]
  }

  /// Where the value of `expression` can be made once for many; nil where it is another one each time.
  func site(of expression: ExpressionIR) -> Site? {
    if expression.isInvariant { return .prologue }
    guard let variables = expression.variables else { return nil }
    // The outermost of the open loops whose turns all see the same value.
    var outermost = 1
    for variable in variables {
      guard let depth = depths[variable] else { return nil }
      outermost = max(outermost, depth)
    }
    return blocks.indices.dropFirst(outermost).first { blocks[$0].loop != nil }.map { .loop($0) }
  }

  /// A value that has been made there before.
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

  /// Begins to write at another place; what is emitted until `comeBack` stands there.
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

  /// Goes on where the detour began. The value is remembered, in the prologue for good and before a loop as long as that
  /// is written.
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
