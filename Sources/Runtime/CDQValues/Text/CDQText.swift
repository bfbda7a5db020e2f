public import CDQIR
public import Foundation

/// The language's text operations for generated code. By its rules for nil, `equal` and `lessOrEqual` hold between nil
/// and nil; all others are false with nil.
///
/// `@_effects(releasenone)`, which the standard library's own comparison has too, tells the compiler that a function
/// releases none of the caller's objects. Without it, a loop over structs retains and releases each of them around the
/// call, which takes longer than most comparisons.
public enum CDQText {
  /// Whether `left == right` under the options; true for two nil.
  @_effects(releasenone)
  public static func equal(_ left: String?, _ right: String?, _ options: TextOptions, locale: Locale) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.equal(left, right, options, locale)
  }

  /// Whether `left == right` under the options, with the current locale for `[l]`; true for two nil.
  @_effects(releasenone)
  public static func equal(_ left: String?, _ right: String?, _ options: TextOptions = []) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.equal(left, right, options, locale(options))
  }

  /// Whether `text == needle`; true if both are nil.
  @_effects(releasenone)
  public static func equal(_ text: String?, _ needle: TextNeedle) -> Bool {
    guard let text else { return needle.text == nil }
    return needle.isEqual(to: text)
  }

  /// Whether `left < right` by the scalars of the NFC forms.
  @inlinable
  public static func less(_ left: String, _ right: String) -> Bool {
    order(left, right) < 0
  }

  /// Whether `left <= right` by the scalars of the NFC forms.
  @inlinable
  public static func lessOrEqual(_ left: String, _ right: String) -> Bool {
    order(left, right) <= 0
  }

  /// The order of two texts: negative if `left < right`, 0 if they are equal.
  @inlinable
  public static func order(_ left: String, _ right: String) -> Int {
    // Most texts differ in their first bytes, which this comparison sees without a call.
    let quick = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in TextWord.order(left, right) }
    }
    if case .some(.some(.some(let order))) = quick { return order }
    return canonicalOrder(left, right)
  }

  @usableFromInline
  @_effects(releasenone)
  package static func canonicalOrder(_ left: String, _ right: String) -> Int {
    TextOrder.canonical(left, right)
  }

  /// Whether `left < right` under the options; false with nil.
  @_effects(releasenone)
  public static func less(_ left: String?, _ right: String?, _ options: TextOptions, locale: Locale) -> Bool {
    guard let left, let right else { return false }
    return TextOrder.compare(left, right, options, locale) == .orderedAscending
  }

  /// Whether `left < right` under the options, with the current locale for `[l]`; false with nil.
  @_effects(releasenone)
  public static func less(_ left: String?, _ right: String?, _ options: TextOptions = []) -> Bool {
    guard let left, let right else { return false }
    return TextOrder.compare(left, right, options, locale(options)) == .orderedAscending
  }

  /// Whether `left <= right` under the options; true for two nil.
  @_effects(releasenone)
  public static func lessOrEqual(
    _ left: String?, _ right: String?, _ options: TextOptions, locale: Locale
  ) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.compare(left, right, options, locale) != .orderedDescending
  }

  /// Whether `left <= right` under the options, with the current locale for `[l]`; true for two nil.
  @_effects(releasenone)
  public static func lessOrEqual(_ left: String?, _ right: String?, _ options: TextOptions = []) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.compare(left, right, options, locale(options)) != .orderedDescending
  }

  /// The current locale only if the options need it, since creating it takes longer than a comparison.
  private static func locale(_ options: TextOptions) -> Locale {
    options.contains(.localeSensitive) ? .current : noLocale
  }

  private static let noLocale = Locale(identifier: "")

  /// Whether `text BEGINSWITH needle`; false with nil.
  @_effects(releasenone)
  public static func hasPrefix(_ text: String?, _ needle: TextNeedle) -> Bool {
    text.map { needle.isPrefix(of: $0) } ?? false
  }

  /// Whether `text ENDSWITH needle`; false with nil.
  @_effects(releasenone)
  public static func hasSuffix(_ text: String?, _ needle: TextNeedle) -> Bool {
    text.map { needle.isSuffix(of: $0) } ?? false
  }

  /// Whether `text CONTAINS needle`; false with nil.
  @_effects(releasenone)
  public static func contains(_ text: String?, _ needle: TextNeedle) -> Bool {
    text.map { needle.isContained(in: $0) } ?? false
  }

  /// Whether `text LIKE pattern`; false with nil.
  @_effects(releasenone)
  public static func like(_ text: String?, _ pattern: LikePattern) -> Bool {
    text.map { pattern.matches($0) } ?? false
  }

  /// Whether `text MATCHES pattern`; false with nil.
  ///
  /// - Throws: `ExecutionError.regexLimit` when the match takes too long.
  public static func matches(_ text: String?, _ pattern: RegexPattern) throws(ExecutionError) -> Bool {
    guard let text else { return false }
    guard let answer = pattern.matches(text) else { throw .regexLimit(pattern: pattern.text) }
    return answer
  }

  /// The folded form of a text under options, as a key for sets, dictionaries and sorting.
  @_effects(releasenone)
  public static func folded(_ text: String, _ options: TextOptions) -> String {
    TextFolding.folded(text, options)
  }
}
