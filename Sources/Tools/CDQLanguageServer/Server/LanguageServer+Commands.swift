import CDQJSON
import CDQSchema
import CDQSyntax

/// The command `cdq.run`, which code lenses name.
extension LanguageServer {
  /// - Returns: nil, since the answer comes when the query has run.
  func execute(_ parameters: JSONValue, _ id: JSONValue) throws(ResponseError) -> JSONValue? {
    guard parameters["command"]?.asString == "cdq.run", let run = environment.run else {
      throw ResponseError(.invalidParameters, "there is no command '\(parameters["command"]?.asString ?? "")'")
    }
    let request = try runRequest(parameters["arguments"]?.asArray ?? [])
    inBackground {
      let result = run(request)
      return { server in
        server.respond(id, result.map { .fields(["text": .string($0)]) })
        if case .success(let text) = result {
          server.notifyClient(
            "window/showMessage", .fields(["type": .int(3), "message": .string("\(request.query)\n\(text)")]))
        }
      }
    }
    return nil
  }

  private func runRequest(_ arguments: [JSONValue]) throws(ResponseError) -> RunRequest {
    guard arguments.count >= 2, let uri = arguments[0].asString, let query = arguments[1].asString,
      let document = workspace.documents[DocumentURI.path(uri)]
    else { throw ResponseError(.invalidParameters, "'cdq.run' takes the URI of a file and the name of a query") }
    guard let folder = dataFolder(for: document) else {
      throw ResponseError(
        .requestFailed, "there is no data folder; the setting 'data' names one, or a folder 'Data' beside the file")
    }
    if document.path.hasPrefix("/"), let saved = try? environment.files.read(document.path),
      saved != document.source.utf8
    {
      throw ResponseError(.requestFailed, "save the file first: the query runs as it is on disk")
    }
    var values: [(name: String, value: String)] = []
    for argument in arguments.count > 2 ? arguments[2].asArray : [] {
      guard let name = argument["name"]?.asString else { continue }
      if let value = argument["value"]?.asString {
        values.append((name, value))
      } else if argument["isOptional"]?.asBool != true {
        let type = argument["type"]?.asString ?? "?"
        throw ResponseError(
          .requestFailed,
          "the query needs $\(name): \(type); run it with 'cdq eval \(document.path) --query \(query) "
            + "--data \(folder) --param \(name)=…'")
      }
    }
    return RunRequest(file: document.path, query: query, dataFolder: folder, arguments: values)
  }

  func dataFolder(for document: QueryDocument) -> String? {
    DataFolders(files: environment.files, configured: dataFolder, roots: workspace.roots).folder(for: document.path)
  }
}
