public import CDQIR

/// The key of a value by the language's equality, for sets and groups in generated code. Two values have the same key
/// exactly when the language counts them as equal: numbers of equal value whatever their types, any two NaN,
/// canonically equivalent texts.
public struct CDQKey: Hashable, Sendable {
  private let key: EqualityKey

  /// Creates the key of a value.
  public init(_ value: Value) {
    key = EqualityKey(value)
  }
}
