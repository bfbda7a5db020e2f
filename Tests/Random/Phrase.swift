package import CDQIR

/// A part of a random text, as a tree that tests can make smaller. It has a kind and words with phrases between them.
package struct Phrase: Sendable {
  /// The kind of a phrase, which determines what can replace it.
  package enum Kind: Hashable, Sendable {
    /// A predicate, which any other predicate can replace.
    case predicate
    /// A value, which another value of the type can replace.
    case value(ValueType)
    /// A collection, which only a collection inside it can replace.
    case collection
    /// An optional clause, which can be removed.
    case clause
    /// A phrase that cannot be replaced; only its parts can.
    case fixed
  }

  package enum Part: Sendable {
    case text(String)
    case phrase(Phrase)
  }

  var kind: Kind
  var parts: [Part]

  init(_ kind: Kind, _ parts: Part...) {
    (self.kind, self.parts) = (kind, parts)
  }

  init(_ kind: Kind, parts: [Part]) {
    (self.kind, self.parts) = (kind, parts)
  }

  package init(_ kind: Kind, _ text: String) {
    (self.kind, parts) = (kind, [.text(text)])
  }

  /// The words of a phrase as another kind of phrase.
  init(_ kind: Kind, of phrase: Phrase) {
    self.init(kind, parts: phrase.parts)
  }

  /// The whole text of the phrase.
  package var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .phrase(let phrase): phrase.text
      }
    }.joined()
  }

  /// The phrases directly in this one.
  private var children: [Phrase] {
    parts.compactMap { if case .phrase(let phrase) = $0 { phrase } else { nil } }
  }

  /// The phrases that can replace this one, the smallest first.
  private var replacements: [Phrase] {
    switch kind {
    case .predicate:
      return (["TRUEPREDICATE", "FALSEPREDICATE"].filter { $0 != text }.map { Phrase(.predicate, $0) })
        + descendants { $0 == .predicate }
    case .value(let type):
      let literals: [String] =
        switch type {
        case .int16, .int32, .int64: ["1"]
        case .double, .float: ["1.5"]
        case .decimal: ["decimal(\"1\")"]
        case .string: ["\"a\""]
        case .bool: ["TRUE"]
        default: []
        }
      return literals.filter { text.count > $0.count }.map { Phrase(kind, $0) } + descendants { $0 == kind }
    case .collection: return descendants { $0 == .collection }
    case .clause: return text.isEmpty ? [] : [Phrase(.clause, "")]
    case .fixed: return []
    }
  }

  /// The nearest phrases inside with a fitting kind.
  private func descendants(_ fits: (Kind) -> Bool) -> [Phrase] {
    children.flatMap { fits($0.kind) ? [$0] : $0.descendants(fits) }
  }

  /// All phrases that have one part replaced by a smaller one, the largest changes first.
  package var smaller: [Phrase] {
    var result = replacements
    for (index, part) in parts.enumerated() {
      guard case .phrase(let phrase) = part else { continue }
      for candidate in phrase.smaller {
        var copy = self
        copy.parts[index] = .phrase(candidate)
        result.append(copy)
      }
    }
    return result
  }
}

extension Phrase: ExpressibleByStringInterpolation {
  /// A phrase that has only words.
  package init(stringLiteral value: String) {
    self.init(.fixed, value)
  }

  package init(stringInterpolation: StringInterpolation) {
    (kind, parts) = (.fixed, stringInterpolation.parts)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.text(literal)) }
    }

    package mutating func appendInterpolation(_ phrase: Phrase) { parts.append(.phrase(phrase)) }
    package mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }
    package mutating func appendInterpolation(_ number: Int) { parts.append(.text(String(number))) }
  }

  func `as`(_ kind: Kind) -> Phrase { Phrase(kind, of: self) }
}
