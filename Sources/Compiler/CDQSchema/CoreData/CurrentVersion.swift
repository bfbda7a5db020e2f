import CDQSyntax

/// The content of a model's `.xccurrentversion` file.
enum CurrentVersion: Equatable {
  /// The folder name of the version, such as `Model 2.xcdatamodel`.
  case named(String, SourceSpan)
  /// The file is a property list that names no version.
  case unnamed
  case unreadable(String, SourceSpan)

  static func read(_ bytes: [UInt8]) -> CurrentVersion {
    if bytes.starts(with: Array("bplist".utf8)) {
      return .unreadable("it is a binary property list", SourceSpan(at: 0))
    }
    let root: XMLElement
    do {
      root = try XMLReader.read(bytes, limits: XMLReader.Limits(size: 1 << 20, allowsDocumentType: true))
    } catch {
      return .unreadable(error.message, error.span)
    }
    guard root.name == "plist", let dictionary = root.children.first, dictionary.name == "dict" else {
      return .unreadable("it is no property list with a dictionary", root.nameSpan)
    }
    var key: String?
    for child in dictionary.children {
      if child.name == "key" {
        key = child.text
      } else if key == "_XCCurrentVersionName" {
        guard child.name == "string", !child.text.isEmpty else {
          return .unreadable("the name of the version is no text", child.span)
        }
        return .named(child.text, child.textSpan ?? child.span)
      }
    }
    return .unnamed
  }
}
