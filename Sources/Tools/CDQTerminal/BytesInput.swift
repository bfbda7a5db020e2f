/// Input stream over bytes in memory, such as a file that was read whole.
package final class BytesInput: ConsoleInput {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  package var isTerminal: Bool { false }
  package var failure: String? { nil }

  package func readLine() -> [UInt8]? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    defer { rest = rest[end...].dropFirst() }
    return LineEnding.trimmed(rest[..<end])
  }

  package func peekLine() -> [UInt8]? {
    rest.isEmpty ? nil : LineEnding.trimmed(rest[..<(rest.firstIndex(of: 0x0A) ?? rest.endIndex)])
  }

  package func enterRawMode() -> (any KeyTerminal)? { nil }

  package func readBlock() -> [UInt8]? {
    rest.isEmpty ? nil : readAll()
  }

  package func readAll() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
