extension ValueType: IRChoice, Codable {
  static var blank: ValueType { .null }

  static let cases = samples.map { (name: $0.caseName, blank: $0) }

  mutating func codeCase(_ coder: inout IRCoder) {
    switch self {
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
    default: coder.empty(caseName)
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
