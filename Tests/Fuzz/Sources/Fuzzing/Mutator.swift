/// Makes inputs from others: it flips bytes, cuts, repeats and exchanges parts, and inserts words of a dictionary.
struct Mutator {
  let dictionary: [[UInt8]]
  /// The maximal number of bytes of an input.
  static let most = 8192

  init(dictionary: [String]) {
    self.dictionary = dictionary.map { Array($0.utf8) }
  }

  /// Changes `input` in one, two, four or eight places; some changes take parts of `other`.
  func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var result = input
    let changes = 1 << random.below(4)
    for _ in 0..<changes { change(&result, other, &random) }
    if result.count > Mutator.most { result.removeLast(result.count - Mutator.most) }
    return result
  }

  private func change(_ bytes: inout [UInt8], _ other: [UInt8], _ random: inout SplitMix) {
    let place = random.below(bytes.count + 1)
    switch random.below(14) {
    case 0 where !bytes.isEmpty: bytes[min(place, bytes.count - 1)] ^= 1 << UInt8(random.below(8))
    case 1 where !bytes.isEmpty: bytes[min(place, bytes.count - 1)] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes.insert(Mutator.special[random.below(Mutator.special.count)], at: place)
    case 3: bytes.removeSubrange(part(of: bytes, at: place, most: 16, &random))
    case 4: bytes.removeSubrange(word(of: bytes, at: place))
    case 5, 6: bytes.insert(contentsOf: spaced(random.pick(dictionary), &random), at: place)
    case 7, 8: bytes.replaceSubrange(word(of: bytes, at: place), with: random.pick(dictionary))
    case 9:
      let copied = Array(bytes[part(of: bytes, at: place, most: 64, &random)])
      let times = random.once(in: 16) ? 1 + random.below(200) : 1 + random.below(3)
      let room = max(0, Mutator.most - bytes.count)
      for _ in 0..<min(times, copied.isEmpty ? 0 : room / copied.count) { bytes.insert(contentsOf: copied, at: place) }
    case 10:
      let start = random.below(other.count + 1)
      bytes.insert(contentsOf: other[part(of: other, at: start, most: 128, &random)], at: place)
    case 11:
      // The head of one input and the tail of another.
      bytes.removeSubrange(place...)
      bytes += other[random.below(other.count + 1)...]
    case 12:
      let (first, second) = (word(of: bytes, at: place), word(of: bytes, at: random.below(bytes.count + 1)))
      guard first.upperBound <= second.lowerBound else { return }
      let (left, right) = (Array(bytes[first]), Array(bytes[second]))
      bytes.replaceSubrange(second, with: left)
      bytes.replaceSubrange(first, with: right)
    default:
      let numbers = ["0", "-1", "9223372036854775807", "-9223372036854775808", "1e308", "0.1", "1e-400", "00", "0x7F"]
      bytes.replaceSubrange(word(of: bytes, at: place), with: Array(random.pick(numbers).utf8))
    }
  }

  private static let special: [UInt8] =
    Array("()[]{}'\"\\,.;:?$%@#*/+-<>=!&|^~ \n\r\t\0".utf8) + [0x80, 0xC3, 0xE2, 0xFF, 0xEF]

  private func spaced(_ word: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    random.once(in: 4) ? word : [0x20] + word + [0x20]
  }

  private func part(of bytes: [UInt8], at start: Int, most: Int, _ random: inout SplitMix) -> Range<Int> {
    start..<min(bytes.count, start + 1 + random.below(most))
  }

  /// The range of the letters and digits around a place, or of the single byte there.
  private func word(of bytes: [UInt8], at place: Int) -> Range<Int> {
    func isLetter(_ byte: UInt8) -> Bool {
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x5F || byte >= 0x80
    }
    var (start, end) = (place, place)
    while start > 0, isLetter(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isLetter(bytes[end]) { end += 1 }
    return start == end ? place..<min(bytes.count, place + 1) : start..<end
  }
}
