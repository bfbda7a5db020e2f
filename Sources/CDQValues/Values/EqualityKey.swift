import CDQIR
package import Foundation

/// What two values have in common exactly when they are one group: numbers of equal value whatever their types, text up
/// to canonical equivalence, all NaN.
package enum EqualityKey: Hashable {
  case null
  case notANumber
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Double)
  case duration(Double)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  case object(ObjectKey)
  case list([EqualityKey])

  package init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let payload): self = .bool(payload)
    case .int(let payload): self = .int(payload)
    case .double(let payload): self = EqualityKey(payload)
    case .decimal(let payload): self = EqualityKey(payload)
    case .string(let payload): self = .string(payload)
    case .date(let payload):
      let seconds = payload.timeIntervalSinceReferenceDate
      self = seconds.isNaN ? .notANumber : .date(seconds)
    case .duration(let payload): self = payload.isNaN ? .notANumber : .duration(payload)
    case .data(let payload): self = .data(payload)
    case .uuid(let payload): self = .uuid(payload)
    case .url(let payload): self = .url(payload)
    case .object(let payload): self = .object(payload)
    case .list(let payload): self = .list(payload.map { EqualityKey($0) })
    }
  }

  private init(_ number: Double) {
    if number.isNaN {
      self = .notANumber
    } else if let integer = Int64(exactly: number) {
      self = .int(integer)
    } else {
      self = .double(number)
    }
  }

  private init(_ number: Decimal) {
    if number.isNaN {
      self = .notANumber
    } else if let integer = ExactNumber.int64(number) {
      self = .int(integer)
    } else if let double = ExactNumber.double(number) {
      self = .double(double)
    } else {
      self = .decimal(number)
    }
  }
}
