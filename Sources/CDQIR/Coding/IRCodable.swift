/// A node that other encoders and decoders write and read too, in any format that has JSON's values.
protocol IRCodable: IRCoded, Codable {}

extension IRCodable {
  /// Writes the node as its JSON has it.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  public func encode(to encoder: any Encoder) throws {
    try JSONPassage(tape: JSONTape(IRCoder.text(of: self)), index: 0).encode(to: encoder)
  }

  /// Reads the node; throws a `DecodingError` when it is none.
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

/// A value on a tape that goes through an encoder.
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

  /// What a decoder has, as JSON. The kinds are tried in the order of how frequent they are, as each failure is thrown.
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
