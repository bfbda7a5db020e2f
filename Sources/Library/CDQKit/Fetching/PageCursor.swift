import CDQIR
public import CDQRuntime
import Foundation

/// The place in a sorted result after which the next page begins.
///
///     let link = "/towns?after=\(try next.text(seal))"
///     let cursor = try PageCursor(text, seal)
///
/// It holds the values of the sort keys and of the identity of the last object of a page, also those of properties that
/// an ``Allowance`` hides. As a text it leaves the program only through a ``CursorSeal``, which decides whether a reader
/// sees these values.
public struct PageCursor: Hashable, Sendable, CustomStringConvertible {
  /// The values of the sort keys and of the identity, of the last object of a page.
  let values: [Value]

  init(_ values: [Value]) {
    self.values = values
  }

  /// A text without the values, which is no cursor again; see ``text(_:)``.
  public var description: String { "cursor of \(values.count) values" }

  /// The cursor as a text of letters, digits, `-` and `_`, which a URL can carry.
  ///
  /// - Throws: What the seal throws.
  public func text(_ seal: CursorSeal) throws -> String {
    let json = try JSONEncoder().encode(values)
    return try seal.seal(json).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Reads the text of a cursor, which may come from an untrusted user. Whether it belongs to an order is checked where
  /// it is used.
  ///
  /// - Throws: `ExecutionError.malformedCursor` for a text that ``text(_:)`` did not make with this seal. There is no
  ///   cursor for it, so that a damaged link is an error and not the first page.
  public init(_ text: String, _ seal: CursorSeal) throws(ExecutionError) {
    guard text.utf8.count <= PageCursor.mostBytes, let values = PageCursor.values(text, seal) else {
      throw .malformedCursor("this is not the cursor of a page")
    }
    self.values = values
  }

  /// A longer text is no cursor, so that an untrusted user cannot have megabytes decoded.
  private static let mostBytes = 1 << 16

  private static func values(_ text: String, _ seal: CursorSeal) -> [Value]? {
    let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let sealed = Data(base64Encoded: base64 + padding), let json = try? seal.open(sealed) else { return nil }
    return try? JSONDecoder().decode([Value].self, from: json)
  }
}
