import CDQIR
import Foundation

/// The spellings of a text: all sequences of scalars that are canonically equivalent to it, and that the language
/// therefore takes for equal. `Ö` is one scalar, or `O` with a mark; `Å` is one of two scalars, or `A` with a ring.
///
/// A column of texts that need not be in NFC can be searched by its index for each spelling.
package enum CanonicalForms {
  /// All spellings of a text, that in NFC first; nil when there are more than `limit`.
  package static func all(of text: String, limit: Int) -> [String]? {
    if hasOneForm(text) { return [text] }
    var forms = [""]
    for segment in segments(of: text) {
      guard let choices = choices(of: segment), forms.count * choices.count <= limit else { return nil }
      forms = forms.flatMap { start in choices.map { start + $0 } }
    }
    let composed = text.composed
    return [composed] + forms.filter { !$0.utf8.elementsEqual(composed.utf8) }
  }

  /// Texts such that every text which begins with the given one begins with the scalars of one of them: the spellings of
  /// as much of it as has at most `limit` spellings. nil when the first Character has more, and for an empty text.
  package static func beginnings(of text: String, limit: Int) -> [String]? {
    if text.isEmpty { return nil }
    if hasOneForm(text) { return [text] }
    var forms = [""]
    for segment in segments(of: text) {
      guard let choices = choices(of: segment), forms.count * choices.count <= limit else { break }
      forms = forms.flatMap { start in choices.map { start + $0 } }
    }
    return forms == [""] ? nil : forms
  }

  /// Whether no other text is equivalent to a text of ASCII: none of its characters has a twin, as K has the Kelvin sign.
  private static func hasOneForm(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "K") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "`") }
  }

  // MARK: Segments

  /// The decomposed text in parts, across whose borders nothing composes and no mark moves.
  private static func segments(of text: String) -> [[Unicode.Scalar]] {
    var segments: [[Unicode.Scalar]] = []
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      if joins(scalar), !segments.isEmpty { segments[segments.count - 1].append(scalar) } else { segments.append([scalar]) }
    }
    return segments
  }

  /// Whether a scalar may compose with one in front of it: marks do, and the vowels and final consonants of Hangul.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: (0x1160...0x11FF).contains(scalar.value)
    }
  }

  /// The greatest number of scalars of a segment whose spellings are listed.
  private static let longestSegment = 6
  /// The greatest number of spellings of a segment.
  private static let mostChoices = 64

  /// The spellings of a segment: from its decomposition, marks of different classes change places, and scalars are
  /// composed, until nothing new comes. nil for a segment that is too long or has too many.
  private static func choices(of segment: [Unicode.Scalar]) -> [String]? {
    guard segment.count <= longestSegment else { return nil }
    var found: Set<[Unicode.Scalar]> = [segment]
    var open = [segment]
    while let form = open.popLast() {
      for next in neighbours(of: form) where found.insert(next).inserted {
        guard found.count <= mostChoices else { return nil }
        open.append(next)
      }
    }
    return found.map { text($0) }.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
  }

  private static func neighbours(of form: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    var result: [[Unicode.Scalar]] = []
    for index in form.indices {
      for twin in twins[key([form[index]])] ?? [] {
        var next = form
        next[index] = twin
        result.append(next)
      }
      guard index + 1 < form.count else { continue }
      let (left, right) = (form[index].properties.canonicalCombiningClass, form[index + 1].properties.canonicalCombiningClass)
      if left != right, left != .notReordered, right != .notReordered {
        var next = form
        next.swapAt(index, index + 1)
        result.append(next)
      }
      let pair = [form[index], form[index + 1]]
      let composed = Array(text(pair).composed.unicodeScalars)
      for scalar in (composed.count == 1 ? composed : []) + (twins[key(pair)] ?? []) {
        result.append(form[..<index] + [scalar] + form[(index + 2)...])
      }
    }
    return result
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(scalars)) }

  /// The decomposition of some scalars, by which `twins` finds scalars that are equivalent to them.
  private static func key(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    Array(text(scalars).decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// The scalars that no composition gives, such as the Kelvin sign, by their decomposition.
  private static let twins: [[Unicode.Scalar]: [Unicode.Scalar]] = {
    var twins: [[Unicode.Scalar]: [Unicode.Scalar]] = [:]
    for block in [UInt32(0x340)...0x2FFF, 0xF900...0xFB4F, 0x11000...0x11FFF, 0x1D100...0x1D1FF, 0x2F800...0x2FA1F] {
      for value in block {
        guard let scalar = Unicode.Scalar(value), scalar.properties.isFullCompositionExclusion else { continue }
        twins[key([scalar]), default: []].append(scalar)
      }
    }
    return twins
  }()
}
