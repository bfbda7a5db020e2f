import CDQIR
import CDQSQL
import CDQValues
import Foundation

/// The functions and the collation that make SQLite's answers those of the language. They call the code of the engine in
/// memory.
struct SQLiteFunctions {
  /// The first word of the messages of functions whose result SQLite cannot hold.
  static let mark = "cdq:"

  let library: SQLiteLibrary
  let handle: OpaquePointer

  /// The implementation of a function: its result for some arguments; nil if SQLite cannot hold the result.
  typealias Body = ([SQLDatum]) -> SQLDatum?

  func register() throws(DatabaseError) {
    for (name, count, body) in SQLiteFunctions.scalars() + SQLiteFunctions.decimals() { try add(name, count, body) }
    for aggregate in SQLiteAggregate.Kind.allCases {
      for count in aggregate.argumentCounts { try add(aggregate, Int32(count)) }
    }
    try registerCheckedColumns()
    let status = library.createCollation(
      handle, "cdq_decimal", SQLiteCode.utf8, nil,
      { _, leftCount, left, rightCount, right in
        let first = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
        let second = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
        return DecimalOrder.compare(first, second)
      }, nil)
    guard status == SQLiteCode.ok else { throw .cannotConnect("SQLite refuses the collation cdq_decimal") }
  }

  private final class Holder {
    let body: Body

    init(_ body: @escaping Body) {
      self.body = body
    }
  }

  func add(_ name: String, _ count: Int32, _ body: @escaping Body) throws(DatabaseError) {
    let holder = Unmanaged.passRetained(Holder(body)).toOpaque()
    let status = library.createFunction(
      handle, name, count, SQLiteCode.utf8 | SQLiteCode.deterministic | SQLiteCode.directOnly, holder,
      { context, count, values in
        guard let library = SQLiteLibrary.opened, let data = library.userData(context) else { return }
        let holder = Unmanaged<Holder>.fromOpaque(data).takeUnretainedValue()
        let arguments = (0..<Int(count)).map { library.datum(values?[$0]) }
        library.give(holder.body(arguments), to: context)
      }, nil, nil, { pointer in if let pointer { Unmanaged<Holder>.fromOpaque(pointer).release() } })
    guard status == SQLiteCode.ok else { throw .cannotConnect("SQLite refuses the function \(name)") }
  }

  private func add(_ kind: SQLiteAggregate.Kind, _ count: Int32) throws(DatabaseError) {
    let holder = Unmanaged.passRetained(SQLiteAggregate.Maker(kind)).toOpaque()
    let status = library.createFunction(
      handle, kind.rawValue, count, SQLiteCode.utf8 | SQLiteCode.directOnly, holder, nil,
      { context, count, values in
        guard let library = SQLiteLibrary.opened, let state = SQLiteAggregate.state(of: context, library) else { return }
        state.add((0..<Int(count)).map { library.datum(values?[$0]) })
      },
      { context in
        guard let library = SQLiteLibrary.opened else { return }
        library.give(SQLiteAggregate.finish(context, library), to: context)
      }, { pointer in if let pointer { Unmanaged<SQLiteAggregate.Maker>.fromOpaque(pointer).release() } })
    guard status == SQLiteCode.ok else { throw .cannotConnect("SQLite refuses the function \(kind.rawValue)") }
  }
}

extension SQLiteLibrary {
  /// Gives the result of a function to SQLite; nil is an error that ends the statement.
  func give(_ result: SQLDatum?, to context: OpaquePointer?) {
    switch result {
    case .null?: resultNull(context)
    case .int(let number)?: resultInt(context, number)
    // SQLite takes NaN for NULL, which is another value.
    case .real(let number)? where !number.isNaN: resultDouble(context, number)
    case .text(let text)?:
      // The same words as SQLite's own.
      guard let count = Int32(exactly: text.utf8.count) else { return resultError(context, "string or blob too big", -1) }
      resultText(context, text, count, SQLiteCode.transient)
    default: resultError(context, "\(SQLiteFunctions.mark) a result that SQLite cannot hold", -1)
    }
  }
}

/// The order of decimal numbers that are written as texts of any length.
enum DecimalOrder {
  static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
    let (first, second) = (Parts(left), Parts(right))
    if first.isNaN || second.isNaN { return first.isNaN ? (second.isNaN ? 0 : 1) : -1 }
    if first.isZero, second.isZero { return 0 }
    if first.isNegative != second.isNegative {
      return first.isZero ? (second.isNegative ? 1 : -1) : second.isZero ? (first.isNegative ? -1 : 1) : first.isNegative ? -1 : 1
    }
    let order = first.compareMagnitude(second)
    return first.isNegative ? -order : order
  }

  /// The digits in front of the point and after it, without needless zeros.
  private struct Parts {
    var isNegative = false
    var isNaN = false
    var isInfinite = false
    var whole: [UInt8] = []
    var fraction: [UInt8] = []

    var isZero: Bool { whole.isEmpty && fraction.isEmpty && !isInfinite }

    init(_ bytes: UnsafeRawBufferPointer) {
      var hasPoint = false
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "."): hasPoint = true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): if hasPoint { fraction.append(byte) } else { whole.append(byte) }
        case UInt8(ascii: "N"): isNaN = true
        case UInt8(ascii: "I"): isInfinite = true
        default: break
        }
      }
      while whole.first == UInt8(ascii: "0") { whole.removeFirst() }
      while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    }

    func compareMagnitude(_ other: Parts) -> Int32 {
      if isInfinite || other.isInfinite { return isInfinite ? (other.isInfinite ? 0 : 1) : -1 }
      if whole.count != other.whole.count { return whole.count < other.whole.count ? -1 : 1 }
      if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) ? -1 : 1 }
      if fraction == other.fraction { return 0 }
      return fraction.lexicographicallyPrecedes(other.fraction) ? -1 : 1
    }
  }
}

extension SQLiteConnection {
  /// Registers the functions with which the language's operators are exact on a connection that another library opened.
  ///
  /// - Parameters:
  ///   - handle: The connection, a `sqlite3 *`.
  ///   - build: What `SELECT sqlite_source_id()` gives on it. A connection of another build of SQLite than the system's
  ///     is refused, since its functions are not those that this library calls.
  /// - Throws: `DatabaseError.cannotConnect`, `.libraryMissing`.
  public static func registerFunctions(on handle: OpaquePointer, build: String) throws(DatabaseError) {
    let own = try SQLiteConnection(path: ":memory:").rows("SELECT sqlite_source_id()").first?.first
    guard own == .text(build) else {
      throw .cannotConnect("the connection is not one of the system's SQLite, whose functions are registered")
    }
    try SQLiteFunctions(library: SQLiteLibrary.shared(), handle: handle).register()
  }
}
