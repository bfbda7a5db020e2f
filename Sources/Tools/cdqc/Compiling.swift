import CDQCodegen
import CDQFiles
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation

/// The verbs `generate` and `check`: compiles the files of one target to Swift.
struct Compiling {
  let arguments: ToolArguments
  private let files = FileSystem()

  init(_ arguments: ToolArguments) {
    self.arguments = arguments
  }

  /// Compiles and then exits the process without freeing the result: freeing the trees takes as long as parsing.
  func run() -> Never {
    let result = compile()
    withExtendedLifetime(result) { exit(deliver(result)) }
  }

  private func compile() -> TargetCompilation {
    let settings = settings()
    let dependencies = arguments.dependencies.filter { settings.uses($0.module) }
    let sources =
      arguments.sources.map { GenerateSource(name: $0.path, path: shown($0.path)) }
      + dependencies.map { GenerateSource(name: $0.path, path: shown($0.path), module: $0.module) }
    return TargetCompilation(
      sources, reader: files, settings: settings, options: options(settings), modelVersion: arguments.modelVersion)
  }

  private func settings() -> TargetSettings {
    guard let path = arguments.config else { return TargetSettings() }
    do throws(FileError) {
      return try TargetSettings(path, reader: files)
    } catch {
      Output.fail("\(error.path): \(error.explanation)", code: 2)
    }
  }

  /// The options of the settings, with those of the command line, which override them.
  private func options(_ settings: TargetSettings) -> GenerateOptions? {
    guard var options = settings.options(module: ModuleName.of(product: arguments.module)) else { return nil }
    if let word = arguments.backend {
      guard let backend = BackEndName(rawValue: word) else { Output.fail("unknown back end '\(word)'", code: 2) }
      options.backend = backend
    }
    if let word = arguments.access {
      guard let access = AccessLevel(rawValue: word) else { Output.fail("unknown access level '\(word)'", code: 2) }
      options.access = access
    }
    if let word = arguments.deployment {
      guard let release = AppleRelease(word) else { Output.fail("unknown release '\(word)'", code: 2) }
      options.deployment = release
    }
    return options
  }

  /// Shows the diagnostics and writes the generated files.
  private func deliver(_ result: TargetCompilation) -> Int32 {
    guard Output.show(result.diagnostics, result.input.sources) else { return 1 }
    switch arguments.verb {
    case .generate:
      return write(result.files)
    case .check, .fmt:
      if arguments.saysSummary {
        let compilation = result.compilation
        let mappings =
          compilation.mappings.isEmpty ? "" : " and \(Output.count(compilation.mappings.count, "mapping"))"
        let queries = Output.count(compilation.queries.count, "query", "queries")
        Output.say("\(arguments.module): \(queries)\(mappings) checked")
      }
      return 0
    }
  }

  /// The path that generated code shows: relative to the root, so that it is the same on every machine.
  private func shown(_ path: String) -> String {
    let root = arguments.root
    let prefix = root.hasSuffix("/") || root.isEmpty ? root : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : PathText.name(of: path)
  }

  private func write(_ generated: [GeneratedFile]) -> Int32 {
    let outputs = Dictionary(arguments.sources.map { ($0.path, $0.output) }, uniquingKeysWith: { first, _ in first })
    var changes: [String] = []
    for file in generated {
      guard let output = outputs[file.source] else { Output.fail("no output for '\(file.source)'", code: 70) }
      do throws(FileError) {
        if arguments.isDry {
          if (try? files.read(output)) != Array(file.text.utf8) { changes.append(shown(output)) }
        } else {
          try files.makeFolder(PathText.folder(of: output))
          if try files.write(file.text.utf8, to: output) { changes.append(shown(output)) }
        }
      } catch {
        Output.fail("'\(error.path)': \(error.explanation)", code: 2)
      }
    }
    if arguments.isDry {
      for path in changes { Output.say("\(path): error: the file is not what would be generated now") }
      return changes.isEmpty ? 0 : 1
    }
    if arguments.saysSummary {
      for path in changes { Output.say("wrote \(path)") }
      let unchanged = generated.count - changes.count
      Output.say("\(arguments.module): \(Output.count(changes.count, "file")) written, \(unchanged) unchanged")
    }
    return 0
  }
}
