public import CDQIR
public import Foundation

/// Text operations for generated code, with the language's rules for nil: `equal` and `lessOrEqual` hold between nil and
/// nil, everything else with nil is false but `!=` between nil and a text.
public enum CDQText {
  /// `left == right`
  public static func equal(_ left: String?, _ right: String?, _ options: TextOptions, locale: Locale) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.equal(left, right, options, locale)
  }

  /// `left == right`, in the current locale where the options ask for one.
  public static func equal(_ left: String?, _ right: String?, _ options: TextOptions = []) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.equal(left, right, options, locale(options))
  }

  /// `text == needle`
  public static func equal(_ text: String?, _ needle: TextNeedle) -> Bool {
    guard let text else { return needle.text == nil }
    return needle.isEqual(to: text)
  }

  /// `left < right`
  public static func less(_ left: String, _ right: String) -> Bool {
    order(left, right) < 0
  }

  /// `left <= right`
  public static func lessOrEqual(_ left: String, _ right: String) -> Bool {
    order(left, right) <= 0
  }

  /// How two texts stand to each other: negative where `left < right`, 0 where they are equal.
  public static func order(_ left: String, _ right: String) -> Int {
    if let order = ByteText.order(left, right) { return order }
    return String.order(left, right).rawValue
  }

  /// `left < right`
  public static func less(_ left: String?, _ right: String?, _ options: TextOptions, locale: Locale) -> Bool {
    guard let left, let right else { return false }
    return TextOrder.compare(left, right, options, locale) == .orderedAscending
  }

  /// `left < right`, in the current locale where the options ask for one.
  public static func less(_ left: String?, _ right: String?, _ options: TextOptions = []) -> Bool {
    guard let left, let right else { return false }
    return TextOrder.compare(left, right, options, locale(options)) == .orderedAscending
  }

  /// `left <= right`
  public static func lessOrEqual(
    _ left: String?, _ right: String?, _ options: TextOptions, locale: Locale
  ) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return TextOrder.compare(left, right, options, locale) != .orderedDescending
  }

  /// `left <= right`, in the current locale where the options ask for one.
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
  public static func hasPrefix(_ text: String?, _ needle: TextNeedle) -> Bool {
    text.map { needle.isPrefix(of: $0) } ?? false
  }

  /// `text ENDSWITH needle`
  public static func hasSuffix(_ text: String?, _ needle: TextNeedle) -> Bool {
    text.map { needle.isSuffix(of: $0) } ?? false
  }

  /// `text CONTAINS needle`
  public static func contains(_ text: String?, _ needle: TextNeedle) -> Bool {
    text.map { needle.isContained(in: $0) } ?? false
  }

  /// `text LIKE pattern`
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
  public static func folded(_ text: String, _ options: TextOptions) -> String {
    TextFolding.folded(text, options)
  }
}
