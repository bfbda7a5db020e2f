import CDQIR
import CDQStore
import CDQLoading
public import Foundation

extension Store {
  /// Applies a mapping to a JSON response: inserts, updates and deletes objects, in one transaction.
  ///
  /// - Parameters:
  ///   - mapping: the mapping, prepared for the schema of this store.
  ///   - response: the JSON text in UTF-8.
  ///   - arguments: the values of the mapping's parameters, by name without the `$`.
  ///   - page: the part of all records that the response has; nil when it has all. Numbers by `@index` start at its
  ///     offset, and of the scope only objects whose numbers are on the page can be deleted.
  ///   - transforms: the functions that the mapping names behind `as`.
  ///   - onError: the treatment of the other records when one has an error. A record with a wrong value is refused with
  ///     everything in it. When a record is refused while it is read or stored, nothing of the scope is
  ///     deleted, since it is unknown which object it was.
  ///   - progress: called every 256 records and at the end.
  /// - Throws: `DecodeError` when the response is no JSON of the expected shape, an argument is wrong, the store has
  ///   another schema, or, with `.stop`, for the first record with an error. The store is then unchanged.
  /// - Returns: the changes, and the errors of the records that were refused.
  @discardableResult
  public func apply(
    _ mapping: PreparedMapping, response: Data, arguments: Arguments = [:], page: MappingPage? = nil,
    transforms: [String: MappingTransform] = [:], onError: MappingErrorPolicy = .skip,
    progress: (MappingProgress) -> Void = { _ in }
  ) throws(DecodeError) -> MappingReport {
    guard mapping.layout.schema == schema else {
      throw DecodeError(.unknownEntity, "the mapping '\(mapping.ir.rules[0].name)' was made for another schema")
    }
    var context = MappingContext(offset: page?.offset ?? 0, transforms: transforms)
    do throws(ExecutionError) {
      let bound = try ArgumentBinding(arguments, to: mapping.ir.parameters)
      for (index, parameter) in mapping.ir.parameters.enumerated() where !bound.absent.contains(index) {
        context.arguments[parameter.name] = bound.values[index]
      }
    } catch {
      throw DecodeError(.invalidValue, "\(error)")
    }
    return try importing { importer throws(DecodeError) in
      var run = MappingRun(mapping, context, page, onError, importer)
      try run.read(response, progress)
      try run.finish()
      importer = run.importer
      return run.report
    }
  }
}

/// One application of a mapping.
private struct MappingRun {
  let mapping: PreparedMapping
  let context: MappingContext
  let page: MappingPage?
  let policy: MappingErrorPolicy
  var importer: ObjectImporter
  var report = MappingReport()
  /// The objects of the records in the response.
  private var present: Set<RowReference> = []
  private var count = 0

  init(
    _ mapping: PreparedMapping, _ context: MappingContext, _ page: MappingPage?, _ policy: MappingErrorPolicy,
    _ importer: ObjectImporter
  ) {
    self.mapping = mapping
    self.context = context
    self.page = page
    self.policy = policy
    self.importer = importer
  }

  private var rule: PreparedRule { mapping.rules[0] }

  // MARK: Records

  mutating func read(_ response: Data, _ progress: (MappingProgress) -> Void) throws(DecodeError) {
    var run = self
    var reader = ObjectReader(importer.layout, rules: mapping.rules, context: context)
    try RecordScanner.scan(response, at: rule.ir.root) { json, path, end throws(DecodeError) in
      reader.begin(at: path)
      do throws(DecodeError) {
        try run.take(json, path, &reader)
      } catch {
        if run.policy == .stop { throw error }
        run.report.errors.append(error)
      }
      run.count += 1
      if run.count % 256 == 0 {
        progress(MappingProgress(records: run.count, fraction: Double(end) / Double(max(1, response.count))))
      }
    }
    self = run
    report.skipped += reader.skipped
    progress(MappingProgress(records: count, fraction: 1))
  }

  private mutating func take(_ json: JSONValue, _ path: [JSONStep], _ reader: inout ObjectReader) throws(DecodeError) {
    let object = try reader.read(json, rule.entity, rule: 0, index: count)
    if let filter = rule.filter, try !reader.keeps(filter, object) {
      report.skipped += 1
      return
    }
    importer.path = path
    present.insert(try importer.store(object))
  }

  // MARK: The end

  mutating func finish() throws(DecodeError) {
    importer.connectPending()
    try lookUp()
    importer.checkRequired()
    report.errors += importer.failures
    if policy == .stop, let error = report.errors.first { throw error }
    if report.errors.isEmpty { try deleteVanished() }
    let state = importer.transaction.pending.state
    var seen: Set<RowReference> = []
    func keys(_ rows: [RowReference]) -> [ObjectKey] {
      rows.filter { state.isLive($0) && seen.insert($0).inserted }.map { state.key(of: $0) }
    }
    report.inserted = keys(importer.inserted)
    report.updated = keys(importer.updated)
    report.unchanged = keys(importer.unchanged)
  }

  /// Fills relationships by their queries, which see all objects, those of the response included.
  private mutating func lookUp() throws(DecodeError) {
    var found: [(row: RowReference, slot: Int, targets: [RowReference])] = []
    let snapshot = Snapshot(importer.transaction.pending.state)
    for (row, number) in importer.lookups {
      let entity = importer.layout.entities[Int(row.entity)]
      for lookup in mapping.rules[number].lookups {
        guard let slot = entity.relationshipSlots[lookup.property] else { continue }
        found.append((row, slot, try objects(lookup.query, for: row, in: snapshot)))
      }
    }
    for (row, slot, targets) in found {
      let isToMany = importer.layout.entities[Int(row.entity)].relationships[slot].relationship.isToMany
      importer.path = rule.ir.root
      try importer.connect(row, slot, to: isToMany ? targets : Array(targets.prefix(1)))
    }
  }

  private func objects(
    _ query: PreparedStoreQuery, for row: RowReference, in snapshot: Snapshot
  ) throws(DecodeError) -> [RowReference] {
    let entity = importer.layout.entities[Int(row.entity)]
    var arguments = Arguments()
    for parameter in query.ir.parameters {
      if let slot = entity.attributeSlots[parameter.name] {
        let value = snapshot.state.value(row, slot)
        // A comparison with nil finds nothing.
        if value.isNull, !parameter.type.isOptional { return [] }
        arguments[parameter.name] = value
      } else {
        arguments[parameter.name] = context.arguments[parameter.name]
      }
    }
    return try rows(query, arguments, in: snapshot)
  }

  private func rows(
    _ query: PreparedStoreQuery, _ arguments: Arguments, in snapshot: Snapshot
  ) throws(DecodeError) -> [RowReference] {
    do throws(ExecutionError) {
      return try snapshot.rows(of: query, arguments, snapshot.finding(ExecutionOptions()))
    } catch {
      throw DecodeError(.invalidValue, at: rule.ir.root, "\(error)")
    }
  }

  /// Deletes the objects of the scope that the response lacks.
  private mutating func deleteVanished() throws(DecodeError) {
    guard let scope = rule.scope else { return }
    let snapshot = Snapshot(importer.transaction.pending.state)
    let inScope = try rows(scope, context.arguments.only(scope.ir.parameters), in: snapshot)
    let vanished = inScope.filter { !present.contains($0) && isOnPage($0, snapshot.state) }
    guard !vanished.isEmpty else { return }
    let keys = vanished.map { snapshot.state.key(of: $0) }
    do throws(StoreError) {
      _ = try importer.transaction.delete(rows: vanished)
      report.deleted = keys
    } catch {
      throw DecodeError(error, at: rule.ir.root)
    }
  }

  /// Whether an object would be on the requested page. The last page, which has fewer records than its limit, has no
  /// end.
  private func isOnPage(_ row: RowReference, _ state: StoreState) -> Bool {
    guard let page else { return true }
    let sequence = rule.ir.fields.first { $0.source == .index }?.property
    guard let sequence, let slot = importer.layout.entities[Int(row.entity)].attributeSlots[sequence],
      case .int(let number) = state.value(row, slot)
    else { return false }
    return number >= page.offset && (count < page.limit || number - Int64(page.offset) < page.limit)
  }
}
