/// Shortens the quoted parts of a message, so that a name of a megabyte does not make a message of a megabyte.
///
/// Reports shorten everything they show; `Diagnostic` values keep the whole texts.
package enum Abbreviation {
  /// The most bytes that are shown of one quoted part.
  private static let mostQuoted = 60
  /// The most bytes that are shown of a quoted path, which is useless when cut early.
  private static let mostOfPath = 400
  /// The most bytes of a whole message.
  private static let most = 600

  /// The message with its long quoted parts cut.
  package static func of(_ message: String) -> String {
    guard message.utf8.count > mostQuoted else { return message }
    var result = ""
    var isQuoted = false
    var start = message.startIndex
    for index in message.indices where message[index] == "'" && !isApostrophe(index, in: message) {
      let part = message[start..<index]
      result += isQuoted ? cut(part, part.contains("/") ? mostOfPath : mostQuoted) : String(part)
      result += "'"
      start = message.index(after: index)
      isQuoted.toggle()
    }
    return cut((result + message[start...])[...], most)
  }

  /// Whether a quote is between two letters, as in `don't`.
  private static func isApostrophe(_ index: String.Index, in text: String) -> Bool {
    let next = text.index(after: index)
    guard index > text.startIndex, next < text.endIndex else { return false }
    return text[text.index(before: index)].isLetter && text[next].isLetter
  }

  private static func cut(_ text: Substring, _ most: Int) -> String {
    guard text.utf8.count > most else { return String(text) }
    // One character may have any number of bytes.
    var end = text.startIndex
    var bytes = 0
    while end < text.endIndex {
      bytes += text[end].utf8.count
      if bytes > most { break }
      end = text.index(after: end)
    }
    return text[..<end] + "…"
  }
}

extension Diagnostic {
  /// The finding with its messages, labels, help and notes shortened; places and replacements stay.
  func abbreviated() -> Diagnostic {
    var result = self
    result.message = Abbreviation.of(message)
    result.label = label.map(Abbreviation.of)
    for index in labels.indices { result.labels[index].text = Abbreviation.of(labels[index].text) }
    result.help = help.map(Abbreviation.of)
    for index in notes.indices { result.notes[index].message = Abbreviation.of(notes[index].message) }
    for index in fixIts.indices { result.fixIts[index].message = Abbreviation.of(fixIts[index].message) }
    return result
  }
}
