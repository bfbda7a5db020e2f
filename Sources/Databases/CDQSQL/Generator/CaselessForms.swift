/// The texts that `[c]` finds equal to a text of ASCII, apart from the case of letters of ASCII.
///
/// An index that ignores the case of ASCII has `Weiß` and `WEISS` in different places, which are equal under `[c]`. The
/// letters that fold into ASCII are few: the long s, the Kelvin sign, the sharp s and the ligatures.
package enum CaselessForms {
  /// The scalars outside of ASCII whose folding is of ASCII, with the folding.
  package static let letters: [(scalar: Unicode.Scalar, folding: [UInt8])] = [
    ("\u{DF}", "ss"), ("\u{17F}", "s"), ("\u{1E9E}", "ss"), ("\u{212A}", "k"), ("\u{FB00}", "ff"), ("\u{FB01}", "fi"),
    ("\u{FB02}", "fl"), ("\u{FB03}", "ffi"), ("\u{FB04}", "ffl"), ("\u{FB05}", "st"), ("\u{FB06}", "st"),
  ].map { ($0, Array($1.utf8)) }

  /// The forms of a text in small letters of ASCII and those letters.
  ///
  /// - Returns: nil for a text with other letters, and when there are more forms than the limit.
  package static func all(of text: String, limit: Int) -> [String]? { forms(of: text, limit, isBeginning: false) }

  /// The forms of the beginnings of all texts that begin with a text under `[c]`.
  ///
  /// - Returns: nil as above, and for an empty text.
  package static func beginnings(of text: String, limit: Int) -> [String]? {
    text.isEmpty ? nil : forms(of: text, limit, isBeginning: true)
  }

  /// The text with small letters in the places of the capital letters of ASCII.
  package static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map(lowercased), as: UTF8.self)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  private static func forms(of text: String, _ limit: Int, isBeginning: Bool) -> [String]? {
    let bytes = text.utf8.map(lowercased)
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    // The forms of the text from each place on, from the end: of a beginning, the last letter may fold into more.
    var found = [[String]](repeating: [], count: bytes.count + 1)
    found[bytes.count] = [""]
    for place in bytes.indices.reversed() {
      var forms = found[place + 1].map { String(UnicodeScalar(bytes[place])) + $0 }
      for (scalar, folding) in letters {
        let end = place + folding.count
        if end <= bytes.count ? bytes[place..<end].elementsEqual(folding) : isBeginning && folding.starts(with: bytes[place...]) {
          forms += found[min(end, bytes.count)].map { String(scalar) + $0 }
        }
      }
      guard forms.count <= limit else { return nil }
      found[place] = forms
    }
    return found[0]
  }
}
