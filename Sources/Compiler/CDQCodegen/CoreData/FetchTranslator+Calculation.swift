import CDQIR
import CDQSemantics

extension FetchTranslator {
  /// Translates a calculation with stored values.
  mutating func calculation(_ expression: ExpressionIR) throws(Stop) -> FetchOperand {
    switch expression {
    case .arithmetic(let node): return try arithmetic(node)
    case .function(let node): return try function(node)
    case .aggregate(let node): return try aggregate(node)
    case .negate: throw refusal("a negative duration", "Core Data's SQLite store has none")
    case .cast: throw refusal("CAST", "Core Data's SQLite store does not convert values")
    case .element:
      throw refusal(
        "an index", "Core Data's SQLite store has no positions",
        help: "fetch the objects, and take one of them in Swift")
    case .conditional:
      throw refusal(
        "TERNARY here", "Core Data's SQLite store does not choose between values",
        help: "choose between conditions instead: '(c AND x == 1) OR (NOT c AND x == 2)'")
    case .literal, .parameter, .path, .groupAggregate: return try operand(expression)
    }
  }

  private mutating func arithmetic(_ node: ArithmeticIR) throws(Stop) -> FetchOperand {
    if node.type.isTime {
      throw refusal(
        "arithmetic of stored dates", "Core Data's SQLite store has none",
        help: "calculate on the other side, such as 'opened > $day - days(7)'")
    }
    if node.type == .string {
      throw refusal(
        "'+' of stored texts", "Core Data's SQLite store joins none",
        help: "compare each text by itself, as in 'first == $first AND last == $last'")
    }
    if node.type == .decimal { warn(of: .decimals, saying: "the store calculates with Decimals as binary fractions") }
    try requireFewLevels(node.operands.count)
    var result = try operand(node.operands[0])
    // What opens each operation is before all earlier ones, so it is put there once, at the end.
    var opens: [String] = []
    var seen = Set(result.absences)
    for (symbol, next) in zip(node.operators, node.operands.dropFirst()) {
      let right = try operand(next)
      if result.isNull || right.isNull { return .null }
      guard let more = try absences(of: symbol, right, node.type) else { return .null }
      opens.append(symbol == .modulus ? "modulus:by:(" : "(")
      result.format.text += symbol == .modulus ? ", " : " \(symbol.rawValue) "
      result.format.append(right.format)
      result.format.text += ")"
      for absence in right.absences + more where seen.insert(absence).inserted { result.absences.append(absence) }
      result.isConstant = result.isConstant && right.isConstant
    }
    result.format.text = opens.reversed().joined() + result.format.text
    return result
  }

  /// The reasons, beyond those of its operands, for which an operation is nil; nil for an operation that always is.
  private mutating func absences(
    of symbol: ArithmeticIR.Operator, _ right: FetchOperand, _ type: ValueType
  ) throws(Stop) -> [FetchOperand.Absence]? {
    switch symbol {
    case .add, .subtract, .multiply, .bitwiseAnd, .bitwiseOr: break
    case .divide, .modulus:
      if symbol == .modulus, type != .int64 {
        warn(of: .remainder, saying: "the store has no remainder of fractions")
      }
      let divisor = right.format.text
      let isLiteral = right.isConstant && right.format.arguments.isEmpty
      let isZero = ["0", "0.0", "-0.0"].contains(divisor)
      if type == .double {
        if isZero || !isLiteral {
          warn(of: .divisionByZero, saying: "a division of fractions by 0 is nil in the store, and infinite elsewhere")
        }
        break
      }
      if isLiteral { return isZero ? nil : [] }
      try requireShort(right, "a division by so long a value")
      return [FetchOperand.Absence(isNil: .format(right.format + " == 0"), isNotNil: .format(right.format + " != 0"))]
    case .shiftLeft, .shiftRight:
      warn(of: .operatorUnknown, "'\(symbol.rawValue)'")
      try requireShort(right, "a shift by so long a value")
      return [
        FetchOperand.Absence(
          isNil: .or([.format(right.format + " < 0"), .format(right.format + " > 63")]),
          isNotNil: .format(right.format + " BETWEEN {0, 63}"))
      ]
    case .power, .bitwiseXor:
      warn(of: .operatorUnknown, "'\(symbol.rawValue)'")
    }
    return []
  }

  private mutating func function(_ node: FunctionIR) throws(Stop) -> FetchOperand {
    guard let argument = node.arguments.first else {
      throw refusal("'\(node.function.rawValue)'", "it has no argument")
    }
    switch node.function.entry.coreData {
    case .known: break
    case .doubted: warn(of: .function, "'\(node.function.rawValue)' of a stored value")
    case .refused(let reason, let help):
      throw refusal("'\(node.function.rawValue)' of a stored value", reason, help: help)
    }
    var value = try operand(argument)
    if value.isNull { return .null }
    value.format = "\(node.function.rawValue):(" + value.format + ")"
    return value
  }

  // MARK: aggregates

  private mutating func aggregate(_ node: AggregateIR) throws(Stop) -> FetchOperand {
    if let path = FetchRewriter.summedValues(node) {
      // Diagnostics name the sum as the query has it.
      let sum = ExpressionIR.aggregate(AggregateIR(.sum, .path(path), type: node.type))
      context.append(.expression(sum))
      let operand = try aggregate("@sum", path)
      context.removeLast()
      return operand
    }
    switch node.collection {
    case .path(let path):
      let name = try operatorName(node.function)
      return try aggregate(name, path)
    case .filter:
      guard node.function == .count else {
        throw refusal(
          "'@\(node.function.rawValue)' of a SUBQUERY", "Core Data's SQLite store only counts it",
          help: "fetch the objects, and calculate in Swift")
      }
      let (open, _) = try openSubquery(node.collection)
      let found = try close(open, .constant(true))
      if found.isNested { throw countOverTwoSteps }
      return FetchOperand(format: found.count)
    default:
      throw refusal(
        "'\(node.function.rawValue)' of such a collection", "Core Data's SQLite store only has relationships")
    }
  }

  private var countOverTwoSteps: Stop {
    refusal(
      "'@count' over two to-many steps", "Core Data's SQLite store follows one to-many relationship",
      help: "whether there is any can be asked: '@count > 0'")
  }

  private mutating func operatorName(_ function: AggregateFunction) throws(Stop) -> String {
    switch function {
    case .count: return "@count"
    case .sum: throw refusal("so many sums in one comparison", "each is another number where there is no value")
    case .average: return "@avg"
    case .minimum: return "@min"
    case .maximum: return "@max"
    case .median, .standardDeviation:
      throw refusal("'\(function.rawValue)'", "Core Data's SQLite store has no such function")
    }
  }

  private mutating func aggregate(_ name: String, _ path: PathIR) throws(Stop) -> FetchOperand {
    guard let binding = bindings[path.variable], path.parameter == nil else {
      throw refusal("'\(name)' of an object parameter's objects", "a fetch request counts stored objects only")
    }
    if let element, binding.start != element { warnOfOuterObject() }
    let steps = binding.steps + path.steps
    try requireStored(steps)
    let collections = steps.indices.filter { steps[$0].kind == .toMany || steps[$0].kind == .scalarCollection }
    guard collections.count == 1, let split = collections.first, steps[split].kind == .toMany else {
      if collections.count > 1, name == "@count" { throw countOverTwoSteps }
      throw refusal(
        "'\(name)' over \(collections.count > 1 ? "two to-many steps" : "a collection of values")",
        "Core Data's SQLite store follows one to-many relationship")
    }
    if name == "@count" {
      return FetchOperand(format: format(binding.start, Array(steps[...split])) + ".@count")
    }
    let names = steps[...split].map(\.name) + [name] + steps[(split + 1)...].map(\.name)
    let keyPath = PredicateFormat.keyPath(names.joined(separator: "."))
    var result = FetchOperand(format: binding.start.isEmpty ? keyPath : "\(binding.start)." + keyPath)
    if name == "@sum" || name == "@avg" { warnOfFractions(path.type.base, name) }
    // The rewriter's `sum(in:)` has added a test that there are values.
    if name == "@sum" { return result }
    if name == "@avg", try isOptional(path) {
      warn(of: .averageOfNil, saying: "'@avg' takes nil for 0 in objects that are not saved yet")
    }
    let (open, element) = try openSubquery(.path(path))
    let values = try close(open, element.value.isNotNil)
    result.absences = [FetchOperand.Absence(isNil: values.exist(false), isNotNil: values.exist(true))]
    return result
  }

  private mutating func warnOfFractions(_ type: ValueType, _ name: String) {
    if type == .decimal {
      warn(of: .decimals, saying: "the store calculates '\(name)' of Decimals as binary fractions")
    }
  }

  /// Whether a collection's value that a path leads to may be nil.
  private mutating func isOptional(_ path: PathIR) throws(Stop) -> Bool {
    let (open, element) = try openSubquery(.path(path))
    _ = try close(open, .constant(true))
    return element.value.isOptional
  }
}
