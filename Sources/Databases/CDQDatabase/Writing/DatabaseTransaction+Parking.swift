import CDQConnections
import CDQIR
import CDQSQL
import CDQStore
import CDQValues
import Foundation

/// The way in which rows exchange unique values: the database tests each row when it is written, so that the rows whose
/// values others get have other values for the time being.
extension DatabaseTransaction {
  /// Gives the objects whose unique values others get other ones for the time being.
  ///
  /// - Parameter assigned: The attributes that get their new values afterwards.
  /// - Returns: The values of other attributes that were overwritten, which must be written again with the new values.
  func park(
    _ moves: UniqueMoves, assigned: Set<String>
  ) throws(DatabaseError) -> [ObjectRow: [(attribute: Attribute, value: Value)]] {
    var kept: [ObjectRow: [(attribute: Attribute, value: Value)]] = [:]
    var parked: [ObjectRow: Set<String>] = [:]
    var free = FreeValues()
    for move in moves.all where moves.isTaken(move) {
      // A value that no other row has makes a row unique under all constraints with its attribute.
      if let names = parked[move.object], move.names.contains(where: names.contains) { continue }
      guard let (attribute, value) = try parking(move, assigned, moves, &free) else {
        throw .refused([
          SQLRefusal(
            "\(dialect.title) tests each row that it writes, and no other value of "
              + "'\(move.owner).\(move.names.joined(separator: ", "))' is free while objects exchange theirs",
            help: "change fewer objects at once, so that none gets a value that another one of them gives up")
        ])
      }
      try write([(attribute, value)], of: move.object)
      parked[move.object, default: []].insert(attribute.name)
      if !assigned.contains(attribute.name), let place = move.names.firstIndex(of: attribute.name) {
        kept[move.object, default: []].append((attribute, move.new[place]))
      }
    }
    return kept
  }

  /// The attribute of a constraint that gets a value for the time being, and that value; nil if no attribute can. One that
  /// is assigned is written anyway, so it comes first.
  private func parking(
    _ move: UniqueMoves.Move, _ assigned: Set<String>, _ moves: UniqueMoves, _ free: inout FreeValues
  ) throws(DatabaseError) -> (attribute: Attribute, value: Value)? {
    for name in move.names.filter(assigned.contains) + move.names.filter({ !assigned.contains($0) }) {
      guard case .attribute(let attribute)? = schema.property(named: name, of: move.object.entity) else { continue }
      if let value = try freeValue(attribute, of: move.object.entity, moves, &free) { return (attribute, value) }
    }
    return nil
  }

  /// A value that no object has and none gets; nil if there is none to be found. Nobody reads it, so it need not be one
  /// that the attribute may have.
  private func freeValue(
    _ attribute: Attribute, of entity: String, _ moves: UniqueMoves, _ free: inout FreeValues
  ) throws(DatabaseError) -> Value? {
    guard let column = mapping.entities[entity]?.attributes[attribute.name]?.column else { return nil }
    if mayBeNull(column, of: entity) { return .null }
    let type = schema.rawType(of: attribute.type)
    switch type {
    case .int16, .int32, .int64:
      let place = "\(table(entity)).\(quoted(column))"
      if free.numbers[place] == nil, let range = type.integerRange {
        free.numbers[place] = try freeNumbers(column, of: entity, range, moves.newNumbers(of: attribute.name))
      }
      return free.numbers[place]?.next().map { Value.int($0) }
    // SQLite stores a Bool as an integer.
    case .bool: return dialect.name == .sqlite ? .int(free.next()) : nil
    case .float:
      let significand = Float(1 << 23 + free.next() % (1 << 23))
      return .double(Double(significand * 0x1p80))
    case .double: return .double(Double(free.next()) * 0x1p900)
    case .duration: return .duration(Double(free.next()) * 0x1p900)
    case .decimal: return .decimal(Decimal(sign: .plus, exponent: 20, significand: Decimal(free.next())))
    // Between the years 128,000 and 193,000, which all databases have.
    case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(4_000_000_000_000 + free.next() % 2_000_000_000_000)))
    case .string: return .string(UUID().uuidString)
    case .uuid: return .uuid(UUID())
    case .url: return URL(string: "cdq:\(UUID().uuidString)").map { Value.url($0) }
    case .data, .opaque: return .data(Data(UUID().uuidString.utf8))
    case .enumeration, .object, .collection, .null: return nil
    }
  }

  /// Whether a column takes NULL, which is equal to nothing: as the attribute does, or since other entities of the table
  /// have no such attribute.
  private func mayBeNull(_ column: String, of entity: String) -> Bool {
    guard let name = mapping.entities[entity]?.table, let table = layout.tables.first(where: { $0.name == name }) else {
      return false
    }
    return table.columns.first { $0.name == column }?.isRequired == false
  }

  /// The integers outside of those that a column has and gets.
  private func freeNumbers(
    _ column: String, of entity: String, _ range: ClosedRange<Int64>, _ wanted: [Int64]
  ) throws(DatabaseError) -> FreeNumbers {
    let (name, table) = (quoted(column), table(entity))
    // SQLite finds one extreme in an index, but not two in one SELECT.
    let found = try read("SELECT (SELECT min(\(name)) FROM \(table)), (SELECT max(\(name)) FROM \(table))").first ?? []
    let extremes = wanted + found.compactMap(\.integer)
    return FreeNumbers(least: extremes.min() ?? 0, most: extremes.max() ?? 0, range: range)
  }
}

/// Where values for the time being come from, each of which is given once.
private struct FreeValues {
  /// The free integers by table and column.
  var numbers: [String: FreeNumbers] = [:]
  /// A number of 15 digits, which a Double and a Decimal hold exactly. It begins by chance, as a UUID does, so that no
  /// stored value is equal to what is made of it.
  private var last = Int64.random(in: 100_000_000_000_000...500_000_000_000_000)

  mutating func next() -> Int64 {
    last += 1
    return last
  }
}

/// The integers of a range below a least and above a greatest one.
private struct FreeNumbers {
  var least: Int64
  var most: Int64
  let range: ClosedRange<Int64>

  /// The next one; nil when there are no more.
  mutating func next() -> Int64? {
    if most < range.upperBound {
      most += 1
      return most
    }
    if least > range.lowerBound {
      least -= 1
      return least
    }
    return nil
  }
}
