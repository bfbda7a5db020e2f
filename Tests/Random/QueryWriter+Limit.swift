import CDQIR

extension QueryWriter {
  /// Writes ` limit 2 per country, (length(name))`: the first objects of one or two keys.
  mutating func limitPerKey() -> Phrase {
    var parts: [Phrase.Part] = [.text(" limit "), .phrase(count()), .text(" per ")]
    for index in 0..<random.pick([1, 1, 1, 2]) {
      if index > 0 { parts.append(.text(", ")) }
      parts += withoutOmittable { $0.limitKey() }
    }
    return Phrase(.clause, parts: parts)
  }

  private mutating func limitKey() -> [Phrase.Part] {
    let outer = variables
    variables = []
    defer { variables = outer }
    if random.chance(25), let object = object(), !object.text.hasPrefix("$") { return [.text(object.text)] }
    if random.chance(20) { return [.text("("), .phrase(anchored(random.pick(types), 1)), .text(")")] }
    guard let found = attribute({ $0.element == nil }), !found.text.hasPrefix("$") else { return [.text("id")] }
    return [.text(found.text)]
  }
}
