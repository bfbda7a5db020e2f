import Foundation

/// The data in the formats of data files.
enum DataText {
  /// One JSON object per line.
  static func ndjson(rowCount: Int) -> Data {
    var text = Bytes(capacity: rowCount * 190)
    for number in 0..<rowCount {
      appendJSON(CityRow(number, of: rowCount), to: &text)
      text.append("\n")
    }
    return text.data
  }

  /// One JSON array.
  static func json(rowCount: Int) -> Data {
    var text = Bytes(capacity: rowCount * 190)
    for number in 0..<rowCount {
      text.append(number == 0 ? "[\n" : ",\n")
      appendJSON(CityRow(number, of: rowCount), to: &text)
    }
    text.append("\n]\n")
    return text.data
  }

  /// CSV by RFC 4180 with a header line. nil is an empty field.
  static func csv(rowCount: Int) -> Data {
    var text = Bytes(capacity: rowCount * 70)
    text.append("id,name,countryCode,population,area,isCapital,elevation,founded,rank,country\n")
    for number in 0..<rowCount {
      let row = CityRow(number, of: rowCount)
      let code = CountryRow(row.code).code
      text.append(row.id)
      text.append(",\(row.name),\(code),")
      text.append(row.population)
      text.append(",")
      text.append(hundredths: row.areaHundredths)
      text.append(row.isCapital ? ",true," : ",false,")
      if let elevation = row.elevation { text.append(elevation) }
      text.append(",")
      text.append(row.founded)
      text.append(",")
      text.append(row.rank)
      text.append(row.hasCountry ? ",\(code)\n" : ",\n")
    }
    return text.data
  }

  static func countriesNDJSON() -> Data {
    lines { "{\"code\":\"\($0.code)\",\"name\":\"\($0.name)\",\"continent\":\"\($0.continent)\"}" }
  }

  static func countriesCSV() -> Data {
    Data("code,name,continent\n".utf8) + lines { "\($0.code),\($0.name),\($0.continent)" }
  }

  private static func lines(_ line: (CountryRow) -> String) -> Data {
    Data((0..<CountryRow.count).map { line(CountryRow($0)) + "\n" }.joined().utf8)
  }

  private static func appendJSON(_ row: CityRow, to text: inout Bytes) {
    let code = CountryRow(row.code).code
    text.append("{\"id\":")
    text.append(row.id)
    text.append(",\"name\":\"\(row.name)\",\"countryCode\":\"\(code)\",\"population\":")
    text.append(row.population)
    text.append(",\"area\":")
    text.append(hundredths: row.areaHundredths)
    text.append(row.isCapital ? ",\"isCapital\":true" : ",\"isCapital\":false")
    if let elevation = row.elevation {
      text.append(",\"elevation\":")
      text.append(elevation)
    } else {
      text.append(",\"elevation\":null")
    }
    text.append(",\"founded\":\"")
    text.append(row.founded)
    text.append("\",\"rank\":")
    text.append(row.rank)
    text.append(row.hasCountry ? ",\"country\":\"\(code)\"}" : ",\"country\":null}")
  }
}

/// Buffer to which a text is appended piece by piece.
private struct Bytes {
  private(set) var data: Data

  init(capacity: Int) {
    data = Data(capacity: capacity)
  }

  mutating func append(_ text: String) {
    data.append(contentsOf: text.utf8)
  }

  mutating func append(_ number: Int) {
    append(String(number))
  }

  mutating func append(hundredths: Int) {
    append("\(hundredths / 100).")
    if hundredths % 100 < 10 { append("0") }
    append(hundredths % 100)
  }

  mutating func append(_ day: Day) {
    append("\(day.year)-\(day.month < 10 ? "0" : "")\(day.month)-\(day.day < 10 ? "0" : "")\(day.day)")
  }
}
