import CDQIR
import CDQJSON

/// Converts IR to JSON for a `#"""` literal in Swift source. `#`, invisible characters and some others are escaped, so
/// that the source is the same on every machine.
enum GeneratedJSON {
  /// The JSON of a query; nil when the query nests too deeply to be decoded again.
  static func text(of query: QueryIR) -> String? {
    (try? query.json).map(escaped)
  }

  static func text(of mapping: MappingIR) -> String? {
    (try? mapping.json).map(escaped)
  }

  private static func escaped(_ json: String) -> String {
    var json = json
    let isPlain = json.withUTF8 { bytes in
      for byte in bytes where byte >= 0x7F || byte == UInt8(ascii: "#") { return false }
      return true
    }
    if isPlain { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      if scalar != "#", StringLiteral.isVisible(scalar) || scalar == " " {
        text.unicodeScalars.append(scalar)
      } else {
        // JSON outside of strings is visible ASCII, so this scalar is in a string.
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return text
  }
}
