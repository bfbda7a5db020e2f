package import CDQIR

extension Attribute {
  /// The value of a new object's attribute when the caller passes none: the default value, an empty list for a required
  /// collection, or nil.
  package var initialValue: Value {
    if defaultValue.isNull, !isOptional, type.element != nil { return .list([]) }
    return defaultValue
  }
}
