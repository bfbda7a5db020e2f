import CDQStore

/// The search for the name that was probably meant by an unknown one.
enum NearestName {
  /// The candidate with the smallest edit distance to a name, ignoring case; nil when it differs in more than a third
  /// of the letters (at least one).
  static func among(_ candidates: [String], to name: String) -> String? {
    let limit = max(1, name.count / 3)
    var best: (distance: Int, name: String)?
    for candidate in candidates where abs(candidate.count - name.count) <= limit {
      let distance = distance(Array(name.lowercased()), Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.name
  }

  /// The edit distance: the number of insertions, deletions, replacements and swaps of neighbours that turn one name
  /// into the other.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (i, letter) in left.enumerated() {
      var row = [i + 1]
      for (j, other) in right.enumerated() {
        var value = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { value = min(value, rows[i - 1][j - 1] + 1) }
        row.append(value)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
