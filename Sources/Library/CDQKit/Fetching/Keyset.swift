import CDQIR
import CDQRuntime
import Foundation

/// The sort keys of a paged result: those of an order, and then the identity, so that no two objects are equal.
struct Keyset {
  let keys: [SortKeyIR]
  private let entity: String
  private let schema: Schema

  /// - Parameter order: The sort keys, of the entity or of an ancestor of it.
  /// - Throws: `ExecutionError.malformedQuery` when the entity has no identity, or an order depends on a locale.
  init(_ entity: String, _ schema: Schema, _ order: [SortKeyIR]) throws(ExecutionError) {
    if order.contains(where: { $0.options.contains(.localeSensitive) }) {
      throw .malformedQuery("pages cannot be sorted with [l], since their order must not depend on the reader")
    }
    let identity = schema.identity(of: entity)
    if identity.isEmpty {
      throw .malformedQuery("'\(entity)' has no identity: a page needs a @unique attribute to go on from")
    }
    self.entity = entity
    self.schema = schema
    keys = order + identity.map { attribute in
      let path = PathIR(
        variable: 0, steps: [StepIR(attribute.name, .attribute, of: entity)], type: attribute.optionalType)
      return SortKeyIR(name: attribute.name, expression: .path(path), nullsFirst: true)
    }
  }

  /// A column for each key, from which a cursor is made.
  var columns: [ProjectionIR.Item] {
    keys.enumerated().map { index, key in
      ProjectionIR.Item(
        name: "k\(index)", expression: key.expression, type: OptionalType(key.expression.type, isOptional: true))
    }
  }

  /// The place after an object.
  func cursor(at record: StoredRecord) throws(ExecutionError) -> PageCursor {
    let query = QueryIR(
      entity: entity, predicate: isIdentical(to: record.identityValues),
      projection: ProjectionIR(isGrouped: false, items: columns))
    guard case .rows(let rows) = try record.snapshot.run(PreparedStoreQuery(query, schema: schema)),
      let values = rows.first
    else { throw .notFound(entity: entity) }
    return PageCursor(values)
  }

  private func isIdentical(to values: [Value]) -> PredicateIR {
    .and(zip(keys.suffix(values.count), values).map { key, value in
      .comparison(ComparisonIR(.equal, key.expression, .literal(value, key.expression.type)))
    })
  }

  /// The condition that is true for the objects after a place.
  ///
  /// - Throws: `ExecutionError.malformedCursor` when the cursor belongs to another order.
  func condition(after cursor: PageCursor) throws(ExecutionError) -> PredicateIR {
    guard cursor.values.count == keys.count else { throw Keyset.otherOrder }
    var values: [Value] = []
    for (value, key) in zip(cursor.values, keys) {
      guard let fitting = value.isNull ? value : value.widened(to: key.expression.type) else { throw Keyset.otherOrder }
      values.append(fitting)
    }
    var alternatives: [PredicateIR] = []
    var equal: [PredicateIR] = []
    for (key, value) in zip(keys, values) {
      if let later = after(value, key) { alternatives.append(.and(equal + [later])) }
      equal.append(same(value, key))
    }
    return .or(alternatives)
  }

  private static let otherOrder = ExecutionError.malformedCursor("the cursor belongs to a page with another order")

  /// The condition that a key comes after a value; nil when none can be.
  private func after(_ value: Value, _ key: SortKeyIR) -> PredicateIR? {
    let isNull = PredicateIR.isNull(key.expression)
    if value.isNull { return key.nullsFirst ? .not(isNull) : nil }
    var parts: [PredicateIR] = []
    if !key.nullsFirst { parts.append(isNull) }
    // NaN follows every number.
    if value.isNaN {
      if key.isDescending { parts.append(.and([.not(isNull), .not(isNaN(key))])) }
    } else {
      let literal = ExpressionIR.literal(value, key.expression.type)
      parts.append(
        .comparison(
          ComparisonIR(key.isDescending ? .less : .greater, key.expression, literal, options: key.options)))
      if !key.isDescending, key.expression.type.isFloating { parts.append(isNaN(key)) }
    }
    return parts.isEmpty ? nil : .or(parts)
  }

  /// The condition that a key is equal to a value.
  private func same(_ value: Value, _ key: SortKeyIR) -> PredicateIR {
    if value.isNull { return .isNull(key.expression) }
    if value.isNaN { return isNaN(key) }
    return .comparison(
      ComparisonIR(.equal, key.expression, .literal(value, key.expression.type), options: key.options))
  }

  private func isNaN(_ key: SortKeyIR) -> PredicateIR {
    .comparison(ComparisonIR(.notEqual, key.expression, key.expression))
  }
}

extension Value {
  fileprivate var isNaN: Bool {
    switch self {
    case .double(let number), .duration(let number): number.isNaN
    case .decimal(let number): number.isNaN
    default: false
    }
  }
}

extension ValueType {
  fileprivate var isFloating: Bool {
    switch self {
    case .float, .double, .duration, .decimal: true
    default: false
    }
  }
}
