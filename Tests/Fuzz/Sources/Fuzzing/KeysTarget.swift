import CDQFuzzSupport

/// The line editor of the REPL: any bytes of a terminal. The first two bytes are the size of the terminal.
public struct KeysTarget: FuzzTarget {
  public static let name = "keys"
  /// The stack of the process's first thread, on which the REPL runs.
  public static var stackSize: Int { 4 << 20 }

  public init() {}

  public static func seeds() -> [[UInt8]] {
    [
      "P\u{18}Ci\twhere pop\t> 5\r", "P\u{18}City where name CONTAINS[\t\t\u{1B}[Z\r\r", "\u{8}\u{3}\u{1B}[A\u{1B}[A\u{12}os\u{12}\r",
      "P\u{18}\u{1B}[200~City\n  where x;\n:params\n\u{1B}[201~\r", "P\u{18}(\ra\u{1B}\rb\u{1F}\u{1F}\u{1B}_)\r",
      "P\u{18}:run \t\u{15}:explain un\t\r:schema \t\r", "\u{1}\u{1}猫👩‍👩‍👧e\u{301}\u{7F}\u{14}\u{17}\u{19}\u{C}\r",
    ].map { Array($0.utf8) }
  }

  public static var dictionary: [String] {
    ["\t", "\r", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[Z", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}\r", "\u{12}",
      "\u{1F}", "\u{1B}_", "\u{B}", "\u{17}", "\u{19}", "\u{7}", "\u{3}", "\u{4}", "City ", "where ", ":type ", "query q = ", "; ", "/*",
      "猫", "\u{301}", "\u{200D}", "$", "cities.@",
    ]
  }

  public func generate(_ random: inout SplitMix) -> [UInt8]? {
    var bytes = [UInt8.random(in: 0...120, using: &random), UInt8.random(in: 0...40, using: &random)]
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      switch Int.random(in: 0...3, using: &random) {
      case 0: bytes.append(UInt8.random(in: 0...255, using: &random))
      case 1: bytes += Array("name == 5 (".utf8.shuffled(using: &random).prefix(3))
      default: bytes += Array((KeysTarget.dictionary.randomElement(using: &random) ?? "").utf8)
      }
    }
    return bytes
  }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    let (columns, rows) = (Int(input.first ?? 80), Int(input.dropFirst().first ?? 24))
    let keys = Array(input.dropFirst(2))
    func session() -> EditingSession {
      EditingSession(keys, columns: columns, rows: rows, isColored: keys.count % 2 == 0)
    }
    let first = session()
    var features: Set<String> = []
    for (text, statements) in zip(first.texts, first.statements) {
      let isClean = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
      try require(isClean, "a text has no control characters", text.debugDescription)
      try require(
        isSubsequence(statements.joined().unicodeScalars, of: text), "statements are parts of their text",
        "\(statements) of \(text.debugDescription)")
      features.insert("statements \(min(statements.count, 4))")
      features.insert("lines \(min(text.split(separator: "\n").count, 4))")
    }
    try require(session().output == first.output, "the same keys give the same screen")
    for mark in ["search '", "not in the history", "Tab goes on", "…> ", "^C", "\u{7}"] where first.output.contains(mark) {
      features.insert(mark)
    }
    return features
  }

  /// By scalars, since a joiner after a semicolon is one Character with it.
  private func isSubsequence(_ part: some Sequence<Unicode.Scalar>, of text: String) -> Bool {
    var rest = text.unicodeScalars[...]
    for scalar in part {
      guard let found = rest.firstIndex(of: scalar) else { return false }
      rest = rest[rest.index(after: found)...]
    }
    return true
  }
}
