/// What the plugins ask for. They are the only callers, so the form is made for them and not for people.
struct Arguments {
  enum Verb: String {
    /// Writes Swift; the word can be left away.
    case generate
    /// Reports what is wrong and writes nothing.
    case check
    /// Lays `.cdq` files out.
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
  /// Files to be laid out.
  var files: [String] = []
  /// Nothing is written; what would change is named, and fails.
  var isDry = false
  /// What was done is said.
  var saysSummary = false

  static let usage = """
    usage: cdqc [generate|check] [--module NAME] [--root FOLDER] [--config cdq.json]
                [--backend memory|closure|coredata|swiftdata|ir] [--access public|package|internal]
                [--model-version NAME] [--dependency MODULE FILE]… [--dry] [--summary] --source FILE OUTPUT…
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
