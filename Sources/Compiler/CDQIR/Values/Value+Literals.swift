/// Swift literals as values, so that arguments read `["n": 5, "prefix": "san"]`.
extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  /// `nil` as a value is `.null`.
  public init(nilLiteral: ()) {
    self = .null
  }

  /// `true` and `false` are `.bool`.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  /// A whole number such as `5` is `.int`.
  public init(integerLiteral value: Int64) {
    self = .int(value)
  }

  /// A number with a fraction or an exponent, such as `1.5`, is `.double`.
  public init(floatLiteral value: Double) {
    self = .double(value)
  }

  /// A string such as `"san"` is `.string`.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// An array such as `[1, 2]` is `.list`.
  public init(arrayLiteral elements: Value...) {
    self = .list(elements)
  }
}
