/// The literals that are written like calls, such as `date("2026-01-31")`.
package enum TypedLiteral: String, CaseIterable, Sendable {
  case date, uuid, decimal, url, data

  /// The noun for messages about a malformed literal: `"x"` is no date.
  package var noun: String {
    switch self {
    case .date: "date"
    case .uuid: "UUID"
    case .decimal: "decimal number"
    case .url: "URL"
    case .data: "base64 text"
    }
  }

  /// The required form of the text, for messages.
  package var expectation: String {
    switch self {
    case .date: "dates are written 2026-01-31 or 2026-01-31T10:00:00Z"
    case .uuid: "UUIDs are written 8-4-4-4-12 hexadecimal digits"
    case .decimal: "digits with at most one point and an exponent, 38 digits at most"
    case .url: "it cannot be parsed"
    case .data: "only A-Z, a-z, 0-9, '+', '/' and '=' in groups of four"
    }
  }
}
