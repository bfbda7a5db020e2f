import CDQSemantics

extension Generator {
  /// The queries of a source as a JSON file for `QueryLibrary`; nil for a source without queries.
  mutating func jsonFile(of source: GenerateSource) -> GeneratedFile? {
    var lines: [String] = []
    // Sorted by name, so that moving a query does not change the file.
    for query in queries.filter({ source.holds($0.file) }).sorted(by: { $0.name < $1.name }) {
      guard let json = jsonText(of: query) else { return nil }
      lines.append("\"\(query.name)\":\(json)")
    }
    if lines.isEmpty { return nil }
    let text = "{\"version\":1,\"queries\":{\n" + lines.joined(separator: ",\n") + "\n}}\n"
    return GeneratedFile(source: source.name, name: String(source.outputName.dropLast("swift".count)) + "json", text: text)
  }
}
