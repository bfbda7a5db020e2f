/// The places of a part in a text, as CONTAINS finds it: whole Characters, by canonical equivalence. An empty part has
/// none.
enum TextPlaces {
  /// The length of a part, in bytes, above which it is not tried at each position of the text.
  static let longNeedle = 64

  /// The offsets of the part in the text's UTF-8.
  ///
  /// - Parameter all: Whether to find all places that do not overlap, from the start on, and not only the first one.
  static func find(_ part: String, in text: String, all: Bool) -> [Range<Int>] {
    if part.isEmpty { return [] }
    // A simple part is in NFC already; another one may become simple by composition.
    let part = part.withBytes { ByteText.isSimple($0) } ? part : part.composed
    let places = text.withBytes { text -> [Range<Int>]? in
      guard ByteText.isSimple(text) else { return nil }
      return part.withBytes { ByteText.isSimple($0) ? ByteText.places($0, in: text, all: all) : [] }
    }
    return places ?? find(Array(part), in: Array(text), all: all)
  }

  private static func find(_ part: [Character], in text: [Character], all: Bool) -> [Range<Int>] {
    var starts: [Int] = []
    _ = SubsequenceSearch(part).isFound(in: text) { start in
      if let last = starts.last, start < last + part.count { return false }
      starts.append(start)
      return !all
    }
    var places: [Range<Int>] = []
    var (position, offset) = (0, 0)
    func bytes(upTo end: Int) -> Int {
      while position < end {
        offset += text[position].utf8.count
        position += 1
      }
      return offset
    }
    for start in starts {
      let from = bytes(upTo: start)
      places.append(from..<bytes(upTo: start + part.count))
    }
    return places
  }
}
