/// One step of a path into a JSON value: `data.brands[3]` has the steps `.key("data")`, `.key("brands")` and
/// `.index(3)`.
public enum JSONStep: Hashable, Sendable {
  /// The member of an object with this key.
  case key(String)
  /// The element of an array at this 0-based index.
  case index(Int)
}

extension Sequence<JSONStep> {
  /// The steps as text, such as `data.brands[3].name`; a key that is no plain word is in quotes.
  public var jsonPath: String {
    var result = ""
    for step in self {
      switch step {
      case .index(let number): result += "[\(number)]"
      case .key(let key):
        if !result.isEmpty { result += "." }
        let isPlain = !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        result += isPlain ? key : "\"\(key)\""
      }
    }
    return result
  }
}
