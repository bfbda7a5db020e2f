public import CDQIR

/// The arguments of a query: values by parameter name, without the `$`. For `population > $least` they are
/// `["least": .int(500_000)]`.
public struct Arguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The values by parameter name. A missing name means that the parameter has no argument; `.null` is an argument that
  /// is nil.
  public var values: [String: Value]

  /// Makes arguments from a dictionary of values by parameter name.
  public init(_ values: [String: Value] = [:]) {
    self.values = values
  }

  /// Makes arguments from a literal such as `["least": .int(5)]`. Of two values with the same name the last one counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    values = Dictionary(elements, uniquingKeysWith: { $1 })
  }

  /// The argument of the parameter with that name; nil if there is none.
  public subscript(name: String) -> Value? {
    get { values[name] }
    set { values[name] = newValue }
  }
}
