/// How two texts are compared: the options in brackets after an operator, such as `[cd]`, whose bits are 0b011. The
/// option `n` has no effect and no bit.
public struct TextOptions: OptionSet, Hashable, Sendable, Codable {
  /// One bit per option: 1 for `c`, 2 for `d`, 4 for `l`.
  public let rawValue: UInt8

  /// The options of the given bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `[c]`: upper and lower case are equal, by Unicode folding without a locale.
  public static let caseInsensitive = TextOptions(rawValue: 1)
  /// `[d]`: letters with and without diacritics are equal.
  public static let diacriticInsensitive = TextOptions(rawValue: 2)
  /// `[l]`: order and equality follow the locale that the run is given.
  public static let localeSensitive = TextOptions(rawValue: 4)

  /// The options as they are written, such as `[cd]`; the empty string without options.
  public var suffix: String {
    let letters =
      (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      + (contains(.localeSensitive) ? "l" : "")
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}
