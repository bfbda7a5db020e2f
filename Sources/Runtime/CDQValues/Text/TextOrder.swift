import CDQIR
package import Foundation

/// Comparisons of two texts that both vary from row to row.
package enum TextOrder {
  /// Whether two texts are equal under the options.
  package static func equal(_ left: String, _ right: String, _ options: TextOptions, _ locale: Locale) -> Bool {
    if options.isEmpty { return left == right }
    if options.contains(.localeSensitive) { return localized(left, right, options, locale) == .orderedSame }
    return TextFolding.folded(left, options) == TextFolding.folded(right, options)
  }

  /// The order of two texts: by the Unicode scalars of their folded NFC forms, or with `[l]` by the rules of the
  /// locale.
  package static func compare(
    _ left: String, _ right: String, _ options: TextOptions, _ locale: Locale
  ) -> ComparisonResult {
    if options.contains(.localeSensitive) { return localized(left, right, options, locale) }
    if options.isEmpty { return String.order(left, right) }
    return String.order(TextFolding.folded(left, options), TextFolding.folded(right, options))
  }

  /// The order of two texts by the scalars of their NFC forms: negative if the left one comes first.
  ///
  /// Swift's `<` differs from it in rare cases. It orders a text before the same text with a mark appended, even if the
  /// mark composes to a lesser scalar (U+0627 U+0653); and for texts in different normal forms it does not always
  /// notice that one continues after the end of the other.
  @inline(never)
  package static func canonical(_ left: String, _ right: String) -> Int {
    let settled = left.withBytes { left in right.withBytes { ByteText.orderAsFarAsSettled(left, $0) } }
    if let settled { return settled }
    let (first, second) = (PlainText.composedBytes(of: left), PlainText.composedBytes(of: right))
    return first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { ByteText.order(first, $0).rawValue }
    }
  }

  /// The order of two texts by the rules of a locale.
  package static func localized(
    _ left: String, _ right: String, _ options: TextOptions, _ locale: Locale
  ) -> ComparisonResult {
    left.compare(right, options: options.compareOptions, range: nil, locale: locale)
  }
}
