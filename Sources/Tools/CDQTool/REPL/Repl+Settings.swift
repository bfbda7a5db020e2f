import CDQIR
import CDQResults
import CDQRuntime
import CDQSyntax
import CDQTerminal

/// The commands that change settings and parameters, and `:help`.
extension Repl {
  mutating func help(_ topic: String) {
    let width = min(console.output.columns ?? 80, 100)
    if topic.isEmpty { return ReplHelp.overview(width: width).forEach(console.print) }
    if let lines = ReplHelp.lines(about: topic, width: width, schema) { return lines.forEach(console.print) }
    let names = ReplHelp.topics + ReplDirectives.all.map(\.name)
    let near = Suggestions.nearest(to: topic, among: names).map { ["did you mean ':help \($0)'?"] } ?? []
    fail("there is no help about '\(topic)'", help: near + ["topics: \(ReplHelp.topics.joined(separator: ", "))"])
  }

  mutating func setParameter(_ argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = (parts.first.map { $0.hasSuffix(":") ? $0.dropLast() : $0 } ?? "").trimmedWhitespace
    let text = parts.count > 1 ? parts[1].trimmedWhitespace : ""
    let bare = name.hasPrefix("$") ? String(name.dropFirst()) : name
    guard let first = bare.first, first.isLetter || first == "_",
      bare.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return fail("'\(argument)' sets no parameter", help: [":let $name = value"]) }
    guard parts.count > 1 else {
      let value = parameters.first { $0.name == bare }?.value.written
      return console.print(value.map { "$\(bare) = \($0)" } ?? "$\(bare) is not set")
    }
    let value = Repl.parameter(text)
    if let index = parameters.firstIndex(where: { $0.name == bare }) {
      parameters[index].value = value
    } else {
      parameters.append((bare, value))
    }
  }

  /// The value of `:let`: JSON if the text is JSON, else the text itself, without single quotes around it.
  private static func parameter(_ text: String) -> ParameterText {
    if let json = try? JSONValue(parsing: text) { return .json(json) }
    if text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") { return .text(String(text.dropFirst().dropLast())) }
    return .text(text)
  }

  func showParameters() {
    if parameters.isEmpty { return console.print("no parameters are set") }
    for parameter in parameters { console.print("$\(parameter.name) = \(parameter.value.written)") }
  }

  mutating func changeFormat(_ name: String) {
    if name.isEmpty { return console.print(format?.rawValue ?? "table, or record where few columns fit") }
    guard let found = ResultFormat(rawValue: name) else {
      let names = ResultFormat.allCases.map(\.rawValue)
      let near = Suggestions.nearest(to: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
      return fail("there is no format '\(name)'", help: near + ["one of \(names.joined(separator: ", "))"])
    }
    format = found
  }

  mutating func changeLimit(_ text: String) {
    if text.isEmpty { return console.print(rowLimit.map(String.init) ?? "0") }
    guard let number = Int(text), number >= 0 else { return fail(":limit needs a whole number", help: [":limit 50"]) }
    rowLimit = number == 0 ? nil : number
  }

  mutating func changeTime(_ text: String) {
    switch text {
    case "": console.print(showsTime ? "on" : "off")
    case "on": showsTime = true
    case "off": showsTime = false
    default: fail(":time is on or off")
    }
  }

  mutating func changePager(_ text: String) {
    switch text {
    case "": console.print(usesPager ? "on" : "off")
    case "on": usesPager = true
    case "off": usesPager = false
    default: fail(":pager is on or off", help: ["$CDQ_PAGER or $PAGER names the program"])
    }
  }

  /// `:unset $a $b`
  mutating func unset(_ argument: String) {
    let names = argument.split { $0.isWhitespace || $0 == "," }.map { $0.hasPrefix("$") ? String($0.dropFirst()) : String($0) }
    if names.isEmpty { return fail(":unset needs the name of a parameter", help: [":unset $name"]) }
    for name in names {
      guard let index = parameters.firstIndex(where: { $0.name == name }) else {
        let near = Suggestions.nearest(to: name, among: parameters.map(\.name)).map { ["did you mean '$\($0)'?"] } ?? []
        fail("$\(name) is not set", help: near)
        continue
      }
      parameters.remove(at: index)
    }
  }
}
