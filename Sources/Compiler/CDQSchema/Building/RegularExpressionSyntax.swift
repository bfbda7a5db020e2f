import Foundation

/// Checks regular expressions for ICU, the engine that `MATCHES` uses.
enum RegularExpressionSyntax {
  static func isValid(_ pattern: String) -> Bool {
    (try? NSRegularExpression(pattern: pattern)) != nil
  }
}
