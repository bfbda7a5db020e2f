import CDQIR
import CDQValues
import Foundation

extension Scalar {
  /// `CAST(value, 'Type')`: nil where the value cannot be converted (PREDICATES §7).
  func cast(to type: ValueType) throws(ExecutionError) -> Scalar {
    if case .null = self { return try Scalar(nilOf: type) }
    switch type {
    case .bool: return .bool(try values.map(CastRule.bool))
    case .int16: return .int(try values.map { CastRule.integer($0).flatMap { Int16(exactly: $0) }.map { Int64($0) } })
    case .int32: return .int(try values.map { CastRule.integer($0).flatMap { Int32(exactly: $0) }.map { Int64($0) } })
    case .int64: return .int(try values.map(CastRule.integer))
    case .float: return .double(try values.map { CastRule.double($0).map { Double(Float($0)) } })
    case .double: return .double(try values.map(CastRule.double))
    case .decimal: return .decimal(try values.map(CastRule.decimal))
    case .string: return .string(try values.map(CastRule.text))
    case .date: return .date(try values.map(CastRule.date))
    case .duration: return .duration(try values.map { CastRule.duration($0).map { TimeSpan(seconds: $0) } })
    case .data: return .data(try values.map(CastRule.data))
    case .uuid: return .uuid(try values.map(CastRule.uuid))
    case .url: return .url(try values.map(CastRule.url))
    case .enumeration, .object, .opaque, .null: return self
    case .collection: throw .malformedQuery("a value is cast to a list")
    }
  }

  private var values: Getter<Row, Value> {
    get throws(ExecutionError) { try visit(ValueGetter()) }
  }
}

private struct ValueGetter<Row>: ScalarVisitor {
  func visit<T: ScalarType>(_ getter: Getter<Row, T>) throws(ExecutionError) -> Getter<Row, Value> {
    getter.map(\.boxed)
  }
}
