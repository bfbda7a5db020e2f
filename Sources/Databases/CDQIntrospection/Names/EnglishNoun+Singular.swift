import CDQSchema

extension EnglishNoun {
  /// Plurals without a rule, by their singular.
  private static let irregular: [String: String] = [
    "person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth", "goose": "geese",
    "mouse": "mice", "ox": "oxen", "criterion": "criteria", "phenomenon": "phenomena", "index": "indexes", "quiz": "quizzes",
    "leaf": "leaves", "shelf": "shelves", "half": "halves", "knife": "knives", "wife": "wives", "life": "lives", "wolf": "wolves",
    "thief": "thieves", "loaf": "loaves", "calf": "calves", "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes",
    "echo": "echoes", "veto": "vetoes", "cargo": "cargoes", "analysis": "analyses", "basis": "bases", "crisis": "crises",
    "diagnosis": "diagnoses", "thesis": "theses", "hypothesis": "hypotheses", "synopsis": "synopses", "axis": "axes",
  ]

  /// Singulars of further plurals without a rule.
  private static let singulars: [String: String] =
    Dictionary(irregular.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first }).merging([
      // `leave` and `base` are more frequent in databases than `leaf` and `basis`.
      "leaves": "leave", "bases": "base", "databases": "database", "indices": "index", "vertices": "vertex", "matrices": "matrix",
      "appendices": "appendix", "movies": "movie", "cookies": "cookie", "ties": "tie", "pies": "pie", "calories": "calorie",
      "zombies": "zombie", "selfies": "selfie", "hoodies": "hoodie", "brownies": "brownie", "rookies": "rookie", "dies": "die",
      "caches": "cache", "aches": "ache", "headaches": "headache", "niches": "niche", "avalanches": "avalanche",
      "shoes": "shoe", "toes": "toe", "canoes": "canoe", "aliases": "alias", "canvases": "canvas", "atlases": "atlas",
      "biases": "bias", "gases": "gas", "lenses": "lens", "menus": "menu", "gurus": "guru", "emus": "emu", "cpus": "cpu",
      "gpus": "gpu", "skus": "sku", "taxis": "taxi", "skis": "ski", "kiwis": "kiwi", "emojis": "emoji", "wikis": "wiki",
      "apis": "api", "pois": "poi", "kpis": "kpi", "uris": "uri", "alibis": "alibi", "salespeople": "salesperson",
    ]) { $1 }

  /// Words that are their own plural, or that end with `s` in the singular.
  private static let unchanged: Set<String> = [
    "news", "series", "species", "sheep", "fish", "data", "metadata", "media", "equipment", "information", "staff", "money", "sms",
    "gas", "lens", "atlas", "canvas", "alias", "bias", "chaos", "cosmos", "kudos", "os", "pos", "gps", "dns", "tls", "css", "rss",
    "aws", "corps", "means", "analytics", "physics", "mathematics", "politics", "economics", "logistics", "ethics", "athletics",
    "genetics", "electronics", "robotics", "specimen", "regimen", "omen", "abdomen", "hymen", "acumen", "yes", "has", "was", "is",
    "this", "its", "always", "goods", "headquarters", "christmas", "pancreas", "https",
  ]

  /// Words in `us` whose plural ends with `uses`; those of `use`, such as `houses` and `clauses`, only lose their `s`.
  private static let inUS: Set<String> = [
    "status", "bus", "virus", "bonus", "campus", "census", "corpus", "focus", "genius", "circus", "octopus", "cactus", "opus",
    "radius", "stimulus", "syllabus", "nexus", "chorus", "apparatus", "consensus", "surplus", "walrus", "minibus",
  ]

  /// The singular of an English noun in lower case. A noun in the singular is unchanged.
  static func singular(_ noun: String) -> String {
    if let found = singulars[noun] { return found }
    if unchanged.contains(noun) { return noun }
    if noun.hasSuffix("men"), noun.count > 5 { return noun.dropLast(3) + "man" }
    if noun.hasSuffix("people"), noun.count > 6 { return noun.dropLast(6) + "person" }
    if noun.hasSuffix("children") { return noun.dropLast(8) + "child" }
    guard noun.hasSuffix("s"), noun.count > 2, !["ss", "us", "is"].contains(where: noun.hasSuffix) else { return noun }
    if noun.hasSuffix("ies") { return noun.count > 4 ? noun.dropLast(3) + "y" : String(noun.dropLast()) }
    if noun.hasSuffix("uses"), inUS.contains(String(noun.dropLast(2))) { return String(noun.dropLast(2)) }
    let losesES = ["sses", "shes", "ches", "xes", "zzes"].contains(where: noun.hasSuffix)
    return String(noun.dropLast(losesES ? 2 : 1))
  }

  /// The plural of an English noun in lower case that is in the singular, with the plurals that have no rule.
  static func pluralOfWord(_ noun: String) -> String {
    if let found = irregular[noun] { return found }
    if unchanged.contains(noun) { return ["series", "species"].contains(noun) || !noun.hasSuffix("s") ? noun : plural(noun) }
    for (end, plural) in irregular where end.count > 2 && noun.hasSuffix(end) && ["person", "child", "woman"].contains(end) {
      return noun.dropLast(end.count) + plural
    }
    if noun.hasSuffix("man"), !["human", "german", "roman"].contains(noun) { return noun.dropLast(3) + "men" }
    return plural(noun)
  }
}
