public import CDQConnections
import Foundation
import NIOCore
public import PostgresNIO

extension PostgresClient: @retroactive SQLExecutor {
  /// Runs a generated statement. The casts in its text give each binding its type.
  public func rows(of statement: SQLStatement, for dialect: SQLDialect.Name) async throws -> [[SQLDatum]] {
    try dialect.expect(.postgres)
    var bindings = PostgresBindings(capacity: statement.bindings.count)
    for datum in statement.bindings {
      if let text = datum.textForm { bindings.append(text) } else { bindings.appendNull() }
    }
    var result: [[SQLDatum]] = []
    for try await row in try await query(PostgresQuery(unsafeSQL: statement.text, binds: bindings)) {
      result.append(try row.map { cell in try SQLDatum(cell) })
    }
    return result
  }
}

extension SQLDatum {
  /// The value of a cell, which PostgresNIO gives in the binary form of its type.
  init(_ cell: PostgresCell) throws {
    guard let bytes = cell.bytes else {
      self = .null
      return
    }
    switch cell.dataType {
    case .bool: self = .int(try cell.decode(Bool.self) ? 1 : 0)
    case .int2, .int4, .int8: self = .int(try cell.decode(Int64.self))
    case .float4, .float8: self = .real(try cell.decode(Double.self))
    case .numeric: self = .text("\(try cell.decode(Decimal.self))")
    case .bytea: self = .blob(try cell.decode(Data.self))
    case .uuid: self = .text(try cell.decode(UUID.self).uuidString)
    case .json: self = .text(String(buffer: bytes))
    default: self = .text(try cell.decode(String.self))
    }
  }
}
