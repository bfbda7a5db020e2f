/// How large a value may be, whether it stands in a text or comes as an argument.
public struct ValueLimits: Hashable, Sendable {
  /// Most elements of a list: `{1, 2, 3}` in a text, or an argument (`list-too-long`).
  public var list: Int
  /// Most bytes of UTF-8 of the pattern of `MATCHES` (`regex-too-long`). How long a pattern may take on one text is
  /// bounded always (`regex-limit`).
  public var regex: Int

  /// Limits; the defaults let in what a program that fills a list from data does.
  public init(list: Int = 1_000_000, regex: Int = 10_000) {
    self.list = list
    self.regex = regex
  }
}
