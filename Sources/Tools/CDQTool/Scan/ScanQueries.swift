import CDQFiles
import CDQScan
import CDQSchema
import CDQSyntax

/// The predicates of a scan as `.cdq` files, a file for each model, with the calls that replace them.
struct ScanQueries {
  /// The files by name, with their text.
  private(set) var files: [(name: String, text: String)] = []
  private(set) var count = 0

  /// - Parameters:
  ///   - folder: the folder that the files are written to, for the paths of models in them.
  ///   - models: the models by the path that names them.
  init(_ scan: AppScan, folder: String, schemas: [ScanSchema]) {
    let sources = Dictionary(scan.texts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for schema in schemas {
      var writer = Writer()
      for site in scan.sites {
        guard let query = site.query, query.schemaPath == schema.path else { continue }
        writer.add(query, "\(site.file):\(sources[site.file]?.position(at: site.span.start).line ?? 1)", site.text)
      }
      guard !writer.entries.isEmpty else { continue }
      let name = ScanQueries.name(schema, besides: files.map(\.name))
      count += writer.entries.count
      files.append(
        (name + ".cdq", writer.text(schemas: ScanQueries.imports(schema).map { ScanQueries.relative($0, to: folder) })))
    }
  }

  private static func name(_ schema: ScanSchema, besides used: [String]) -> String {
    let plain = PathText.name(of: schema.path).prefix { $0 != "." }.filter { $0.isLetter || $0.isNumber }
    let name = plain.isEmpty ? "Queries" : plain + "Queries"
    var number = 1
    while used.contains(name + (number == 1 ? "" : "\(number)") + ".cdq") { number += 1 }
    return name + (number == 1 ? "" : "\(number)")
  }

  /// The files that the queries import: a model, or the `.cdq` files of a folder.
  private static func imports(_ schema: ScanSchema) -> [String] {
    if ModelPackage.isModel(schema.path) || FileSystem().kind(of: schema.path) == .file { return [schema.path] }
    return schema.sources.map(\.name).filter { PathText.fileExtension(of: $0) == "cdq" }
  }

  /// A path as seen from a folder.
  private static func relative(_ path: String, to folder: String) -> String {
    let from = FileSystem().absolute(folder).split(separator: "/")
    let target = FileSystem().absolute(path).split(separator: "/")
    let common = zip(from, target).prefix { $0 == $1 }.count
    return ([String](repeating: "..", count: from.count - common) + target[common...].map(String.init)).joined(
      separator: "/")
  }

  /// The queries of one file, each condition once.
  private struct Writer {
    struct Entry {
      var name: String
      var query: ScannedQuery
      var calls: [(place: String, text: String, arguments: [ScannedQuery.Argument])]
    }

    var entries: [Entry] = []
    private var indexes: [String: Int] = [:]
    private var names: Set<String> = []

    mutating func add(_ query: ScannedQuery, _ place: String, _ text: String) {
      let key = query.entity + " " + query.condition
      if let index = indexes[key] {
        entries[index].calls.append((place, text, query.arguments))
        return
      }
      indexes[key] = entries.count
      entries.append(Entry(name: name(query), query: query, calls: [(place, text, query.arguments)]))
    }

    /// A name such as `townsByNameAndCountry`.
    private mutating func name(_ query: ScannedQuery) -> String {
      let entity = query.entity.prefix(1).lowercased() + query.entity.dropFirst()
      var parts: [String] = []
      for argument in query.arguments.prefix(2) {
        parts.append(argument.name.prefix(1).uppercased() + argument.name.dropFirst())
      }
      let plural = entity.hasSuffix("s") ? entity : entity + "s"
      let base = parts.isEmpty ? plural + "Matching" : plural + "By" + parts.joined(separator: "And")
      var name = base
      var number = 2
      while !names.insert(name.lowercased()).inserted { (name, number) = ("\(base)\(number)", number + 1) }
      return name
    }

    func text(schemas: [String]) -> String {
      var lines = ["// Written by 'cdq scan --to-cdq'. Each query names the calls that it replaces.", ""]
      lines += schemas.map { "schema \"\($0)\"" }
      for entry in entries {
        lines.append("")
        for call in entry.calls {
          let arguments = call.arguments.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
          lines.append("/// \(call.place) becomes Queries.\(entry.name)Request(\(arguments))")
        }
        lines.append("query \(entry.name) = \(entry.query.entity) where \(entry.query.condition)")
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }
}
