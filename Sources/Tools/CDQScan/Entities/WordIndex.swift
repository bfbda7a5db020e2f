import CDQSyntax

/// The tokens at which words of a file stand.
struct WordIndex {
  private var found: [String: [Int]] = [:]
  private var isWhole = false

  /// The number of words that are searched for one by one. An index of all words takes as long as some dozen searches,
  /// and most files ask for a few.
  private static let searches = 24

  /// The tokens of a word, in the order of the file.
  mutating func places(of name: String, in file: CodeFile) -> [Int] {
    if let places = found[name] { return places }
    if isWhole { return [] }
    if found.count < WordIndex.searches {
      let places = file.places(of: name)
      found[name] = places
      return places
    }
    found = [:]
    for index in file.tokens.indices where file.isWord(index) { found[file.text(index), default: []].append(index) }
    isWhole = true
    return found[name] ?? []
  }
}

extension CodeFile {
  /// The tokens of a word, with or without back ticks.
  func places(of name: String) -> [Int] {
    let name = Array(name.utf8)
    guard let first = name.first else { return [] }
    var result: [Int] = []
    source.utf8.withUnsafeBufferPointer { bytes in
      for (index, token) in tokens.enumerated() where token.kind == .word {
        var start = Int(token.start)
        var count = Int(token.end) - start
        if bytes[start] == UInt8(ascii: "`"), count > 2 { (start, count) = (start + 1, count - 2) }
        guard count == name.count, bytes[start] == first else { continue }
        if name.elementsEqual(bytes[start..<(start + count)]) { result.append(index) }
      }
    }
    return result
  }
}
