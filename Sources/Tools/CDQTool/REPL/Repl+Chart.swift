import CDQFiles
import CDQIR
import CDQResults
import CDQRuntime
import CDQSchema
import CDQSyntax
import CDQTerminal

/// `:chart [bars|histogram|line] [FILE.svg] [text]`
extension Repl {
  mutating func chart(_ argument: String) {
    var rest = argument
    let kind = Repl.firstWord(of: &rest) { ChartKind(rawValue: $0) }
    let file = Repl.firstWord(of: &rest) { $0.lowercased().hasSuffix(".svg") ? ReplPath.expanded($0) : nil }
    if !rest.isEmpty {
      guard let ir = compile(SourceText(name: "<query>", rest)), run(ir, rest) != nil else { return }
    }
    guard let lastAnswer else { return fail("there is no result yet", help: [":chart [bars|histogram|line] QUERY"]) }
    guard case .rows(let rows) = lastAnswer else {
      return fail("a single value cannot be drawn", help: ["group by … select …, count() as n has a row for each group"])
    }
    do throws(Chart.Problem) {
      let chart = try Chart(rows, kind: kind)
      if let file { return write(chart, to: file) }
      ChartText(chart: chart, width: console.output.columns ?? 80).lines.forEach(console.print)
    } catch {
      fail(error.message, help: error.help)
    }
  }

  private mutating func write(_ chart: Chart, to path: String) {
    let name = FileSystem().absolute(path)
    do throws(Failure) {
      let file = try OutFile(path, replaces: ownFiles.contains(name))
      ownFiles.insert(name)
      file.output.write(ChartSVG(chart: chart).text)
      file.output.flush()
      if let failure = file.output.failure { throw .unreadable("cannot write '\(path)': \(failure)") }
      console.print("wrote '\(path)'")
    } catch {
      fail(error)
    }
  }

  /// Takes the first word of a text if it has a meaning.
  private static func firstWord<Meaning>(of text: inout String, _ meaning: (String) -> Meaning?) -> Meaning? {
    let word = String(text.prefix { !$0.isWhitespace })
    guard !word.isEmpty, let found = meaning(word) else { return nil }
    text = text.dropFirst(word.count).trimmedWhitespace
    return found
  }
}
