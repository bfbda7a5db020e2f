import CDQIR

// Shapes: within the loop that makes rows, a loop over the objects that each object is related to.
extension ClosureEmitter {
  /// The rows of a shape of the object in scope: a list, or the only row, which may be nil.
  ///
  /// - Parameter row: The struct of its rows, such as `ProfilesRow.LatestRow`.
  mutating func rows(of shape: ShapeIR, as row: SwiftType) throws(Refusal) -> SwiftExpression {
    if case .choice = shape.sort {
      throw Refusal(
        "the shape '\(shape.name)'", "a parameter chooses its order, whose name generated code would have to test",
        help: "write a query for each order; only the rows of the query itself have an order that a parameter chooses"
      ).at(shape.pathNode)
    }
    readEntities.insert(shape.entity)
    let related = chain(try start(of: shape.path), shape.steps[...])
    if !shape.isToMany, !shape.isOptional {
      // There is one object, and nothing that leaves it out.
      return try made(of: related, shape, row)
    }
    let objects = try matches(of: shape, among: try list(of: related, shape))
    let selected = names.unique("selected")
    emit(.let(selected, .array(types.declared(shape.entity)), objects))
    let loop = ResultTail.RowLoop(&names)
    open()
    let value = try made(of: Operand(.name(loop.object), .object(shape.entity), form: .object), shape, row)
    let values = close()
    emit(tail.rows(loop, of: selected, values, value, row, isDistinct: false, &names))
    return shape.isToMany ? .name(loop.rows) : .member(.name(loop.rows), "first")
  }

  /// The name of a list of the objects that the path leads to.
  private mutating func list(of related: Operand, _ shape: ShapeIR) throws(Refusal) -> String {
    let name = names.unique("related")
    if shape.isToMany {
      emit(.let(name, nil, related.isOptional ? .binary(related.expression, "??", .array([])) : related.expression))
      return name
    }
    let object = names.unique(SwiftNames.lowerFirst(shape.entity))
    func append(_ value: SwiftExpression) -> SwiftStatement {
      .expression(.call(.member(.name(name), "append"), [SwiftArgument(value)]))
    }
    emit(.var(name, .array(types.declared(shape.entity)), .array([])))
    guard related.isOptional else {
      emit(append(related.expression))
      return name
    }
    emit(.if([.unwrap(object, related.expression)], then: [append(.name(object))], else: []))
    return name
  }

  /// The objects of a list that the shape has rows of, in their order.
  private mutating func matches(of shape: ShapeIR, among source: String) throws(Refusal) -> SwiftExpression {
    var inner = self
    inner.query = shape.query(query.parameters)
    inner.query.projection = nil
    // One object has no order.
    if !shape.isToMany { inner.query.sort = .keys([]) }
    inner.enter()
    var statements = try inner.loop(over: source)
    adopt(inner)
    guard case .return(let objects?)? = statements.popLast() else {
      throw Refusal("the shape '\(shape.name)'", "it has no rows")
    }
    emit(statements)
    return objects
  }

  /// The row of one related object.
  private mutating func made(
    of object: Operand, _ shape: ShapeIR, _ type: SwiftType
  ) throws(Refusal) -> SwiftExpression {
    var object = object
    if case .name = object.expression {} else {
      let name = names.unique(SwiftNames.lowerFirst(shape.entity))
      emit(.let(name, nil, object.expression))
      object.expression = .name(name)
    }
    var inner = self
    inner.query = shape.query(query.parameters)
    inner.enter()
    inner.variables[0] = object
    inner.open()
    let row = try inner.made(shape.projection, type)
    let values = inner.close()
    adopt(inner)
    emit(values)
    return row
  }

  /// Forgets the objects in scope, which the braces of a shape have no names for.
  private mutating func enter() {
    (variables, depths, blocks, bindings, sortedSource) = ([:], [:], [], [], nil)
  }

  /// Takes over what the code of a shape needs around it: what is the same for all objects is computed once.
  private mutating func adopt(_ inner: ClosureEmitter) {
    (names, prologue, hoisted, readEntities) = (inner.names, inner.prologue, inner.hoisted, inner.readEntities)
    (isThrowing, needsFoundation, objectParameters) = (inner.isThrowing, inner.needsFoundation, inner.objectParameters)
  }
}
