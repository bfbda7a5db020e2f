public import CDQIR

/// A predicate as a tree that a program can walk, change and build: what a filter editor shows.
///
///     let predicate = try CheckedPredicate(parsing: "name BEGINSWITH[c] 'San' AND population > 5", for: "City", in: schema)
///     if case .all(let rows)? = predicate.tree { for row in rows { show(row) } }
///
///     let tree = PredicateTree.all([
///       .comparison(.init(.path("population"), .greater, .value(1_000_000))),
///       .comparison(.init(.path("country.name"), .equal, .parameter("country"))),
///     ])
///     let large = try CheckedPredicate(tree, for: "City", in: schema)
///
/// A tree says exactly what the text says: a predicate that was made from a tree has that tree again. What the tree has no
/// node for, such as a SUBQUERY, is a node with its text. The option `[n]`, which has no effect, is not in the tree.
///
/// As JSON, a node is an object with one member, such as `{"all": […]}` or
/// `{"comparison": {"left": {"path": "name"}, "operator": "==", "right": {"value": "Oslo"}}}`.
public indirect enum PredicateTree: Hashable, Sendable {
  /// `a AND b`; TRUEPREDICATE for none.
  case all([PredicateTree])
  /// `a OR b`; FALSEPREDICATE for none.
  case any([PredicateTree])
  case not(PredicateTree)
  case comparison(Comparison)
  /// A Bool that stands alone, such as `isCapital`, or `ANY cities.isCapital`.
  case truth(Operand, quantifier: Quantifier? = nil)
  /// TRUEPREDICATE or FALSEPREDICATE.
  case constant(Bool)

  /// A comparison of two operands, such as `name BEGINSWITH[c] $prefix`.
  public struct Comparison: Hashable, Sendable {
    /// The quantifier before the comparison, which makes it about the elements of a collection; nil for none.
    public var quantifier: Quantifier?
    /// The operand before the operator.
    public var left: Operand
    /// The operator.
    public var `operator`: PredicateOperator
    /// How texts are compared, such as `[cd]`.
    public var options: TextOptions
    /// The operand after the operator.
    public var right: Operand

    /// A comparison of the given parts.
    public init(
      _ left: Operand, _ operator: PredicateOperator, _ right: Operand, options: TextOptions = [],
      quantifier: Quantifier? = nil
    ) {
      (self.left, self.operator, self.right) = (left, `operator`, right)
      (self.options, self.quantifier) = (options, quantifier)
    }
  }

  /// The word before a comparison about a collection. The raw value is the word.
  public enum Quantifier: String, Hashable, Sendable, Codable, CaseIterable {
    case any = "ANY"
    case some = "SOME"
    case all = "ALL"
    case none = "NONE"
  }

  /// A side of a comparison.
  public enum Operand: Hashable, Sendable {
    /// Names with dots between them, such as `name`, `country.name` and `cities.@count`; `SELF` for the object itself.
    case path(String)
    /// A literal; a `.list` for `{1, 2}`.
    case value(Value)
    /// A case of an enum, such as `.high`, by its name.
    case enumCase(String)
    /// `$name`, or `$name?` when the condition disappears without an argument.
    case parameter(String, isOmittable: Bool = false)
    /// Any other expression, such as `population / 2`, as text.
    case expression(String)
  }
}
