import CDQIR

extension PlainWords {
  /// `the newest message of each conversation`, `3 largest cities per country`: the first objects of each key.
  func firstOfEach() -> String? {
    guard let (path, end) = group(), end == words.count,
      var start = lower.lastIndex(where: { ["per", "each", "every"].contains($0) })
    else { return nil }
    while start > 0, ["of", "in", "for", "from"].contains(lower[start - 1]) { start -= 1 }
    guard start > 1, place.map({ $0 < start }) ?? true else { return nil }
    var rest = self
    (rest.words, rest.lower) = (Array(words[..<start]), Array(lower[..<start]))
    guard let text = rest.query(from: 0, cardinality: ""), rest.unknown.isEmpty,
      let limit = text.firstRange(of: " limit "), text[..<limit.lowerBound].contains(" sort ")
    else { return nil }
    // Objects of one name are different keys.
    let word = words[end - 1]
    let object = schema.schema.allRelationships(of: entity).first {
      !$0.isToMany && ($0.name == word || SchemaWords.isNumber(word, of: $0.destination))
    }
    return "\(text) per \(object?.name ?? path)"
  }
}
