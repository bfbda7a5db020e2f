import CDQTerminal

/// One option that a command accepts.
struct OptionSpec: Hashable, Sendable {
  /// The long name without the dashes: `schema` for `--schema`.
  var name: String
  /// The one-letter form, such as `q` for `-q`.
  var letter: Character?
  /// The name of the value in the help, such as `FILE`; nil for a flag.
  var placeholder: String?
  /// The accepted values; empty when the option accepts any value.
  var choices: [String]
  /// Whether the command line may give the option several times.
  var isRepeatable: Bool
  /// Description in the help: one line, lower case, no full stop.
  var help: String

  /// Another long name, which other commands have for it.
  var otherName: String?

  /// The option with another long name and, if it has none, a letter.
  func also(_ name: String, letter: Character? = nil) -> OptionSpec {
    var option = self
    option.otherName = name
    option.letter = self.letter ?? letter
    return option
  }

  /// A flag: an option without a value.
  static func flag(_ name: String, letter: Character? = nil, _ help: String) -> OptionSpec {
    OptionSpec(name: name, letter: letter, placeholder: nil, choices: [], isRepeatable: true, help: help)
  }

  /// An option with a value of any text.
  static func value(
    _ name: String, letter: Character? = nil, _ placeholder: String, isRepeatable: Bool = false, _ help: String
  ) -> OptionSpec {
    OptionSpec(
      name: name, letter: letter, placeholder: placeholder, choices: [], isRepeatable: isRepeatable, help: help)
  }

  /// An option whose value is one of `choices`.
  static func choice(_ name: String, letter: Character? = nil, _ choices: [String], _ help: String) -> OptionSpec {
    OptionSpec(
      name: name, letter: letter, placeholder: choices.joined(separator: "|"), choices: choices, isRepeatable: false,
      help: help)
  }

  /// The option as the help shows it: `-o, --output DIR`.
  var usage: String {
    let short = letter.map { "-\($0), " } ?? ""
    let value = placeholder.map { " \($0)" } ?? ""
    return "\(short)--\(name)\(value)"
  }
}

extension OptionSpec {
  /// The options that every command accepts.
  static let global: [OptionSpec] = [
    .choice("color", ColorMode.allCases.map(\.rawValue), "colour of diagnostics and tables"),
    .value("max-errors", "N", "most errors that are shown, 0 for all (default \(defaultMaximumErrors))"),
    .flag("quiet", letter: "q", "no summaries and warnings"),
    .flag("verbose", letter: "v", "say what is read and written"),
    .flag("help", letter: "h", "show this help"),
  ]

  static let defaultMaximumErrors = 20

  static let schema = OptionSpec.value(
    "schema", letter: "s", "PATH", "a .cdq file, a Core Data model, or a folder of them (default: the nearest)")
  static let data = OptionSpec.value(
    "data", letter: "d", "PATH", "a folder of <Entity>.json, .ndjson or .csv, one JSON file of all, a snapshot, or -")
  /// The options for loading data.
  static let loading: [OptionSpec] = [
    .data, CSVSeparator.spec, .flag("lenient", "leave references nil whose object is not in the data"),
  ]
  static let limit = LimitOption.spec
  static let strictNSPredicate = OptionSpec.flag("strict-nspredicate", "accept exactly Apple's predicate language")
}
