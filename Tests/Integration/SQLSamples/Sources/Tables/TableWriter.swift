public import CDQConnections
import Foundation

/// Writes objects into the tables of cdq's own layout.
public struct TableWriter {
  private let connection: any DatabaseConnection
  private let layout: OwnLayout

  /// Makes the tables of a schema.
  public init(_ schema: Schema, on connection: any DatabaseConnection) throws {
    self.connection = connection
    layout = OwnLayout(schema)
    for table in layout.tables {
      for text in table.statements(connection.dialect) { _ = try connection.rows(text) }
    }
  }

  /// Adds an object. Beside each text stand its folded forms.
  public func insert(_ table: String, number: Int, _ values: [String: SQLDatum]) throws {
    var all = values
    all["_id"] = .int(Int64(number))
    for column in layout.tables.first(where: { $0.name.name == table })?.columns ?? [] {
      guard case .fold(let options) = column.content, let end = column.name.lastIndex(of: "_"),
        case .text(let text)? = values[String(column.name[..<end])]
      else { continue }
      let compared: String.CompareOptions =
        options.contains(.diacriticInsensitive) ? [.caseInsensitive, .diacriticInsensitive] : [.caseInsensitive]
      all[column.name] = .text(text.folding(options: compared, locale: nil).precomposedStringWithCanonicalMapping)
    }
    let sorted = all.sorted { $0.key < $1.key }
    let mark = connection.dialect.name == .postgres ? "$" : "?"
    let names = sorted.map { "\"\($0.key)\"" }.joined(separator: ", ")
    let marks = sorted.indices.map { "\(mark)\($0 + 1)" }.joined(separator: ", ")
    _ = try connection.rows("INSERT INTO \"\(table)\" (\(names)) VALUES (\(marks))", sorted.map(\.value))
  }
}

/// A record of a sample's JSON file.
public struct SampleRecord {
  private let values: [String: Any]

  /// The records of a file of the sample Countries, such as `City`.
  public static func all(_ entity: String) throws -> [SampleRecord] {
    let file = URL(filePath: #filePath)
      .appending(path: "../../../../../../Samples/Countries/Sources/Atlas/Data/\(entity).json").standardizedFileURL
    let records = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [[String: Any]] ?? []
    return records.map { SampleRecord(values: $0) }
  }

  /// The values of some members; those that are not there are left out.
  public func columns(_ names: [String]) -> [String: SQLDatum] {
    var result: [String: SQLDatum] = [:]
    for name in names {
      switch values[name] {
      case let text as String: result[name] = .text(text.precomposedStringWithCanonicalMapping)
      case let flag as Bool where name.hasPrefix("is"): result[name] = .int(flag ? 1 : 0)
      case let number as NSNumber: result[name] = .int(number.int64Value)
      default: break
      }
    }
    return result
  }

  /// A member that is a text.
  public func text(_ name: String) -> String? { values[name] as? String }
}

extension TableWriter {
  /// Adds the countries and cities of the sample Countries.
  public func insertAtlas() throws {
    var countries: [String: Int] = [:]
    for (number, country) in try SampleRecord.all("Country").enumerated() {
      try insert("Country", number: number, country.columns(["code", "name", "continent", "population"]))
      if let code = country.text("code") { countries[code] = number }
    }
    for (number, city) in try SampleRecord.all("City").enumerated() {
      var values = city.columns(["id", "name", "population", "isCapital"])
      if values["isCapital"] == nil { values["isCapital"] = .int(0) }
      if let country = city.text("country").flatMap({ countries[$0] }) {
        values["country"] = .int(Int64(country))
        values["country_position"] = .int(Int64(number))
      }
      try insert("City", number: number, values)
    }
  }
}
