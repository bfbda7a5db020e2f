import CDQIR
package import Foundation

/// Case and diacritic folding as in Foundation, with lookup tables for common texts.
package enum TextFolding {
  /// The folded form of a text: two texts are equal under the options when their folded forms are canonically
  /// equivalent. Without `[l]` the locale is ignored, so that no user setting changes a result.
  package static func folded(_ text: String, _ options: TextOptions, locale: Locale) -> String {
    if options.contains(.localeSensitive) {
      let foundation = options.compareOptions
      return foundation.isEmpty ? text : text.folding(options: foundation, locale: locale)
    }
    return folded(text, options)
  }

  /// The folded form without a locale.
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
  /// The options for Foundation's functions.
  package var compareOptions: String.CompareOptions {
    var result: String.CompareOptions = []
    if contains(.caseInsensitive) { result.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { result.insert(.diacriticInsensitive) }
    return result
  }
}

/// The foldings of all scalars below U+0300, as Foundation computes them. These scalars are in NFC, do not combine with
/// a scalar before them, and fold independently of their neighbors, so that a text of them can be folded scalar by
/// scalar.
package struct FoldingTable: Sendable {
  /// The UTF-8 of all foldings, one after another.
  private let bytes: [UInt8]
  /// The start of each scalar's folding in `bytes`, followed by the end of the last one.
  private let starts: [UInt32]
  /// Whether case is folded. Folding diacritics alone leaves ASCII unchanged.
  private let foldsCase: Bool

  private static let caseFolding = FoldingTable(.caseInsensitive)
  private static let diacriticFolding = FoldingTable(.diacriticInsensitive)
  private static let fullFolding = FoldingTable([.caseInsensitive, .diacriticInsensitive])

  /// The table for `[c]`, `[d]` or `[cd]`; nil for other options.
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

  /// The folded text; nil when it has a scalar beyond the table.
  package func folded(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    guard ByteText.isSimple(text) else { return nil }
    if ByteText.isASCII(text) {
      return String(unsafeUninitializedCapacity: text.count) { target in
        for (index, byte) in text.enumerated() { target[index] = foldsCase ? ByteText.lowercased(byte) : byte }
        return text.count
      }
    }
    // A folding has at most twice as many bytes as its scalar.
    return String(unsafeUninitializedCapacity: 2 * text.count) { target in
      bytes.withUnsafeBufferPointer { bytes in starts.withUnsafeBufferPointer { fold(text, to: target, bytes, $0) } }
    }
  }

  /// Calls `body` with the folded bytes; nil when the text is long, or has a scalar beyond the table.
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

  /// The longest text, in bytes, that is folded on the stack.
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
      // In valid UTF-8 a continuation byte follows every lead byte.
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
