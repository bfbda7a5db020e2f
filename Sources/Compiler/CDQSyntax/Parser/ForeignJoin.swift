/// Joins of SQL between entities without a relationship: `JOIN Voucher v ON v.email = r.email` is the condition
/// `SUBQUERY(Voucher, $v, $v.email == email).@count > 0`.
package enum ForeignJoin {
  /// The condition; nil where something else is joined, or in another way.
  ///
  /// - Parameter words: The texts of the tokens from `JOIN`, or from a word before it such as `INNER`, on.
  package static func condition(_ words: [String]) -> String? {
    guard let join = words.prefix(3).firstIndex(where: { $0.uppercased() == "JOIN" }),
      let on = words.firstIndex(where: { $0.uppercased() == "ON" }), (join + 2...join + 4).contains(on),
      let left = operand(words[(on + 1)...]), left.end < words.count, ["=", "=="].contains(words[left.end]),
      let right = operand(words[(left.end + 1)...])
    else { return nil }
    let entity = words[join + 1]
    // The entity and its other name.
    let names = [entity, words[on - 1]]
    let sides = [left, right]
    let own = sides.filter { side in side.owner.map { names.contains($0) } ?? false }
    let others = sides.filter { side in side.owner.map { !names.contains($0) } ?? true }
    guard own.count == 1, others.count == 1 else { return nil }
    let variable = "$" + entity.prefix(1).lowercased()
    return "SUBQUERY(\(entity), \(variable), \(variable).\(own[0].name) == \(others[0].name)).@count > 0"
  }

  /// `v.email` or `email` at the start of some words, and where the next word is.
  private static func operand(_ words: ArraySlice<String>) -> (owner: String?, name: String, end: Int)? {
    guard let first = words.first, first.first?.isLetter == true else { return nil }
    let start = words.startIndex
    guard words.count > 2, words[start + 1] == "." else { return (nil, first, start + 1) }
    return (first, words[start + 2], start + 3)
  }
}
