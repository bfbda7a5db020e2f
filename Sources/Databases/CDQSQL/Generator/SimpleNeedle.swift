package import CDQIR

/// Needles for which a regular expression of a database finds just the texts that contain them between two borders of
/// Characters.
///
/// In front of a letter or digit is always a border, unless a scalar of the class Prepend is there. After one is a
/// border, unless a mark or joiner follows. Needles that begin or end with other scalars, such as emoji or Hangul, have
/// other rules and are tested in memory.
package enum SimpleNeedle {
  /// Whether the first and the last scalar of a text in NFC are letters, digits or marks of punctuation of ASCII, Latin,
  /// Greek or Cyrillic.
  package static func isSimple(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
    return isPlain(first) && isPlain(last) && !text.unicodeScalars.contains { $0.value < 0x20 }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The signs for copyright and trademark begin emoji, as digits and marks may, of which a joiner follows none.
    case 0x20...0x7E, 0xA1...0xA8, 0xAA...0xAC, 0xB0...0x2FF, 0x370...0x482, 0x48A...0x52F: true
    default: false
    }
  }

  /// The regular expression that finds the needle at a place.
  package static func regularExpression(_ needle: String, at place: TextPlace?, _ tests: SQLDialect.TextTests) -> String {
    func ranges(_ ranges: [ClosedRange<UInt32>]) -> String { ranges.map { tests.text($0) }.joined() }
    // Where nothing can look around, the expression takes the neighbours, which makes no difference for one match.
    let (before, after) = tests.hasLookaround ? ("(?<![", "(?![") : ("(?:^|[^", "(?:\(tests.end)|[^")
    var result = place == .prefix ? "^" : "\(before)\(ranges(prepends))])"
    for scalar in needle.unicodeScalars {
      if scalar.isASCII, !scalar.properties.isAlphabetic, scalar.properties.numericType == nil, scalar != " " { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + (place == .suffix ? tests.end : "\(after)\(ranges(extenders))])")
  }

  /// The scalars that continue a Character: marks, joiners and modifiers of emoji. The class has all that Unicode has
  /// and unassigned ones near them, which makes no difference for texts that are tested.
  private static let extenders = ranges { scalar in
    scalar.properties.isGraphemeExtend || scalar.value == 0x200D || scalar.properties.generalCategory == .spacingMark
      || scalar.properties.isEmojiModifier
  }

  /// The scalars that join what follows them: signs in front of a number in Arabic, and letters of few scripts.
  private static let prepends = ranges { scalar in
    switch scalar.value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0xD4E, 0x110BD, 0x110CD, 0x111C2...0x111C3, 0x1193F, 0x11941,
      0x11A3A, 0x11A84...0x11A89, 0x11D46, 0x11F02:
      true
    default: false
    }
  }

  /// The ranges of the scalars with a property.
  private static func ranges(where isMember: (Unicode.Scalar) -> Bool) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var start: UInt32?
    var last: UInt32 = 0
    func close() {
      guard let first = start else { return }
      result.append(first...last)
      start = nil
    }
    for block in [UInt32(0x300)...0x1FFF, 0x200C...0x200D, 0x20D0...0x20F0, 0x2CEF...0x3100, 0xA66F...0xABFF, 0xFB1E...0xFE2F,
      0xFF9E...0xFF9F, 0x101FD...0x12000, 0x13430...0x1E950, 0x1F3FB...0x1F3FF, 0xE0020...0xE01EF]
    {
      for value in block {
        guard let scalar = Unicode.Scalar(value) else { continue }
        if isMember(scalar) {
          if start == nil { start = value }
          last = value
        } else {
          close()
        }
      }
      close()
    }
    return result
  }

}

extension SQLDialect.TextTests {
  /// A range of scalars inside of a bracket expression.
  fileprivate func text(_ range: ClosedRange<UInt32>) -> String {
    escaped(range.lowerBound) + (range.count > 1 ? "-" + escaped(range.upperBound) : "")
  }

  private func escaped(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return scalar.prefix + String(repeating: "0", count: max(0, scalar.width - digits.count)) + digits + scalar.suffix
  }
}
