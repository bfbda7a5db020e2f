/// A Swift type: `[City]?` is `.optional(.array(.named("City")))`.
package indirect enum SwiftType: Hashable, Sendable {
  /// A name, with dots for a nested type or one with its module. `SwiftNames` must already have added back ticks.
  case named(String)
  case optional(SwiftType)
  case array(SwiftType)
  /// A generic type such as `Set<Element>` or `some Sequence<City>`.
  case generic(String, [SwiftType])

  /// The type as an optional; an optional type stays as it is.
  package var optional: SwiftType {
    if case .optional = self { self } else { .optional(self) }
  }

  /// A tuple type such as `(city: City, position: Int)`.
  package static func tuple(_ elements: [(String, SwiftType)]) -> SwiftType {
    .named("(\(elements.map { "\(SwiftNames.quoted($0)): \($1.text)" }.joined(separator: ", ")))")
  }

  /// The type as Swift source text.
  package var text: String {
    switch self {
    case .named(let name): name
    case .optional(let wrapped): wrapped.text + "?"
    case .array(let element): "[\(element.text)]"
    case .generic(let name, let arguments): "\(name)<\(arguments.map(\.text).joined(separator: ", "))>"
    }
  }
}
