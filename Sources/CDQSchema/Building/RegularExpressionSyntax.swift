import Foundation

/// Whether a text is a regular expression for ICU, the engine that `MATCHES` uses.
enum RegularExpressionSyntax {
  static func isValid(_ pattern: String) -> Bool {
    (try? NSRegularExpression(pattern: pattern)) != nil
  }
}
