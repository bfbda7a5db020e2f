import CDQFiles
import CDQScan
import CDQSchema
import CDQSyntax

/// The findings that an app had when it began to use the scan, which later scans do not report again.
///
/// A line of the file is a code, a path relative to the file's folder and a message, with tabs between them, so that
/// moved lines of code change nothing. A finding that occurs several times has a line for each.
struct ScanBaseline {
  private let path: String
  private var known: [String: Int] = [:]

  private static let heading = "# Findings that 'cdq scan --baseline' does not report; '--update-baseline' writes it."

  init(_ path: String, isNew: Bool) throws(Failure) {
    self.path = path
    if isNew { return }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem().read(path)
    } catch {
      throw .unreadable("\(error.path): \(error.explanation)", help: ["--update-baseline writes it"])
    }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard line.split(separator: "\t", omittingEmptySubsequences: false).count == 3 else {
        throw .unreadable("\(path): is not a baseline of 'cdq scan'", help: ["--update-baseline writes it"])
      }
      known[String(line), default: 0] += 1
    }
  }

  private func line(_ finding: Diagnostic) -> String {
    let folder = PathText.folder(of: FileSystem().absolute(path))
    let file = FileSystem().absolute(finding.file)
    let relative = file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.utf8.count + 1)) : file
    let message = finding.message.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    return "\(finding.code)\t\(relative)\t\(message)"
  }

  /// Removes the known findings, and returns how many there were.
  mutating func remove(from sites: inout [ScannedSite]) -> Int {
    var count = 0
    for index in sites.indices where !sites[index].diagnostics.isEmpty {
      sites[index].diagnostics.removeAll { finding in
        let line = line(finding)
        guard let rest = known[line], rest > 0 else { return false }
        known[line] = rest - 1
        count += 1
        return true
      }
    }
    return count
  }

  /// Writes the findings of a scan.
  func write(_ sites: [ScannedSite]) throws(Failure) -> Int {
    let lines = sites.flatMap(\.diagnostics).map { line($0) }.sorted()
    do throws(FileError) {
      try FileSystem().write(Array(([ScanBaseline.heading] + lines).joined(separator: "\n").utf8) + [0x0A], to: path)
    } catch {
      throw Failure(error)
    }
    return lines.count
  }
}
