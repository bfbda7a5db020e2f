import Foundation

extension String {
  /// The text in NFC: equal texts have the same scalars.
  ///
  /// Foundation on Linux leaves a final consonant of Hangul beside the syllable to which it belongs, so a text with one is
  /// decomposed first.
  package var composed: String {
    let composed = precomposedStringWithCanonicalMapping
    guard composed.unicodeScalars.contains(where: { (0x11A8...0x11C2).contains($0.value) }) else { return composed }
    return decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
  }
}
