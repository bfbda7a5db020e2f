/// One step of the way from a JSON value to a part of it.
public enum JSONStep: Hashable, Sendable {
  /// Into the member of that key.
  case key(String)
  /// Into the element of that 0-based number.
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
