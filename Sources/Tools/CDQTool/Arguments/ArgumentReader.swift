import CDQSyntax

/// Parses a command's arguments with the table of options that the command accepts.
///
/// Options may come before and after positional arguments; `--name=value` and `--name value`, `-n value` and `-nvalue`
/// are the same; flags of one letter can be joined (`-qv`); `--` ends options; `-` alone is a positional argument.
struct ArgumentReader {
  private let command: String
  private let options: [OptionSpec]

  init(command: String, options: [OptionSpec]) {
    self.command = command
    self.options = options
  }

  func read(_ arguments: [String]) throws(Failure) -> ParsedArguments {
    var result = ParsedArguments(command: command)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        result.positionals += rest
        break
      } else if argument.hasPrefix("--") {
        try readLong(argument.dropFirst(2), &rest, &result)
      } else if argument.hasPrefix("-"), argument != "-", !isText(argument) {
        try readShort(argument.dropFirst(), &rest, &result)
      } else {
        result.positionals.append(argument)
      }
    }
    return result
  }

  /// Whether an argument that begins with a dash is a query or predicate, such as `-altitude * 2 == 8000`: a word and
  /// after a space an operator. `-pname=New York` and `-a text` are options with their values.
  private func isText(_ argument: String) -> Bool {
    let rest = argument.dropFirst().drop { $0 == "(" || $0 == " " }.drop { $0.isLetter || $0.isNumber || "_.$".contains($0) }
    guard rest.first == " ", let next = rest.split(separator: " ").first else { return argument.hasPrefix("-(") }
    if KeywordTable.shared.keyword(of: String(next)).comparisonOperator != nil { return true }
    return next.allSatisfy { "=<>!*/+-%&|".contains($0) }
  }

  private func readLong(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ result: inout ParsedArguments
  ) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = options.first(where: { $0.name == name || $0.otherName == name }) else { throw unknown("--\(name)") }
    try add(option, written: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil, &rest, &result)
  }

  private func readShort(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ result: inout ParsedArguments
  ) throws(Failure) {
    // Treats `-schema` as a typo for `--schema`, not as the option `-s` with the value `chema`.
    if options.contains(where: { $0.name == text && text.count > 1 }) { throw unknown("-\(text)", of: text) }
    var letters = text
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.letter == letter }) else { throw unknown("-\(letter)", of: text) }
      guard option.placeholder != nil else {
        result.add(option, nil)
        continue
      }
      let attached = letters.isEmpty ? nil : String(letters.first == "=" ? letters.dropFirst() : letters)
      return try add(option, written: "-\(letter)", attached: attached, &rest, &result)
    }
  }

  private func add(
    _ option: OptionSpec, written: String, attached: String?, _ rest: inout ArraySlice<String>,
    _ result: inout ParsedArguments
  ) throws(Failure) {
    guard let placeholder = option.placeholder else {
      if let attached { throw .usage("\(written) takes no value, found '\(attached)'") }
      return result.add(option, nil)
    }
    guard let value = attached ?? rest.popFirst() else {
      throw .usage("\(written) needs a value", help: ["\(written) \(placeholder)"])
    }
    if attached == nil, value.hasPrefix("--"), options.contains(where: { "--\($0.name)" == value }) {
      throw .usage(
        "\(written) needs a value, found the option '\(value)'", help: ["write \(written)=\(value) if it is the value"])
    }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      throw .usage("\(written) cannot be '\(value)'", help: choiceHelp(value, option.choices))
    }
    if !option.isRepeatable, result.has(option.name) { throw .usage("\(written) is given twice") }
    result.add(option, value)
  }

  private func choiceHelp(_ value: String, _ choices: [String]) -> [String] {
    let list = "one of \(choices.joined(separator: ", "))"
    guard let near = Suggestions.nearest(to: value, among: choices) else { return [list] }
    return ["did you mean '\(near)'?", list]
  }

  private func unknown(_ written: String, of letters: Substring = "") -> Failure {
    var help: [String] = []
    let names = options.map { "--\($0.name)" }
    let meant = letters.count > 1 ? "--\(letters)" : written
    if names.contains(meant) {
      help.append("did you mean '\(meant)'?")
    } else if let near = Suggestions.nearest(to: meant, among: names) {
      help.append("did you mean '\(near)'?")
    }
    if letters.contains(" ") || written.dropFirst().first.map({ $0 == "." || $0.isNumber }) == true {
      help.append("write -- before a text that begins with a dash")
    }
    return .usage("unknown option '\(written)' of '\(command)'", help: help)
  }
}
