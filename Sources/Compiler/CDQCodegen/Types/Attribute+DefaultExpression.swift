import CDQIR

extension Attribute {
  /// The attribute's default value as a Swift expression; nil when there is none, or when Swift has no literal for it.
  func defaultExpression(in schema: Schema) -> SwiftExpression? {
    switch (defaultValue, type) {
    case (.bool(let flag), _): .boolean(flag)
    case (let value, .enumeration(let name)):
      schema.enumeration(named: name)?.cases.first { $0.rawValue == value }.map { .implicitMember($0.name) }
    case (.int(let number), _): .integer(number)
    case (.double(let number), _): .double(number)
    case (.string(let text), _): .string(text)
    case (.null, .collection): .array([])
    default: nil
    }
  }
}
