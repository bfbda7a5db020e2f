import CDQIR

// Code is written by opening blocks and closing them again: what opens one returns, and its caller writes the body.
extension ClosureEmitter {
  /// Statements that are being written, and what has been unwrapped in them.
  struct Block {
    var statements: [SwiftStatement] = []
    /// Optional expressions that a `guard` of this block has unwrapped, and the name of the value.
    var unwrapped: [SwiftExpression: String] = [:]
    /// Values that were made here because a loop inside needs them.
    var made: [HoistKey: Operand] = [:]
    /// The loop over the elements of a collection whose body they are; nil for other blocks.
    var loop: Loop?
  }

  /// The head of a loop whose body is being written: `label: for name in sequence`.
  struct Loop {
    var label: String?
    var name: String
    var sequence: SwiftExpression
  }

  /// What a variable meant before it was bound.
  struct Binding {
    var id: Int
    var operand: Operand?
    var depth: Int?
  }

  /// How many loops and variables there were, so that those of a construct can be ended together.
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

  /// Begins a block, whose statements `close` gives.
  mutating func open() {
    blocks.append(Block())
  }

  /// Ends the innermost block.
  mutating func close() -> [SwiftStatement] {
    blocks.removeLast().statements
  }

  /// What is open now.
  var scope: Scope { Scope(blocks: blocks.count, bindings: bindings.count) }

  /// Begins a loop over a sequence, which ends with the scope around it.
  ///
  /// - Parameter element: what the sequence holds, its expression still to be given.
  /// - Returns: the element of the loop's turn.
  mutating func openLoop(
    _ hint: String, _ sequence: SwiftExpression, _ label: String?, over element: Operand
  ) -> Operand {
    let name = names.unique(hint)
    blocks.append(Block(loop: Loop(label: label, name: name, sequence: sequence)))
    var element = element
    element.expression = .name(name)
    return element
  }

  /// Ends the loops that have begun and the variables that have been bound since the scope was taken.
  mutating func close(_ scope: Scope) {
    while blocks.count > scope.blocks {
      let block = blocks.removeLast()
      guard let loop = block.loop else { preconditionFailure("whoever opens a block closes it before the loop around") }
      // A loop that only counts has no use for the element's name.
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

  /// The name of an already unwrapped optional.
  func knownName(_ expression: SwiftExpression) -> String? {
    for block in blocks.reversed() {
      if let name = block.unwrapped[expression] { return name }
    }
    return nil
  }
}
