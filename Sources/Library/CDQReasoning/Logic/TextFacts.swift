import CDQIR
import CDQValues

/// What a text pattern says about the beginning, the end and the inside of a text.
///
/// Only patterns of printable ASCII are taken apart: among these, one text is a part of another one exactly where its
/// bytes are, whatever stands around them.
struct TextShape {
  var prefix = ""
  var suffix = ""
  var inner: [String] = []
  /// Whether a text of this shape always matches, so that it fails to match only without the shape.
  var isExact = true

  /// The shape that every matching text has; nil when the pattern says nothing about one.
  init?(_ operation: TextMatchIR.Operator, _ pattern: String, _ options: TextOptions) {
    guard pattern.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }), !pattern.isEmpty else { return nil }
    let pattern = options.contains(.caseInsensitive) ? pattern.lowercased() : pattern
    switch operation.pattern {
    case .needle(.prefix): prefix = pattern
    case .needle(.suffix): suffix = pattern
    case .needle(.anywhere): inner = [pattern]
    case .wildcards:
      guard !pattern.contains("\\"), !pattern.contains("?"), pattern.contains("*") else { return nil }
      let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      prefix = parts.first ?? ""
      suffix = parts.last ?? ""
      inner = parts.dropFirst().dropLast().filter { !$0.isEmpty }
      isExact = [prefix, suffix].filter { !$0.isEmpty }.count + inner.count == 1
      if prefix.isEmpty, suffix.isEmpty, inner.isEmpty { return nil }
    case .needle(.whole), .expression: return nil
    }
  }

  /// Whether a text of this shape never has another shape.
  func excludes(_ other: TextShape) -> Bool {
    if !prefix.hasPrefix(other.prefix), !other.prefix.hasPrefix(prefix) { return true }
    return !suffix.hasSuffix(other.suffix) && !other.suffix.hasSuffix(suffix)
  }

  /// Whether each text of this shape has another shape, too.
  func implies(_ other: TextShape) -> Bool {
    guard other.isExact else { return false }
    if !other.prefix.isEmpty { return prefix.hasPrefix(other.prefix) }
    if !other.suffix.isEmpty { return suffix.hasSuffix(other.suffix) }
    guard let part = other.inner.first else { return false }
    return ([prefix, suffix] + inner).contains { $0.contains(part) }
  }

  /// Whether no text with this beginning stands in one of some orders to a constant. Texts without options only.
  func excludes(order: UInt8, to constant: String) -> Bool {
    guard !prefix.isEmpty, constant.utf8.allSatisfy({ $0 < 127 }) else { return false }
    // Where the constant begins with the prefix, or the prefix with the constant, both orders are possible above it.
    if constant.hasPrefix(prefix) { return false }
    return CDQText.order(prefix, constant) > 0 ? order & 4 == 0 : order & 1 == 0
  }
}
