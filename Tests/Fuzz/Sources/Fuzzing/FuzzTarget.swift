public import Foundation

/// A part of cdq that is fed with inputs, and what must hold for all of them.
public protocol FuzzTarget: Sendable {
  /// The word of `--target` and the name of its folder in the corpus.
  static var name: String { get }
  /// Inputs to begin with.
  static func seeds() -> [[UInt8]]
  /// Words that its inputs are made of.
  static var dictionary: [String] { get }
  /// Bytes of the stack that it runs on.
  static var stackSize: Int { get }
  init()
  /// An input that is made from nothing, for targets whose inputs have a form that mutation rarely keeps.
  func generate(_ random: inout SplitMix) -> [UInt8]?
  /// Runs one input.
  ///
  /// - Returns: what the input was like, in words; an input with words that were not seen before is kept for mutation.
  /// - Throws: `Violation` when something does not hold.
  func run(_ input: [UInt8]) throws -> Set<String>
}

extension FuzzTarget {
  /// The small stack that Dispatch and Swift concurrency give on Apple's systems.
  public static var stackSize: Int { 512 << 10 }
  public func generate(_ random: inout SplitMix) -> [UInt8]? { nil }
}

/// What must hold and did not.
public struct Violation: Error, CustomStringConvertible {
  /// Which rule, in a few words that are the same whatever the input.
  public var rule: String
  /// What was found.
  public var found: String

  /// A broken rule.
  public init(_ rule: String, _ found: String = "") {
    self.rule = rule
    self.found = found
  }

  /// The rule and what was found.
  public var description: String { "violation: \(rule): \(found)" }
}

/// Fails with `rule` unless the condition holds.
func require(_ condition: Bool, _ rule: String, _ found: @autoclosure () -> String = "") throws {
  if !condition { throw Violation(rule, found()) }
}

/// Every target there is.
public enum FuzzTargets {
  /// In the order in which a run without `--target` takes them.
  public static let all: [any FuzzTarget.Type] = [
    SyntaxTarget.self, EvaluateTarget.self, GenerateTarget.self, SchemaTarget.self, DataTarget.self,
  ]
}

/// Files of the repository that this package lies in.
public enum RepositoryFiles {
  /// The root of the repository.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Where findings are kept.
  public static let corpus = root.appending(path: "Tests/Fuzz/Corpus")

  /// The bytes of all files below a folder with one of the extensions, smaller than `limit`, in the order of their paths.
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
