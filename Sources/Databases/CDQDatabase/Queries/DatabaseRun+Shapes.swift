import CDQConnections
import CDQIR
import CDQSQL
import CDQStore

// A query with shapes. All rows are read first, since those of shapes are read for all at once.
extension DatabaseRun {
  /// Gives each row of a `select` with shapes to a closure, until it returns false.
  func forEachShapedRow(_ body: ([Value]) throws(DatabaseError) -> Bool) throws(DatabaseError) {
    var limit = ResultLimit(options)
    for row in try shapedRows() {
      try limit.add(row)
      if try !body(row) { return }
    }
  }

  /// The statements for the shapes of the query, and why memory makes its rows instead.
  ///
  /// - Throws: `DatabaseError.refused` where memory cannot make them.
  func shapeStatements() throws(DatabaseError) -> (statements: [SQLStatement], refusals: [SQLRefusal]) {
    guard let shapes = ir.projection?.shapes, !shapes.isEmpty else { return ([], []) }
    var refusals: [SQLRefusal] = []
    let statements = try shaped(nil).statements(for: shapes, &refusals)
    // The objects in memory have no value of a property without a place, so that a shape that reads it has no answer.
    let missing = refusals.filter(\.isWithoutPlace)
    guard missing.isEmpty, refusals.isEmpty || options.allowsResidual else {
      throw .refused(missing.isEmpty ? refusals : missing)
    }
    return refusals.isEmpty && !query.isSuperset ? (statements, []) : ([], refusals)
  }

  private func shapedRows() throws(DatabaseError) -> [[Value]] {
    let refusals = try shapeStatements().refusals
    if refusals.isEmpty, !query.isSuperset, let projection = ir.projection {
      let connection = try connected()
      let shaped = shaped(connection)
      do throws(DatabaseError) {
        // All statements see the same data.
        return try connection.reading { () throws(DatabaseError) in try shaped.rows(of: query, projection) }
      } catch .outOfRange(let reason) {
        guard options.allowsResidual else {
          throw .refused([SQLRefusal("a value is out of the database's range: \(reason)")])
        }
      }
    }
    return try shapedInMemory(refusals)
  }

  /// The rows that memory makes of the objects of the query, which the database finds, and of what they are related to.
  private func shapedInMemory(_ refusals: [SQLRefusal]) throws(DatabaseError) -> [[Value]] {
    var objects = ir
    objects.projection = nil
    var rest = ir
    (rest.predicate, rest.sort, rest.limit, rest.offset) = (.constant(true), .keys([]), nil, nil)
    (rest.limitPerKey, rest.cardinality) = (nil, .many)
    let prepared: PreparedQuery<DatabaseRecord>
    do throws(ExecutionError) {
      prepared = try PreparedQuery(rest, access: access)
    } catch {
      // Objects of parameters, and all objects of an entity, are only known to a store.
      throw error == .needsStore ? .refused(refusals.isEmpty ? [beyondRange] : refusals) : .execution(error)
    }
    var records: [DatabaseRecord] = []
    try DatabaseRun(database, objects, arguments, connection, options).forEachRecord { record in
      records.append(record)
      return true
    }
    try loadRelated(of: records, for: rest)
    do throws(ExecutionError) {
      return try prepared.rows(in: records, arguments: arguments, options: options.execution)
    } catch {
      throw .execution(error)
    }
  }

  private func shaped(_ connection: (any DatabaseConnection)?) -> ShapedRows {
    ShapedRows(
      reader: reader, connection: connection, deadline: deadline, generator: generator, binding: binding,
      parameters: ir.parameters, maximumRows: options.maximumRows, maximumSteps: options.execution.maximumSteps)
  }
}
