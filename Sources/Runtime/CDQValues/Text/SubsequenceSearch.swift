/// Knuth-Morris-Pratt search: it examines each element of the text at most twice, whatever the text is.
///
/// Trying a short needle at each position is as fast, but with a long one takes minutes on long texts of one repeated
/// letter.
package struct SubsequenceSearch<Element: Equatable & Sendable>: Sendable {
  private let needle: [Element]
  /// For each prefix of the needle, the length of its longest proper prefix that is also its suffix.
  private let fallback: [Int]

  package init(_ needle: [Element]) {
    self.needle = needle
    var fallback = [Int](repeating: 0, count: needle.count)
    var length = 0
    for index in needle.indices.dropFirst() {
      while length > 0, needle[index] != needle[length] { length = fallback[length - 1] }
      if needle[index] == needle[length] { length += 1 }
      fallback[index] = length
    }
    self.fallback = fallback
  }

  /// Whether the needle, which is not empty, occurs in `text` at a start index that `isValid` accepts.
  package func isFound(
    in text: some Sequence<Element>, where isValid: (_ start: Int) -> Bool = { _ in true }
  ) -> Bool {
    var length = 0
    var position = 0
    for element in text {
      while length > 0, needle[length] != element { length = fallback[length - 1] }
      if needle[length] == element { length += 1 }
      position += 1
      guard length == needle.count else { continue }
      if isValid(position - length) { return true }
      length = fallback[length - 1]
    }
    return false
  }
}
