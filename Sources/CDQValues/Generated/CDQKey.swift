public import CDQIR

/// What two values have in common exactly when the language counts them as equal, whatever their types: numbers of
/// equal value, all NaN, text up to canonical equivalence. For sets and groups in generated code.
public struct CDQKey: Hashable, Sendable {
  private let key: EqualityKey

  /// The key of a value.
  public init(_ value: Value) {
    key = EqualityKey(value)
  }
}
