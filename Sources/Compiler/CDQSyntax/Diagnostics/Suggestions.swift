/// Finds the word that a misspelt word was probably meant to be.
package enum Suggestions {
  /// A valid word that may be suggested.
  package struct Candidate: Sendable {
    package var text: String
    /// Smaller is better; breaks ties between words at the same distance, for example by how well their types fit.
    package var weight: Int

    package init(_ text: String, weight: Int = 0) {
      self.text = text
      self.weight = weight
    }
  }

  /// The nearest candidate by edit distance, ignoring case. The distance may be a third of the word's length, but at
  /// least 1; nil when no candidate is that near.
  package static func nearest(to word: String, among candidates: [Candidate]) -> String? {
    ranked(word, candidates).first
  }

  /// The nearest of some words of equal weight.
  package static func nearest(to word: String, among words: [String]) -> String? {
    nearest(to: word, among: words.map { Candidate($0) })
  }

  /// Whether each word inside of a name is near the same one of another name: in `startOfHour` and `startOfYear` the last is
  /// not, so that these mean different things, though they have most letters in common.
  package static func agreeInWords(_ name: String, _ other: String) -> Bool {
    let (words, others) = (parts(of: name), parts(of: other))
    guard words.count == others.count else { return true }
    return zip(words, others).allSatisfy { word, other in
      editDistance(word, other) <= max(1, max(word.count, other.count) / 3)
    }
  }

  /// The words of a name, of which each but the first begins with a capital.
  private static func parts(of name: String) -> [[Unicode.Scalar]] {
    var parts: [[Unicode.Scalar]] = [[]]
    var wasLowercase = false
    for character in name {
      if character.isUppercase, wasLowercase { parts.append([]) }
      parts[parts.count - 1] += Array(character.lowercased().unicodeScalars)
      wasLowercase = character.isLowercase
    }
    return parts
  }

  /// The entity that a word names in another case, in the other number or misspelt; nil when there is none.
  package static func entity(meantBy word: String, among entities: [String]) -> String? {
    let lower = word.lowercased()
    return entities.first { $0.lowercased() == lower }
      ?? entities.first { plurals(of: $0.lowercased()).contains(lower) || plurals(of: lower).contains($0.lowercased()) }
      ?? nearest(to: word, among: entities)
  }

  private static func plurals(of word: String) -> [String] {
    let stem = word.hasSuffix("y") ? [String(word.dropLast()) + "ies"] : []
    return [word + "s", word + "es"] + stem
  }

  /// All candidates that are near enough, best first. Candidates at the same distance are ordered by weight, then
  /// alphabetically.
  package static func ranked(_ word: String, _ candidates: [Candidate]) -> [String] {
    let pattern = Array(word.lowercased().unicodeScalars)
    // A word longer than any name is no typing slip, and comparing it would take quadratic time.
    guard !pattern.isEmpty, pattern.count <= 64 else { return [] }
    let limit = max(1, pattern.count / 3)
    var found: [(distance: Int, candidate: Candidate)] = []
    for candidate in candidates where candidate.text != word {
      let text = Array(candidate.text.lowercased().unicodeScalars)
      guard abs(text.count - pattern.count) <= limit else { continue }
      // Two words of one letter are always at distance 1, so such a match means nothing.
      let distance = editDistance(pattern, text)
      if distance <= limit, distance < max(pattern.count, text.count) { found.append((distance, candidate)) }
    }
    found.sort { left, right in
      if left.distance != right.distance { return left.distance < right.distance }
      if left.candidate.weight != right.candidate.weight { return left.candidate.weight < right.candidate.weight }
      return left.candidate.text < right.candidate.text
    }
    return found.map(\.candidate.text)
  }

  /// Number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
  static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    var current = previous
    for row in 1...left.count {
      current[0] = row
      for column in 1...right.count {
        let cost = left[row - 1] == right[column - 1] ? 0 : 1
        var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          best = min(best, beforePrevious[column - 2] + 1)
        }
        current[column] = best
      }
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    return previous[right.count]
  }
}
