public import Foundation

/// A part of cdq that runs on generated inputs, with rules that must hold for all of them.
public protocol FuzzTarget: Sendable {
  /// The name for `--target`, which is also the name of the target's folder in the corpus.
  static var name: String { get }
  /// The first inputs, from which the fuzzer makes others by mutation.
  static func seeds() -> [[UInt8]]
  /// Words that the fuzzer inserts into inputs.
  static var dictionary: [String] { get }
  /// The size of the stack on which the target runs, in bytes.
  static var stackSize: Int { get }
  init()
  /// Makes a new input, for targets whose inputs have a form that mutation rarely keeps; nil for other targets.
  func generate(_ random: inout SplitMix) -> [UInt8]?
  /// Runs one input.
  ///
  /// - Returns: features of the input, such as the codes of its diagnostics. The fuzzer keeps an input with a new
  ///   feature and mutates it.
  /// - Throws: `Violation` when a rule is broken.
  func run(_ input: [UInt8]) throws -> Set<String>
}

extension FuzzTarget {
  /// 512 KB, the size of the stacks that Dispatch and Swift concurrency have on Apple's systems.
  public static var stackSize: Int { 512 << 10 }
  public func generate(_ random: inout SplitMix) -> [UInt8]? { nil }
}

/// A rule that an input has broken.
public struct Violation: Error, CustomStringConvertible {
  /// The rule in a few words, which do not depend on the input.
  public var rule: String
  /// The details, such as the values that should be equal.
  public var found: String

  /// Makes a violation of a rule.
  public init(_ rule: String, _ found: String = "") {
    self.rule = rule
    self.found = found
  }

  /// The rule and the details in one line, which begins with `violation: `.
  public var description: String { "violation: \(rule): \(found)" }
}

/// Throws a violation of `rule` unless the condition holds.
func require(_ condition: Bool, _ rule: String, _ found: @autoclosure () -> String = "") throws {
  if !condition { throw Violation(rule, found()) }
}

/// The list of all fuzz targets.
public enum FuzzTargets {
  /// The targets, in the order in which a run without `--target` takes them.
  public static let all: [any FuzzTarget.Type] = [
    SyntaxTarget.self, EvaluateTarget.self, GenerateTarget.self, SchemaTarget.self, DataTarget.self, InferTarget.self,
    AllowanceTarget.self, LSPTarget.self, SQLTarget.self, DatabaseTarget.self, StoreTarget.self, ReasoningTarget.self,
    ScanTarget.self, KeysTarget.self, WritingTarget.self, ImportTarget.self, SettingsTarget.self, FilesTarget.self,
  ]
}

/// The files of the repository that contains this package.
public enum RepositoryFiles {
  /// The root folder of the repository.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder in which inputs that broke a rule are kept.
  public static let corpus = root.appending(path: "Tests/Fuzz/Corpus")

  /// The contents of the files in a folder and its subfolders that have one of the extensions and fewer than `limit`
  /// bytes, sorted by path.
  static func contents(below folder: String, extensions: Set<String>, limit: Int = 1 << 16) -> [[UInt8]] {
    guard let walker = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    else { return [] }
    var files: [URL] = []
    for case let file as URL in walker {
      if file.lastPathComponent.hasPrefix(".") {
        walker.skipDescendants()
      } else if extensions.contains(file.pathExtension) {
        files.append(file)
      }
    }
    return files.sorted { $0.path < $1.path }.compactMap { file in
      guard let data = try? Data(contentsOf: file), data.count < limit else { return nil }
      return Array(data)
    }
  }
}
