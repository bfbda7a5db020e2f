/// What the build plugin asks for. The plugin is the only caller, so the form is made for it and not for people.
struct Arguments {
  struct Source {
    var path: String
    var output: String
  }

  struct Dependency {
    var module: String
    var path: String
  }

  struct UsageError: Error {
    var message: String
  }

  var module = "cdq"
  /// Folder that paths in generated code are relative to.
  var root = ""
  /// A `cdq.json`.
  var config: String?
  var backend: String?
  var access: String?
  /// Version of the Core Data models; nil for their current one.
  var modelVersion: String?
  var sources: [Source] = []
  var dependencies: [Dependency] = []

  static let usage = """
    usage: cdqc [--module NAME] [--root FOLDER] [--config cdq.json] [--backend memory|closure|coredata|swiftdata|ir]
                [--access public|package|internal] [--model-version NAME]
                [--dependency MODULE FILE]… --source FILE OUTPUT…
    """

  init(_ words: some Sequence<String>) throws(UsageError) {
    var rest = Array(words)[...]
    func value(of option: String) throws(UsageError) -> String {
      guard let value = rest.popFirst() else { throw UsageError(message: "'\(option)' needs a value") }
      return value
    }
    while let word = rest.popFirst() {
      switch word {
      case "--module": module = try value(of: word)
      case "--root": root = try value(of: word)
      case "--config": config = try value(of: word)
      case "--backend": backend = try value(of: word)
      case "--access": access = try value(of: word)
      case "--model-version": modelVersion = try value(of: word)
      case "--source": sources.append(Source(path: try value(of: word), output: try value(of: word)))
      case "--dependency": dependencies.append(Dependency(module: try value(of: word), path: try value(of: word)))
      default: throw UsageError(message: "unknown option '\(word)'")
      }
    }
    if sources.isEmpty { throw UsageError(message: "no '--source' is given") }
  }
}
