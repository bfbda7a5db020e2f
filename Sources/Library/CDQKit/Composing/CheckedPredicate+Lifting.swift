import CDQIR
import CDQSemantics
import CDQSyntax

/// Predicates about the objects at the end of a relationship, made from predicates about these objects.
///
///     let large = try CheckedPredicate(parsing: "population > 1000000", for: "City", in: schema)
///     let countries = try Country.all(in: store, where: .any("cities", of: "Country", satisfies: large))
extension CheckedPredicate {
  /// The predicate that is true where one object of a relationship satisfies another predicate.
  ///
  /// Over a to-many relationship it is `SUBQUERY(cities, $x1, …).@count > 0`; over a to-one, the predicate about the
  /// object that the relationship leads to, which has to be there.
  ///
  /// - Parameters:
  ///   - path: the name of a relationship, or several with dots, such as `country.cities`.
  ///   - entity: the entity that has the relationship: the one of the result.
  ///   - predicate: a predicate about the entity at the end of the path.
  /// - Throws: `QueryError` when the entity has no such relationship, or the predicate is about another entity.
  public static func any(
    _ path: String, of entity: String, satisfies predicate: CheckedPredicate
  ) throws(QueryError) -> CheckedPredicate {
    try Lifting(path, of: entity, predicate).any()
  }

  /// The predicate that is true where every object of a relationship satisfies another predicate, also where the
  /// relationship has no object.
  ///
  /// - Throws: `QueryError` as `any(_:of:satisfies:)` does.
  public static func all(
    _ path: String, of entity: String, satisfy predicate: CheckedPredicate
  ) throws(QueryError) -> CheckedPredicate {
    try Lifting(path, of: entity, predicate).all()
  }

  /// The predicate that is true where no object of a relationship satisfies another predicate.
  ///
  /// - Throws: `QueryError` as `any(_:of:satisfies:)` does.
  public static func none(
    _ path: String, of entity: String, satisfies predicate: CheckedPredicate
  ) throws(QueryError) -> CheckedPredicate {
    try !Lifting(path, of: entity, predicate).any()
  }
}

/// A predicate about the objects at the end of a path, and the path.
private struct Lifting {
  private let entity: String
  private let schema: Schema
  private var combination: PredicateCombination
  private let path: [Identifier]
  private let isToMany: Bool
  private let mayBeNil: Bool

  init(_ path: String, of entity: String, _ predicate: CheckedPredicate) throws(QueryError) {
    guard let checked = predicate.checked else {
      throw QueryError([.lifting("the predicate is about no entity: combine it with one that is", path)], [])
    }
    (self.entity, schema) = (entity, checked.schema)
    combination = try PredicateCombination([predicate])
    var (owner, isToMany, mayBeNil) = (entity, false, false)
    var names: [Identifier] = []
    for name in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
      guard case .relationship(let relationship)? = schema.property(named: name, of: owner) else {
        throw QueryError([.lifting("'\(owner)' has no relationship '\(name)'", path)], [])
      }
      names.append(Identifier(name, SyntaxRewriting.noSpan))
      isToMany = isToMany || relationship.isToMany
      mayBeNil = mayBeNil || relationship.isOptional
      owner = relationship.destination
    }
    guard schema.isEntity(owner, kindOf: checked.ir.entity) else {
      let message = "'\(path)' leads to '\(owner)', but the predicate is about '\(checked.ir.entity)'"
      throw QueryError([.lifting(message, path)], [])
    }
    (self.path, self.isToMany, self.mayBeNil) = (names, isToMany, mayBeNil)
  }

  func any() throws(QueryError) -> CheckedPredicate {
    if isToMany { return try count(.greater, negated: false) }
    return try toOne(.and, .notEqual)
  }

  func all() throws(QueryError) -> CheckedPredicate {
    if isToMany { return try count(.equal, negated: true) }
    return try toOne(.or, .equal)
  }

  /// The comparison of the number of objects that satisfy the predicate, or its negation, with 0.
  private func count(_ relation: ComparisonOperator, negated: Bool) throws(QueryError) -> CheckedPredicate {
    let none = SyntaxRewriting.noSpan
    var combination = combination
    let name = combination.freshName("x")
    let inner = moved(.variable(name))
    let subquery = SubqueryNode(
      collection: .path(pathNode), variable: VariableNode(name: name, isOptional: false, span: none),
      predicate: negated ? .not(NotPredicate(inner, span: none)) : inner, span: none)
    let count = PathNode(
      base: .expression(.subquery(subquery)), components: [.collectionOperator(Identifier("count", none))], span: none)
    let comparison = ComparisonPredicate(
      quantifier: nil, left: .path(count), operator: relation, operatorSpan: none, options: nil,
      right: .literal(LiteralNode(.integer(0), none)), span: none)
    return try combination.checked(.comparison(comparison), for: entity, in: schema)
  }

  /// The predicate moved to the end of the path, joined with a comparison of the path with NULL where it may be nil.
  private func toOne(
    _ kind: CompoundPredicate.Kind, _ relation: ComparisonOperator
  ) throws(QueryError) -> CheckedPredicate {
    let none = SyntaxRewriting.noSpan
    let inner = moved(.path(path))
    let comparison = ComparisonPredicate(
      quantifier: nil, left: .path(pathNode), operator: relation, operatorSpan: none, options: nil,
      right: .literal(LiteralNode(.null, none)), span: none)
    let node = mayBeNil ? .compound(CompoundPredicate(kind, [.comparison(comparison), inner], span: none)) : inner
    return try combination.checked(node, for: entity, in: schema)
  }

  private var pathNode: PathNode {
    PathNode(base: .implicit, components: path.map { .property($0) }, span: SyntaxRewriting.noSpan)
  }

  private func moved(_ root: SyntaxRewriting.Root) -> PredicateNode {
    var rewriting = SyntaxRewriting()
    rewriting.root = root
    return rewriting.predicate(combination.nodes[0])
  }
}

extension Diagnostic {
  fileprivate static func lifting(_ message: String, _ path: String) -> Diagnostic {
    Diagnostic(
      .error, "unknown-property", stage: .check, message, file: "<path>",
      at: SourceSpan(0, UInt32(truncatingIfNeeded: path.utf8.count)))
  }
}
