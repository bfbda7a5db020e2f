import CDQRandom
import CDQSyntax
import CDQTestSupport
import Foundation
import Testing

/// Formatting keeps the tree and every comment, and formatting again changes nothing.
@Suite struct FormatterPropertyTests {
  /// All texts of the other tests, and the files of the repository.
  static let texts: [(kind: SourceFormatter.StartSymbol, text: String)] = {
    var texts: [(kind: SourceFormatter.StartSymbol, text: String)] = []
    for (kind, text) in PrinterTests.known {
      switch kind {
      case .predicate: texts.append((.predicate, text))
      case .query: texts.append((.query, text))
      case .document: texts.append((.document, text))
      case .strict, .expression: break
      }
    }
    for file in Repository.files(below: "", extension: "cdq") {
      if let text = try? String(contentsOf: file, encoding: .utf8) { texts.append((.document, text)) }
    }
    return texts
  }()

  @Test func formattingKeepsTheTree() {
    var count = 0
    for (kind, text) in FormatterPropertyTests.texts {
      guard check(kind, text) != nil else { continue }
      count += 1
    }
    #expect(count > 70)
  }

  /// Inserts comments between any two tokens.
  @Test func formattingKeepsEveryComment() {
    var random = SplitMix(seed: 7)
    var count = 0
    for round in 0..<4 {
      for (kind, text) in FormatterPropertyTests.texts {
        let (commented, comments) = FormatterPropertyTests.commented(text, &random, percent: [5, 20, 60, 100][round])
        guard let formatted = check(kind, commented) else { continue }
        count += 1
        let found = Lexer.lex(SourceText(name: "t", formatted)).trivia.compactMap { piece in
          piece.kind == .whitespace ? nil : SourceText(name: "t", formatted).text(piece.span)
        }
        let own = found.filter { $0.contains("§") }
        #expect(own == comments, "\(formatted)")
      }
    }
    #expect(count > 150)
  }

  /// Inserts line breaks at random places.
  @Test func lineBreaksKeepTheTree() {
    var random = SplitMix(seed: 9)
    for (kind, text) in FormatterPropertyTests.texts {
      let tokens = Lexer.lex(SourceText(name: "t", text)).tokens
      var result = Array(text.utf8)
      for (left, right) in zip(tokens, tokens.dropFirst()).reversed() where left.end < right.start {
        if random.below(100) < 15 { result.insert(contentsOf: Array("\r\n\n".utf8), at: Int(right.start)) }
      }
      _ = check(kind, String(decoding: result, as: UTF8.self))
    }
  }

  /// The formatted text; nil when the text does not parse.
  private func check(_ kind: SourceFormatter.StartSymbol, _ text: String) -> String? {
    let source = SourceText(name: "t", text)
    guard let formatted = SourceFormatter.format(source, as: kind).text else { return nil }
    let result = SourceText(name: "t", formatted)
    #expect(SourceFormatter.haveSameTree(source, result, as: kind), "\(text)\n----\n\(formatted)")
    #expect(SourceFormatter.format(result, as: kind).text == formatted, "\(text)\n----\n\(formatted)")
    #expect(!formatted.contains(" \n") || text.contains("/*"), "\(formatted)")
    return formatted
  }

  /// Inserts random comments between tokens that may be separated.
  private static func commented(
    _ text: String, _ random: inout SplitMix, percent: Int
  ) -> (text: String, comments: [String]) {
    let tokens = Lexer.lex(SourceText(name: "t", text)).tokens
    var result = Array(text.utf8)
    var comments: [String] = []
    for index in tokens.indices.reversed() {
      let touches = index > 0 && tokens[index - 1].end == tokens[index].start
      let mustTouch = [.colon, .question, .dot].contains(tokens[index].kind) || (index > 0 && tokens[index - 1].kind == .colon)
      guard random.below(100) < percent, !(touches && mustTouch) else { continue }
      let comment: String
      let written: String
      switch random.below(6) {
      case 0:
        comment = "// §\(index)"
        written = comment + "\n"
      case 1:
        comment = "/// §\(index)"
        written = "\n  \(comment)\n"
      case 2:
        comment = "/* §\(index)\n   second */"
        written = comment
      case 3:
        comment = "/* §\(index) */"
        written = "\n\n\n\(comment)\n"
      default:
        comment = "/* §\(index) /* inner */ */"
        written = comment
      }
      comments.append(comment)
      result.insert(contentsOf: Array(written.utf8), at: Int(tokens[index].start))
    }
    return (String(decoding: result, as: UTF8.self), comments.reversed())
  }
}
