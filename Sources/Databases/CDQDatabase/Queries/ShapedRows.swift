import CDQConnections
import CDQIR
import CDQSQL
import CDQStore
import CDQValues

/// Reads the rows of a query with shapes: a statement for the query, and one for each shape of a level, for all rows of
/// the level above at once.
struct ShapedRows {
  let reader: ValueReader
  /// Nil where no statement runs.
  let connection: (any DatabaseConnection)?
  let deadline: ContinuousClock.Instant?
  let generator: () -> SQLGenerator
  let binding: ArgumentBinding
  let parameters: [ParameterIR]
  /// The greatest number of related rows that are read.
  let limit: Int

  /// The rows of a level as they are read.
  private struct Level {
    var rows: [[Value]] = []
    /// By shape, and then by row: the key of the object that has the relationship.
    var owners: [[[SQLDatum]]]
    /// The number of the owner's key for each row, as `Owners` numbers them.
    var numbers: [Int] = []

    init(shapeCount: Int) { owners = [[[SQLDatum]]](repeating: [], count: shapeCount) }
  }

  /// The rows of a statement with the rows of its shapes.
  ///
  /// - Throws: `DatabaseError`; `.refused` where a shape has no exact SQL.
  func rows(of query: SQLQuery, _ projection: ProjectionIR) throws(DatabaseError) -> [[Value]] {
    var level = Level(shapeCount: projection.shapes.count)
    try read(query, into: &level) { _ in nil }
    var count = 0
    try add(projection.shapes, to: &level, &count)
    return level.rows
  }

  /// The statements for shapes, each for the related objects of one object, outer ones first.
  ///
  /// - Throws: `DatabaseError.refused` where a shape has no exact SQL.
  func statements(for shapes: [ShapeIR]) throws(DatabaseError) -> [SQLStatement] {
    var result: [SQLStatement] = []
    for shape in shapes {
      let keyCount = shape.steps.last.flatMap { reader.mapping.entities[$0.entity]?.key.count } ?? 1
      let bound = try bound(shape)
      do throws(SQLRefusal) {
        let owner = [SQLDatum](repeating: .int(1), count: keyCount)
        result.append(try generator().related(in: bound, owners: [owner], count: 1).statement)
      } catch {
        throw .refused([error])
      }
      result += try statements(for: shape.projection.shapes)
    }
    return result
  }

  /// - Parameter number: The number of a row's owner; nil for the rows of the query, which have none.
  private func read(
    _ query: SQLQuery, into level: inout Level, _ number: (SQLRow) -> Int?
  ) throws(DatabaseError) {
    var read = level
    level = Level(shapeCount: 0)
    defer { level = read }
    guard let connection else { throw .cannotConnect("there is no connection") }
    try connection.read(query.statement, deadline: deadline, isStreamed: false) { row throws(DatabaseError) in
      var values: [Value] = []
      values.reserveCapacity(query.outputs.count + query.owners.count)
      for output in query.outputs { values.append(try reader.value(row, output, query.statement.columns)) }
      read.rows.append(values)
      if let number = number(row) { read.numbers.append(number) }
      for (shape, columns) in query.owners.enumerated() {
        read.owners[shape].append(columns.map { row.datum(at: $0) })
      }
      return true
    }
  }

  /// Inserts the values of shapes into the rows of a level.
  private func add(_ shapes: [ShapeIR], to level: inout Level, _ count: inout Int) throws(DatabaseError) {
    for (place, shape) in shapes.enumerated() {
      let owners = Owners(level.owners[place])
      let related = try relatedRows(shape, owners, &count)
      for (row, number) in owners.numbers.enumerated() {
        let rows = number.map { related[$0] } ?? []
        level.rows[row].insert(shape.isToMany ? .list(rows) : rows.first ?? .null, at: shape.position)
      }
    }
  }

  /// The rows of a shape by the numbers of their owners.
  private func relatedRows(_ shape: ShapeIR, _ owners: Owners, _ count: inout Int) throws(DatabaseError) -> [[Value]] {
    var result = [[Value]](repeating: [], count: owners.keys.count)
    let bound = try bound(shape)
    guard bound.limit != 0 else { return result }
    var rest = owners.keys[...]
    while !rest.isEmpty {
      // Few sizes of lists make few texts, which the database prepares once.
      let size = Self.sizes.first { $0 >= rest.count } ?? Self.sizes[Self.sizes.count - 1]
      let part = rest.prefix(size)
      rest = rest.dropFirst(size)
      var level = Level(shapeCount: shape.projection.shapes.count)
      let query: SQLQuery
      do throws(SQLRefusal) {
        query = try generator().related(in: bound, owners: Array(part), count: size)
      } catch {
        throw .refused([error])
      }
      let keyCount = part.first?.count ?? 0
      try read(query, into: &level) { row in owners.number(of: row, keyCount) }
      count += level.rows.count
      guard count <= limit else { throw .tooManyCandidates(limit: limit, reasons: []) }
      try add(shape.projection.shapes, to: &level, &count)
      for (row, number) in zip(level.rows, level.numbers) { result[number].append(.list(row)) }
    }
    return result
  }

  private static let sizes = [1, 20, 500, 2_000, 10_000]

  private func bound(_ shape: ShapeIR) throws(DatabaseError) -> BoundShape {
    let query = shape.query(parameters)
    do throws(ExecutionError) {
      return BoundShape(
        node: shape, parameters: parameters, sortKeys: try binding.sortKeys(of: query),
        limit: try binding.count(shape.limit, of: query))
    } catch {
      throw .execution(error)
    }
  }
}

/// The different keys of owners, numbered in the order of their first appearance.
private struct Owners {
  private(set) var keys: [[SQLDatum]] = []
  /// The number of the owner of each row; nil where a to-one step on the way leads to no object.
  private(set) var numbers: [Int?] = []
  private var known: [[SQLDatum]: Int] = [:]

  init(_ owners: [[SQLDatum]]) {
    numbers.reserveCapacity(owners.count)
    for key in owners {
      guard !key.contains(.null) else {
        numbers.append(nil)
        continue
      }
      if let number = known[key] {
        numbers.append(number)
      } else {
        known[key] = keys.count
        numbers.append(keys.count)
        keys.append(key)
      }
    }
  }

  /// The number of the owner whose key is in the first columns of a row.
  func number(of row: SQLRow, _ keyCount: Int) -> Int? {
    known[(0..<keyCount).map { row.datum(at: $0) }]
  }
}
