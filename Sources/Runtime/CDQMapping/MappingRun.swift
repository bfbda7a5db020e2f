import CDQIR
package import CDQStore
import CDQLoading
package import Foundation

extension ObjectImporter {
  /// Applies a mapping to a response, as `Store.apply` does.
  package mutating func apply(
    _ mapping: PreparedMapping, _ response: Data, _ arguments: Arguments, _ page: MappingPage?,
    _ transforms: [String: MappingTransform], _ policy: MappingErrorPolicy, _ progress: (MappingProgress) -> Void
  ) throws -> MappingReport {
    guard mapping.layout.schema == layout.schema else {
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
    var run = MappingRun(mapping, context, page, policy, self)
    try run.read(response, progress)
    try run.finish()
    self = run.importer
    return run.report
  }
}

/// One application of a mapping.
struct MappingRun<Target: ImportTarget> {
  let mapping: PreparedMapping
  let context: MappingContext
  let page: MappingPage?
  let policy: MappingErrorPolicy
  var importer: ObjectImporter<Target>
  var report = MappingReport()
  /// The objects of the records in the response.
  private var present: Set<Target.Row> = []
  private var count = 0

  init(
    _ mapping: PreparedMapping, _ context: MappingContext, _ page: MappingPage?, _ policy: MappingErrorPolicy,
    _ importer: ObjectImporter<Target>
  ) {
    self.mapping = mapping
    self.context = context
    self.page = page
    self.policy = policy
    self.importer = importer
  }

  private var rule: PreparedRule { mapping.rules[0] }

  // MARK: Records

  mutating func read(_ response: Data, _ progress: (MappingProgress) -> Void) throws {
    var run = self
    var reader = ObjectReader(importer.layout, rules: mapping.rules, context: context)
    try RecordScanner.scan(response, at: rule.ir.root) { json, path, end in
      reader.begin(at: path)
      do {
        try run.take(json, path, &reader)
      } catch let error as DecodeError {
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

  private mutating func take(_ json: JSONValue, _ path: [JSONStep], _ reader: inout ObjectReader) throws {
    let object = try reader.read(json, rule.entity, rule: 0, index: count)
    if let filter = rule.filter, try !reader.keeps(filter, object) {
      report.skipped += 1
      return
    }
    importer.path = path
    present.insert(try importer.store(object))
  }

  // MARK: The end

  mutating func finish() throws {
    try importer.connectPending()
    try lookUp()
    try importer.checkRequired()
    report.errors += importer.failures
    if policy == .stop, let error = report.errors.first { throw error }
    if report.errors.isEmpty { try deleteVanished() }
    var seen: Set<Target.Row> = []
    func keys(_ rows: [Target.Row]) throws -> [ObjectKey] {
      // An object that was deleted again is in no list.
      try importer.target.keys(of: rows.filter { seen.insert($0).inserted })
    }
    report.inserted = try keys(importer.inserted)
    report.updated = try keys(importer.updated)
    report.unchanged = try keys(importer.unchanged)
  }

  /// Fills relationships by their queries, which see all objects, those of the response included.
  private mutating func lookUp() throws {
    var found: [(row: Target.Row, slot: Int, targets: [Target.Row])] = []
    for (row, number) in importer.lookups {
      let entity = importer.layout.entities[importer.target.entity(of: row)]
      for lookup in mapping.rules[number].lookups {
        guard let slot = entity.relationshipSlots[lookup.property] else { continue }
        found.append((row, slot, try objects(lookup.query, for: row, entity)))
      }
    }
    for (row, slot, targets) in found {
      let entity = importer.layout.entities[importer.target.entity(of: row)]
      let isToMany = entity.relationships[slot].relationship.isToMany
      importer.path = rule.ir.root
      try importer.connect(row, slot, to: isToMany ? targets : Array(targets.prefix(1)))
    }
  }

  private func objects(
    _ query: PreparedStoreQuery, for row: Target.Row, _ entity: StoreLayout.EntityLayout
  ) throws -> [Target.Row] {
    var arguments = Arguments()
    for parameter in query.ir.parameters {
      if entity.attributeSlots[parameter.name] != nil {
        let value = try importer.target.values(of: parameter.name, of: [row])[0]
        // A comparison with nil finds nothing.
        if value.isNull, !parameter.type.isOptional { return [] }
        arguments[parameter.name] = value
      } else {
        arguments[parameter.name] = context.arguments[parameter.name]
      }
    }
    return try rows(query, arguments)
  }

  private func rows(_ query: PreparedStoreQuery, _ arguments: Arguments) throws -> [Target.Row] {
    do {
      return try importer.target.rows(of: query, arguments)
    } catch let error as ExecutionError {
      throw DecodeError(.invalidValue, at: rule.ir.root, "\(error)")
    }
  }

  /// Deletes the objects of the scope that the response lacks.
  private mutating func deleteVanished() throws {
    guard let scope = rule.scope else { return }
    let vanished = try onPage(
      rows(scope, context.arguments.only(scope.ir.parameters)).filter { !present.contains($0) })
    guard !vanished.isEmpty else { return }
    let keys = try importer.target.keys(of: vanished)
    do {
      try importer.target.delete(vanished)
      report.deleted = keys
    } catch let error as StoreError {
      throw DecodeError(error, at: rule.ir.root)
    }
  }

  /// The objects that would be on the requested page. The last page, which has fewer records than its limit, has no end.
  private func onPage(_ rows: [Target.Row]) throws -> [Target.Row] {
    guard let page else { return rows }
    guard let sequence = rule.ir.fields.first(where: { $0.source == .index })?.property else { return [] }
    let numbers = try importer.target.values(of: sequence, of: rows)
    return zip(rows, numbers).compactMap { row, value in
      guard case .int(let number) = value, number >= page.offset,
        count < page.limit || number - Int64(page.offset) < page.limit
      else { return nil }
      return row
    }
  }
}
