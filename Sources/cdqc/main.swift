import CDQCodegen
import CDQFiles
import CDQSchema
import CDQSyntax
import Foundation

// The compile-only tool behind the build plugin. It reads the files it is given, writes those it is asked for, and
// never looks at the environment, so that a build depends on its inputs alone. A build shows what it prints, and a
// failing build without an `error:` line would show nothing.

func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  exit(code)
}

func config(_ arguments: Arguments, _ files: FileSystem) -> GenerateConfig {
  var config = GenerateConfig()
  if let path = arguments.config {
    do {
      config = try GenerateConfig(json: files.read(path))
    } catch let error as GenerateConfig.Invalid {
      fail("\(path): \(error.message)", code: 2)
    } catch let error as FileError {
      fail("\(path): \(error.explanation)", code: 2)
    } catch {
      fail("\(path): \(error)", code: 2)
    }
  }
  if let word = arguments.backend {
    guard let backend = Backend(rawValue: word) else { fail("unknown back end '\(word)'", code: 2) }
    config.backend = backend
  }
  if let word = arguments.access {
    guard let access = AccessLevel(rawValue: word) else { fail("unknown access level '\(word)'", code: 2) }
    config.access = access
  }
  return config
}

func levels(_ config: GenerateConfig, _ arguments: Arguments) -> DiagnosticLevels {
  do throws(GenerateConfig.Invalid) {
    return try config.levels()
  } catch {
    fail("\(arguments.config ?? "cdq.json"): \(error.message)", code: 2)
  }
}

/// The path that generated code shows, so that it is the same on every machine.
func shown(_ path: String, below root: String) -> String {
  let prefix = root.hasSuffix("/") || root.isEmpty ? root : root + "/"
  return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : PathText.name(of: path)
}

func run() -> Int32 {
  let arguments: Arguments
  do throws(Arguments.UsageError) {
    arguments = try Arguments(CommandLine.arguments.dropFirst())
  } catch {
    fail("\(error.message)\n\(Arguments.usage)", code: 2)
  }
  let files = FileSystem()
  let sources =
    arguments.sources.map { GenerateSource(name: $0.path, path: shown($0.path, below: arguments.root)) }
    + arguments.dependencies.map {
      GenerateSource(name: $0.path, path: shown($0.path, below: arguments.root), module: $0.module)
    }
  let config = config(arguments, files)
  let options = GenerateOptions(
    backend: config.backend ?? .memory, access: config.access, module: arguments.module)
  let result = TargetCompilation(
    sources, reader: files, options: options, levels: levels(config, arguments),
    modelVersion: arguments.modelVersion ?? config.modelVersion)
  let report = DiagnosticReport(diagnostics: result.diagnostics, sources: result.texts)
  FileHandle.standardError.write(Data(report.rendered().utf8))
  if report.hasErrors { return 1 }
  let outputs = Dictionary(arguments.sources.map { ($0.path, $0.output) }, uniquingKeysWith: { first, _ in first })
  for file in result.files {
    guard let output = outputs[file.source] else { fail("no output for '\(file.source)'", code: 70) }
    do throws(FileError) {
      try files.makeFolder(PathText.folder(of: output))
      try files.write([UInt8](file.text.utf8), to: output)
    } catch {
      fail("'\(error.path)': \(error.explanation)", code: 2)
    }
  }
  return 0
}

exit(run())
