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
  /// The greatest number of related rows; nil for no limit.
  let maximumRows: Int?
  /// The greatest number of rows in all; nil for no limit.
  let maximumSteps: Int?

  /// The rows of a level as they are read.
  private struct Level {
    var rows: [[Value]] = []
    /// By shape, and then by row: the key of the object that has the relationship.
    var owners: [[[SQLDatum]]]
    /// By row: the number of rows in it, with itself. Rows of several owners are read once, but written for each.
    var sizes: [Int] = []

    init(shapeCount: Int) { owners = [[[SQLDatum]]](repeating: [], count: shapeCount) }
  }

  /// The rows of a statement with the rows of its shapes.
  ///
  /// - Throws: `DatabaseError`; `.refused` where a shape has no exact SQL.
  func rows(of query: SQLQuery, _ projection: ProjectionIR) throws(DatabaseError) -> [[Value]] {
    var level = Level(shapeCount: projection.shapes.count)
    try read(query, into: &level) { _ in true }
    var count = 0
    try add(projection.shapes, to: &level, &count)
    let size = level.sizes.reduce(0, ShapedRows.sum)
    if let maximumRows, size - level.rows.count > maximumRows { throw .tooManyRows(limit: maximumRows) }
    if let maximumSteps, size > maximumSteps { throw .execution(.stepLimit(maximumSteps)) }
    return level.rows
  }

  /// A sum that ends at the greatest integer.
  private static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }

  /// The statements for shapes, each for the related objects of one object, outer ones first.
  ///
  /// - Parameter refusals: Gets the reasons why shapes have no exact SQL.
  func statements(
    for shapes: [ShapeIR], _ refusals: inout [SQLRefusal]
  ) throws(DatabaseError) -> [SQLStatement] {
    var result: [SQLStatement] = []
    for shape in shapes {
      let keyCount = shape.steps.last.flatMap { reader.mapping.entities[$0.entity]?.key.count } ?? 1
      let bound = try bound(shape)
      do throws(SQLRefusal) {
        let owner = [SQLDatum](repeating: .int(1), count: keyCount)
        result.append(try generator().related(in: bound, owners: [owner], count: 1).statement)
      } catch {
        refusals.append(error)
      }
      result += try statements(for: shape.projection.shapes, &refusals)
    }
    return result
  }

  /// - Parameter isWanted: Called once for each row; false for a row that is not read.
  private func read(
    _ query: SQLQuery, into level: inout Level, _ isWanted: (SQLRow) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    var read = level
    level = Level(shapeCount: 0)
    defer { level = read }
    guard let connection else { throw .cannotConnect("there is no connection") }
    let columns = query.statement.columns
    try connection.read(query.statement, deadline: deadline, isStreamed: false) { row throws(DatabaseError) in
      guard try isWanted(row) else { return true }
      var values: [Value] = []
      values.reserveCapacity(query.outputs.count + query.owners.count)
      for output in query.outputs { values.append(try reader.value(row, output, columns)) }
      read.rows.append(values)
      read.sizes.append(1)
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
        let rows = number.map { related[$0].rows } ?? []
        level.sizes[row] = ShapedRows.sum(level.sizes[row], number.map { related[$0].size } ?? 0)
        level.rows[row].insert(shape.isToMany ? .list(rows) : rows.first ?? .null, at: shape.position)
      }
    }
  }

  /// The rows of a shape by the numbers of their owners.
  private func relatedRows(
    _ shape: ShapeIR, _ owners: Owners, _ count: inout Int
  ) throws(DatabaseError) -> [(rows: [Value], size: Int)] {
    var result = [(rows: [Value], size: Int)](repeating: ([], 0), count: owners.keys.count)
    let bound = try bound(shape)
    guard bound.limit != 0 else { return result }
    var rest = owners.keys[...]
    // Few sizes of lists make few texts, which the database prepares once. SQLite has at most 32,766 parameters.
    let sizes = [1, 20, 500, 2_000, 10_000].filter { $0 * (rest.first?.count ?? 1) <= 30_000 }
    while !rest.isEmpty {
      let size = sizes.first { $0 >= rest.count } ?? sizes[sizes.count - 1]
      let part = rest.prefix(size)
      rest = rest.dropFirst(size)
      var level = Level(shapeCount: shape.projection.shapes.count)
      let query: SQLQuery
      do throws(SQLRefusal) {
        query = try generator().related(in: bound, owners: Array(part), count: size)
      } catch {
        throw .refused([error])
      }
      var (numbers, reading) = ([Int](), OwnersInTurn(owners, limit: bound.limit ?? .max))
      try read(query, into: &level) { row throws(DatabaseError) in
        guard let number = reading.owner(of: row) else { return false }
        if let maximumRows, count >= maximumRows { throw .tooManyRows(limit: maximumRows) }
        count += 1
        numbers.append(number)
        return true
      }
      try add(shape.projection.shapes, to: &level, &count)
      for (index, number) in numbers.enumerated() {
        result[number].rows.append(.list(level.rows[index]))
        result[number].size = ShapedRows.sum(result[number].size, level.sizes[index])
      }
    }
    return result
  }

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

  /// The number of the owner with a key; nil for a key of none.
  func number(of key: [SQLDatum]) -> Int? { known[key] }
}

/// The owners of the rows of a statement, in which the rows of an owner follow each other: the key is looked up once for
/// all of them.
private struct OwnersInTurn {
  private let owners: Owners
  private let limit: Int
  /// The key of the last row, the number of its owner, and how many of its rows are kept.
  private var key: [SQLDatum] = []
  private var number: Int?
  private var kept = 0

  /// - Parameter limit: The greatest number of rows that are kept of each owner.
  init(_ owners: Owners, limit: Int) {
    (self.owners, self.limit) = (owners, limit)
  }

  /// The number of the owner whose key is in the first columns of the next row; nil for a row that is not kept.
  mutating func owner(of row: SQLRow) -> Int? {
    if key.isEmpty || !key.indices.allSatisfy({ row.datum(at: $0) == key[$0] }) {
      key = (0..<(owners.keys.first?.count ?? 0)).map { row.datum(at: $0) }
      number = owners.number(of: key)
      kept = 0
    }
    guard let number, kept < limit else { return nil }
    kept += 1
    return number
  }
}
