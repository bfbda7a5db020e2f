import CDQConnections
import CDQIR
import CDQSQL
import CDQStore
import CDQValues
import Foundation

/// One run of a query on a database: its statement with the arguments bound, and the part that is left for memory.
struct DatabaseRun {
  let database: Database
  /// The query without the conditions of absent parameters.
  let ir: QueryIR
  let query: SQLQuery
  let arguments: Arguments
  let connection: (any DatabaseConnection)?
  private(set) var options: DatabaseOptions
  let access: RecordAccess<DatabaseRecord>
  private let bound: BoundQuery
  let binding: ArgumentBinding
  private let constants: QueryConstants
  let reader: ValueReader

  init(
    _ database: Database, _ ir: QueryIR, _ arguments: Arguments, _ connection: (any DatabaseConnection)?,
    _ options: DatabaseOptions
  ) throws(DatabaseError) {
    guard ir.version <= QueryIR.currentVersion else { throw .execution(.unsupportedVersion(ir.version)) }
    guard let access = database.accesses.byEntity[ir.entity] else {
      throw .execution(.wrongEntity(expected: ir.entity, found: "another schema's"))
    }
    (self.database, self.arguments, self.connection, self.access) = (database, arguments, connection, access)
    self.options = options
    // All parts of the run have one instant of `now()`.
    self.options.execution.now = options.execution.now ?? Date()
    reader = ValueReader(schema: database.schema, mapping: database.mapping, dialect: database.dialect)
    do throws(ExecutionError) {
      // The engine in memory checks the query and its arguments, so that both report the same errors.
      do throws(ExecutionError) {
        var checked = ir
        if checked.cardinality == .one { checked.cardinality = .many }
        let prepared = try PreparedQuery(checked, access: access)
        _ = try prepared.count(in: [], arguments: arguments, options: self.options.execution)
      } catch .needsStore {}
      binding = try ArgumentBinding(arguments, to: ir.parameters, limits: options.execution.limits)
      let reduced = ir.removing(absent: binding.absent)
      self.ir = reduced
      bound = BoundQuery(
        ir: reduced, sortKeys: try binding.sortKeys(of: ir), limit: try binding.count(ir.limit, of: ir),
        offset: try binding.count(ir.offset, of: ir), keyLimit: try binding.count(ir.limitPerKey?.count, of: ir))
    } catch {
      throw .execution(error)
    }
    constants = QueryConstants(
      schema: database.schema, ir: ir, binding: binding, arguments: arguments, options: self.options.execution,
      access: access)
    do throws(SQLRefusal) {
      query = try SQLGenerator(
        schema: database.schema, mapping: database.mapping, dialect: database.dialect, constants: constants
      ).statement(for: bound)
    } catch {
      throw .refused([error])
    }
  }

  func generator() -> SQLGenerator {
    SQLGenerator(
      schema: database.schema, mapping: database.mapping, dialect: database.dialect, constants: constants)
  }

  var deadline: ContinuousClock.Instant? { options.execution.deadline }

  func connected() throws(DatabaseError) -> any DatabaseConnection {
    guard let connection else { throw .cannotConnect("there is no connection") }
    return connection
  }

  // MARK: Results

  /// Gives each object of the result to a closure, until it returns false.
  func forEachRecord(_ body: (DatabaseRecord) throws(DatabaseError) -> Bool) throws(DatabaseError) {
    var given = 0
    var limit = ResultLimit(options)
    func give(_ record: DatabaseRecord) throws(DatabaseError) -> Bool {
      try limit.add(record.values)
      given += 1
      return try body(record)
    }
    if !query.isSuperset {
      do throws(DatabaseError) {
        return try read(query) { row throws(DatabaseError) in
          guard let shape = query.object,
            let record = try reader.record(row, shape, query.outputs, query.statement.columns)
          else { return true }
          return try give(record)
        }
      } catch .outOfRange {
        // Another way gives the same objects in the same order.
      }
    }
    var rest = given
    try forEachMatch { record throws(DatabaseError) in
      rest -= 1
      return rest >= 0 ? true : try give(record)
    }
  }

  /// The objects of the result as values of the caller's type.
  func values<T: Decodable>(_ type: T.Type) throws -> [T] {
    guard !query.isSuperset, options.maximumBytes == nil, query.object != nil else { return try records(as: type) }
    var values: [T] = []
    // What the type refuses, which ends the run, too.
    var refusal: (any Error)?
    var limit = ResultLimit(options)
    let properties = RowProperties(query, reader)
    do throws(DatabaseError) {
      try read(query, isStreamed: options.maximumRows != nil) { row throws(DatabaseError) in
        try limit.addRow()
        properties.row = row
        do {
          values.append(try T(from: PropertyDecoder(source: properties)))
        } catch {
          refusal = error
        }
        return refusal == nil
      }
    } catch .outOfRange {
      return try records(as: type)
    }
    if let refusal { throw refusal }
    return values
  }

  private func records<T: Decodable>(as type: T.Type) throws -> [T] {
    var records: [DatabaseRecord] = []
    try forEachRecord { record throws(DatabaseError) in
      records.append(record)
      return true
    }
    return try records.map { try $0.decode(type) }
  }

  /// Gives each row of a `select` to a closure, until it returns false.
  func forEachRow(_ body: ([Value]) throws(DatabaseError) -> Bool) throws(DatabaseError) {
    if ir.projection?.shapes.isEmpty == false { return try forEachShapedRow(body) }
    var given = 0
    var limit = ResultLimit(options)
    if !query.isSuperset {
      do throws(DatabaseError) {
        return try read(query) { row throws(DatabaseError) in
          var values: [Value] = []
          values.reserveCapacity(query.outputs.count)
          for output in query.outputs {
            let column = if case .value(let column) = output.content { column } else { -1 }
            // A sum with more digits than a Decimal has is rounded in memory.
            if column >= 0, query.statement.columns[column].type == .decimal, case .text(let digits) = row.datum(at: column),
              digits != "NaN", DecimalText.decimal(from: digits) == nil
            {
              throw .outOfRange("more than 38 digits")
            }
            values.append(try reader.value(row, output, query.statement.columns))
          }
          try limit.add(values)
          given += 1
          return try body(values)
        }
      } catch .outOfRange {}
    }
    for row in try rowsInMemory().dropFirst(given) {
      try limit.add(row)
      if try !body(row) { return }
    }
  }

  /// The rows of a `select` that memory makes of candidates.
  private func rowsInMemory() throws(DatabaseError) -> [[Value]] {
    var candidates: [DatabaseRecord] = []
    var all = ir
    try withCandidates { query throws(DatabaseError) in
      candidates = try self.candidates(query)
      all = rest(of: query)
    }
    do throws(ExecutionError) {
      if all.cardinality == .one { all.cardinality = .many }
      return try PreparedQuery(all, access: access).rows(in: candidates, arguments: arguments, options: options.execution)
    } catch {
      throw .execution(error)
    }
  }

  /// The number of objects of a `count` query; for `exists` 0 or 1.
  func count() throws(DatabaseError) -> Int {
    if !query.isSuperset {
      do throws(DatabaseError) {
        var count = 0
        try read(query) { row throws(DatabaseError) in
          count = row.datum(at: 0).integer.map { Int($0) } ?? 0
          return true
        }
        return count
      } catch .outOfRange {}
    }
    var count = 0
    try forEachMatch { _ throws(DatabaseError) in
      count += 1
      return true
    }
    return count
  }

  private func read(
    _ query: SQLQuery, isStreamed: Bool = true, _ row: (SQLRow) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try connected().read(query.statement, deadline: deadline, isStreamed: isStreamed, row: row)
  }

  // MARK: In memory

  /// The statement of candidates.
  ///
  /// - Parameter isSafe: Whether to leave out what has stopped the database with an error.
  private func candidateQuery(isSafe: Bool) throws(DatabaseError) -> SQLQuery {
    guard options.allowsResidual else { throw .refused(query.reasons) }
    if query.isSuperset, !isSafe { return query }
    do throws(SQLRefusal) {
      return try generator().allCandidates(for: bound)
    } catch {
      throw .refused([error])
    }
  }

  /// Why a query whose statement has no other fault is not repeated in memory.
  var beyondRange: SQLRefusal {
    var missing = "the objects that are arguments"
    for root in ir.nodes {
      root.walk { node in
        if case .collection(.objects(let entity)) = node { missing = "all objects of '\(entity)'" }
        return true
      }
    }
    return SQLRefusal("a value is out of the database's range, and memory would need \(missing)")
  }

  /// Runs `body` with a statement of candidates, and once more if a value is out of the database's range.
  private func withCandidates(_ body: (SQLQuery) throws(DatabaseError) -> Void) throws(DatabaseError) {
    do throws(ExecutionError) {
      // Objects of parameters, and all objects of an entity, are only known to a store.
      _ = try PreparedQuery(ir, access: access)
    } catch {
      guard error == .needsStore else { throw .execution(error) }
      throw .refused(query.reasons.isEmpty ? [beyondRange] : query.reasons)
    }
    if query.isSuperset {
      do throws(DatabaseError) {
        return try body(try candidateQuery(isSafe: false))
      } catch .outOfRange {}
    }
    try body(try candidateQuery(isSafe: true))
  }

  /// What memory does with the candidates of a statement.
  private func rest(of query: SQLQuery) -> QueryIR {
    var rest = ir
    if query.hasExactCondition { rest.predicate = .constant(true) }
    return rest
  }

  /// Reads the candidates, with all objects that the query follows relationships to.
  private func candidates(_ query: SQLQuery) throws(DatabaseError) -> [DatabaseRecord] {
    var records: [DatabaseRecord] = []
    try forEachCandidate(query) { record throws(DatabaseError) in
      records.append(record)
      return true
    }
    try loadRelated(of: records, for: rest(of: query))
    return records
  }

  private func forEachCandidate(
    _ query: SQLQuery, _ body: (DatabaseRecord) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    var count = 0
    try read(query) { row throws(DatabaseError) in
      count += 1
      guard count <= options.maximumCandidates else {
        throw .tooManyCandidates(limit: options.maximumCandidates, reasons: query.reasons)
      }
      guard let shape = query.object,
        let record = try reader.record(row, shape, query.outputs, query.statement.columns)
      else { return true }
      return try body(record)
    }
  }

  func loadRelated(of records: [DatabaseRecord], for ir: QueryIR) throws(DatabaseError) {
    let followed = FollowedRelationships(ir)
    if followed.depth == 0 { return }
    var graph = RecordGraph(
      schema: database.schema, followed: followed, related: try related(), limit: options.maximumCandidates)
    try graph.load(from: records)
  }

  /// The reader of the objects that relationships lead to.
  func related() throws(DatabaseError) -> RelatedObjects {
    RelatedObjects(reader: reader, connection: try connected(), deadline: deadline, generator: generator)
  }

  /// Gives each object that the query finds in memory to a closure, within its window.
  private func forEachMatch(_ body: (DatabaseRecord) throws(DatabaseError) -> Bool) throws(DatabaseError) {
    var given = 0
    try withCandidates { query throws(DatabaseError) in
      // Other candidates have the same matches, of which some may have been given.
      var rest = given
      try forEachMatch(among: query) { record throws(DatabaseError) in
        if rest > 0 {
          rest -= 1
          return true
        }
        given += 1
        return try body(record)
      }
    }
  }

  private func forEachMatch(
    among query: SQLQuery, _ body: (DatabaseRecord) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    var all = rest(of: query)
    if query.isOrdered, all.limitPerKey == nil, FollowedRelationships(all).depth == 0 { return try streamMatches(query, body) }
    let records = try candidates(query)
    all.cardinality = .many
    // The database has sorted them.
    if query.isOrdered { all.sort = .keys([]) }
    let found: [DatabaseRecord]
    do throws(ExecutionError) {
      found = try PreparedQuery(all, access: access).records(
        in: records, arguments: arguments, options: options.execution)
    } catch {
      throw .execution(error)
    }
    for record in found.prefix(bound.wanted ?? .max) where try !body(record) { return }
  }

  /// Tests candidates as they come, in their order, and stops when there are enough.
  private func streamMatches(
    _ query: SQLQuery, _ body: (DatabaseRecord) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    var skipped = bound.offset ?? 0
    var left = bound.wanted ?? .max
    if left == 0 { return }
    let test: (DatabaseRecord) throws(ExecutionError) -> Bool
    do throws(ExecutionError) {
      test = try PreparedQuery(rest(of: query), access: access).test(arguments: arguments, options: options.execution)
    } catch {
      throw .execution(error)
    }
    try forEachCandidate(query) { record throws(DatabaseError) in
      do throws(ExecutionError) {
        guard try test(record) else { return true }
      } catch {
        throw .execution(error)
      }
      if skipped > 0 {
        skipped -= 1
        return true
      }
      left -= 1
      return try body(record) && left > 0
    }
  }
}

/// Counts the rows and bytes of a result.
struct ResultLimit {
  private let rows: Int?
  private let bytes: Int?
  private var rowCount = 0
  private var byteCount = 0

  init(_ options: DatabaseOptions) {
    (rows, bytes) = (options.maximumRows, options.maximumBytes)
  }

  mutating func add(_ values: [String: Value]) throws(DatabaseError) {
    try addRow()
    guard let bytes else { return }
    for value in values.values { byteCount += ResultLimit.size(value) }
    guard byteCount <= bytes else { throw .tooManyBytes(limit: bytes) }
  }

  mutating func add(_ values: [Value]) throws(DatabaseError) {
    try addRow()
    guard let bytes else { return }
    for value in values { byteCount += ResultLimit.size(value) }
    guard byteCount <= bytes else { throw .tooManyBytes(limit: bytes) }
  }

  mutating func addRow() throws(DatabaseError) {
    rowCount += 1
    if let rows, rowCount > rows { throw .tooManyRows(limit: rows) }
  }

  private static func size(_ value: Value) -> Int {
    switch value {
    case .string(let text): text.utf8.count
    case .data(let data): data.count
    case .url(let url): url.absoluteString.utf8.count
    case .list(let values): values.reduce(8) { $0 + size($1) }
    case .null, .bool, .int, .double, .decimal, .date, .duration, .uuid, .object: 8
    }
  }
}
