import CDQIR
import CDQResults
import CDQRuntime
import Foundation

/// The records of an entity in the format of a data file, from the JSON that `StoreWriter` writes.
struct DataFileText {
  let schema: Schema
  let entity: String

  /// The records in a format.
  ///
  /// - Parameters:
  ///   - keys: The columns of CSV where there is no record.
  ///   - separator: What is between the cells of CSV.
  func converted(
    _ json: Data, to format: LoadInput.Format, keys: [String] = [], separator: UInt8 = UInt8(ascii: ",")
  ) -> Data {
    switch format {
    case .json: return json
    case .ndjson:
      // The writer puts each record on its own line, between the lines of the brackets.
      let lines = String(decoding: json, as: UTF8.self).split(separator: "\n").dropFirst().dropLast()
      return Data(lines.map { ($0.hasSuffix(",") ? $0.dropLast() : $0) + "\n" }.joined().utf8)
    case .csv: return Data(csv(json, keys, separator).utf8)
    }
  }

  private func csv(_ json: Data, _ keys: [String], _ separator: UInt8) -> String {
    let records = DataFileText.records(in: json)
    let opaque = Set(
      schema.allProperties(of: entity).compactMap { $0.type.base == .opaque ? $0.jsonKey : nil })
    var text = CSVText.line(records.first?.map(\.key) ?? keys, separator: separator)
    for record in records {
      text += CSVText.line(
        record.map { member in
          switch member.value {
          case .null: nil
          // The cell of a Transformable attribute is JSON, so even a text in it keeps its quotes.
          case .string(let text) where !opaque.contains(member.key): text
          case .bool, .integer, .number, .string, .array, .object: member.value.text
          }
        }, separator: separator)
    }
    return text
  }

  /// The members of each record.
  static func records(in json: Data) -> [[JSONValue.Member]] {
    guard case .array(let elements)? = try? JSONValue.parse(utf8: Array(json)) else { return [] }
    return elements.compactMap { if case .object(let members) = $0 { members } else { nil } }
  }
}
