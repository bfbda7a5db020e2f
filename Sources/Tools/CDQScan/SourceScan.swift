package import CDQSyntax
import Foundation

/// The scan of one file: the first file to read.
///
///     bytes ──`mayMatter`──▶ tokens (`CodeFile`) ──`SiteFinder`──▶ places ──`TextResolver`, `EntityInference`──▶
///     texts and entities ──`SiteJudge`──▶ results (`ScannedSite`)
///
/// Reading a file never fails: what is not understood becomes a result with the reason. Nothing here reads files.
package enum SourceScan {
  /// Whether a file can have a place that the scan reports: a quick search, so that most files are not read further.
  package static func mayMatter(_ bytes: [UInt8]) -> Bool {
    SiteFinder.marks.isIn(bytes)
  }

  /// Whether a file has bytes that UTF-8 texts of source code rarely have; only then its encoding is tested.
  package static func mayBeForeign(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      // Eight bytes at a time, of which one outside of ASCII has its highest bit.
      var index = 0
      while index + 8 <= buffer.count {
        if buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return true }
        index += 8
      }
      return buffer[index...].contains { $0 >= 0x80 }
    }
  }

  /// The results for a source file, without what its comments `cdq:allow` allow.
  package static func results(_ source: SourceText, _ language: CodeLanguage, _ settings: ScanSettings) -> [ScannedSite]
  {
    results(CodeFile(source, language), settings)
  }

  /// The results for a source file that was read before.
  package static func results(_ file: CodeFile, _ settings: ScanSettings) -> [ScannedSite] {
    var judge = SiteJudge(file, settings)
    guard !file.comments.isEmpty else { return judge.results() }
    let allowed = CommentAllowances(file)
    return judge.results().map { allowed.applied(to: $0, in: file.source) }
  }

  /// The result for a file whose bytes are not UTF-8; nil for a file that is.
  package static func encodingProblem(_ source: SourceText) -> ScannedSite? {
    guard mayBeForeign(source.utf8) else { return nil }
    let isWide = source.utf8.starts(with: [0xFF, 0xFE]) || source.utf8.starts(with: [0xFE, 0xFF])
    guard isWide || !isValid(source.utf8) else { return nil }
    let offset = isWide ? 0 : UInt32(truncatingIfNeeded: firstInvalid(source.utf8))
    let span = SourceSpan(offset, min(offset + 1, UInt32(truncatingIfNeeded: source.utf8.count)))
    var result = ScannedSite(kind: .file, file: source.name, span: span, text: "")
    let message =
      isWide ? "the file is UTF-16, and was not read" : "the file is not UTF-8; texts in it may be read wrongly"
    result.diagnostics = [
      .scan(.sourceEncoding, message, file: source.name, at: span, help: ["save the file as UTF-8"])
    ]
    result.reason = isWide ? "the file is UTF-16" : "the file is not UTF-8"
    return result
  }

  private static func isValid(_ bytes: [UInt8]) -> Bool {
    String(bytes: bytes, encoding: .utf8) != nil
  }

  private static func firstInvalid(_ bytes: [UInt8]) -> Int {
    let decoded = Array(String(decoding: bytes, as: UTF8.self).utf8)
    return zip(bytes, decoded).prefix { $0 == $1 }.count
  }
}
