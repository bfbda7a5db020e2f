public import CDQIR
import CDQValues

/// Reading objects as generated structs. Objects of sub-entities are included.
extension StoreReader {
  /// All objects, in insertion order.
  ///
  /// - Throws: `ExecutionError.schemaMismatch` when the reader's schema has other properties than the generated code.
  public func all<Model: StoredModel>(_ model: Model.Type = Model.self) throws(ExecutionError) -> [Model] {
    try Model.check(schema)
    return try Model.models(of: data(of: Model.entityName).records(of: Model.entityName))
  }

  /// The number of objects, including those of sub-entities.
  public func count<Model: StoredModel>(_ model: Model.Type) -> Int {
    data(of: Model.entityName).count(of: Model.entityName)
  }

  /// A page of the objects in a sort order.
  ///
  /// - Parameters:
  ///   - order: The sort keys, most significant first. Objects with equal keys are in insertion order.
  ///   - offset: The number of objects to skip.
  ///   - limit: The greatest number of objects to return; nil for all.
  /// - Throws: `ExecutionError.schemaMismatch`; `.negativeCount` for a negative offset or limit.
  public func page<Model: StoredModel>(
    _ model: Model.Type = Model.self, order: [ModelOrder<Model>] = [], offset: Int = 0, limit: Int? = nil
  ) throws(ExecutionError) -> [Model] {
    try Model.check(schema)
    for (name, count) in [("offset", offset), ("limit", limit ?? 0)] where count < 0 {
      throw .negativeCount(name: name, value: Int64(count))
    }
    let keys = try order.map { key throws(ExecutionError) in try key.sortKey(in: schema) }
    let query = try PreparedStoreQuery(
      QueryIR(
        entity: Model.entityName, sort: .keys(keys), limit: limit.map { .constant($0) },
        offset: offset > 0 ? .constant(offset) : nil), schema: schema)
    return try Model.models(of: data(for: query).find(query))
  }

  /// The object with an identity; nil when there is none.
  ///
  /// - Parameter identity: The values of the identifying attributes, in their order.
  /// - Throws: `ExecutionError.schemaMismatch`, as `all(_:)` does.
  public func find<Model: StoredModel>(
    _ model: Model.Type = Model.self, identity: [Value]
  ) throws(ExecutionError) -> Model? {
    try Model.check(schema)
    let state = data(of: Model.entityName).state
    guard let entity = state.layout.index(of: Model.entityName), let key = UniqueKey(identity),
      let row = state.find(entity, identity: key)
    else { return nil }
    return try Model.models(of: StoredRecords(Snapshot(state), [row])).first
  }

  /// The object with a key; nil when there is none, or when it is of another entity.
  ///
  /// - Throws: `ExecutionError.schemaMismatch`, as `all(_:)` does.
  public func find<Model: StoredModel>(
    _ model: Model.Type = Model.self, key: ObjectKey
  ) throws(ExecutionError) -> Model? {
    try Model.check(schema)
    let data = data(of: Model.entityName)
    guard let entity = data.state.layout.index(of: Model.entityName), let row = data.state.find(key),
      data.state.layout.isKind(Int(row.entity), of: entity)
    else { return nil }
    return try Model.models(of: StoredRecords(data, [row])).first
  }
}

extension StoredModel {
  /// Copies of stored objects.
  package static func models(of records: some RandomAccessCollection<StoredRecord>) throws(ExecutionError) -> [Self] {
    var result: [Self] = []
    result.reserveCapacity(records.count)
    do throws(StoreError) {
      for record in records { result.append(try Self(stored: record)) }
    } catch {
      throw .refused(error)
    }
    return result
  }
}

extension ModelOrder {
  fileprivate func sortKey(in schema: Schema) throws(ExecutionError) -> SortKeyIR {
    guard case .attribute(let found)? = schema.property(named: attribute, of: Model.entityName) else {
      throw .unknownProperty(entity: Model.entityName, name: attribute)
    }
    let path = PathIR(
      variable: 0, steps: [StepIR(attribute, .attribute, of: Model.entityName)],
      type: OptionalType(found.type, isOptional: found.isOptional))
    return SortKeyIR(
      name: attribute, expression: .path(path), options: options, isDescending: isDescending,
      nullsFirst: !isDescending)
  }
}
