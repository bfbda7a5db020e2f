/// Results and lists of Realm, which calls narrow down and sort.
extension EntityInference {
  /// The entity of the results or the list that a function is called on, by the token of its name.
  mutating func realm(_ token: Int) -> String? {
    if file.language == .objectiveC {
      guard let receiver = file.receiver(token), let first = receiver.first else { return nil }
      if receiver.count == 1 {
        let name = file.text(first)
        return EntityMention.isClass(name) ? name : variable(name, at: first, 0)
      }
      return mention.entity(in: receiver)
    }
    let start = expressionStart(token - 1)
    let receiver = start..<max(start, token - 1)
    return mention.entity(in: receiver) ?? begun(beginning(of: receiver))
  }

  /// Functions of results that give results of the same objects.
  private static let narrowing: Set<String> = ["filter", "where", "sorted", "distinct", "freeze", "thaw"]

  /// What a chain such as `towns.filter("…").sorted(by: …)` begins with, without the calls that narrow it down.
  private func beginning(of chain: Range<Int>) -> Range<Int> {
    var end = chain.upperBound
    while end > chain.lowerBound {
      var call = end
      if file.holds(call - 1, "?") || file.holds(call - 1, "!") { call -= 1 }
      while file.kind(call - 1) == .close, let open = file.partner(call - 1), open > chain.lowerBound { call = open }
      guard call < end, file.holds(call - 2, "."), call - 2 > chain.lowerBound,
        EntityInference.narrowing.contains(file.text(call - 1))
      else { break }
      end = call - 2
    }
    return chain.lowerBound..<end
  }

  /// The class of the objects of a variable, or of a list such as `person.dogs` whose type the sources declare.
  private mutating func begun(_ range: Range<Int>) -> String? {
    guard let first = range.first else { return nil }
    if range.count == 1, let name = variable(file.text(first), at: first, 0) { return name }
    if range.count == 3, file.holds(first, "self"), let name = variable(file.text(first + 2), at: first + 2, 0) {
      return name
    }
    let type = type(range).name
    let element = TypeName(type.hasPrefix("RealmSwift.") ? String(type.dropFirst(11)) : type).element
    return element.flatMap { EntityMention.isClass($0) ? $0 : nil }
  }
}
