import CDQSQL
import CDQValues
import Foundation

/// The state of an aggregate function while SQLite gives it rows.
final class SQLiteAggregate {
  /// The aggregate functions by their name in SQL.
  enum Kind: String, CaseIterable {
    case sum = "cdq_sum"
    case average = "cdq_average"
    case realSum = "cdq_real_sum"
    case realAverage = "cdq_real_average"
    case decimalSum = "cdq_decimal_sum"
    case decimalAverage = "cdq_decimal_average"

    /// Sums of Doubles take the place of each value, too, since they depend on the order.
    var argumentCounts: [Int] { self == .realSum || self == .realAverage ? [1, 2] : [1] }
  }

  /// The kind of an aggregate, as an object that SQLite keeps.
  final class Maker {
    let kind: Kind

    init(_ kind: Kind) {
      self.kind = kind
    }
  }

  private let kind: Kind
  private var total = CDQIntegerSum()
  private var count = 0
  private var decimals = DecimalSum()
  private var reals: [(place: Int64, number: Double)] = []

  private init(_ kind: Kind) {
    self.kind = kind
  }

  /// The state of the call, made for the first row.
  static func state(of context: OpaquePointer?, _ library: SQLiteLibrary) -> SQLiteAggregate? {
    guard let memory = library.aggregateContext(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)),
      let data = library.userData(context)
    else { return nil }
    let place = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let known = place.pointee { return Unmanaged<SQLiteAggregate>.fromOpaque(known).takeUnretainedValue() }
    let state = SQLiteAggregate(Unmanaged<Maker>.fromOpaque(data).takeUnretainedValue().kind)
    place.pointee = Unmanaged.passRetained(state).toOpaque()
    return state
  }

  /// The result of the call, which also ends the state.
  static func finish(_ context: OpaquePointer?, _ library: SQLiteLibrary) -> SQLDatum? {
    guard let data = library.userData(context) else { return .null }
    let kind = Unmanaged<Maker>.fromOpaque(data).takeUnretainedValue().kind
    guard let memory = library.aggregateContext(context, 0),
      let known = memory.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee
    else { return SQLiteAggregate(kind).result }
    return Unmanaged<SQLiteAggregate>.fromOpaque(known).takeRetainedValue().result
  }

  func add(_ arguments: [SQLDatum]) {
    switch arguments[0] {
    case .int(let number) where kind == .sum || kind == .average:
      total.add(number)
      count += 1
    case .int(let number): add(Double(number), arguments)
    case .real(let number): add(number, arguments)
    case .text where kind == .decimalSum || kind == .decimalAverage:
      if let number = SQLiteFunctions.decimal(arguments[0]) { decimals.add(number) }
    case .null, .text, .blob: break
    }
  }

  private func add(_ number: Double, _ arguments: [SQLDatum]) {
    var place = Int64(reals.count)
    if arguments.count > 1, case .int(let given) = arguments[1] { place = given }
    reals.append((place, number))
  }

  /// The value; nil if SQLite cannot hold it.
  private var result: SQLDatum? {
    switch kind {
    case .sum: return total.value.map { .int($0) } ?? .null
    case .average: return count == 0 ? .null : .real(total.nearestDouble / Double(count))
    case .realSum, .realAverage:
      if kind == .realAverage, reals.isEmpty { return .null }
      let sum = reals.sorted { $0.place < $1.place }.reduce(0) { $0 + $1.number }
      return .real(kind == .realSum ? sum : sum / Double(reals.count))
    case .decimalSum, .decimalAverage:
      guard decimals.isExact else { return nil }
      return (kind == .decimalSum ? decimals.total : decimals.average).map { .text($0.description) } ?? .null
    }
  }
}
