import CDQIR
package import Foundation

/// A cache of compiled patterns for one execution, for patterns that vary from row to row. It is bounded, because the
/// rows determine their number.
package struct PatternCache {
  private struct Key: Hashable {
    var text: String
    var options: TextOptions
  }
  private var likes: [Key: LikePattern] = [:]
  private var expressions: [Key: RegexPattern] = [:]
  private static let capacity = 256

  package init() {}

  package mutating func like(_ text: String, _ options: TextOptions, _ locale: Locale) throws(ExecutionError) -> LikePattern {
    let key = Key(text: text, options: options)
    if let known = likes[key] { return known }
    let pattern = try LikePattern(text, options, locale: locale, stage: .run)
    if likes.count >= PatternCache.capacity { likes.removeAll() }
    likes[key] = pattern
    return pattern
  }

  package mutating func expression(
    _ text: String, _ options: TextOptions, limit: Int
  ) throws(ExecutionError) -> RegexPattern {
    let key = Key(text: text, options: options)
    if let known = expressions[key] { return known }
    let pattern = try RegexPattern(text, options, limit: limit, stage: .run)
    if expressions.count >= PatternCache.capacity { expressions.removeAll() }
    expressions[key] = pattern
    return pattern
  }
}
