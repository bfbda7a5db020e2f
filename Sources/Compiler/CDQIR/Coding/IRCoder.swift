import CDQJSON

/// A coder that writes IR as JSON or reads it; one description of each node serves both directions.
///
/// A node passes its parts to the coder. A writing coder appends each part to `text`, a reading coder replaces it. The
/// coder notes the first error in `failure` and leaves the part as it was, so that no description handles errors.
///
/// `altitude > 5` becomes `{"comparison":{"_0":{"left":{"path":…},"operator":">","options":0,"right":{"literal":…}}}}`,
/// and `5` in it `{"literal":{"_0":{"int":5},"_1":{"int64":{}}}}`.
struct IRCoder {
  let isReading: Bool
  /// Whether values are written as their hashes. Equal values can have different texts: `0.0` and `-0.0`.
  private(set) var isHashing = false
  /// The first error; later ones are dropped.
  private(set) var failure: IRCodingError?
  /// The bytes of the JSON written so far. An array takes a byte at a time several times as fast as a `String`.
  private var text: [UInt8] = []
  private let tape: JSONTape
  /// Index on the tape of the value that the current node is read from.
  private var cursor = 0
  /// How many arrays and objects are open in `text`.
  private var depth = 0
  /// How many nodes with several cases enclose the current position; a `Value` counts twice.
  private var level = 0
  /// Deepest nesting of nodes with several cases, chosen so that reading fits a stack of 512 KB in a debug build. Texts
  /// that the parser accepts by default nest up to 131 levels.
  static let levelLimit = 140
  /// Deepest nesting of arrays and objects: four for each level of nodes, and the query around them.
  static let nestingLimit = 4 * levelLimit + 64

  /// Creates a writing coder.
  private init() {
    isReading = false
    tape = JSONTape()
  }

  private init(reading tape: JSONTape) {
    isReading = true
    self.tape = tape
  }

  /// Encodes a node as JSON, the keys of each object in the order of their bytes.
  ///
  /// - Throws: `IRCodingError` when the node is nested too deeply to be read again.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  static func text<Node: IRCoded>(of node: Node) throws(IRCodingError) -> String {
    var coder = IRCoder()
    coder.text.reserveCapacity(2048)
    var copy = node
    copy.code(&coder)
    if let failure = coder.failure { throw failure }
    return String(decoding: coder.text, as: UTF8.self)
  }

  /// A text to hash, the same for equal nodes.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  static func hashedText<Node: IRCoded>(of node: Node) -> String {
    var coder = IRCoder()
    coder.isHashing = true
    var copy = node
    copy.code(&coder)
    return String(decoding: coder.text, as: UTF8.self)
  }

  /// Decodes a node from JSON.
  ///
  /// - Throws: `IRCodingError` when the text is not JSON or describes no such node.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  static func node<Node: IRCoded>(_ type: Node.Type, from text: String) throws(IRCodingError) -> Node {
    let tape: JSONTape
    do throws(JSONError) {
      tape = try JSONTape(utf8: Array(text.utf8), nestingLimit: IRCoder.nestingLimit)
    } catch {
      throw IRCodingError(error.message, at: error.offset)
    }
    var coder = IRCoder(reading: tape)
    var node = Node.blank
    node.code(&coder)
    if let failure = coder.failure { throw failure }
    return node
  }

  /// Notes an error in the current value, unless an earlier one was noted.
  mutating func fail(_ reason: String) {
    if failure == nil { failure = IRCodingError(reason, at: isReading ? tape.offset(of: cursor) : nil) }
  }

  /// Enters a node in which other nodes can be nested.
  mutating func enter(weight: Int = 1) -> Bool {
    level += weight
    if level > IRCoder.levelLimit { fail("nested more than \(IRCoder.levelLimit) levels deep") }
    return level <= IRCoder.levelLimit
  }

  mutating func leave(weight: Int = 1) { level -= weight }

  // MARK: Objects

  /// Writes or reads a required member of an object.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func code<Node: IRCoded>(_ key: String, _ node: inout Node) {
    guard isReading else {
      write(key: key)
      if failure == nil { node.code(&self) }
      return
    }
    guard let value = tape.member(key, of: cursor) else { return fail("'\(key)' is missing") }
    read(&node, at: value)
  }

  /// Writes or reads an optional member of an object; nil is not written, and a missing or `null` member reads as nil.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func code<Node: IRCoded>(_ key: String, _ node: inout Node?) {
    guard isReading else {
      if node != nil {
        write(key: key)
        if failure == nil { node?.code(&self) }
      }
      return
    }
    node = nil
    guard let value = tape.member(key, of: cursor), tape.kind(at: value) != .null else { return }
    var read = Node.blank
    self.read(&read, at: value)
    node = read
  }

  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  private mutating func read<Node: IRCoded>(_ node: inout Node, at value: Int) {
    let outer = cursor
    cursor = value
    node.code(&self)
    cursor = outer
  }

  mutating func beginObject() {
    if isReading {
      if tape.kind(at: cursor) != .object { fail("an object is expected") }
    } else {
      open(JSONByte.leftBrace)
    }
  }

  mutating func endObject() {
    if !isReading { close(JSONByte.rightBrace) }
  }

  private mutating func open(_ bracket: UInt8) {
    text.append(bracket)
    depth += 1
    if depth > IRCoder.nestingLimit { fail("more than \(IRCoder.nestingLimit) nested arrays and objects") }
  }

  private mutating func close(_ bracket: UInt8) {
    text.append(bracket)
    depth -= 1
  }

  /// Writes the key of an object's member, with a comma before it unless it is the first.
  mutating func write(key: String) {
    writeComma()
    text.append(JSONByte.quote)
    append(key)
    text.append(JSONByte.quote)
    text.append(JSONByte.colon)
  }

  private mutating func writeComma() {
    if text.last != JSONByte.leftBrace { text.append(JSONByte.comma) }
  }

  /// Appends the bytes of a text as they are.
  private mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { text.append(contentsOf: $0) }
  }

  // MARK: Cases

  /// Opens the object of a case in a writing coder: `{"name":{`.
  mutating func begin(_ name: String) {
    guard !isReading else { return }
    open(JSONByte.leftBrace)
    write(key: name)
    open(JSONByte.leftBrace)
  }

  /// A case without associated values: `{"name":{}}`.
  mutating func empty(_ name: String) { begin(name) }

  /// Begins a case and writes or reads its first value: `{"name":{"_0":node`.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func begin<Node: IRCoded>(_ name: String, _ node: inout Node) {
    begin(name)
    code("_0", &node)
  }

  /// Enters the only member of an object in a reading coder.
  ///
  /// - Returns: its key and the position to pass to `resume(at:)`; nil after a noted failure, when the value is no
  ///   object with exactly one member.
  mutating func enterOnlyMember() -> (key: String, outer: Int)? {
    guard tape.kind(at: cursor) == .object, cursor + 1 < tape.index(after: cursor),
      tape.index(after: cursor + 2) == tape.index(after: cursor), let key = tape.string(at: cursor + 1)
    else {
      fail("an object with one key is expected")
      return nil
    }
    let outer = cursor
    cursor += 2
    return (key, outer)
  }

  mutating func resume(at outer: Int) { cursor = outer }

  // MARK: Arrays and dictionaries

  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func code<Node: IRCoded>(elements: inout [Node]) {
    guard isReading else {
      open(JSONByte.leftBracket)
      for index in elements.indices where failure == nil {
        if index > 0 { text.append(JSONByte.comma) }
        var element = elements[index]
        element.code(&self)
      }
      close(JSONByte.rightBracket)
      return
    }
    elements = []
    guard tape.kind(at: cursor) == .array else { return fail("an array is expected") }
    var index = cursor + 1
    while index < tape.index(after: cursor) {
      var element = Node.blank
      read(&element, at: index)
      elements.append(element)
      index = tape.index(after: index)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func code<Node: IRCoded>(members: inout [String: Node]) {
    guard isReading else {
      open(JSONByte.leftBrace)
      for key in members.keys.sorted() {
        guard var member = members[key] else { continue }
        writeComma()
        write(string: key)
        text.append(JSONByte.colon)
        member.code(&self)
      }
      close(JSONByte.rightBrace)
      return
    }
    members = [:]
    guard tape.kind(at: cursor) == .object else { return fail("an object is expected") }
    var index = cursor + 1
    while index < tape.index(after: cursor) {
      guard let key = tape.string(at: index) else { return fail("a key has an escape that stands for nothing") }
      var member = Node.blank
      read(&member, at: index + 1)
      members[key] = member
      index = tape.index(after: index + 1)
    }
  }

  // MARK: Scalars

  mutating func code(_ string: inout String) {
    guard isReading else { return write(string: string) }
    guard let read = tape.string(at: cursor) else { return fail("a string is expected") }
    string = read
  }

  mutating func code(_ flag: inout Bool) {
    guard isReading else {
      append(flag ? "true" : "false")
      return
    }
    switch tape.kind(at: cursor) {
    case .true: flag = true
    case .false: flag = false
    case .object, .array, .string, .escapedString, .number, .null: fail("true or false is expected")
    }
  }

  mutating func code(_ number: inout Int64) {
    guard isReading else {
      append(String(number))
      return
    }
    // Some other writers write 5 as `5.0`.
    guard let digits = tape.number(at: cursor), let read = Int64(digits) ?? Double(digits).flatMap(Int64.init(exactly:))
    else { return fail("a whole number is expected") }
    number = read
  }

  private mutating func write(string: String) {
    text.append(JSONByte.quote)
    append(StringLiteral.escaped(string, .json))
    text.append(JSONByte.quote)
  }
}

/// The bytes of JSON's punctuation.
private enum JSONByte {
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")
  static let leftBracket = UInt8(ascii: "[")
  static let rightBracket = UInt8(ascii: "]")
  static let quote = UInt8(ascii: "\"")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
}
