/// Finds what a misspelt word was probably meant to be.
package enum Suggestions {
  /// A word that would be right.
  package struct Candidate: Sendable {
    package var text: String
    /// Smaller is better; breaks ties between words at the same distance, such as by how well their type fits.
    package var weight: Int

    package init(_ text: String, weight: Int = 0) {
      self.text = text
      self.weight = weight
    }
  }

  /// The nearest candidate: one that differs only in case wins, else the least edit distance of at most a third of the
  /// word's length, but at least 1.
  package static func nearest(to word: String, among candidates: [Candidate]) -> String? {
    ranked(word, candidates).first
  }

  /// The nearest of some words of equal weight.
  package static func nearest(to word: String, among words: [String]) -> String? {
    nearest(to: word, among: words.map { Candidate($0) })
  }

  /// All candidates that are near enough, best first. Ties keep the order of weight, then of the alphabet.
  package static func ranked(_ word: String, _ candidates: [Candidate]) -> [String] {
    let pattern = Array(word.lowercased().unicodeScalars)
    // A longer word than any name cannot be a slip; comparing it would cost its square.
    guard !pattern.isEmpty, pattern.count <= 64 else { return [] }
    let limit = max(1, pattern.count / 3)
    var found: [(distance: Int, candidate: Candidate)] = []
    for candidate in candidates where candidate.text != word {
      let text = Array(candidate.text.lowercased().unicodeScalars)
      guard abs(text.count - pattern.count) <= limit else { continue }
      // A word of one letter resembles every other one.
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

  /// Number of insertions, deletions, replacements and swaps of neighbours that turn one into the other.
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
