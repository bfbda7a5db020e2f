import CDQSchema

/// The names of entities and properties that are inferred from files and keys.
package enum DataNames {
  /// The name of an entity: the name of its file, if that is an identifier, else its words joined, such as `MyCities` of
  /// `my-cities`.
  package static func entity(_ file: String) -> String {
    if NameRules.isIdentifier(file) { return file }
    let joined = words(file).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return NameRules.isIdentifier(joined) ? joined : "Record" + joined
  }

  /// The name of a property: its key, if that is an identifier, else its words joined, such as `firstName` of
  /// `first name`.
  package static func property(_ key: String) -> String { NameRules.identifier(key, prefix: "_", empty: "value") }

  /// The name without case, plural, underscores and a last word such as `id`, by which a key refers to an entity:
  /// `country` of `country_id`, `Countries` and `countryCode`.
  package static func subject(_ name: String) -> String {
    var words = words(name.replacing("_", with: " "))
    if let last = words.last, words.count > 1, references.contains(last.lowercased()) { words.removeLast() }
    return singular(words.joined()).lowercased()
  }

  /// An English noun in the singular: `Cities` becomes `City`. Other words stay as they are.
  static func singular(_ noun: String) -> String {
    if noun.count > 4, noun.hasSuffix("ies") { return noun.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zes"] where noun.hasSuffix(ending) { return String(noun.dropLast(2)) }
    guard noun.count > 2, noun.hasSuffix("s"), !["ss", "us", "is"].contains(where: noun.hasSuffix) else { return noun }
    return String(noun.dropLast())
  }

  /// The last word of a key that refers to an object.
  private static let references: Set<String> = ["id", "ids", "uuid", "code", "codes", "key", "keys", "ref", "refs"]

  /// The words of a name: letters and digits, divided by other characters and before capitals.
  private static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var last: Character = " "
    for character in name {
      let isPart = NameRules.isIdentifier("_\(character)")
      if !isPart || (character.isUppercase && !last.isUppercase) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word.append(character) }
      last = character
    }
    return word.isEmpty ? words : words + [word]
  }
}
