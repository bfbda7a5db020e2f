/// A token of Swift in a pasted text.
struct SwiftToken {
  enum Kind {
    case word, number, string, sign
  }

  var kind: Kind
  var text: String
  /// Whether white space stands before it.
  var hasSpace: Bool

  private static let signs = [
    "..<", "...", "===", "!==", "&&", "||", "==", "!=", "<=", ">=", "??", "?.", "~=",
  ]

  /// The tokens of a text, in which everything that is no word, number or string is a sign.
  static func tokens(of text: String) -> [SwiftToken] {
    let characters = Array(text)
    var result: [SwiftToken] = []
    var index = 0
    var hasSpace = false
    func isWord(_ index: Int) -> Bool {
      index < characters.count && (characters[index].isLetter || characters[index].isNumber || characters[index] == "_")
    }
    while index < characters.count {
      let start = index
      let first = characters[index]
      if first.isWhitespace || first == ";" {
        index += 1
        hasSpace = true
        continue
      }
      var kind = Kind.sign
      if first.isNumber {
        kind = .number
        while isWord(index) || (index < characters.count && characters[index] == "." && index + 1 < characters.count
          && characters[index + 1].isNumber)
        { index += 1 }
      } else if isWord(index) || (["$", "#", "@"].contains(first) && isWord(index + 1)) {
        kind = .word
        index += 1
        while isWord(index) { index += 1 }
      } else if first == "\"" {
        kind = .string
        index += 1
        while index < characters.count, characters[index] != "\"" { index += characters[index] == "\\" ? 2 : 1 }
        index = min(characters.count, index + 1)
      } else {
        let rest = characters[index..<min(index + 3, characters.count)]
        index += signs.first { rest.starts(with: $0) }?.count ?? 1
      }
      result.append(SwiftToken(kind: kind, text: String(characters[start..<index]), hasSpace: hasSpace))
      hasSpace = false
    }
    return result
  }
}
