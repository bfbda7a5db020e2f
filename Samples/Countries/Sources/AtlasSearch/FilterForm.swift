import Atlas
public import CDQKit
import Foundation

/// The rows of a filter form, such as "population | is greater than | 1000000", which become a text and come from one.
public struct FilterForm: Equatable, Sendable {
  /// A row: a property, an operator from its menu, and what was typed or chosen after it.
  public struct Row: Equatable, Sendable {
    public var property: String
    public var relation: PredicateOperator
    public var value: String

    public init(_ property: String, _ relation: PredicateOperator, _ value: String) {
      (self.property, self.relation, self.value) = (property, relation, value)
    }
  }

  public var rows: [Row]
  /// Whether all rows must hold, or one of them.
  public var needsAll: Bool

  public init(_ rows: [Row], needsAll: Bool = true) {
    (self.rows, self.needsAll) = (rows, needsAll)
  }

  /// The form of a filter's text.
  ///
  /// - Throws: `QueryError` when the text is wrong.
  /// - Returns: nil when the text says more than a form can show.
  public init?(parsing text: String) throws(QueryError) {
    let tree = try CheckedPredicate(parsing: text, for: "City", in: .atlas).tree
    let parts: [PredicateTree]
    switch tree {
    case .all(let all): (parts, needsAll) = (all, true)
    case .any(let any): (parts, needsAll) = (any, false)
    default: (parts, needsAll) = ([tree], true)
    }
    rows = []
    for part in parts {
      guard let row = Row(part) else { return nil }
      rows.append(row)
    }
  }

  /// The filter, whose description is the text.
  ///
  /// - Throws: `QueryError` when a value does not fit its property.
  public func predicate() throws(QueryError) -> CheckedPredicate {
    let parts = rows.map(\.tree)
    return try CheckedPredicate(needsAll ? .all(parts) : .any(parts), for: "City", in: .atlas)
  }
}

extension FilterForm.Row {
  /// The row of a comparison with a value; nil for anything else.
  fileprivate init?(_ tree: PredicateTree) {
    guard case .comparison(let comparison) = tree, comparison.quantifier == nil, comparison.options.isEmpty,
      case .path(let property) = comparison.left
    else { return nil }
    switch comparison.right {
    case .value(.string(let text)), .enumCase(let text): self.init(property, comparison.operator, text)
    case .value(.int(let number)): self.init(property, comparison.operator, String(number))
    case .value(.bool(let flag)): self.init(property, comparison.operator, String(flag))
    case .value, .path, .parameter, .expression: return nil
    }
  }

  fileprivate var tree: PredicateTree {
    .comparison(.init(.path(property), relation, operand))
  }

  /// What was typed, as the kind of editor for the property means it.
  private var operand: PredicateTree.Operand {
    switch Schema.atlas.operators(for: "City.\(property)")?.editor {
    case .integer: Int64(value).map { .value(.int($0)) } ?? .value(.string(value))
    case .toggle: Bool(value).map { .value(.bool($0)) } ?? .value(.string(value))
    case .choice: .enumCase(value)
    default: .value(.string(value))
    }
  }
}
