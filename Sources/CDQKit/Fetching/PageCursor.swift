import CDQIR
import Foundation

/// The place in a sorted result after which the next page begins.
///
/// It is a text for URLs, and `Codable` as that text. It says nothing about the objects before it, but shows the values of
/// the sort keys and of the identity of the last one.
public struct PageCursor: Hashable, Sendable, Codable, LosslessStringConvertible {
  /// The values of the sort keys and of the identity, of the last object of a page.
  let values: [Value]

  init(_ values: [Value]) {
    self.values = values
  }

  /// The cursor as text of letters, digits, `-` and `_`.
  public var description: String {
    let json = (try? JSONEncoder().encode(values)) ?? Data()
    return json.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Reads the text of a cursor; nil when it is none. Whether it belongs to an order is checked where it is used.
  public init?(_ description: String) {
    guard description.utf8.count <= PageCursor.mostBytes else { return nil }
    let text = description.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let json = Data(base64Encoded: text + padding),
      let values = try? JSONDecoder().decode([Value].self, from: json)
    else { return nil }
    self.values = values
  }

  /// A longer text is no cursor, so that a stranger cannot have megabytes decoded.
  private static let mostBytes = 1 << 16

  /// Decodes the text of a cursor.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let cursor = PageCursor(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the text is no cursor of a page")
    }
    self = cursor
  }

  /// Encodes the text of the cursor.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
