import CDQIR

// The emitter writes code by opening and closing blocks: a function that opens a block returns, its caller emits the
// body, and the caller closes the block or the scope around it.
extension ClosureEmitter {
  /// A list of statements that is being written, and the optionals that it has unwrapped.
  struct Block {
    var statements: [SwiftStatement] = []
    /// Optional expressions that a `guard` of this block has unwrapped, and the name of the value.
    var unwrapped: [SwiftExpression: String] = [:]
    /// Values that a loop inside needs and that were hoisted into this block.
    var made: [HoistKey: Operand] = [:]
    /// The loop over a collection whose body this block is; nil for other blocks.
    var loop: Loop?
  }

  /// The head of a loop whose body is being written: `label: for name in sequence`.
  struct Loop {
    var label: String?
    var name: String
    var sequence: SwiftExpression
  }

  /// The operand and the depth of a variable before a new binding shadowed them.
  struct Binding {
    var id: Int
    var operand: Operand?
    var depth: Int?
  }

  /// The number of open blocks and bindings at one moment, so that `close` can end all that were opened since.
  struct Scope {
    fileprivate var blocks: Int
    fileprivate var bindings: Int
  }

  mutating func emit(_ statement: SwiftStatement) {
    blocks[blocks.count - 1].statements.append(statement)
  }

  mutating func emit(_ statements: [SwiftStatement]) {
    blocks[blocks.count - 1].statements += statements
  }

  /// Opens a block; `close` returns its statements.
  mutating func open() {
    blocks.append(Block())
  }

  /// Closes the innermost block.
  mutating func close() -> [SwiftStatement] {
    blocks.removeLast().statements
  }

  /// The current number of open blocks and bindings.
  var scope: Scope { Scope(blocks: blocks.count, bindings: bindings.count) }

  /// Opens a loop over a sequence; closing the scope around it closes the loop.
  ///
  /// - Parameter element: an operand with the type and form of the elements; its expression is ignored.
  /// - Returns: the operand that reads the loop variable.
  mutating func openLoop(
    _ hint: String, _ sequence: SwiftExpression, _ label: String?, over element: Operand
  ) -> Operand {
    let name = names.unique(hint)
    blocks.append(Block(loop: Loop(label: label, name: name, sequence: sequence)))
    var element = element
    element.expression = .name(name)
    return element
  }

  /// Closes the loops that were opened and the variables that were bound since the scope was taken.
  mutating func close(_ scope: Scope) {
    while blocks.count > scope.blocks {
      let block = blocks.removeLast()
      guard let loop = block.loop else { preconditionFailure("whoever opens a block closes it before the loop around") }
      // A loop that only counts does not use the name of its variable.
      let isUsed = block.statements.mention(loop.name)
      emit(.for(label: loop.label, isUsed ? loop.name : "_", in: loop.sequence, block.statements))
    }
    while bindings.count > scope.bindings {
      let outer = bindings.removeLast()
      variables[outer.id] = outer.operand
      depths[outer.id] = outer.depth
    }
  }

  /// Binds a variable to an element until the scope around it is closed.
  mutating func bind(_ variable: VariableIR, to element: Operand) {
    bindings.append(
      Binding(id: variable.id, operand: variables[variable.id], depth: depths[variable.id]))
    variables[variable.id] = element
    depths[variable.id] = blocks.count
  }

  /// The name of the variable that holds the unwrapped value of an optional expression; nil where no open block has
  /// unwrapped it.
  func knownName(_ expression: SwiftExpression) -> String? {
    for block in blocks.reversed() {
      if let name = block.unwrapped[expression] { return name }
    }
    return nil
  }
}
