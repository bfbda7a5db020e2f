import CDQIR
import CDQValues

/// Objects as they are elsewhere.
extension StoreTransaction {
  /// Adds an object of another source. Its values need not keep the limits of the schema, which an older one may have
  /// lacked.
  ///
  /// - Parameters:
  ///   - number: The number that the object has there, greater than those of the objects of its root entity before it;
  ///     nil for the next one.
  package mutating func copy(_ row: [Value], number: Int?, of index: Int) throws(StoreError) -> RowReference {
    if let number { pending.state.nextNumbers[layout.entities[index].rootIndex] = number }
    try layout.entities[index].check(row)
    return try append(row, of: index)
  }
}
