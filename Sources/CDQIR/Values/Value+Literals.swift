/// Literals of the host language as values, so that arguments read `["n": 5, "prefix": "san"]`.
extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  /// `nil` is `.null`.
  public init(nilLiteral: ()) {
    self = .null
  }

  /// `true` and `false`.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  /// Whole numbers.
  public init(integerLiteral value: Int64) {
    self = .int(value)
  }

  /// Numbers with a fraction or exponent.
  public init(floatLiteral value: Double) {
    self = .double(value)
  }

  /// Texts.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// Lists.
  public init(arrayLiteral elements: Value...) {
    self = .list(elements)
  }
}
