import CDQIR

/// JSON that a `#"""` literal can hold on any machine alike: `#` and what cannot be seen are escaped.
enum GeneratedJSON {
  /// Nil when the query nests too deeply to be read again.
  static func text(of query: QueryIR) -> String? {
    (try? query.json).map(escaped)
  }

  static func text(of mapping: MappingIR) -> String? {
    (try? mapping.json).map(escaped)
  }

  private static func escaped(_ json: String) -> String {
    if !json.utf8.contains(where: { $0 >= 0x7F || $0 == UInt8(ascii: "#") }) { return json }
    var text = ""
    for scalar in json.unicodeScalars {
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
