public import CDQIR
public import CDQRuntime
import CDQSemantics
public import CDQSyntax

/// A predicate text that was parsed and checked for one entity.
///
///     let large = try CheckedPredicate(parsing: "population > $n", for: "City", in: schema)
///     let cities = try City.all(in: store, where: large, ["n": 1_000_000])
///
/// Predicates are combined with `&&`, `||` and `!`. Two predicates are equal if their canonical text and their IR are.
public struct CheckedPredicate: Sendable, CustomStringConvertible {
  let form: Form

  enum Form: Sendable {
    /// A text about an entity.
    case text(CheckedText)
    /// ``everything`` or ``nothing``, of whatever entity the predicate is used for.
    case constant(Bool)
  }

  init(_ checked: CheckedText) {
    form = .text(checked)
  }

  init(_ constant: Bool) {
    form = .constant(constant)
  }

  /// The text of a predicate about an entity; nil for ``everything`` and ``nothing``.
  var checked: CheckedText? {
    if case .text(let checked) = form { checked } else { nil }
  }

  /// The text as the caller passed it.
  public var text: String { checked?.text ?? description }

  /// The entity whose objects are tested; nil for ``everything`` and ``nothing``, which are about any entity.
  public var entity: String? { checked?.ir.entity }

  /// The IR that engines run: a query for all objects that satisfy the predicate. The entity of ``everything`` and
  /// ``nothing`` is an empty string.
  public var ir: QueryIR {
    switch form {
    case .text(let checked): checked.ir
    case .constant(let value): QueryIR(entity: "", predicate: .constant(value))
    }
  }

  /// Warnings about the text; never errors.
  public var warnings: DiagnosticReport { checked?.warnings ?? DiagnosticReport(diagnostics: [], sources: []) }
  /// The limits under which the text was checked, and under which it runs unless a run is given options of its own.
  public var limits: Limits { checked?.limits ?? Limits() }
  /// The parameters that a caller passes values for, with their inferred types, in the order of their first use.
  public var parameters: [ParameterIR] { ir.parameters }

  /// The predicate as canonical text on one line, which parses to the same predicate again. Bound values and the
  /// arguments of a format string are literals in it; `$name` and `%@` remain for objects and numbers that are not
  /// finite, which have no literals.
  public var description: String {
    switch form {
    case .text(let checked): checked.description
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    }
  }

  /// The predicate as a format string for `NSPredicate(format:)`.
  ///
  /// Parameters stay `$name`, for `withSubstitutionVariables`. The arguments of a format string stay `%@`, except in a
  /// combined predicate.
  ///
  /// - Throws: `QueryError` with every part that Apple's language cannot express, such as `uuid("…")` and `$name?`.
  public var nsPredicateFormat: String {
    get throws(QueryError) { try checked?.nsPredicateFormat() ?? description }
  }

  /// Parses and checks a predicate text such as `name BEGINSWITH[c] $prefix`.
  ///
  /// - Parameters:
  ///   - text: the predicate. A query, such as `City where population > 5`, is refused.
  ///   - entity: the entity whose objects are tested.
  ///   - schema: the schema that the names in the text belong to.
  ///   - limits: limits on the size of the text and on the cost of its runs.
  /// - Throws: `QueryError` with every mistake in the text and its place.
  public init(
    parsing text: String, for entity: String, in schema: Schema, limits: Limits = Limits()
  ) throws(QueryError) {
    self.init(try CheckedText(SourceText(name: "<query>", text), entity: entity, schema, limits))
  }

  /// Parses and checks a predicate text of a stranger, which may name only what an allowance lists.
  ///
  /// - Parameters:
  ///   - text: the predicate.
  ///   - entity: the entity whose objects are tested.
  ///   - allowance: what the text may name, and the schema.
  ///   - limits: limits on the size of the text and on the cost of its runs.
  /// - Throws: `QueryError` with every mistake in the text, and everything that is not allowed, and its place.
  public init(
    parsing text: String, for entity: String, allowing allowance: Allowance, limits: Limits = Limits()
  ) throws(QueryError) {
    self.init(
      try CheckedText(
        SourceText(name: "<query>", text), entity: entity, allowance.schema, limits, allowance: allowance))
  }

  /// Plans the predicate for records of the caller's own type, to be used many times.
  ///
  /// - Throws: `ExecutionError` when `access` lacks a property that the predicate uses.
  public func prepare<Record>(for access: RecordAccess<Record>) throws(ExecutionError) -> PreparedQuery<Record> {
    var ir = ir
    if ir.entity.isEmpty { ir.entity = access.entity }
    return try PreparedQuery(ir, access: access)
  }

  /// The records that satisfy the predicate, in the order of the array.
  ///
  /// - Parameter options: the options of the run; nil for those of `limits`.
  /// - Throws: `ExecutionError` when `access` lacks a property, an argument is missing or of the wrong type, or a limit
  ///   is reached.
  public func filter<Record>(
    _ records: [Record], with access: RecordAccess<Record>, _ arguments: Arguments = [:],
    options: ExecutionOptions? = nil
  ) throws(ExecutionError) -> [Record] {
    try prepare(for: access).records(
      in: records, arguments: arguments, options: options ?? limits.executionOptions())
  }
}

extension CheckedPredicate: Hashable {
  /// Whether both predicates have the same IR and the same canonical text.
  public static func == (left: CheckedPredicate, right: CheckedPredicate) -> Bool {
    left.ir == right.ir && left.description == right.description
  }

  /// Hashes the IR.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ir)
  }
}
