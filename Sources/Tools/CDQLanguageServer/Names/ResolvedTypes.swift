import CDQIR
import CDQSemantics
import CDQSyntax

/// The types that names and values have as far as the text tells, which may not be correct as a whole.
extension LiteralNode {
  var type: OptionalType? {
    switch kind {
    case .null: nil
    case .boolean: OptionalType(.bool)
    case .integer: OptionalType(.int64)
    case .number: OptionalType(.double)
    case .string: OptionalType(.string)
    }
  }
}

extension ValueType {
  /// The entity of an object or of the objects of a collection; nil for any other type.
  var objectName: String? {
    if case .object(let name) = element ?? self { name } else { nil }
  }
}

extension CallTable {
  /// The type of a call, as far as its name and the type of its first argument tell; nil otherwise.
  static func resultType(of key: String, first: OptionalType?) -> OptionalType? {
    let element = first?.base.element ?? first?.base
    switch callees[key] {
    case .function(let function):
      switch function.entry.result {
      case .type(let type): return OptionalType(type, isOptional: function.entry.mayFail)
      case .sameNumber: return first
      }
    case .aggregate(.count): return OptionalType(.int64)
    case .aggregate(.average), .aggregate(.median), .aggregate(.standardDeviation): return OptionalType(.double)
    case .aggregate, .mode: return element.map { OptionalType($0) }
    case .arithmetic, .distinct, .noIndex: return first
    case .literal(let literal):
      switch literal {
      case .date: return OptionalType(.date)
      case .uuid: return OptionalType(.uuid)
      case .decimal: return OptionalType(.decimal)
      case .url: return OptionalType(.url)
      case .data: return OptionalType(.data)
      }
    case .cast, .refused, nil: return nil
    }
  }
}
