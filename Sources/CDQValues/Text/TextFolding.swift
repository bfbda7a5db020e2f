import CDQIR
package import Foundation

/// Case and diacritic folding as Foundation does it, with tables for the texts that need no more.
package enum TextFolding {
  /// The text that stands for `text` under `options`: texts are equal under the options when these are canonically
  /// equivalent. Without `[l]` no locale takes part, so that no user's setting changes an answer.
  package static func folded(_ text: String, _ options: TextOptions, locale: Locale) -> String {
    if options.contains(.localeSensitive) {
      let foundation = options.compareOptions
      return foundation.isEmpty ? text : text.folding(options: foundation, locale: locale)
    }
    return folded(text, options)
  }

  /// The same without a locale.
  package static func folded(_ text: String, _ options: TextOptions) -> String {
    guard let table = FoldingTable.table(for: options) else { return text }
    if let quick = text.utf8.withContiguousStorageIfAvailable({ table.folded($0) }) {
      if let quick { return quick }
    } else {
      var copy = text
      copy.makeContiguousUTF8()
      let quick = copy.utf8.withContiguousStorageIfAvailable { table.folded($0) }
      if let quick = quick ?? nil { return quick }
    }
    return text.folding(options: options.compareOptions, locale: nil)
  }
}

extension TextOptions {
  /// Foundation's options for the same.
  package var compareOptions: String.CompareOptions {
    var result: String.CompareOptions = []
    if contains(.caseInsensitive) { result.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { result.insert(.diacriticInsensitive) }
    return result
  }
}

/// What Foundation folds each scalar below U+0300 to. Those scalars are in NFC, combine with nothing before them, and are
/// folded without regard to their neighbours, so a text of them can be folded one by one.
package struct FoldingTable: Sendable {
  /// UTF-8 of all foldings, one after the other.
  private let bytes: [UInt8]
  /// Where each scalar's folding starts; one more for the end.
  private let starts: [UInt32]
  /// Whether folding changes ASCII.
  private let foldsCase: Bool

  private static let caseFolding = FoldingTable(.caseInsensitive)
  private static let diacriticFolding = FoldingTable(.diacriticInsensitive)
  private static let fullFolding = FoldingTable([.caseInsensitive, .diacriticInsensitive])

  /// The table for `[c]`, `[d]` or `[cd]`; nil without them.
  package static func table(for options: TextOptions) -> FoldingTable? {
    switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
    case (true, false): caseFolding
    case (false, true): diacriticFolding
    case (true, true): fullFolding
    case (false, false): nil
    }
  }

  private init(_ options: TextOptions) {
    var bytes: [UInt8] = []
    var starts: [UInt32] = []
    for code in UInt32(0)..<0x300 {
      starts.append(UInt32(bytes.count))
      guard let scalar = Unicode.Scalar(code) else { continue }
      bytes += Array(String(scalar).folding(options: options.compareOptions, locale: nil).utf8)
    }
    starts.append(UInt32(bytes.count))
    self.bytes = bytes
    self.starts = starts
    foldsCase = options.contains(.caseInsensitive)
  }

  /// The folded text; nil when it has a scalar that the table does not know.
  package func folded(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    guard ByteText.isSimple(text) else { return nil }
    if ByteText.isASCII(text) {
      return String(unsafeUninitializedCapacity: text.count) { target in
        for (index, byte) in text.enumerated() { target[index] = foldsCase ? ByteText.lowercased(byte) : byte }
        return text.count
      }
    }
    // No scalar's folding is more than twice as long as the scalar.
    return String(unsafeUninitializedCapacity: 2 * text.count) { target in
      bytes.withUnsafeBufferPointer { bytes in starts.withUnsafeBufferPointer { fold(text, to: target, bytes, $0) } }
    }
  }

  /// Gives the folded bytes to `body`; nil when the text has a scalar that the table does not know, or is long.
  package func withFolded<Result>(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result?
  ) -> Result? {
    guard text.count <= FoldingTable.longest, ByteText.isSimple(text) else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(1, 2 * text.count)) { target in
      let count = bytes.withUnsafeBufferPointer { bytes in
        starts.withUnsafeBufferPointer { fold(text, to: target, bytes, $0) }
      }
      return body(UnsafeBufferPointer(rebasing: target[..<count]))
    }
  }

  /// Bytes of the longest text that is folded on the stack.
  private static let longest = 512

  private func fold(
    _ text: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>,
    _ bytes: UnsafeBufferPointer<UInt8>, _ starts: UnsafeBufferPointer<UInt32>
  ) -> Int {
    var index = 0
    var count = 0
    while index < text.count {
      var code = Int(text[index])
      index += 1
      // A valid text has a continuation byte after every lead byte.
      if code >= 0x80, index < text.count {
        code = (code & 0x1F) << 6 | Int(text[index] & 0x3F)
        index += 1
      }
      for place in Int(starts[code])..<Int(starts[code + 1]) where count < target.count {
        target[count] = bytes[place]
        count += 1
      }
    }
    return count
  }
}
