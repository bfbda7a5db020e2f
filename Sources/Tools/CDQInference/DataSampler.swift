package import CDQRuntime
import Foundation

/// Reads the records of data without a schema, and sums them up for each entity.
///
/// What is no JSON or CSV ends the reading of an input without a report: the loader then finds the same mistake, with
/// its place.
struct DataSampler {
  /// The records of one entity in one input.
  private struct Part {
    var input: Int
    var entity: String
    var format: LoadInput.Format
    var range: Range<Int>
  }

  /// The samples, in the order of the inputs.
  private(set) var samples: [EntitySample] = []
  /// The inputs with the names of the inferred entities.
  private(set) var inputs: [LoadInput]
  private var parts: [Part] = []

  /// - Parameters:
  ///   - inputs: the data.
  ///   - entity: the name of the entity of an input that no file names, such as standard input.
  init(_ inputs: [LoadInput], entity: String) {
    self.inputs = inputs
    for index in inputs.indices { divide(index, entity) }
    let subjects = Set(parts.map { DataNames.subject($0.entity) })
    for part in parts {
      let position = samples.firstIndex { $0.name == part.entity } ?? samples.count
      if position == samples.count {
        samples.append(
          EntitySample(name: part.entity) { key, isFirst in
            isFirst || IdentityKeys.rank(of: key, entity: part.entity) != nil || subjects.contains(DataNames.subject(key))
          })
      }
      read(part, into: &samples[position])
    }
  }

  // MARK: Inputs to parts

  private mutating func divide(_ index: Int, _ entity: String) {
    let input = inputs[index]
    let sections = input.entity == nil || input.mayHoldSeveralEntities ? sections(of: input) : []
    guard sections.isEmpty else {
      inputs[index].entity = nil
      parts += sections.map { Part(input: index, entity: $0.key, format: .json, range: $0.range) }
      return
    }
    if let name = input.entity {
      inputs[index].entity = DataNames.entity(name)
    } else {
      inputs[index].entity = entity
      inputs[index].format = format(of: input)
    }
    parts.append(
      Part(
        input: index, entity: inputs[index].entity ?? entity, format: inputs[index].format, range: 0..<input.bytes.count))
  }

  /// The format of an input whose name has no known extension, by its first character.
  private func format(of input: LoadInput) -> LoadInput.Format {
    switch input.bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) {
    case UInt8(ascii: "[")?: .json
    case UInt8(ascii: "{")?: .ndjson
    default: .csv
    }
  }

  /// The keys of an object with arrays of objects, with the ranges of the arrays; empty for other data.
  private func sections(of input: LoadInput) -> [(key: String, range: Range<Int>)] {
    var result: [(key: String, range: Range<Int>)] = []
    withBytes(of: input) { bytes throws(JSONError) in
      var scanner = try JSONScanner(validating: bytes)
      var found: [(key: String, range: Range<Int>)] = []
      guard scanner.take(UInt8(ascii: "{")) else { return }
      repeat {
        let key = try scanner.readString()
        try scanner.expect(UInt8(ascii: ":"))
        _ = scanner.peek()
        let start = scanner.position
        var list = scanner
        try scanner.skipValue()
        if list.take(UInt8(ascii: "[")), list.peek() == UInt8(ascii: "{"), DataNames.entity(key) == key {
          found.append((key, start..<scanner.position))
        }
      } while scanner.take(UInt8(ascii: ","))
      try scanner.expect(UInt8(ascii: "}"))
      try scanner.expectEnd()
      result = found
    }
    return result
  }

  // MARK: Parts to records

  private func read(_ part: Part, into sample: inout EntitySample) {
    withBytes(of: inputs[part.input]) { bytes throws(JSONError) in
      let whole = try JSONScanner(validating: bytes)
      switch part.format {
      case .json:
        var scanner = JSONScanner(valid: bytes, range: part.range)
        guard scanner.take(UInt8(ascii: "[")), scanner.peek() != UInt8(ascii: "]") else { return }
        repeat {
          if case .object(let members) = try scanner.readValue() { sample.add(members) }
        } while scanner.take(UInt8(ascii: ","))
      case .ndjson:
        var start = whole.position
        while start < bytes.count {
          let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
          var scanner = JSONScanner(valid: bytes, range: start..<end)
          if case .object(let members)? = try? scanner.readValue() { sample.add(members) }
          start = end + 1
        }
      case .csv:
        var scanner = CSVScanner(valid: bytes, separator: inputs[part.input].csvSeparator)
        var cells: [CSVScanner.Cell] = []
        guard try scanner.readRecord(into: &cells) else { return }
        let keys = cells.map { scanner.text(of: $0) ?? "" }
        while try scanner.readRecord(into: &cells) {
          if cells.count == keys.count { sample.add(keys, cells.map { scanner.text(of: $0) }) }
        }
      }
    }
  }

  private func withBytes(of input: LoadInput, _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> Void) {
    input.bytes.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: UInt8.self) { bytes in
        // The loader reports the error.
        try? body(bytes)
      }
    }
  }
}

extension LoadInput {
  /// Whether this is JSON that is no array: `{"City": […]}` begins with a brace, the records of one entity with a bracket.
  package var mayHoldSeveralEntities: Bool {
    format == .json && bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
  }
}
