/// A statement as lines for people.
package enum SQLLayout {
  private static let clauseWords = [
    " FROM ", " LEFT JOIN ", " JOIN ", " WHERE ", " GROUP BY ", " ORDER BY ", " LIMIT ", " OFFSET ",
  ]

  /// The clauses of a statement, each on a line of its own; those of subqueries stay where they are.
  package static func clauses(_ text: String) -> [String] {
    split(text, at: clauseWords).map { word, part in
      word.hasSuffix("JOIN ") ? "  " + word.dropFirst() + part : word.dropFirst() + part
    }
  }

  /// The clauses of a statement, of which long ones are on several lines: a condition of AND or some columns on each.
  package static func lines(_ text: String, width: Int) -> [String] {
    clauses(text).flatMap { line -> [String] in
      if line.count <= width { return [line] }
      if line.hasPrefix("WHERE ") {
        return split(line, at: [" AND "]).map { word, part in word.isEmpty ? part : "  AND " + part }
      }
      var lines: [String] = []
      for (index, part) in split(line, at: [", "]).map(\.part).enumerated() {
        if let last = lines.last, last.count + part.count + 2 <= width {
          lines[lines.count - 1] += ", " + part
        } else {
          if index > 0 { lines[lines.count - 1] += "," }
          lines.append(index > 0 ? "  " + part : part)
        }
      }
      return lines
    }
  }

  /// The parts of a text between words outside of parentheses, braces and quotation marks, with the word in front of each.
  private static func split(_ text: String, at words: [String]) -> [(word: String, part: String)] {
    var parts: [(word: String, part: String)] = []
    var (word, part) = ("", "")
    var depth = 0
    var quote: Character?
    var rest = text[...]
    while let character = rest.first {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" || character == "`" {
        quote = character
      } else if character == "(" || character == "{" {
        depth += 1
      } else if character == ")" || character == "}" {
        depth -= 1
      } else if depth == 0, character == " " || character == ",", let next = words.first(where: { rest.hasPrefix($0) }) {
        parts.append((word, part))
        (word, part) = (next, "")
        rest = rest.dropFirst(next.count)
        continue
      }
      part.append(character)
      rest = rest.dropFirst()
    }
    return parts + [(word, part)]
  }

  /// The words in front of the colons of the parts in braces, each once and in their order; of `name|age&city` the names.
  package static func words(in text: String) -> [String] {
    var words: [String] = []
    var known: Set<Substring> = []
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "{" {
        // Whether the part of a `~` is there, its own argument says.
        for word in rest.prefix(while: { $0 != ":" }).split(whereSeparator: { $0 == "|" || $0 == "&" }) {
          if !word.hasPrefix("~"), known.insert(word).inserted { words.append(String(word)) }
        }
      }
    }
    return words
  }
}
