/// The path of a `file:` URI, and back. Other schemes, such as `untitled:`, keep the URI as their name: such a document
/// exists in the editor only.
package enum DocumentURI {
  /// The absolute path for `file:///a/b%20c`, else the URI itself.
  package static func path(_ uri: String) -> String {
    guard uri.lowercased().hasPrefix("file:") else { return uri }
    var rest = uri.dropFirst(5)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      // The name of a host, usually empty or `localhost`.
      guard let slash = rest.firstIndex(of: "/") else { return uri }
      rest = rest[slash...]
    }
    if let end = rest.firstIndex(where: { $0 == "?" || $0 == "#" }) { rest = rest[..<end] }
    let path = decoded(rest)
    return path.utf8.contains(0) ? uri : path
  }

  /// The `file:` URI of an absolute path; any other text is the URI of a document without a file.
  package static func uri(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    var result = "file://"
    for byte in path.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let byte = UInt8(String(decoding: source[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
