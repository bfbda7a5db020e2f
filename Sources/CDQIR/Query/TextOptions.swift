/// How two texts are compared: the `[cdl]` behind an operator. `[n]` has no effect and leaves no trace.
public struct TextOptions: OptionSet, Hashable, Sendable, Codable {
  /// The bits.
  public let rawValue: UInt8

  /// Options from their bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `[c]`: upper and lower case are equal, by Unicode folding without a locale.
  public static let caseInsensitive = TextOptions(rawValue: 1)
  /// `[d]`: letters with and without diacritics are equal.
  public static let diacriticInsensitive = TextOptions(rawValue: 2)
  /// `[l]`: by the rules of the locale that the execution is given.
  public static let localeSensitive = TextOptions(rawValue: 4)

  /// The options as they are written, such as `[cd]`; empty without any.
  public var suffix: String {
    let letters =
      (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      + (contains(.localeSensitive) ? "l" : "")
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}
