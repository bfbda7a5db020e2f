package import CDQJSON

/// A place in a document as the protocol counts it: a 0-based line, and code units of the negotiated encoding.
package struct Position: Hashable, Comparable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// nil unless both numbers are there and not negative.
  package init?(_ value: JSONValue?) {
    guard let line = value?["line"]?.asInt, let character = value?["character"]?.asInt, line >= 0, character >= 0
    else { return nil }
    self.init(line: line, character: character)
  }

  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }

  package var json: JSONValue { .fields(["line": .int(line), "character": .int(character)]) }
}

/// A half-open range of positions.
package struct PositionRange: Hashable {
  package var start: Position
  package var end: Position

  package init(_ start: Position, _ end: Position) {
    self.start = start
    self.end = max(start, end)
  }

  package init?(_ value: JSONValue?) {
    guard let start = Position(value?["start"]), let end = Position(value?["end"]) else { return nil }
    self.init(start, end)
  }

  package var json: JSONValue { .fields(["start": start.json, "end": end.json]) }
}

/// The code units that positions count.
package enum PositionEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The encoding for a client: UTF-8, which needs no conversion, if the client offers it; UTF-16 if it says nothing.
  package init(offered: [String]) {
    let known = offered.compactMap(PositionEncoding.init(rawValue:))
    self = known.contains(.utf8) ? .utf8 : known.first ?? .utf16
  }

  /// The number of units that a character takes whose UTF-8 form begins with a byte; 0 for the other bytes of it.
  func units(ofByte byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    }
  }
}
