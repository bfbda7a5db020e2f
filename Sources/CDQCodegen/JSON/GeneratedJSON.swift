import CDQIR
import Foundation

/// A query as JSON that a `#"""` literal can hold on any machine alike: keys sorted, `#` and what cannot be seen escaped.
enum GeneratedJSON {
  static func text(of query: QueryIR) -> String? {
    guard let json = QueryJSON(query) else { return nil }
    if json.isPlain { return String(decoding: json.bytes, as: UTF8.self) }
    return escaped(json.bytes)
  }

  static func text(of mapping: MappingIR) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(mapping)).map { escaped(Array($0)) }
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar != "#", SwiftText.isVisible(scalar) || scalar == " " {
        text.unicodeScalars.append(scalar)
      } else {
        // What JSON writes outside of strings is visible ASCII, so this is inside of one.
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return text
  }
}
