/// The command line of the tool. Only the plugins call it, so its form is made for programs and not for people.
struct ToolArguments {
  enum Verb: String {
    /// Writes Swift; the default.
    case generate
    /// Reports errors and warnings, and writes nothing.
    case check
    /// Formats `.cdq` files.
    case fmt
  }

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

  var verb = Verb.generate
  /// The name of the module, or that of the product from which Xcode makes it.
  var module = "cdq"
  /// The folder to which paths in generated code are relative.
  var root = ""
  /// The path of a `cdq.json`.
  var config: String?
  var backend: String?
  var access: String?
  var deployment: String?
  /// The version of the Core Data models; nil for the current version.
  var modelVersion: String?
  var sources: [Source] = []
  var dependencies: [Dependency] = []
  /// The files to format.
  var files: [String] = []
  /// Whether nothing is written; the tool then lists the files that would change, and fails if there are any.
  var isDry = false
  /// Whether the tool prints what it has done.
  var saysSummary = false

  static let usage = """
    usage: cdqc [generate|check] [--module NAME] [--root FOLDER] [--config cdq.json]
                [--backend memory|closure|coredata|swiftdata|sql|ir] [--access public|package|internal]
                [--deployment RELEASE] [--model-version NAME] [--dependency MODULE FILE]… [--dry] [--summary]
                --source FILE OUTPUT…
           cdqc fmt [--dry] [--summary] [--root FOLDER] --file FILE…
    """

  init(_ words: some Sequence<String>) throws(UsageError) {
    var rest = Array(words)[...]
    if let word = rest.first, let verb = Verb(rawValue: word) {
      self.verb = verb
      rest.removeFirst()
    }
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
      case "--deployment": deployment = try value(of: word)
      case "--model-version": modelVersion = try value(of: word)
      case "--source": sources.append(Source(path: try value(of: word), output: try value(of: word)))
      case "--dependency": dependencies.append(Dependency(module: try value(of: word), path: try value(of: word)))
      case "--file": files.append(try value(of: word))
      case "--dry": isDry = true
      case "--summary": saysSummary = true
      default: throw UsageError(message: "unknown option '\(word)'")
      }
    }
    switch verb {
    case .generate, .check: if sources.isEmpty { throw UsageError(message: "no '--source' is given") }
    case .fmt: if files.isEmpty { throw UsageError(message: "no '--file' is given") }
    }
  }
}
