import CDQIR

/// The keys of a query's groups, for finding the values that repeat one of them. They are lowered once for all values.
struct GroupKeys {
  private var values: Set<ExpressionIR> = []
  /// The numbers of the keys in `TypedHashes`.
  private var hashes: Set<Int> = []
  /// The keys by the names after `as`, and the first name of each.
  private var named: [String: ExpressionIR] = [:]
  private var names: [ExpressionIR: String] = [:]

  init() {}

  init(_ keys: [TypedExpression], named typed: [String: TypedExpression]) {
    for key in keys {
      values.insert(Lowering.lower(key))
      hashes.insert(TypedHashes(key).values[0])
    }
    for (name, key) in typed {
      let lowered = Lowering.lower(key)
      named[name] = lowered
      if let other = names[lowered], other < name { continue }
      names[lowered] = name
    }
  }

  /// Whether a value is one of the keys. Few other values have the number of a key, so that the nodes of a deep value are
  /// not lowered again at each level.
  ///
  /// - Parameter hash: The number of the value in `TypedHashes`.
  func contains(_ value: TypedExpression, hash: Int) -> Bool {
    hashes.contains(hash) && values.contains(Lowering.lower(value))
  }

  /// The name of the key that a value repeats; nil when it is no key with a name.
  func name(of value: TypedExpression) -> String? {
    names.isEmpty ? nil : names[Lowering.lower(value)]
  }

  /// Whether a name is that of a key which a value does not repeat.
  func isTaken(_ name: String, by value: TypedExpression) -> Bool {
    guard let key = named[name] else { return false }
    return key != Lowering.lower(value)
  }
}
