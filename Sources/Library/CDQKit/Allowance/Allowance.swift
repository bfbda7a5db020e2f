public import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

/// What a stranger's text may name and use: properties, operators, functions and clauses.
///
///     var allowance = try Allowance(["City": ["name", "population", "country.name"]], in: schema)
///     allowance.operators.remove(.like)
///     let filter = try CheckedPredicate(parsing: text, for: "City", allowing: allowance, limits: limits)
///
/// A text sees only what is listed: to it, other entities and properties do not exist, and no message tells of them. What
/// the language has and the allowance does not is refused at its place. Beside it, `Limits` bound what a text may cost.
public struct Allowance: Sendable {
  /// The whole schema, in which allowed texts run.
  public let schema: Schema
  /// The comparison operators that a text may use; at first all but MATCHES, whose patterns can be costly.
  public var operators: Set<PredicateOperator> = Set(PredicateOperator.allCases).subtracting([.matches])
  /// The functions that a text may call, by the names that texts have for them, such as `lowercase` and `year`; nil,
  /// as at first, for all. An aggregate has one name in all its forms: `sum` allows `sum(x)` and `@sum`, `count` also
  /// `@size` and `[SIZE]`, `distinct` also `@distinctUnionOfObjects`. `unionOfObjects` and `TERNARY` are names, too.
  public var functions: Set<String>?
  /// Whether a text may follow relationships to many objects, with ANY, ALL, NONE, SUBQUERY and aggregates, and join
  /// lists with UNION, INTERSECT and MINUS. At first true.
  public var includesToMany = true
  /// Whether a text may read all objects of an entity that it may be about, as in `Town.@count` and
  /// `SUBQUERY(Town, $t, …)`. At first false: a condition that the server adds to the text, such as `owner == $me`, does not
  /// restrict these objects, so that the text could test those of other users. It needs ``includesToMany``, too.
  public var includesAllObjects = false
  /// Whether a text may calculate, as in `population / 2 > 5`. At first true.
  public var includesArithmetic = true
  /// Whether a text may have `$parameters`. At first false: a stranger has no arguments to pass.
  public var includesParameters = false
  /// The clauses that the text of a query may have, beside `where`; at first all but ``Clause/delete`` and
  /// ``Clause/update``, with which a text may set every property that a listed key path names alone.
  public var clauses: Set<Clause> = Set(Clause.allCases).subtracting([.delete, .update])

  /// The part of the schema that a text sees: the entities and properties at which allowed key paths arrive.
  let visible: CheckedSchema
  private let paths: AllowedPaths

  /// A clause of a query, or the word before its entity.
  public enum Clause: String, Hashable, Sendable, Codable, CaseIterable {
    case sort, limit, offset, select, having, only
    case groupBy = "group by"
    case first, one, count, exists, delete, update
  }

  /// Creates an allowance.
  ///
  /// - Parameters:
  ///   - keyPaths: For each entity that texts may be about, the key paths that they may name, such as `name` and
  ///     `country.name`. A key path allows its beginnings, too: with `country.name`, `country == NULL` is allowed. A
  ///     variable of a SUBQUERY stands for the objects that it ranges over, so that `cities.name` allows
  ///     `SUBQUERY(cities, $c, $c.name == "Oslo")`.
  ///   - schema: The schema of the entities.
  /// - Throws: `QueryError` when the schema has no such entity, or an entity no such property.
  public init(_ keyPaths: [String: [String]], in schema: Schema) throws(QueryError) {
    self.schema = schema
    paths = try AllowedPaths(keyPaths, in: schema)
    visible = CheckedSchema(schema: schema.restricted(to: paths))
  }

  // MARK: Checks

  /// The parts of a text that are not allowed, in its syntax tree.
  func findings(_ tree: Pipeline.Tree, _ source: SourceText) -> [Diagnostic] {
    var check = AllowanceSyntaxCheck(self, source)
    check.check(tree)
    return check.findings
  }

  /// The key paths of a text that are not allowed, though each of their properties is.
  func findings(_ query: TypedQuery, _ source: SourceText) -> [Diagnostic] {
    var check = AllowancePathCheck(self, paths, source)
    check.check(query)
    return check.findings
  }

  /// A finding without the lists of names that it offers as help.
  func withoutHiddenNames(_ finding: Diagnostic) -> Diagnostic {
    guard Allowance.listing.contains(finding.code.rawValue) else { return finding }
    var finding = finding
    finding.help = []
    finding.notes = []
    return finding
  }

  /// The codes whose help lists names of the schema.
  private static let listing: Set<String> = Set(
    [CheckCode.unknownProperty, .unknownEntity, .missingEntity, .unquotedText, .memberOfValue].map(\.rawValue))
}

extension Diagnostic {
  /// The error for a part of a text that an allowance does not list.
  static func notAllowed(_ part: String, _ source: SourceText, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, DiagnosticCode(CheckCode.notAllowed), stage: .check, "\(part) not allowed here", file: source.name,
      at: span)
  }
}
