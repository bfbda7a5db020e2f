public import CDQIR
public import Foundation

/// Text operations for generated code, with the language's rules for nil: `equal` and `lessOrEqual` hold between nil and
/// nil, everything else with nil is false but `!=` between nil and a text.
///
/// That they release nothing of their callers' is said to the compiler by the attribute that the standard library has on
/// its own comparison. Without it a loop over structs retains and releases each of them around the call, which takes
/// longer than most comparisons.
public enum CDQText {
  /// `left == right`
  @_effects(releasenone)
  public static func equal(_ left: String?, _ right: String?, _ options: TextOptions, locale: Locale) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.equal(left, right, options, locale)
  }

  /// `left == right`, in the current locale where the options ask for one.
  @_effects(releasenone)
  public static func equal(_ left: String?, _ right: String?, _ options: TextOptions = []) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.equal(left, right, options, locale(options))
  }

  /// `text == needle`
  @_effects(releasenone)
  public static func equal(_ text: String?, _ needle: TextNeedle) -> Bool {
    guard let text else { return needle.text == nil }
    return needle.isEqual(to: text)
  }

  /// `left < right`
  @inlinable
  public static func less(_ left: String, _ right: String) -> Bool {
    order(left, right) < 0
  }

  /// `left <= right`
  @inlinable
  public static func lessOrEqual(_ left: String, _ right: String) -> Bool {
    order(left, right) <= 0
  }

  /// How two texts stand to each other: negative where `left < right`, 0 where they are equal.
  @inlinable
  public static func order(_ left: String, _ right: String) -> Int {
    // Most texts differ in their first bytes, and those are seen without a call.
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

  /// `left < right`
  @_effects(releasenone)
  public static func less(_ left: String?, _ right: String?, _ options: TextOptions, locale: Locale) -> Bool {
    guard let left, let right else { return false }
    return TextOrder.compare(left, right, options, locale) == .orderedAscending
  }

  /// `left < right`, in the current locale where the options ask for one.
  @_effects(releasenone)
  public static func less(_ left: String?, _ right: String?, _ options: TextOptions = []) -> Bool {
    guard let left, let right else { return false }
    return TextOrder.compare(left, right, options, locale(options)) == .orderedAscending
  }

  /// `left <= right`
  @_effects(releasenone)
  public static func lessOrEqual(
    _ left: String?, _ right: String?, _ options: TextOptions, locale: Locale
  ) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.compare(left, right, options, locale) != .orderedDescending
  }

  /// `left <= right`, in the current locale where the options ask for one.
  @_effects(releasenone)
  public static func lessOrEqual(_ left: String?, _ right: String?, _ options: TextOptions = []) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.compare(left, right, options, locale(options)) != .orderedDescending
  }

  /// Making the current locale takes longer than a comparison, so that only who needs it asks.
  private static func locale(_ options: TextOptions) -> Locale {
    options.contains(.localeSensitive) ? .current : noLocale
  }

  private static let noLocale = Locale(identifier: "")

  /// `text BEGINSWITH needle`
  @_effects(releasenone)
  public static func hasPrefix(_ text: String?, _ needle: TextNeedle) -> Bool {
    text.map { needle.isPrefix(of: $0) } ?? false
  }

  /// `text ENDSWITH needle`
  @_effects(releasenone)
  public static func hasSuffix(_ text: String?, _ needle: TextNeedle) -> Bool {
    text.map { needle.isSuffix(of: $0) } ?? false
  }

  /// `text CONTAINS needle`
  @_effects(releasenone)
  public static func contains(_ text: String?, _ needle: TextNeedle) -> Bool {
    text.map { needle.isContained(in: $0) } ?? false
  }

  /// `text LIKE pattern`
  @_effects(releasenone)
  public static func like(_ text: String?, _ pattern: LikePattern) -> Bool {
    text.map { pattern.matches($0) } ?? false
  }

  /// `text MATCHES pattern`
  ///
  /// - Throws: `ExecutionError.regexLimit` when the answer takes too long to find out.
  public static func matches(_ text: String?, _ pattern: RegexPattern) throws(ExecutionError) -> Bool {
    guard let text else { return false }
    guard let answer = pattern.matches(text) else { throw .regexLimit(pattern: pattern.text) }
    return answer
  }

  /// The text that stands for `text` under the options: a key for sets, dictionaries and sorting.
  @_effects(releasenone)
  public static func folded(_ text: String, _ options: TextOptions) -> String {
    TextFolding.folded(text, options)
  }
}
