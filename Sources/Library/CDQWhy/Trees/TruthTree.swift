public import CDQIR

/// The answer of a query's condition for one object, taken apart: each part of the condition with its truth and the
/// values that decided it.
///
/// `population > 5000000 AND NOT isCapital` for Lagos is
///
///     ✗ population > 5000000 AND NOT (isCapital)
///       ✗ population > 5000000        population = 1,000
///       ✓ NOT (isCapital)
///         ✗ isCapital                 isCapital = false
public struct TruthTree: Hashable, Sendable {
  /// The part of the condition, as query text. Arguments are written as literals.
  public var text: String
  /// The part of the condition. Its variables other than 0 are elements of collections, which the nodes above name.
  public var condition: PredicateIR
  /// Whether this part holds; the truth of the root is the answer of the query.
  public var holds: Bool
  /// The values of the operands, in the order of the text, without literals.
  public var values: [Operand]
  /// The elements over which a quantifier or a SUBQUERY ranges; nil for any other part.
  public var elements: Elements?
  /// The parts of this part; those of a quantifier are about one element.
  public var parts: [TruthTree]

  /// An operand of a condition and its value.
  public struct Operand: Hashable, Sendable {
    /// The operand as query text, such as `country.name`.
    public var text: String
    /// Its value; `.null` for nil.
    public var value: Value
  }

  /// What a quantifier found among the elements of a collection.
  public struct Elements: Hashable, Sendable {
    /// The number of elements.
    public var count: Int
    /// The number of those for which the condition holds.
    public var matching: Int
    /// The element that `parts` is about: an object or a scalar. Nil when there are no elements.
    public var shown: Value?
    /// The reason for which this element is shown.
    public var reason: Reason
  }

  /// The reason for which one element of a collection is shown.
  public enum Reason: String, Hashable, Sendable {
    /// It decides: the first for which the condition of ANY holds, or for which that of ALL does not.
    case deciding
    /// No single element decides; of the first elements, this one lacks the least.
    case nearest
    /// No single element decides, since all elements satisfy ALL; this is the first.
    case first
    /// There are no elements.
    case none
  }

  /// The parts without parts of their own, from left to right: the comparisons that were made.
  public var leaves: [TruthTree] {
    var leaves: [TruthTree] = []
    var open = [self]
    while let node = open.popLast() {
      if node.parts.isEmpty { leaves.append(node) } else { open += node.parts.reversed() }
    }
    return leaves
  }

  /// The number of parts that would have to change their truth for this part to change its own: the distance by which
  /// objects are ranked that nearly match.
  public var distance: Int {
    switch condition {
    case .and: holds ? (parts.map(\.distance).min() ?? 1) : parts.filter { !$0.holds }.map(\.distance).reduce(0, +)
    case .or: holds ? parts.filter(\.holds).map(\.distance).reduce(0, +) : (parts.map(\.distance).min() ?? 1)
    case .not: parts.first?.distance ?? 1
    case .constant: 1_000
    default:
      1
    }
  }
}

extension TruthTree: CustomStringConvertible {
  /// The tree as lines with ✓ and ✗, indented by two spaces for each level.
  public var description: String { lines().joined(separator: "\n") }

  /// The lines of the tree.
  ///
  /// - Parameter valueText: how values are written; by default as literals of the language.
  public func lines(_ valueText: (Value) -> String = { ValueLiteral.text($0) }) -> [String] {
    var lines: [String] = []
    var open: [(node: TruthTree, depth: Int)] = [(self, 0)]
    while let (node, depth) = open.popLast() {
      lines.append(String(repeating: "  ", count: depth) + node.line(valueText))
      open += node.parts.reversed().map { ($0, depth + 1) }
    }
    return lines
  }

  private func line(_ valueText: (Value) -> String) -> String {
    var line = "\(holds ? "✓" : "✗") \(text)"
    let shown = values.map { "\($0.text) = \(valueText($0.value))" }
    if !shown.isEmpty { line += "   (\(shown.joined(separator: ", ")))" }
    if let elements { line += "   [\(elements.phrase(valueText))]" }
    return line
  }
}

extension TruthTree.Elements {
  fileprivate func phrase(_ valueText: (Value) -> String) -> String {
    guard count > 0 else { return "no elements" }
    let number = matching == 0 ? "none of \(count)" : matching == count ? "all of \(count)" : "\(matching) of \(count)"
    guard let shown else { return number }
    let text = valueText(shown)
    return switch reason {
    case .deciding: "\(number); decided by \(text)"
    case .nearest: "\(number); nearest is \(text)"
    case .first: "\(number); the first is \(text)"
    case .none: number
    }
  }
}
