public import CDQIR
import CDQPrinting
import CDQSchema
import CDQSemantics
import CDQSyntax

/// Sort keys for objects of an entity, parsed from a text and checked: what `sort` is in a query.
///
///     let order = try CheckedOrder(parsing: "population desc, name[cd]", for: "City", in: schema)
///     let cities = try City.all(in: store, sort: order, limit: 20)
///
/// Foundation has a type `SortOrder` already, which is only a direction.
public struct CheckedOrder: Sendable, CustomStringConvertible {
  /// The entity whose objects are sorted; nil for ``insertion``, which is an order of any entity.
  public let entity: String?
  /// The sort keys that engines use, the most significant first.
  public let keys: [SortKeyIR]
  let nodes: [SortKey]
  /// The schema that the keys were checked against; empty for ``insertion``.
  let schema: Schema

  /// The order in which objects were inserted, of any entity.
  public static let insertion = CheckedOrder(entity: nil, keys: [], nodes: [], Schema(entities: []))

  private init(entity: String?, keys: [SortKeyIR], nodes: [SortKey], _ schema: Schema) {
    (self.entity, self.keys, self.nodes, self.schema) = (entity, keys, nodes, schema)
  }

  /// The keys as canonical text, such as `population desc, name[cd]`; empty for ``insertion``.
  public var description: String { printed(nodes) }

  /// Parses and checks sort keys.
  ///
  /// - Parameters:
  ///   - text: the keys with commas between them; an empty text is an error.
  ///   - entity: the entity whose objects are sorted.
  ///   - schema: the schema that the names in the text belong to.
  ///   - limits: limits on the size of the text.
  /// - Throws: `QueryError` with every mistake in the text and its place; also for a `$parameter`, which an order does
  ///   not have.
  public init(
    parsing text: String, for entity: String, in schema: Schema, limits: Limits = Limits()
  ) throws(QueryError) {
    try self.init(text, entity, CheckedSchema(schema: schema), nil, limits)
  }

  /// Parses and checks sort keys of a stranger, which may name only what an allowance lists.
  ///
  /// - Throws: `QueryError` with every mistake in the text, and everything that is not allowed, and its place.
  public init(
    parsing text: String, for entity: String, allowing allowance: Allowance, limits: Limits = Limits()
  ) throws(QueryError) {
    try self.init(text, entity, allowance.visible, allowance, limits)
  }

  private init(
    _ text: String, _ entity: String, _ schema: CheckedSchema, _ allowance: Allowance?, _ limits: Limits
  ) throws(QueryError) {
    let source = SourceText(name: "<sort>", text)
    let parsed = Parser.parseSortKeys(source, options: ParseOptions(limits: limits.text))
    let query = QueryNode(
      entity: Identifier(entity, SourceSpan(at: 0)), sort: .keys(parsed.tree),
      span: SourceSpan(0, UInt32(truncatingIfNeeded: source.utf8.count)))
    var findings = parsed.diagnostics + (allowance?.findings(.query(query), source) ?? [])
    if !findings.contains(where: { $0.severity == .error }) {
      let result = Pipeline.check(
        .query(query), entity: entity, source: source, schema: schema, options: CheckOptions(limits: limits.values))
      findings += result.diagnostics.map { allowance?.withoutHiddenNames($0) ?? $0 }
      findings += result.query.flatMap { allowance?.findings($0, source) } ?? []
      if let parameter = result.query?.parameters.first { findings.append(.parameter(parameter, source)) }
      if let typed = result.query, !findings.contains(where: { $0.severity == .error }),
        case .keys(let keys) = Pipeline.lower(typed).sort
      {
        self.init(entity: entity, keys: keys, nodes: parsed.tree, allowance?.schema ?? schema.schema)
        return
      }
    }
    throw QueryError(findings, [source])
  }

  /// This order with the keys of another one after its own, for objects that this one leaves equal.
  ///
  /// Both must be about one entity, or about an entity and an ancestor of it; the result is about the entity of this
  /// order, if it has one.
  public func then(_ other: CheckedOrder) -> CheckedOrder {
    CheckedOrder(
      entity: entity ?? other.entity, keys: keys + other.keys, nodes: nodes + other.nodes,
      entity == nil ? other.schema : schema)
  }

  /// The opposite order: each key in the other direction, with nil at the other end. Objects with equal keys stay in
  /// insertion order.
  public var reversed: CheckedOrder {
    var result = (keys: keys, nodes: nodes)
    for index in keys.indices {
      result.keys[index].isDescending.toggle()
      result.keys[index].nullsFirst.toggle()
      let key = result.keys[index]
      result.nodes[index].direction = key.isDescending ? .descending : nil
      // nil is first ascending and last descending, unless the text says otherwise.
      result.nodes[index].nulls = key.nullsFirst == key.isDescending ? (key.nullsFirst ? .first : .last) : nil
    }
    return CheckedOrder(entity: entity, keys: result.keys, nodes: result.nodes, schema)
  }
}

extension CheckedOrder: Hashable {
  /// Whether both orders have the same keys.
  public static func == (left: CheckedOrder, right: CheckedOrder) -> Bool { left.keys == right.keys }

  /// Hashes the keys.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
  }
}

extension Diagnostic {
  /// The error for a parameter in a sort key.
  fileprivate static func parameter(_ parameter: TypedParameter, _ source: SourceText) -> Diagnostic {
    let error = CheckError.unsupported("'$\(parameter.name)' in an order", reason: "an order has no parameters")
    return Diagnostic(
      .error, DiagnosticCode(CheckCode.unsupported), stage: .check, error.message, file: source.name, at: parameter.span)
  }
}
