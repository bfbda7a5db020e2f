import CDQIR
package import Foundation

/// Comparison of two texts that both come from rows.
package enum TextOrder {
  /// Whether the texts are equal.
  package static func equal(_ left: String, _ right: String, _ options: TextOptions, _ locale: Locale) -> Bool {
    if options.isEmpty { return left == right }
    if options.contains(.localeSensitive) { return localized(left, right, options, locale) == .orderedSame }
    return TextFolding.folded(left, options) == TextFolding.folded(right, options)
  }

  /// Which of the texts comes first: by Unicode scalars of the NFC form, or as the locale says.
  package static func compare(
    _ left: String, _ right: String, _ options: TextOptions, _ locale: Locale
  ) -> ComparisonResult {
    if options.contains(.localeSensitive) { return localized(left, right, options, locale) }
    if options.isEmpty { return String.order(left, right) }
    return String.order(TextFolding.folded(left, options), TextFolding.folded(right, options))
  }

  /// How two texts stand to each other by the scalars of their NFC: negative where the left one comes first.
  ///
  /// Swift's `<` is not quite that order: of a text and the same with something behind it, it takes the longer one to be
  /// greater even if that combines to a lesser scalar (U+0627 U+0653), and of texts that are in different normal forms it
  /// does not always see that one goes on where the other ends.
  @inline(never)
  package static func canonical(_ left: String, _ right: String) -> Int {
    let settled = left.withBytes { left in right.withBytes { ByteText.orderAsFarAsSettled(left, $0) } }
    if let settled { return settled }
    let (first, second) = (PlainText.composedBytes(of: left), PlainText.composedBytes(of: right))
    return first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { ByteText.order(first, $0).rawValue }
    }
  }

  /// By the rules of a locale.
  package static func localized(
    _ left: String, _ right: String, _ options: TextOptions, _ locale: Locale
  ) -> ComparisonResult {
    left.compare(right, options: options.compareOptions, range: nil, locale: locale)
  }
}
