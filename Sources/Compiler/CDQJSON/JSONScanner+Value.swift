/// Reading whole values. Open arrays and objects are on an explicit stack, so that no text exhausts that of the thread.
extension JSONScanner {
  /// The values and keys of all open containers, outermost first. A frame has the indexes at which those of its
  /// container begin.
  private struct Stack {
    struct Frame {
      var isObject: Bool
      var firstValue: Int
      var firstKey: Int
    }
    var frames: [Frame] = []
    var values: [JSONValue] = []
    var keys: [String] = []

    mutating func open(isObject: Bool) {
      frames.append(Frame(isObject: isObject, firstValue: values.count, firstKey: keys.count))
    }

    /// Removes the innermost container and returns its value.
    mutating func close() -> JSONValue {
      guard let frame = frames.popLast() else { return .null }
      let elements = Array(values[frame.firstValue...])
      values.removeLast(elements.count)
      guard frame.isObject else { return .array(elements) }
      let members = zip(keys[frame.firstKey...], elements).map { JSONValue.Member($0, $1) }
      keys.removeLast(members.count)
      return .object(members)
    }
  }

  /// Consumes one value of any kind.
  @inlinable @inline(__always)
  package mutating func readValue() throws(JSONError) -> JSONValue {
    let next = peek()
    guard next == UInt8(ascii: "[") || next == UInt8(ascii: "{") else { return try readScalar() }
    return try readContainer()
  }

  @usableFromInline mutating func readContainer() throws(JSONError) -> JSONValue {
    var stack = Stack()
    while true {
      if let opened = try openContainer(&stack) {
        if opened { continue }
        stack.values.append(stack.close())
      } else {
        stack.values.append(try readScalar())
      }
      // The end of a value can also be the end of the containers around it.
      while let frame = stack.frames.last {
        if take(UInt8(ascii: ",")) {
          if frame.isObject { stack.keys.append(try readKey()) }
          break
        }
        guard take(frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw unexpected(frame.isObject ? "',' or '}'" : "',' or ']'")
        }
        stack.values.append(stack.close())
      }
      if stack.frames.isEmpty, let value = stack.values.popLast() { return value }
    }
  }

  /// Opens a container if one comes next.
  ///
  /// - Returns: true for a container with elements, false for an empty one, which is consumed as a whole; nil when the
  ///   next value is no container.
  private mutating func openContainer(_ stack: inout Stack) throws(JSONError) -> Bool? {
    let isObject = peek() == UInt8(ascii: "{")
    let start = position
    guard take(isObject ? UInt8(ascii: "{") : UInt8(ascii: "[")) else { return nil }
    guard stack.frames.count < JSONScanner.nestingLimit else {
      throw JSONError(.nestingTooDeep, at: start, "more than \(JSONScanner.nestingLimit) nested arrays and objects")
    }
    stack.open(isObject: isObject)
    if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return false }
    if isObject { stack.keys.append(try readKey()) }
    return true
  }

  /// Consumes a key and its colon.
  private mutating func readKey() throws(JSONError) -> String {
    try expectKey()
    let key = try readString()
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// - Throws: `JSONError` when something else than a key comes next.
  mutating func expectKey() throws(JSONError) {
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
  }

  /// Skips one value, checking only its strings, scalars and brackets enough to find its end.
  package mutating func skipValue() throws(JSONError) {
    var depth = 0
    repeat {
      switch peek() {
      case UInt8(ascii: "\""): _ = try scanString()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        position += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): position += 1
      default: _ = try readScalar()
      }
    } while depth > 0
  }
}
