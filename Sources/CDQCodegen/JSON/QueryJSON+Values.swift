import CDQIR
import Foundation

/// Values.
extension QueryJSON {
  mutating func write(_ expression: ExpressionIR) {
    switch expression {
    case .literal(let value, let type): write(value, type)
    case .parameter(let index, let type): writeParameter(index, type)
    case .path(let path): writePath(path)
    case .arithmetic(let node): write(node)
    case .negate(let operand): write("negate", operand)
    case .function(let node): write(node)
    case .aggregate(let node): write(node)
    case .groupAggregate(let node): write(node)
    case .element(let node): write(node)
    case .conditional(let node): write(node)
    case .cast(let operand, let type): write(operand, castTo: type)
    }
  }

  mutating func write(_ name: StaticString, _ operand: ExpressionIR) {
    beginCase(name)
    key("_0")
    write(operand)
    endCase()
  }

  private mutating func write(_ value: Value, _ type: ValueType) {
    beginCase("literal")
    key("_0")
    write(value)
    key("_1")
    write(type)
    endCase()
  }

  private mutating func write(_ value: Value) {
    switch value {
    case .null: write("null") { $0.write(true) }
    case .bool(let flag): write("bool") { $0.write(flag) }
    case .int(let number): write("int") { $0.write(number) }
    case .double(let number): write("double") { $0.write(number.description) }
    case .decimal(let number): write("decimal") { $0.write(number.description) }
    case .string(let text): write("string") { $0.write(text) }
    case .date(let date): write("date") { $0.write(date.timeIntervalSinceReferenceDate.description) }
    case .duration(let seconds): write("duration") { $0.write(seconds.description) }
    case .uuid(let id): write("uuid") { $0.write(id.uuidString) }
    case .url(let url): write("url") { $0.write(url.absoluteString) }
    case .data, .object, .list: encode(value)
    }
  }

  /// An object of one key.
  private mutating func write(_ name: StaticString, _ value: (inout QueryJSON) -> Void) {
    begin()
    key(name)
    value(&self)
    end()
  }

  private mutating func writeParameter(_ index: Int, _ type: ValueType) {
    beginCase("parameter")
    key("_0")
    write(index)
    key("_1")
    write(type)
    endCase()
  }

  mutating func writePath(_ path: PathIR) {
    beginNode("path")
    key("steps")
    write(path.steps) { $0.write($1) }
    key("type")
    write(path.type)
    key("variable")
    write(path.variable)
    endNode()
  }

  private mutating func write(_ step: StepIR) {
    begin()
    key("entity")
    write(step.entity)
    key("kind")
    write(step.kind.rawValue)
    key("name")
    write(step.name)
    end()
  }

  private mutating func write(_ node: ArithmeticIR) {
    beginNode("arithmetic")
    key("operands")
    write(node.operands) { $0.write($1) }
    key("operators")
    write(node.operators) { $0.write($1.rawValue) }
    key("type")
    write(node.type)
    endNode()
  }

  private mutating func write(_ node: FunctionIR) {
    beginNode("function")
    key("arguments")
    write(node.arguments) { $0.write($1) }
    key("function")
    write(node.function.rawValue)
    key("type")
    write(node.type)
    endNode()
  }

  private mutating func write(_ node: AggregateIR) {
    beginNode("aggregate")
    key("collection")
    write(node.collection)
    key("function")
    write(node.function.rawValue)
    key("type")
    write(node.type)
    endNode()
  }

  private mutating func write(_ node: GroupAggregateIR) {
    beginNode("groupAggregate")
    if let argument = node.argument {
      key("argument")
      write(argument)
    }
    key("function")
    write(node.function.rawValue)
    key("isDistinct")
    write(node.isDistinct)
    key("type")
    write(node.type)
    endNode()
  }

  private mutating func write(_ node: ElementIR) {
    beginNode("element")
    key("collection")
    write(node.collection)
    key("position")
    switch node.position {
    case .first: beginCase("first")
    case .last: beginCase("last")
    case .index(let index):
      beginCase("index")
      key("_0")
      write(index)
    }
    endCase()
    endNode()
  }

  private mutating func write(_ node: ConditionalIR) {
    beginNode("conditional")
    key("condition")
    write(node.condition)
    key("otherwise")
    write(node.otherwise)
    key("then")
    write(node.then)
    key("type")
    write(node.type)
    endNode()
  }

  private mutating func write(_ operand: ExpressionIR, castTo type: ValueType) {
    beginCase("cast")
    key("_0")
    write(operand)
    key("_1")
    write(type)
    endCase()
  }
}
