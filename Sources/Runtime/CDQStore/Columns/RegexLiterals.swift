import CDQValues

/// Literals of ASCII of which a text must have one, at the start, at the end or anywhere, to match a regular expression
/// as a whole. For `Os.*|Par(is|ma)` they are `Os` and `Par` at the start.
///
/// The reader gives up at anything that it does not know for certain, which only costs time.
struct RegexLiterals {
  /// A literal and its place in the text.
  struct Literal: Equatable {
    var bytes: [UInt8]
    var place: TextPlace
  }
  /// A text that matches has one of these.
  let alternatives: [Literal]
  /// Whether case is ignored. The literals are then valid for ASCII texts only, since other letters fold to ASCII.
  let ignoresCase: Bool

  private static let mostAlternatives = 8
  private static let longest = 32
  private static let deepest = 8

  /// - Parameter pattern: A regular expression that ICU accepts.
  init?(_ pattern: String, ignoresCase: Bool) {
    var reader = Reader(Array(pattern.utf8))
    let flag = reader.leadingFlags()
    guard let alternatives = reader.alternation(depth: 0), reader.isSound, reader.isAtEnd else { return nil }
    self.alternatives = alternatives
    self.ignoresCase = ignoresCase || flag
  }

  /// Reads an expression once from front to back.
  private struct Reader {
    private let bytes: [UInt8]
    private var place = 0
    /// False after a construct that is not known for certain.
    private(set) var isSound = true

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    var isAtEnd: Bool { place == bytes.count }
    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func giveUp() {
      isSound = false
      place = bytes.count
    }

    private mutating func take(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      place += 1
      return true
    }

    /// Reads flags such as `(?i)` at the start. Returns whether they make the expression ignore case.
    mutating func leadingFlags() -> Bool {
      guard bytes.count > 2, bytes[0] == UInt8(ascii: "("), bytes[1] == UInt8(ascii: "?"),
        let end = bytes.firstIndex(of: UInt8(ascii: ")")), bytes[2..<end].allSatisfy({ "ims".utf8.contains($0) }), end > 2
      else { return false }
      place = end + 1
      return bytes[2..<end].contains(UInt8(ascii: "i"))
    }

    /// Reads branches that are separated by `|`. A match needs one of the returned literals; nil if one of the branches
    /// needs none.
    mutating func alternation(depth: Int) -> [Literal]? {
      var result: [Literal]? = []
      repeat {
        let branch = branch(depth: depth)
        guard isSound else { return nil }
        if let branch, let others = result, others.count + branch.count <= RegexLiterals.mostAlternatives {
          result = others + branch
        } else {
          result = nil
        }
      } while take(UInt8(ascii: "|"))
      return result
    }

    private enum Atom {
      case byte(UInt8)
      /// A part that needs one of these literals; nil if nothing is known about it.
      case group([Literal]?)
    }

    private mutating func branch(depth: Int) -> [Literal]? {
      var choice = Choice(isWhole: depth == 0)
      while let byte = next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
        let atom = atom(depth: depth)
        let (isNeeded, isOnce) = quantifier()
        guard isSound else { return nil }
        switch atom {
        case .byte(let byte):
          if isNeeded { choice.append(byte) }
          if !isOnce { choice.endRun(isLast: false) }
        case .group(let needed):
          choice.endRun(isLast: false)
          if isNeeded, let needed { choice.offer(needed) }
        }
      }
      choice.endRun(isLast: true)
      return choice.best
    }

    private mutating func atom(depth: Int) -> Atom {
      guard let byte = next else { return .group(nil) }
      place += 1
      switch byte {
      case UInt8(ascii: "("): return group(depth: depth)
      case UInt8(ascii: "["): skipSet()
      case UInt8(ascii: "\\"): return escape()
      case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "]"), UInt8(ascii: "}"): break
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"): giveUp()
      case 0x80...:
        while let byte = next, byte & 0xC0 == 0x80 { place += 1 }
      case 0x20..<0x7F: return .byte(byte)
      default: break
      }
      return .group(nil)
    }

    private mutating func escape() -> Atom {
      guard let byte = next else {
        giveUp()
        return .group(nil)
      }
      place += 1
      let isLetterOrDigit = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
      if !isLetterOrDigit, byte > 0x20, byte < 0x7F { return .byte(byte) }
      // The characters after other letters do not stand for themselves.
      if !"dDwWsSbBAZzhHvVRXtnrfae".utf8.contains(byte) { giveUp() }
      return .group(nil)
    }

    private mutating func group(depth: Int) -> Atom {
      guard depth < RegexLiterals.deepest else {
        giveUp()
        return .group(nil)
      }
      if take(UInt8(ascii: "?")) {
        if take(UInt8(ascii: "<")) {
          // The name of a group, but not a look-behind.
          guard let first = next, first | 0x20 >= 0x61, first | 0x20 <= 0x7A,
            let end = bytes[place...].firstIndex(of: UInt8(ascii: ">"))
          else {
            giveUp()
            return .group(nil)
          }
          place = end + 1
        } else if !take(UInt8(ascii: ":")), !take(UInt8(ascii: ">")) {
          giveUp()
        }
      }
      let needed = alternation(depth: depth + 1)
      if !take(UInt8(ascii: ")")) { giveUp() }
      return .group(needed)
    }

    /// Skips a set of characters such as `[a-z]`, with the sets in it.
    private mutating func skipSet() {
      _ = take(UInt8(ascii: "^"))
      if next == UInt8(ascii: "]") { return giveUp() }
      var depth = 1
      while depth > 0 {
        guard let byte = next, byte != UInt8(ascii: "{") else { return giveUp() }
        place += 1
        switch byte {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\\"):
          guard let escaped = next, escaped != UInt8(ascii: "Q"), escaped < 0x80 else { return giveUp() }
          place += 1
        default: break
        }
      }
    }

    /// Reads the quantifier of a part, if there is one. Returns whether the part must occur, and whether it occurs
    /// exactly once.
    private mutating func quantifier() -> (isNeeded: Bool, isOnce: Bool) {
      var result = (isNeeded: true, isOnce: true)
      switch next {
      case UInt8(ascii: "?"), UInt8(ascii: "*"): result = (false, false)
      case UInt8(ascii: "+"): result = (true, false)
      case UInt8(ascii: "{"):
        guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else {
          giveUp()
          return result
        }
        let least = bytes[(place + 1)..<end].prefix { $0 >= 0x30 && $0 <= 0x39 }
        result = (least.contains { $0 != 0x30 }, false)
        place = end
      default: return result
      }
      place += 1
      // The mark of a reluctant or a possessive quantifier.
      if !take(UInt8(ascii: "?")) { _ = take(UInt8(ascii: "+")) }
      return result
    }
  }

  /// Chooses the literals of a branch that rule out the most texts.
  private struct Choice {
    private(set) var best: [Literal]?
    private var run: [UInt8] = []
    /// Whether the run is at the start of the branch.
    private var isFirst = true
    /// Whether the branch matches the whole text, not only a group of it.
    private let isWhole: Bool

    init(isWhole: Bool) {
      self.isWhole = isWhole
    }

    mutating func append(_ byte: UInt8) {
      run.append(byte)
    }

    /// Ends a run of adjacent bytes.
    ///
    /// - Parameter isLast: Whether the run is at the end of the branch.
    mutating func endRun(isLast: Bool) {
      defer {
        run = []
        isFirst = false
      }
      guard !run.isEmpty else { return }
      let longest = RegexLiterals.longest
      if isWhole, isFirst {
        offer([Literal(bytes: Array(run.prefix(longest)), place: .prefix)])
      } else {
        offer([Literal(bytes: Array(run.suffix(longest)), place: isWhole && isLast ? .suffix : .anywhere)])
      }
    }

    mutating func offer(_ literals: [Literal]) {
      guard let best, Choice.worth(best) >= Choice.worth(literals) else {
        self.best = literals
        return
      }
    }

    /// Rates literals. The shortest literal decides how many texts are left; of equally long ones, one in a known place
    /// is faster to find.
    private static func worth(_ literals: [Literal]) -> Int {
      literals.map { $0.bytes.count * 2 + ($0.place == .anywhere ? 0 : 1) }.min() ?? 0
    }
  }
}
