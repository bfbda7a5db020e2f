import CDQIR
import Foundation

/// The key of a value by the language's equality. Two values have the same key exactly when they fall into one group:
/// numbers of equal value whatever their types, canonically equivalent texts, any two NaN.
///
/// `==` and `hash(into:)` are not inlined, because many sets and dictionaries use them, and comparing values of any
/// type takes much code.
package struct EqualityKey: Hashable {
  private let value: Value

  package static let null = EqualityKey(exactly: .null)
  /// The key of every NaN. No value of the language is a list of lists.
  private static let notANumber = EqualityKey(exactly: .list([.list([])]))

  private init(exactly value: Value) {
    self.value = value
  }

  package init(_ value: Value) {
    switch value {
    case .double(let payload): self.init(payload)
    case .decimal(let payload): self.init(payload)
    case .list(let payload): self.init(exactly: .list(payload.map { EqualityKey($0).value }))
    default: self = value.number?.isNaN == true ? .notANumber : EqualityKey(exactly: value)
    }
  }

  private init(_ number: Double) {
    if number.isNaN {
      self = .notANumber
    } else if let integer = Int64(exactly: number) {
      self.init(exactly: .int(integer))
    } else {
      self.init(exactly: .double(number))
    }
  }

  private init(_ number: Decimal) {
    if number.isNaN {
      self = .notANumber
    } else if let integer = ExactNumber.int64(number) {
      self.init(exactly: .int(integer))
    } else if let double = ExactNumber.double(number) {
      self.init(exactly: .double(double))
    } else {
      self.init(exactly: .decimal(number))
    }
  }

  package var isNull: Bool { value.isNull }

  @inline(never) package static func == (left: EqualityKey, right: EqualityKey) -> Bool { left.value == right.value }

  @inline(never) package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
