public import CDQIR

/// The values of a query's parameters, by name without the `$`.
public struct Arguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The values.
  public var values: [String: Value]

  /// The given values.
  public init(_ values: [String: Value] = [:]) {
    self.values = values
  }

  /// The given values; of two with one name the last counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    values = Dictionary(elements, uniquingKeysWith: { $1 })
  }

  /// The value of that name.
  public subscript(name: String) -> Value? {
    get { values[name] }
    set { values[name] = newValue }
  }
}
