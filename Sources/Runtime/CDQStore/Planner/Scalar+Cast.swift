import CDQIR
import CDQValues
import Foundation

extension Scalar {
  /// Plans `CAST(value, 'Type')`. The result is nil where the value cannot be converted; `CDQKit.docc/Functions.md`
  /// lists the conversions.
  func cast(to type: ValueType) throws(ExecutionError) -> Scalar {
    if case .null = self { return try Scalar(nilOf: type) }
    switch type {
    case .bool: return .bool(try value.map(CastRule.bool))
    case .int16: return .int(try value.map { CastRule.integer($0).flatMap { Int16(exactly: $0) }.map { Int64($0) } })
    case .int32: return .int(try value.map { CastRule.integer($0).flatMap { Int32(exactly: $0) }.map { Int64($0) } })
    case .int64: return .int(try value.map(CastRule.integer))
    case .float: return .double(try value.map { CastRule.double($0).map { Double(Float($0)) } })
    case .double: return .double(try value.map(CastRule.double))
    case .decimal: return .decimal(try value.map(CastRule.decimal))
    case .string: return .string(try value.map(CastRule.text))
    case .date: return .date(try value.map { CastRule.date($0)?.timeIntervalSinceReferenceDate })
    case .duration: return .doubles(try value.map(CastRule.duration), .duration)
    case .data: return .values(try value.map { CastRule.data($0).map { .data($0) } }, .data)
    case .uuid: return .values(try value.map { CastRule.uuid($0).map { .uuid($0) } }, .uuid)
    case .url: return .values(try value.map { CastRule.url($0).map { .url($0) } }, .url)
    case .enumeration, .object, .opaque, .null: return self
    case .collection: throw .malformedQuery("a value is cast to a list")
    }
  }

  private var value: Getter<Value> {
    get throws(ExecutionError) {
      let value = try values()
      return isConstant ? .constant(value(nil).ifPresent) : .row { value($0).ifPresent }
    }
  }
}
