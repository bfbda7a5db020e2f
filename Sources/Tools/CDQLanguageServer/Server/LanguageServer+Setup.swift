import CDQJSON

/// The first messages of a session: what both sides can do.
extension LanguageServer {
  func initialize(_ parameters: JSONValue) -> JSONValue {
    state = .running
    client = ClientCapabilities(parameters["capabilities"])
    let offered = parameters[path: "capabilities", "general", "positionEncodings"]?.asArray ?? []
    encoding = PositionEncoding(offered: offered.compactMap(\.asString))
    configure(parameters["initializationOptions"] ?? .null)
    var roots = folders(parameters["workspaceFolders"])
    if roots.isEmpty, let uri = parameters["rootUri"]?.asString { roots = [DocumentURI.path(uri)] }
    if roots.isEmpty, let path = parameters["rootPath"]?.asString { roots = [path] }
    workspace.setRoots(roots.filter { $0.hasPrefix("/") })
    return .fields([
      "capabilities": capabilities,
      "serverInfo": .fields(["name": .string("cdq"), "version": .string(environment.version)]),
    ])
  }

  func folders(_ value: JSONValue?) -> [String] {
    (value?.asArray ?? []).compactMap { $0["uri"]?.asString.map(DocumentURI.path) }
  }

  /// Takes the settings: `{"data": "folder"}`.
  func configure(_ settings: JSONValue) {
    if let folder = settings["data"]?.asString { dataFolder = folder.isEmpty ? nil : folder }
  }

  private var capabilities: JSONValue {
    .fields([
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": .fields([
        "openClose": .bool(true), "change": .int(2), "save": .fields(["includeText": .bool(false)]),
      ]),
      "completionProvider": .fields([
        "triggerCharacters": .strings([".", "$", "@", "#", "\""]), "resolveProvider": .bool(false),
      ]),
      "hoverProvider": .bool(true),
      "signatureHelpProvider": .fields(["triggerCharacters": .strings(["(", ","])]),
      "definitionProvider": .bool(true),
      "typeDefinitionProvider": .bool(true),
      "referencesProvider": .bool(true),
      "documentHighlightProvider": .bool(true),
      "documentSymbolProvider": .bool(true),
      "workspaceSymbolProvider": .bool(true),
      "codeActionProvider": .fields([
        "codeActionKinds": .strings(["quickfix", "refactor.rewrite", "source.fixAll"])
      ]),
      "codeLensProvider": environment.run == nil ? nil : .fields(["resolveProvider": .bool(false)]),
      "documentFormattingProvider": .bool(true),
      "documentRangeFormattingProvider": .bool(true),
      "documentOnTypeFormattingProvider": .fields([
        "firstTriggerCharacter": .string("}"), "moreTriggerCharacter": .strings(["\n"]),
      ]),
      "renameProvider": .fields(["prepareProvider": .bool(true)]),
      "foldingRangeProvider": .bool(true),
      "selectionRangeProvider": .bool(true),
      "inlayHintProvider": .bool(true),
      "executeCommandProvider": environment.run == nil ? nil : .fields(["commands": .strings(["cdq.run"])]),
      "semanticTokensProvider": .fields([
        "legend": TokenClass.legend, "range": .bool(true), "full": .fields(["delta": .bool(true)]),
      ]),
      "workspace": .fields([
        "workspaceFolders": .fields(["supported": .bool(true), "changeNotifications": .bool(true)])
      ]),
    ])
  }

  /// Asks the client to watch the files of cdq.
  func watchFiles() {
    guard client.watchesFiles else { return }
    let patterns = [
      "**/*.cdq", "**/cdq.json", "**/Package.swift", "**/*.xcdatamodel/contents", "**/.xccurrentversion",
    ]
    requestOfClient(
      "client/registerCapability",
      .fields([
        "registrations": .array([
          .fields([
            "id": .string("cdq-files"), "method": .string("workspace/didChangeWatchedFiles"),
            "registerOptions": .fields([
              "watchers": .array(patterns.map { .fields(["globPattern": .string($0)]) })
            ]),
          ])
        ])
      ]))
  }
}
