extension ValueType: IRChoice, Codable {
  static var blank: ValueType { .null }

  static let cases: [(name: String, blank: ValueType)] = [
    ("string", .string), ("int64", .int64), ("bool", .bool), ("object", .object("")), ("double", .double),
    ("date", .date), ("enumeration", .enumeration("")), ("int32", .int32), ("int16", .int16), ("decimal", .decimal),
    ("float", .float), ("duration", .duration), ("data", .data), ("uuid", .uuid), ("url", .url), ("opaque", .opaque),
    ("null", .null), ("collection", .collection(element: .null, isOrdered: false)),
  ]

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
    case .bool: coder.empty("bool")
    case .int16: coder.empty("int16")
    case .int32: coder.empty("int32")
    case .int64: coder.empty("int64")
    case .float: coder.empty("float")
    case .double: coder.empty("double")
    case .decimal: coder.empty("decimal")
    case .string: coder.empty("string")
    case .date: coder.empty("date")
    case .duration: coder.empty("duration")
    case .data: coder.empty("data")
    case .uuid: coder.empty("uuid")
    case .url: coder.empty("url")
    case .opaque: coder.empty("opaque")
    case .null: coder.empty("null")
    case .enumeration(var name):
      coder.begin("enumeration", &name)
      self = .enumeration(name)
    case .object(var name):
      coder.begin("object", &name)
      self = .object(name)
    case .collection(var element, var isOrdered):
      coder.begin("collection")
      coder.code("element", &element)
      coder.code("isOrdered", &isOrdered)
      self = .collection(element: element, isOrdered: isOrdered)
    }
  }
}

extension OptionalType: IRRecord, Codable {
  static var blank: OptionalType { OptionalType(.null) }

  mutating func codeProperties(_ coder: inout IRCoder) {
    coder.code("base", &base)
    coder.code("isOptional", &isOptional)
  }
}
