/// Search for a sequence that looks at each element of the text at most twice, whatever the texts are (Knuth, Morris, Pratt).
///
/// Trying the needle at each place is as fast for short needles, but takes minutes for long texts of one repeated letter.
package struct SubsequenceSearch<Element: Equatable & Sendable>: Sendable {
  private let needle: [Element]
  /// For each prefix of the needle the length of the longest shorter prefix that it ends with.
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

  /// Whether the needle, which is not empty, stands in `text` at a place that `isValid` accepts, given its first index.
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
