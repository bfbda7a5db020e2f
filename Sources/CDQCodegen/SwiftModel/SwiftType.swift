/// A type as generated Swift spells it.
package indirect enum SwiftType: Hashable, Sendable {
  /// A name, with dots for a nested or module-qualified type; words that Swift reserves are quoted by `SwiftNames`.
  case named(String)
  case optional(SwiftType)
  case array(SwiftType)
  /// `Set<Element>`, `some Sequence<City>` and the like.
  case generic(String, [SwiftType])

  /// The type with one `?` more, unless it has one.
  package var optional: SwiftType {
    if case .optional = self { self } else { .optional(self) }
  }

  /// `(city: City, position: Int)`
  package static func tuple(_ elements: [(String, SwiftType)]) -> SwiftType {
    .named("(\(elements.map { "\(SwiftNames.quoted($0)): \($1.text)" }.joined(separator: ", ")))")
  }

  /// Swift spelling.
  package var text: String {
    switch self {
    case .named(let name): name
    case .optional(let wrapped): wrapped.text + "?"
    case .array(let element): "[\(element.text)]"
    case .generic(let name, let arguments): "\(name)<\(arguments.map(\.text).joined(separator: ", "))>"
    }
  }
}
