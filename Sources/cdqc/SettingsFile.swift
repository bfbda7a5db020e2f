import CDQCodegen
import CDQFiles
import CDQSchema
import CDQSyntax

/// The `cdq.json` of a target, and the options of the command line, which override it.
struct SettingsFile {
  private let arguments: Arguments
  private let files: FileSystem
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var sources: [SourceText] = []
  /// The text of the mapping that the settings name.
  private(set) var mapping: SourceText?

  init(_ arguments: Arguments, _ files: FileSystem) {
    self.arguments = arguments
    self.files = files
  }

  /// Reads the settings; nil when the file has errors, which are in `diagnostics`.
  mutating func read() -> GenerateConfig? {
    var config = GenerateConfig()
    if let path = arguments.config {
      let source: SourceText
      do throws(FileError) {
        source = SourceText(name: path, utf8: try files.read(path))
      } catch {
        Output.fail("\(path): \(error.explanation)", code: 2)
      }
      sources = [source]
      config = GenerateConfig(source, &diagnostics)
      if let mapping = config.mapping { readMapping(PathText.join(PathText.folder(of: path), mapping)) }
    }
    if let word = arguments.backend {
      guard let backend = BackEndName(rawValue: word) else { Output.fail("unknown back end '\(word)'", code: 2) }
      config.backend = backend
    }
    if let word = arguments.access {
      guard let access = AccessLevel(rawValue: word) else { Output.fail("unknown access level '\(word)'", code: 2) }
      config.access = access
    }
    if let word = arguments.deployment {
      guard let release = AppleRelease(word) else { Output.fail("unknown release '\(word)'", code: 2) }
      config.deployment = release
    }
    return diagnostics.isEmpty ? config : nil
  }

  private mutating func readMapping(_ path: String) {
    do throws(FileError) {
      mapping = SourceText(name: path, utf8: try files.read(path))
    } catch {
      Output.fail("\(path): \(error.explanation)", code: 2)
    }
  }
}
