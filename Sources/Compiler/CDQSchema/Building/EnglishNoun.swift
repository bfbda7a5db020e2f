/// English words for many things, for names that are made from the name of one.
package enum EnglishNoun {
  /// An English plural that is good enough for the name of a local variable or of a relationship.
  package static func plural(_ noun: String) -> String {
    if noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) {
      return noun.dropLast() + "ies"
    }
    let takesES = ["s", "x", "z", "ch", "sh"].contains { noun.hasSuffix($0) }
    return noun + (takesES ? "es" : "s")
  }
}
