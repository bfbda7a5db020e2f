import CDQJSON
import CDQSchema
import CDQSyntax

/// A query that is to be run on a data folder, for the command `cdq.run`.
package struct RunRequest: Sendable {
  /// The `.cdq` file.
  package var file: String
  package var query: String
  package var dataFolder: String
  /// The arguments by name, as texts.
  package var arguments: [(name: String, value: String)]
}

extension FeatureContext {
  /// `textDocument/codeLens`: "run" above each query without errors, if there is a data folder.
  func codeLenses(dataFolder: String?) -> JSONValue {
    guard let dataFolder else { return .array([]) }
    let folder = PathText.name(of: dataFolder)
    return .array(
      document.tree.items.compactMap { item -> JSONValue? in
        guard case .query(let query) = item, !query.name.text.isEmpty,
          let parameters = document.soundParameters(of: query)
        else { return nil }
        let names = parameters.filter { !$0.isOmittable }
        let list = names.isEmpty ? "" : " with \(names.map { "$\($0.name)" }.joined(separator: ", "))"
        return .fields([
          "range": json(query.name.span),
          "command": .fields([
            "title": .string("run\(list) on \(folder)"), "command": .string("cdq.run"),
            "arguments": .array([
              .string(document.uri), .string(query.name.text),
              .array(
                parameters.map { parameter in
                  .fields([
                    "name": .string(parameter.name), "type": .string(parameter.type),
                    "isOptional": .bool(parameter.isOmittable),
                  ])
                }),
            ]),
          ]),
        ])
      })
  }
}

extension QueryDocument {
  /// The parameters of a query without errors; nil for one with.
  fileprivate func soundParameters(of query: QueryDeclaration) -> [CheckedDeclaration.Parameter]? {
    checked[TextKey(bytes: source.utf8[Int(query.span.start)..<Int(query.span.end)])]?.parameters
  }
}

/// Finds the folder with the data that queries are run on: the one of the settings, else a folder called `Data` near
/// the file.
struct DataFolders {
  let files: any ServerFiles
  let configured: String?
  let roots: [String]

  private static let names = ["Data", "data", "Fixtures", "fixtures"]

  func folder(for path: String) -> String? {
    if let configured {
      let paths = configured.hasPrefix("/") ? [configured] : roots.map { PathText.join($0, configured) }
      return paths.first { files.kind(of: $0) != .missing }
    }
    guard path.hasPrefix("/") else { return nil }
    var folder = PathText.folder(of: path)
    while true {
      for name in DataFolders.names {
        let candidate = PathText.join(folder, name)
        if files.kind(of: candidate) == .directory, hasData(candidate) { return candidate }
      }
      let isInside = roots.contains { folder != $0 && PathText.isPath(folder, below: $0) }
      guard isInside else { return nil }
      folder = PathText.folder(of: folder)
    }
  }

  private func hasData(_ folder: String) -> Bool {
    let names = (try? files.list(folder)) ?? []
    return names.contains { ["json", "ndjson", "csv"].contains(PathText.fileExtension(of: $0)) }
  }
}
