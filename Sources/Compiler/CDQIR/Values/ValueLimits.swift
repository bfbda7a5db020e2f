/// Limits on the size of a value, in a query text or in an argument.
public struct ValueLimits: Hashable, Sendable {
  /// The greatest number of elements of a list, such as `{1, 2, 3}` in a text or an argument. Beyond it the code of the
  /// error is `list-too-long`.
  public var list: Int
  /// The greatest length of a pattern of `MATCHES`, in bytes of UTF-8. Beyond it the code of the error is
  /// `regex-too-long`. The time that a pattern may take on one text is always bounded (`regex-limit`).
  public var regex: Int

  /// Limits of the given sizes. The defaults suffice for lists that a program fills from data.
  public init(list: Int = 1_000_000, regex: Int = 10_000) {
    self.list = list
    self.regex = regex
  }
}
