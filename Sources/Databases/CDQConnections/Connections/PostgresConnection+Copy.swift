public import CDQSQL
import Foundation

extension PostgresConnection: BulkConnection {
  public func copy(
    into table: TableName, columns: [String],
    rows: (_ write: ([SQLDatum]) throws(DatabaseError) -> Void) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let run = try use.begin(nil, nests: false)
    defer { use.end(run) }
    guard isUsable else { throw .connectionLost("it broke before") }
    let names = columns.map { dialect.identifier($0) }.joined(separator: ", ")
    guard library.sendQuery(handle, "COPY \(dialect.identifier(table)) (\(names)) FROM STDIN") == 1 else { throw lost() }
    try wait()
    guard let start = library.result(handle) else { throw lost() }
    let (status, refusal) = (library.resultStatus(start), error(of: start))
    library.clear(start)
    guard status == PostgresCode.copyIn else {
      while let rest = library.result(handle) { library.clear(rest) }
      throw refusal
    }
    var failure: DatabaseError?
    var buffer: [UInt8] = []
    do throws(DatabaseError) {
      try rows { row throws(DatabaseError) in
        if use.isDue { throw use.error }
        PostgresConnection.append(row, to: &buffer)
        if buffer.count >= 1 << 16 { try send(&buffer) }
      }
      try send(&buffer)
    } catch {
      failure = error
    }
    // A reason makes the server throw all rows away.
    guard library.putCopyEnd(handle, failure == nil ? nil : "the rows have an error") == 1 else { throw failure ?? lost() }
    while true {
      do throws(DatabaseError) {
        try wait()
      } catch {
        if case .connectionLost = error { throw failure ?? error }
        failure = failure ?? error
        sendCancel()
      }
      guard let result = library.result(handle) else { break }
      if library.resultStatus(result) != PostgresCode.commandOK { failure = failure ?? error(of: result) }
      library.clear(result)
    }
    if library.status(handle) != PostgresCode.connectionOK { throw failure ?? lost() }
    if let failure { throw failure }
  }

  private func send(_ buffer: inout [UInt8]) throws(DatabaseError) {
    // The server takes a row in pieces, too.
    for start in stride(from: 0, to: buffer.count, by: 1 << 24) {
      let status = buffer[start..<min(start + (1 << 24), buffer.count)].withUnsafeBytes { bytes in
        library.putCopyData(handle, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
      }
      guard status == 1 else { throw lost() }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Appends a row in the text format of COPY, in which a backslash stands before each byte that ends a value or a row.
  static func append(_ row: [SQLDatum], to buffer: inout [UInt8]) {
    for (index, datum) in row.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: "\t")) }
      guard let text = datum.textForm else {
        buffer += [UInt8(ascii: "\\"), UInt8(ascii: "N")]
        continue
      }
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "\\"): buffer += [byte, byte]
        case UInt8(ascii: "\n"): buffer += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case UInt8(ascii: "\r"): buffer += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        case UInt8(ascii: "\t"): buffer += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        default: buffer.append(byte)
        }
      }
    }
    buffer.append(UInt8(ascii: "\n"))
  }
}
