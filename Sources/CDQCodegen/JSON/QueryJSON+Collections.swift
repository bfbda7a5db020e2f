import CDQIR

/// Collections.
extension QueryJSON {
  mutating func write(_ collection: CollectionIR) {
    switch collection {
    case .path(let path): writePath(path)
    case .literal(let elements, let element): write(elements, element)
    case .parameter(let index, let element): writeParameter(index, element: element)
    case .filter(let source, let variable, let predicate):
      begin("filter", source, variable)
      write(predicate)
      endCase()
    case .map(let source, let variable, let value):
      begin("map", source, variable)
      write(value)
      endCase()
    case .flatMap(let source, let variable, let inner):
      begin("flatMap", source, variable)
      write(inner)
      endCase()
    case .distinct(let source): write("distinct", source)
    case .set(let operation, let left, let right): write(operation, left, right)
    case .mode(let source): write("mode", source)
    }
  }

  private mutating func write(_ elements: [ExpressionIR], _ element: ValueType) {
    beginCase("literal")
    key("_0")
    write(elements) { $0.write($1) }
    key("element")
    write(element)
    endCase()
  }

  private mutating func writeParameter(_ index: Int, element: ValueType) {
    beginCase("parameter")
    key("_0")
    write(index)
    key("element")
    write(element)
    endCase()
  }

  /// Opens a collection that is made of each element of another, up to what is made of it.
  private mutating func begin(_ name: StaticString, _ source: CollectionIR, _ variable: VariableIR) {
    beginCase(name)
    key("_0")
    write(source)
    key("_1")
    write(variable)
    key("_2")
  }

  private mutating func write(_ name: StaticString, _ source: CollectionIR) {
    beginCase(name)
    key("_0")
    write(source)
    endCase()
  }

  private mutating func write(_ operation: CollectionIR.SetOperator, _ left: CollectionIR, _ right: CollectionIR) {
    beginCase("set")
    key("_0")
    write(operation.rawValue)
    key("_1")
    write(left)
    key("_2")
    write(right)
    endCase()
  }
}
