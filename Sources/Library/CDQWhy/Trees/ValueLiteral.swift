public import CDQIR
import Foundation

/// Values in trees and explanations.
public enum ValueLiteral {
  /// A value as a literal of the language; nil is `nil`, and an object its entity with its identity, such as `City 7`.
  public static func text(_ value: Value) -> String {
    switch value {
    case .null: return "nil"
    case .object(let key): return "\(key.root) \(identity(key.identity))"
    case .list(let values): return "{\(values.map { text($0) }.joined(separator: ", "))}"
    case .bool, .int, .double, .decimal, .string, .date, .duration, .data, .uuid, .url: return LiteralText.text(value)
    }
  }

  private static func identity(_ identity: ObjectKey.Identity) -> String {
    switch identity {
    case .record(let number): "#\(number)"
    case .int(let number): String(number)
    case .string(let name): LiteralText.text(.string(name))
    case .uuid(let id): id.uuidString
    case .composite(let parts): parts.joined(separator: "/")
    }
  }
}
