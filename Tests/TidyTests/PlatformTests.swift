import CDQTestSupport
import Foundation
import Testing

/// No source of the package has a fault that only another system would show.
@Suite struct PlatformTests {
  /// Files that may cast to Bool and integers, since none of their values is an `NSNumber`.
  static let castsNumbers = [
    "Sources/Library/CDQKit/Records/MemberEncoder.swift"
  ]

  /// The files of the package's targets. Plugins run only on the machine that builds, and the packages below `Tests` only
  /// where their programs can be started.
  static let files: [URL] = {
    let packages = ["Adapters", "Benchmarks", "Fuzz", "Growth", "Integration", "Threads"].map { "Tests/\($0)/" }
    return ["Sources", "Tests"].flatMap { Repository.files(below: $0, extension: "swift") }.filter { file in
      let path = Repository.relativePath(file)
      return !path.hasPrefix("Sources/Tools/Plugins/") && !packages.contains { path.hasPrefix($0) }
    }
  }()

  @Test func sourcesHaveNoFaultOfAnotherSystem() throws {
    #expect(Self.files.count > 900)
    for file in Self.files {
      let path = Repository.relativePath(file)
      let castsNumbers = !path.hasPrefix("Sources/") || Self.castsNumbers.contains(path)
      for fault in PlatformRules.faults(in: try String(contentsOf: file, encoding: .utf8), castsNumbers: castsNumbers) {
        #expect(Bool(false), "\(path):\(fault)")
      }
    }
    for path in Self.castsNumbers { #expect(FileManager.default.fileExists(atPath: Repository.url(path).path)) }
  }

  static let program = "a program is started outside of '#if os(macOS) || os(Linux)'"
  static let cast = "a cast that an NSNumber of another kind passes"

  /// Texts with the faults that the rules must find, and texts that only look like them.
  static let examples: [(String, [String])] = [
    ("let p = Process()", ["1: \(program)"]),
    ("#if os(macOS) || os(Linux)\n  let p = Process()\n#endif", []),
    ("#if os(Linux)\nfork()\n#endif", []),
    ("#if os(macOS) && DEBUG || os(Linux)\nsystem(line)\n#endif", []),
    ("#if os(macOS) || os(iOS)\nsystem(line)\n#endif", ["2: \(program)"]),
    ("#if canImport(Darwin)\nposix_spawn(&child, path, nil, nil, words, nil)\n#endif", ["2: \(program)"]),
    ("#if os(macOS) || os(Linux)\n#else\nlet p = Process()\n#endif", ["3: \(program)"]),
    ("#if os(iOS)\n#elseif os(macOS)\nlet p = Process()\n#endif", []),
    ("#if os(macOS)\n#if DEBUG\nProcess()\n#else\nProcess()\n#endif\n#endif\nProcess()", ["8: \(program)"]),
    ("#if !os(macOS)\nlet p = Process()\n#endif", ["2: \(program)"]),
    ("// Process()\nlet text = \"Process()\"\nlet raw = #\"fork(\"#\nlet long = \"\"\"\n  Process()\n  \"\"\"", []),
    ("filesystem(a); a.system(b); Subprocess(c)", []),
    ("switch object { case is Bool: 1 }", ["1: \(cast)"]),
    ("switch object { case let number as Int64: 1 }", ["1: \(cast)"]),
    ("let flag = object as? Bool", ["1: \(cast)"]),
    ("if type is Bool.Type {}; let list = object as? [Bool]; let number = (1 as Int, 2 as? Int128)", []),
    ("import Glibc", ["1: Glibc is imported on every system"]),
    ("#if canImport(Glibc)\n  import Glibc\n#endif", ["3: Glibc is imported without Darwin and Musl"]),
    ("#if canImport(Glibc)\nimport Glibc\n#else\nimport Darwin\n#endif", ["5: Glibc is imported without Musl"]),
    ("#if canImport(Glibc)\n  import Glibc\n#elseif canImport(Musl)\n  import Musl\n#else\n  import Darwin\n#endif", []),
    ("import Foundation\nDispatchQueue.main.async {}", ["2: Dispatch is not imported"]),
    ("import Dispatch\nDispatchQueue.main.async {}", []), ("MyDispatchQueue(); a.DispatchTime", []),
  ]

  @Test(arguments: examples) func `The rules find faults, and nothing else`(text: String, faults: [String]) {
    #expect(PlatformRules.faults(in: text) == faults)
  }
}
