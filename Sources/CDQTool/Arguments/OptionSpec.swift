/// One option that a command accepts.
struct OptionSpec: Hashable, Sendable {
  /// Without the dashes.
  var name: String
  /// The one-letter form, such as `q` for `-q`.
  var letter: Character?
  /// What stands for the value in the help, such as `FILE`; nil for a flag.
  var placeholder: String?
  /// The accepted values; empty when any is.
  var choices: [String]
  /// Whether it may be given several times.
  var isRepeatable: Bool
  /// One line, lower case, no full stop.
  var help: String

  /// An option without a value.
  static func flag(_ name: String, letter: Character? = nil, _ help: String) -> OptionSpec {
    OptionSpec(name: name, letter: letter, placeholder: nil, choices: [], isRepeatable: true, help: help)
  }

  /// An option with a value.
  static func value(
    _ name: String, letter: Character? = nil, _ placeholder: String, isRepeatable: Bool = false, _ help: String
  ) -> OptionSpec {
    OptionSpec(
      name: name, letter: letter, placeholder: placeholder, choices: [], isRepeatable: isRepeatable, help: help)
  }

  /// An option with one of some values.
  static func choice(_ name: String, letter: Character? = nil, _ choices: [String], _ help: String) -> OptionSpec {
    OptionSpec(
      name: name, letter: letter, placeholder: choices.joined(separator: "|"), choices: choices, isRepeatable: false,
      help: help)
  }

  /// As it is written in the help: `-o, --output DIR`.
  var usage: String {
    let short = letter.map { "-\($0), " } ?? ""
    let value = placeholder.map { " \($0)" } ?? ""
    return "\(short)--\(name)\(value)"
  }
}

extension OptionSpec {
  /// What every command accepts.
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
  static let limit = LimitOption.spec
  static let strictNSPredicate = OptionSpec.flag("strict-nspredicate", "accept exactly Apple's predicate language")
}
