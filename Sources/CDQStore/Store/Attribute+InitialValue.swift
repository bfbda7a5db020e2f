package import CDQIR

extension Attribute {
  /// The value that a new object has where nobody gives one: the default, an empty list for a list, or nil.
  package var initialValue: Value {
    if defaultValue.isNull, !isOptional, type.element != nil { return .list([]) }
    return defaultValue
  }
}
