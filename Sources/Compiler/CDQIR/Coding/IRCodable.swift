import CDQJSON

/// A node that any `Encoder` and `Decoder` can write and read too, in a format with JSON's kinds of values.
protocol IRCodable: IRCoded, Codable {}

extension IRCodable {
  /// Writes the node with the structure of its JSON, which `IRCoder` makes.
  ///
  /// - Throws: `IRCodingError` when the node is nested too deeply to be read again, and what the encoder throws.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try JSONPassage(tape: JSONTape(utf8: Array(IRCoder.text(of: self).utf8), nestingLimit: IRCoder.nestingLimit), index: 0).encode(to: encoder)
  }

  /// Reads a node that `encode(to:)` has written.
  ///
  /// - Throws: `DecodingError` when the decoder's value has another structure or an unknown case.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  public init(from decoder: any Decoder) throws {
    do {
      self = try IRCoder.node(Self.self, from: JSONPassage.Text(from: decoder).json)
    } catch let error as IRCodingError {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }
}

/// A value on a tape, as an `Encodable` that passes it on to an encoder.
private struct JSONPassage: Encodable {
  let tape: JSONTape
  let index: Int

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }

  func encode(to encoder: any Encoder) throws {
    let end = tape.index(after: index)
    var child = index + 1
    switch tape.kind(at: index) {
    case .object:
      var container = encoder.container(keyedBy: Key.self)
      while child < end {
        let key = Key(stringValue: tape.string(at: child) ?? "")
        try container.encode(JSONPassage(tape: tape, index: child + 1), forKey: key)
        child = tape.index(after: child + 1)
      }
    case .array:
      var container = encoder.unkeyedContainer()
      while child < end {
        try container.encode(JSONPassage(tape: tape, index: child))
        child = tape.index(after: child)
      }
    case .string, .escapedString, .number, .true, .false, .null:
      var container = encoder.singleValueContainer()
      try encode(scalarTo: &container)
    }
  }

  private func encode(scalarTo container: inout any SingleValueEncodingContainer) throws {
    switch tape.kind(at: index) {
    case .number: try container.encode(tape.number(at: index).flatMap { Int64($0) } ?? 0)
    case .true: try container.encode(true)
    case .false: try container.encode(false)
    case .null: try container.encodeNil()
    case .object, .array, .string, .escapedString: try container.encode(tape.string(at: index) ?? "")
    }
  }

  /// JSON text of a decoder's value. The containers are tried in the order of their frequency, since each failed
  /// attempt throws.
  struct Text: Decodable {
    var json = ""

    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: Key.self) {
        let members = try container.allKeys.map { key in
          try IRCoder.text(of: key.stringValue) + ":" + container.decode(Text.self, forKey: key).json
        }
        json = "{" + members.joined(separator: ",") + "}"
      } else if let text = try? decoder.singleValueContainer().decode(String.self) {
        json = try IRCoder.text(of: text)
      } else if var container = try? decoder.unkeyedContainer() {
        var elements: [String] = []
        while !container.isAtEnd { elements.append(try container.decode(Text.self).json) }
        json = "[" + elements.joined(separator: ",") + "]"
      } else {
        json = try Text.scalar(decoder.singleValueContainer())
      }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> String {
      if container.decodeNil() { return "null" }
      if let number = try? container.decode(Int64.self) { return String(number) }
      if let flag = try? container.decode(Bool.self) { return flag ? "true" : "false" }
      let number = try container.decode(Double.self)
      return number.isFinite ? String(number) : "null"
    }
  }
}
