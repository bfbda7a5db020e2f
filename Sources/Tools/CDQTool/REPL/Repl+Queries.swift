import CDQIR
import CDQKit
import CDQResults
import CDQRuntime
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// The commands about named queries: `:queries`, `:run`.
extension Repl {
  mutating func showQueries(_ name: String) {
    if !name.isEmpty {
      guard let query = namedQuery(name) else { return }
      for line in (query.documentation ?? "").split(separator: "\n") { console.print("/// \(line)") }
      console.print(query.text)
      return console.print("// \(query.file):\(query.line): \(result(of: query.ir))")
    }
    let queries = named.all
    if queries.isEmpty {
      return console.print("no query has a name; 'query NAME = …' gives it one, and ':source FILE.cdq' reads more")
    }
    show(
      TextTable(
        columns: [
          .init(title: "query", isCuttable: false), .init(title: "parameters"), .init(title: "result"),
          .init(title: "about"),
        ],
        rows: queries.map { query in
          [
            .init(query.name), .init(NamedQueries.parameters(of: query.ir)), .init(result(of: query.ir)),
            .init(query.documentation?.split(separator: "\n").first.map(String.init) ?? ""),
          ]
        }))
  }

  /// `:run largest atLeast=10000000 count=3`
  mutating func runNamed(_ argument: String) {
    let words = ReplWords.split(argument)
    guard let name = words.first else {
      return fail(":run needs the name of a query", help: [":run name parameter=value", ":queries lists them"])
    }
    guard let query = namedQuery(name) else { return }
    var given: [String: ParameterText] = [:]
    do throws(Failure) {
      for word in words.dropFirst() {
        let (name, value) = try ReplWords.parameter(word)
        given[name] = value
      }
      // Parameters of the session that the query does not have are no mistake, those that were given with it are.
      let known = Set(query.ir.parameters.map(\.name))
      if let unknown = given.keys.sorted().first(where: { !known.contains($0) }) {
        let near = Suggestions.nearest(to: unknown, among: Array(known)).map { ["did you mean '\($0)'?"] } ?? []
        throw .usage(
          "'\(name)' has no parameter '\(unknown)'",
          help: near + [known.isEmpty ? "it has none" : "its parameters: \(NamedQueries.parameters(of: query.ir))"])
      }
      let missing = query.ir.parameters.filter { parameter in
        !parameter.isOmittable && given[parameter.name] == nil && !parameters.contains { $0.name == parameter.name }
      }
      if !missing.isEmpty {
        throw .usage(
          "'\(name)' needs \(missing.map { "$\($0.name) (\($0.type))" }.joined(separator: ", "))",
          help: [":run \(name) \(NamedQueries.usage(of: query.ir))"])
      }
    } catch {
      return fail(error)
    }
    show(query.ir, query.text, given: given)
  }

  private mutating func namedQuery(_ name: String) -> CompiledQuery? {
    if let found = named[name] { return found }
    let names = named.all.map(\.name)
    let near = Suggestions.nearest(to: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
    let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    fail(
      "there is no query '\(name)'",
      help: near + [names.isEmpty ? "no query has a name; 'query NAME = …' gives one its name" : "queries: \(shown)"])
    return nil
  }
}

/// The words of a command's argument.
enum ReplWords {
  /// Splits a text at spaces, but not inside of quotes or brackets: `prefix="San J" ids:=[1, 2]`.
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var depth = 0
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        if character == "\\" { isEscaped = true }
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if "[{(".contains(character) {
        depth += 1
      } else if "]})".contains(character) {
        depth -= 1
      } else if character.isWhitespace, depth <= 0 {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      word.append(character)
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The parameter of `name=value` or `name:=JSON`. A value may have quotes around it.
  static func parameter(_ word: String) throws(Failure) -> (name: String, value: ParameterText) {
    guard word.contains("=") else {
      throw .usage("'\(word)' gives no parameter a value", help: [":run name parameter=value"])
    }
    let (name, value) = try ParameterText.parse(word)
    guard case .text(let text) = value, let first = text.first, text.count >= 2, first == text.last else {
      return (name, value)
    }
    if first == "'" { return (name, .text(String(text.dropFirst().dropLast()))) }
    if first == "\"", let json = try? JSONValue(parsing: text) { return (name, .json(json)) }
    return (name, value)
  }
}
