import CDQIR
import Foundation

/// Writes a query as JSON: byte for byte what `JSONEncoder` makes of it with sorted keys, in a small part of its time.
struct QueryJSON {
  private(set) var bytes: [UInt8] = []
  /// Whether all of it is visible ASCII, without `#`.
  private(set) var isPlain = true
  /// False once a value had no text.
  private var isWhole = true

  /// Nil when the query holds a value that has no text form.
  init?(_ query: QueryIR) {
    bytes.reserveCapacity(2048)
    write(query)
    if !isWhole { return nil }
  }

  // MARK: JSON

  private mutating func begin() { bytes.append(UInt8(ascii: "{")) }

  private mutating func end() { bytes.append(UInt8(ascii: "}")) }

  /// A key of the object that is open; those of one object come in the order of their bytes.
  private mutating func key(_ name: StaticString) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func write(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

  private mutating func write(_ flag: Bool) { bytes.append(contentsOf: (flag ? "true" : "false").utf8) }

  private mutating func write(_ text: String) {
    for byte in text.utf8 {
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return encode(text) }
      if byte >= 0x7F || byte == UInt8(ascii: "#") { isPlain = false }
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write<Element>(_ elements: [Element], _ write: (inout QueryJSON, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// What is rare is left to the encoder.
  private mutating func encode(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      isWhole = false
      return
    }
    bytes.append(contentsOf: data)
    for byte in data where byte >= 0x7F || byte == UInt8(ascii: "#") { isPlain = false }
  }

  /// Opens `{"name":{"_0":`, as a case of an enum begins.
  private mutating func beginCase(_ name: StaticString) {
    begin()
    key(name)
    begin()
  }

  private mutating func endCase() {
    end()
    end()
  }

  // MARK: Queries

  private mutating func write(_ query: QueryIR) {
    begin()
    key("cardinality")
    write(query.cardinality.rawValue)
    key("entity")
    write(query.entity)
    key("includesSubentities")
    write(query.includesSubentities)
    write("limit", query.limit)
    write("offset", query.offset)
    key("parameters")
    write(query.parameters) { $0.write($1) }
    key("predicate")
    write(query.predicate)
    if let projection = query.projection {
      key("projection")
      write(projection)
    }
    key("sort")
    write(query.sort)
    key("version")
    write(query.version)
    end()
  }

  private mutating func write(_ name: StaticString, _ count: CountIR?) {
    guard let count else { return }
    key(name)
    switch count {
    case .constant(let number):
      beginCase("constant")
      key("_0")
      write(number)
    case .parameter(let index):
      beginCase("parameter")
      key("_0")
      write(index)
    }
    endCase()
  }

  private mutating func write(_ parameter: ParameterIR) {
    begin()
    key("isOmittable")
    write(parameter.isOmittable)
    key("name")
    write(parameter.name)
    if let size = parameter.size {
      key("size")
      write(size)
    }
    key("type")
    write(parameter.type)
    end()
  }

  private mutating func write(_ sort: SortIR) {
    switch sort {
    case .keys(let keys):
      beginCase("keys")
      key("_0")
      write(keys) { $0.write($1) }
    case .choice(let parameter, let keys):
      beginCase("choice")
      key("keys")
      write(keys) { $0.write($1) }
      key("parameter")
      write(parameter)
    }
    endCase()
  }

  private mutating func write(_ sortKey: SortKeyIR) {
    begin()
    key("expression")
    write(sortKey.expression)
    key("isDescending")
    write(sortKey.isDescending)
    key("name")
    write(sortKey.name)
    key("nullsFirst")
    write(sortKey.nullsFirst)
    key("options")
    write(Int(sortKey.options.rawValue))
    end()
  }

  private mutating func write(_ projection: ProjectionIR) {
    begin()
    key("grouping")
    write(projection.grouping) { $0.write($1) }
    if let having = projection.having {
      key("having")
      write(having)
    }
    key("isDistinct")
    write(projection.isDistinct)
    key("isGrouped")
    write(projection.isGrouped)
    key("items")
    write(projection.items) { $0.write($1) }
    end()
  }

  private mutating func write(_ item: ProjectionIR.Item) {
    begin()
    key("expression")
    write(item.expression)
    key("name")
    write(item.name)
    key("type")
    write(item.type)
    end()
  }

  private mutating func write(_ type: OptionalType) {
    begin()
    key("base")
    write(type.base)
    key("isOptional")
    write(type.isOptional)
    end()
  }

  private mutating func write(_ type: ValueType) {
    switch type {
    case .bool: writeType("bool")
    case .int16: writeType("int16")
    case .int32: writeType("int32")
    case .int64: writeType("int64")
    case .float: writeType("float")
    case .double: writeType("double")
    case .decimal: writeType("decimal")
    case .string: writeType("string")
    case .date: writeType("date")
    case .duration: writeType("duration")
    case .data: writeType("data")
    case .uuid: writeType("uuid")
    case .url: writeType("url")
    case .opaque: writeType("opaque")
    case .null: writeType("null")
    case .enumeration(let name): write("enumeration", named: name)
    case .object(let name): write("object", named: name)
    case .collection(let element, let isOrdered): writeCollection(element, isOrdered)
    }
  }

  private mutating func write(_ name: StaticString, named type: String) {
    beginCase(name)
    key("_0")
    write(type)
    endCase()
  }

  private mutating func writeCollection(_ element: ValueType, _ isOrdered: Bool) {
    beginCase("collection")
    key("element")
    write(element)
    key("isOrdered")
    write(isOrdered)
    endCase()
  }

  private mutating func writeType(_ name: StaticString) {
    beginCase(name)
    endCase()
  }

  // MARK: Conditions

  // Each kind of node has a function of its own, as frames count where the query decides how deep calls go.

  private mutating func write(_ predicate: PredicateIR) {
    switch predicate {
    case .constant(let value): writeConstant(value)
    case .and(let operands): write("and", operands)
    case .or(let operands): write("or", operands)
    case .not(let operand): writeNot(operand)
    case .comparison(let node): write(node)
    case .text(let node): write(node)
    case .between(let node): write(node)
    case .membership(let node): write(node)
    case .isNull(let value): write("isNull", value)
    case .boolean(let value): write("boolean", value)
    case .quantified(let node): write(node)
    case .whenPresent(let parameters, let operand): write(operand, whenPresent: parameters)
    }
  }

  private mutating func writeConstant(_ value: Bool) {
    beginCase("constant")
    key("_0")
    write(value)
    endCase()
  }

  private mutating func write(_ name: StaticString, _ operands: [PredicateIR]) {
    beginCase(name)
    key("_0")
    write(operands) { $0.write($1) }
    endCase()
  }

  private mutating func writeNot(_ operand: PredicateIR) {
    beginCase("not")
    key("_0")
    write(operand)
    endCase()
  }

  private mutating func write(_ operand: PredicateIR, whenPresent parameters: [Int]) {
    beginCase("whenPresent")
    key("_1")
    write(operand)
    key("parameters")
    write(parameters) { $0.write($1) }
    endCase()
  }

  private mutating func write(_ node: ComparisonIR) {
    beginCase("comparison")
    key("_0")
    begin()
    key("left")
    write(node.left)
    key("operator")
    write(node.operator.rawValue)
    key("options")
    write(Int(node.options.rawValue))
    key("right")
    write(node.right)
    end()
    endCase()
  }

  private mutating func write(_ node: TextMatchIR) {
    beginCase("text")
    key("_0")
    begin()
    key("operator")
    write(node.operator.rawValue)
    key("options")
    write(Int(node.options.rawValue))
    key("pattern")
    write(node.pattern)
    key("text")
    write(node.text)
    end()
    endCase()
  }

  private mutating func write(_ node: BetweenIR) {
    beginCase("between")
    key("_0")
    begin()
    key("high")
    write(node.high)
    key("low")
    write(node.low)
    key("value")
    write(node.value)
    end()
    endCase()
  }

  private mutating func write(_ node: MembershipIR) {
    beginCase("membership")
    key("_0")
    begin()
    key("collection")
    write(node.collection)
    key("options")
    write(Int(node.options.rawValue))
    key("value")
    write(node.value)
    end()
    endCase()
  }

  private mutating func write(_ node: QuantifiedIR) {
    beginCase("quantified")
    key("_0")
    begin()
    key("collection")
    write(node.collection)
    key("kind")
    write(node.kind.rawValue)
    key("predicate")
    write(node.predicate)
    key("variable")
    write(node.variable)
    end()
    endCase()
  }

  private mutating func write(_ variable: VariableIR) {
    begin()
    key("id")
    write(variable.id)
    key("type")
    write(variable.type)
    end()
  }

  // MARK: Values

  private mutating func write(_ expression: ExpressionIR) {
    switch expression {
    case .literal(let value, let type): write(value, type)
    case .parameter(let index, let type): writeParameter(index, type)
    case .path(let path): writePath(path)
    case .negate(let operand): write("negate", operand)
    case .arithmetic, .function, .aggregate, .groupAggregate, .element, .conditional, .cast: encode(expression)
    }
  }

  private mutating func write(_ name: StaticString, _ operand: ExpressionIR) {
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
    case .int(let number):
      begin()
      key("int")
      bytes.append(contentsOf: String(number).utf8)
      end()
    case .string(let text):
      begin()
      key("string")
      write(text)
      end()
    case .bool(let flag):
      begin()
      key("bool")
      write(flag)
      end()
    case .null, .double, .decimal, .date, .duration, .data, .uuid, .url, .object, .list: encode(value)
    }
  }

  private mutating func writeParameter(_ index: Int, _ type: ValueType) {
    beginCase("parameter")
    key("_0")
    write(index)
    key("_1")
    write(type)
    endCase()
  }

  private mutating func writePath(_ path: PathIR) {
    beginCase("path")
    key("_0")
    begin()
    key("steps")
    write(path.steps) { $0.write($1) }
    key("type")
    write(path.type)
    key("variable")
    write(path.variable)
    end()
    endCase()
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

  // MARK: Collections

  private mutating func write(_ collection: CollectionIR) {
    switch collection {
    case .path(let path): writePath(path)
    case .literal(let elements, let element): write(elements, element)
    case .parameter(let index, let element): writeParameter(index, element: element)
    case .filter, .map, .flatMap, .distinct, .set, .mode: encode(collection)
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
}
