import CDQFiles
import CDQSchema
import CDQSyntax

/// The verb `fmt`: formats `.cdq` files. No file is written when formatting one would change its meaning.
struct Formatting {
  let arguments: ToolArguments
  private let files = FileSystem()

  init(_ arguments: ToolArguments) {
    self.arguments = arguments
  }

  func run() -> Int32 {
    var changes: [FileChange] = []
    var diagnostics: [Diagnostic] = []
    var texts: [SourceText] = []
    for path in arguments.files {
      let text: SourceText
      do throws(FileError) {
        text = SourceText(name: path, utf8: try files.read(path))
      } catch {
        Output.fail("\(path): \(error.explanation)", code: 2)
      }
      texts.append(text)
      let result = SourceFormatter.format(text, as: .document)
      guard let formatted = result.text else {
        diagnostics += result.diagnostics
        continue
      }
      let new = SourceText(name: path, formatted)
      guard SourceFormatter.haveSameTree(text, new, as: .document) else {
        Output.fail("formatting '\(path)' would change its meaning; nothing was written", code: 70)
      }
      if new.utf8 != text.utf8 { changes.append(FileChange(path, old: Array(text.utf8), new: Array(new.utf8))) }
    }
    let isSound = Output.show(diagnostics, texts)
    if arguments.isDry {
      for change in changes { Output.say("\(change.path): error: the file is not laid out as 'fmt' does") }
    } else {
      do throws(FileChangeError) {
        try files.replace(changes)
      } catch {
        Output.fail("'\(error.file.path)': \(error.file.explanation)", code: 2)
      }
    }
    if arguments.saysSummary, !arguments.isDry {
      Output.say("\(changes.count) of \(Output.count(texts.count, "file")) changed")
    }
    return isSound && !(arguments.isDry && !changes.isEmpty) ? 0 : 1
  }
}
