import CDQIR

/// Types.
extension QueryJSON {
  mutating func write(_ type: OptionalType) {
    begin()
    key("base")
    write(type.base)
    key("isOptional")
    write(type.isOptional)
    end()
  }

  mutating func write(_ type: ValueType) {
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
}
