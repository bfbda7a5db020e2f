import CDQIR

extension FetchTranslator {
  /// Arithmetic and functions of what is stored.
  mutating func calculation(_ expression: ExpressionIR) throws(Stop) -> FetchOperand {
    switch expression {
    case .arithmetic(let node): return try arithmetic(node)
    case .negate(let operand):
      var value = try self.operand(operand)
      value.format = "-(" + value.format + ")"
      return value.isNull ? .null : value
    case .function(let node): return try function(node)
    case .literal, .parameter, .path, .aggregate, .groupAggregate, .element, .conditional, .cast:
      return try operand(expression)
    }
  }

  private mutating func arithmetic(_ node: ArithmeticIR) throws(Stop) -> FetchOperand {
    switch node.type {
    case .date, .duration:
      throw refusal(
        "arithmetic of stored dates", "Core Data's SQLite store has none",
        help: "calculate on the other side, such as 'opened > $day - days(7)'")
    case .bool, .int16, .int32, .int64, .float, .double, .decimal, .string, .data, .uuid, .url, .enumeration, .object,
      .opaque, .collection, .null:
      break
    }
    var result = try operand(node.operands[0])
    for (symbol, next) in zip(node.operators, node.operands.dropFirst()) {
      let right = try operand(next)
      if result.isNull || right.isNull { return .null }
      let format: PredicateFormat
      switch symbol {
      case .add, .subtract, .multiply, .bitwiseAnd, .bitwiseOr:
        format = "(" + result.format + " \(symbol.rawValue) " + right.format + ")"
      case .divide:
        if !right.isConstant {
          warn("a division by a stored value: where that is 0 the store's result is neither equal nor unequal")
        }
        format = "(" + result.format + " / " + right.format + ")"
      case .modulus:
        format = "modulus:by:(" + result.format + ", " + right.format + ")"
      case .power, .bitwiseXor, .shiftLeft, .shiftRight:
        warn("'\(symbol.rawValue)' is not among what is known to run")
        format = "(" + result.format + " \(symbol.rawValue) " + right.format + ")"
      }
      result = FetchOperand(
        format: format, nilPaths: result.nilPaths + right.nilPaths.filter { !result.nilPaths.contains($0) },
        isConstant: result.isConstant && right.isConstant)
    }
    return result
  }

  private mutating func function(_ node: FunctionIR) throws(Stop) -> FetchOperand {
    guard let argument = node.arguments.first else {
      throw refusal("'\(node.function.rawValue)'", "it has no argument")
    }
    var value = try operand(argument)
    if value.isNull { return .null }
    switch node.function {
    case .uppercase, .lowercase, .absolute: break
    case .length:
      warn("'length' of a stored text is not among what is known to run")
    case .ceiling, .floor, .truncate, .squareRoot, .exponential, .naturalLogarithm, .logarithm, .onesComplement:
      warn("'\(node.function.rawValue)' is not among the functions that are known to run")
    case .now, .seconds, .minutes, .hours, .days, .weeks:
      throw refusal("'\(node.function.rawValue)' of a stored number", "Core Data's SQLite store has no durations")
    }
    value.format = "\(node.function.rawValue):(" + value.format + ")"
    return value
  }

  // MARK: aggregates

  mutating func aggregate(_ node: AggregateIR) throws(Stop) -> FetchOperand {
    switch node.collection {
    case .path(let path):
      let name = try operatorName(node.function)
      return try aggregate(name, path)
    case .filter:
      guard node.function == .count else {
        throw refusal("'@\(node.function.rawValue)' of a SUBQUERY", "Core Data's SQLite store only counts it")
      }
      let format = try subquery(node.collection) { (_, _) throws(Stop) in .constant(true) }
      return FetchOperand(format: format + ".@count")
    case .literal, .parameter, .map, .flatMap, .distinct, .set, .mode:
      throw refusal(
        "'\(node.function.rawValue)' of such a collection", "Core Data's SQLite store only has relationships")
    }
  }

  private mutating func operatorName(_ function: AggregateFunction) throws(Stop) -> String {
    switch function {
    case .count: return "@count"
    case .sum:
      warn("the sum over no objects is nil in the store, and 0 elsewhere")
      return "@sum"
    case .average: return "@avg"
    case .minimum: return "@min"
    case .maximum: return "@max"
    case .median, .standardDeviation:
      throw refusal("'\(function.rawValue)'", "Core Data's SQLite store has no such function")
    }
  }

  private func aggregate(_ name: String, _ path: PathIR) throws(Stop) -> FetchOperand {
    guard let binding = bindings[path.variable], path.parameter == nil else {
      throw refusal("'\(name)' of an object parameter's objects", "a fetch request counts stored objects only")
    }
    let steps = binding.steps + path.steps
    let collections = steps.indices.filter { steps[$0].kind == .toMany || steps[$0].kind == .scalarCollection }
    guard collections.count == 1, let split = collections.first, steps[split].kind == .toMany else {
      throw refusal(
        "'\(name)' over \(collections.count > 1 ? "two to-many steps" : "a collection of values")",
        "Core Data's SQLite store follows one to-many relationship")
    }
    let collection = steps[...split].map(\.name)
    let leaf = steps[(split + 1)...].map(\.name)
    if name == "@count" {
      return FetchOperand(format: format(binding.start, Array(steps[...split])) + ".@count")
    }
    let keyPath = PredicateFormat.keyPath((collection + [name] + leaf).joined(separator: "."))
    let format = binding.start.isEmpty ? keyPath : "\(binding.start)." + keyPath
    return FetchOperand(format: format, nilPaths: name == "@sum" ? [] : [format])
  }
}
