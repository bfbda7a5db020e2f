import CDQIR
import Foundation

/// Comparison of two texts that both come from rows.
enum TextOrder {
  /// Whether the texts are equal.
  static func equal(_ left: String, _ right: String, _ options: TextOptions, _ locale: Locale) -> Bool {
    if options.isEmpty { return left == right }
    if options.contains(.localeSensitive) { return localized(left, right, options, locale) == .orderedSame }
    return TextFolding.folded(left, options) == TextFolding.folded(right, options)
  }

  /// Which of the texts comes first: by Unicode scalars of the NFC form, or as the locale says.
  static func compare(
    _ left: String, _ right: String, _ options: TextOptions, _ locale: Locale
  ) -> ComparisonResult {
    if options.contains(.localeSensitive) { return localized(left, right, options, locale) }
    if options.isEmpty { return String.order(left, right) }
    return String.order(TextFolding.folded(left, options), TextFolding.folded(right, options))
  }

  /// By the rules of a locale.
  static func localized(
    _ left: String, _ right: String, _ options: TextOptions, _ locale: Locale
  ) -> ComparisonResult {
    left.compare(right, options: options.compareOptions, range: nil, locale: locale)
  }
}
