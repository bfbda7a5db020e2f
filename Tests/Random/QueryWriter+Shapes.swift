import CDQIR

extension QueryWriter {
  /// Writes `cities { name as d0, country { … } as d1 where … sort … limit 2 }`; nil for an entity without relationships.
  ///
  /// - Parameter depth: The number of shapes one inside the other that it may write.
  mutating func shape(_ depth: Int) -> Phrase? {
    let outer = (entity, variables)
    defer { (entity, variables) = outer }
    variables = []
    var path = ""
    for _ in 0..<random.pick([0, 0, 0, 1]) {
      guard let step = random.pickAny(relationships(of: entity, isToMany: false)) else { break }
      path += name(step.name, isStart: path.isEmpty) + "."
      entity = step.destination
    }
    guard let last = random.pickAny(relationships(of: entity, isToMany: random.chance(70))) else { return nil }
    path += name(last.name, isStart: path.isEmpty)
    entity = last.destination
    var parts: [Phrase.Part] = [.text("\(path) { ")]
    for index in 0..<(1 + random.below(2)) {
      if index > 0 { parts.append(.text(", ")) }
      if depth > 1, random.chance(30), let inner = shape(depth - 1) {
        parts.append(.phrase("\(inner) as d\(index)"))
      } else {
        parts.append(.phrase("\(anchored(random.pick(types), 1)) as d\(index)"))
      }
    }
    if random.chance(40) { parts.append(.phrase(Phrase(.clause, of: " where \(predicate(random.pick([0, 1])))"))) }
    if random.chance(50) { parts.append(.phrase(sort(isChosen: false))) }
    if random.chance(40) { parts.append(.phrase(Phrase(.clause, of: " limit \(count())"))) }
    parts.append(.text(" }"))
    return Phrase(.fixed, parts: parts)
  }
}
