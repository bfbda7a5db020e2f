import CDQSchema
import CDQSemantics
import CDQTerminal

/// What the line editor and the REPL's division into statements make of the bytes of a terminal: a session without answers,
/// for tests that send it any bytes.
package struct EditedTexts {
  /// The texts that were finished with Enter.
  package private(set) var texts: [String] = []
  /// The statements of each text.
  package private(set) var statements: [[String]] = []
  /// What was written to the terminal.
  package private(set) var output = ""

  private static var named: NamedQueries { NamedQueries(DemoCommand.schema) }

  /// Edits texts about the entities of the demo until the bytes end.
  package init(_ bytes: [UInt8], columns: Int, rows: Int, isColored: Bool) {
    let assistant = LineEditor.Assistant(
      schema: DemoCommand.schema.schema.schema, entity: "City", parameters: ["n"], EditedTexts.named)
    var rest = bytes[...]
    var written = ""
    var history = History(["City where name == \"Oslo\"", "Country\n  where code == \"NO\""])
    let device = LineEditor.Device(
      source: { _ in rest.popFirst() }, write: { written += $0 }, size: { (columns, rows) }, isColored: isColored,
      // A debug build takes too long to draw thousands of keys one by one.
      hasInput: { rest.count > 256 && rest.count % 64 != 0 })
    while !rest.isEmpty {
      var editor = LineEditor(device, assistant)
      guard case .line(let text) = editor.edit(prompt: "cdq> ", history: &history) else { continue }
      texts.append(text)
      statements.append(Statements.of(text))
      _ = history.add(text)
    }
    output = written
  }
}
