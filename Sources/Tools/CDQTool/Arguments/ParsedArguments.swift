
/// A command's arguments, sorted into options and positional arguments.
struct ParsedArguments {
  /// The full name of the command, such as `cdq eval`.
  let command: String
  /// The positional arguments, in order.
  var positionals: [String] = []
  private var values: [String: [String]] = [:]

  init(command: String) {
    self.command = command
  }

  mutating func add(_ option: OptionSpec, _ value: String?) {
    values[option.name, default: []].append(value ?? "")
  }

  /// Whether the command line has an option.
  func has(_ name: String) -> Bool {
    values[name] != nil
  }

  /// The value of an option (the last one where it is repeated); nil when the option is absent.
  subscript(name: String) -> String? {
    values[name]?.last
  }

  /// All values of an option that may be repeated, in order.
  func all(_ name: String) -> [String] {
    values[name] ?? []
  }

  /// The value of an option whose choices are the raw values of `Choice`.
  func choice<Choice: RawRepresentable>(_ name: String, default standard: Choice) -> Choice
  where Choice.RawValue == String {
    self[name].flatMap { Choice(rawValue: $0) } ?? standard
  }

  /// The value of an option as a whole number, 0 or more; nil when the option is absent.
  func count(_ name: String) throws(Failure) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), number >= 0 else { throw .usage("--\(name) needs a whole number, found '\(text)'") }
    return number
  }

  /// The only positional argument. Fails when there is none, or more than one.
  func single(_ what: String, _ usage: String) throws(Failure) -> String {
    guard let first = positionals.first else { throw .usage("'\(command)' needs \(what)", help: [usage]) }
    try refuseMore(than: 1, help: positionals.contains { $0.contains(" ") } ? [] : ["put the text in quotes"])
    return first
  }

  /// The data of a command: the only positional argument, or `--data`; nil when there is neither.
  func data() throws(Failure) -> String? {
    try refuseMore(than: has("data") ? 0 : 1)
    return positionals.first ?? self["data"]
  }

  /// Fails when there are more than `limit` positional arguments.
  func refuseMore(than limit: Int, help: [String] = []) throws(Failure) {
    guard positionals.count > limit else { return }
    throw .usage("unexpected argument '\(positionals[limit])'", help: help)
  }
}
