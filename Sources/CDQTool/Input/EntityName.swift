import CDQSyntax

/// The comparison of the names of files and keys with the names of entities.
enum EntityName {
  /// The entity that a file was probably named after: the same word in the plural or in another case, or one with a typo.
  static func nearest(to name: String, among entities: [String]) -> String? {
    let wanted = singular(name).lowercased()
    return entities.first { singular($0).lowercased() == wanted } ?? Suggestions.nearest(to: name, among: entities)
  }

  /// An English noun in the singular: `Cities` becomes `City`. Other words stay as they are.
  static func singular(_ noun: String) -> String {
    if noun.count > 4, noun.hasSuffix("ies") { return noun.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zes"] where noun.hasSuffix(ending) { return String(noun.dropLast(2)) }
    guard noun.count > 2, noun.hasSuffix("s"), !["ss", "us", "is"].contains(where: noun.hasSuffix) else { return noun }
    return String(noun.dropLast())
  }
}
