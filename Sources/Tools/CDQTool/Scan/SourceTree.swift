import CDQFiles
import CDQScan
import CDQSchema
import Foundation

/// The files of an app that a scan reads.
struct SourceTree {
  /// Swift and Objective-C files, sorted.
  private(set) var sources: [String] = []
  /// Storyboards and xibs, sorted.
  private(set) var interfaces: [String] = []
  /// Core Data models, sorted.
  private(set) var models: [String] = []

  private let excluded: [String]

  /// Reads the names of all files below some paths. Hidden folders and links are skipped.
  ///
  /// - Parameter excluded: names of folders and files, or paths, that are skipped; `*` stands for any characters.
  init(_ paths: [String], excluding excluded: [String]) throws(Failure) {
    self.excluded = excluded.map { PathText.trim($0) }
    for path in paths {
      switch FileSystem().kind(of: path) {
      case .missing: throw .unreadable("\(path): no such file")
      case .file: add(path)
      case .special: throw Failure(FileError(path, .isSpecial))
      case .directory:
        if !addModel(path) { try read(PathText.trim(path)) }
      }
    }
    sources = SourceTree.unique(sources)
    interfaces = SourceTree.unique(interfaces)
    models = SourceTree.unique(models)
  }

  private static func unique(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.sorted().filter { seen.insert(FileSystem().absolute($0)).inserted }
  }

  private mutating func read(_ folder: String) throws(Failure) {
    var open = [folder]
    while let current = open.popLast() {
      // A folder that may not be read is left out, as in every search.
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: current) else { continue }
      for name in names where !name.hasPrefix(".") {
        let path = PathText.join(current, name)
        if isExcluded(path, name) || add(path) || addModel(path) { continue }
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        if type == .typeDirectory { open.append(path) }
      }
    }
  }

  @discardableResult
  private mutating func add(_ path: String) -> Bool {
    let ending = PathText.fileExtension(of: path)
    if CodeLanguage(fileExtension: ending) != nil {
      sources.append(path)
    } else if ending == "storyboard" || ending == "xib" {
      interfaces.append(path)
    } else {
      return false
    }
    return true
  }

  private mutating func addModel(_ path: String) -> Bool {
    guard ["xcdatamodeld", "xcdatamodel"].contains(PathText.fileExtension(of: path)) else { return false }
    models.append(path)
    return true
  }

  private func isExcluded(_ path: String, _ name: String) -> Bool {
    excluded.contains { pattern in
      SourceTree.matches(name, pattern) || SourceTree.matches(path, pattern)
        || FileSystem().absolute(path) == FileSystem().absolute(pattern)
    }
  }

  /// Whether a text matches a pattern in which `*` stands for any characters.
  static func matches(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return text == pattern }
    var rest = text[...]
    for (index, part) in parts.enumerated() {
      if index == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if index == parts.count - 1 {
        return rest.hasSuffix(part)
      } else if !part.isEmpty {
        guard let found = rest.range(of: part) else { return false }
        rest = rest[found.upperBound...]
      }
    }
    return true
  }
}
