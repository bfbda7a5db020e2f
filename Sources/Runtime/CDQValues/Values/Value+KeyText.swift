package import CDQIR
import Foundation

// The texts of values in an `ObjectKey` of several attributes.
extension Value {
  /// An exact text of the value. Different values of one type have different texts.
  package var keyText: String {
    switch self {
    case .string(let text): text
    case .url(let url): url.absoluteString
    case .uuid(let uuid): uuid.uuidString
    case .data(let data): data.base64EncodedString()
    default: number?.description ?? ValueJSON.text(self)
    }
  }

  /// Parses a `keyText` as a value of a type, with an enum represented by its raw type; nil when the text is malformed.
  package init?(keyText: String, _ type: ValueType) {
    let value: Value? =
      switch type {
      case .string: .string(keyText)
      case .bool: Bool(keyText).map { .bool($0) }
      case .int16, .int32, .int64: Int64(keyText).map { .int($0) }
      case .float, .double, .date, .duration: Double(keyText).map { Value($0, as: ValueKind(type)) }
      case .decimal: DecimalText.decimal(from: keyText).map { .decimal($0) }
      case .data: Data(base64Encoded: keyText).map { .data($0) }
      case .uuid: UUID(uuidString: keyText).map { .uuid($0) }
      case .url: URL(string: keyText).map { .url($0) }
      // Attributes of these types cannot identify an object.
      case .enumeration, .object, .opaque, .collection, .null: nil
      }
    guard let value else { return nil }
    self = value
  }
}
