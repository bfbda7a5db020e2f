import CDQIR
import Foundation

/// The order of two bounds of the same type.
enum ValueOrder {
  /// True if `left` is less than `right`; false for values of different kinds, which are never bounds of one range.
  static func isLess(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int(let a), .int(let b)): a < b
    case (.double(let a), .double(let b)): a < b
    case (.decimal(let a), .decimal(let b)): a < b
    case (.date(let a), .date(let b)): a < b
    default: false
    }
  }
}
