import CDQIR
package import CDQValues
package import Foundation

extension ValueJSON {
  /// A decoder of the JSON that `ValueJSON` writes: dates in the form of ISO 8601, and names for the numbers that JSON
  /// does not have, such as `"NaN"`.
  package static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      if let date = ISO8601.date(from: text) { return date }
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is no date"))
    }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }
}
