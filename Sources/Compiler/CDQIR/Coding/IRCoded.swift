/// A part of IR, a schema or a mapping that an `IRCoder` can write and read.
protocol IRCoded {
  /// An arbitrary node. A reading coder starts from it and replaces its parts.
  static var blank: Self { get }
  /// Passes all parts to a coder, which writes or replaces them.
  mutating func code(_ coder: inout IRCoder)
}

/// A node with parts. All these types share one `hash(into:)`: the functions that the compiler would synthesize would
/// be an eighth of the module's code, and few callers hash IR.
protocol IRTree: IRCodable {}

extension IRTree {
  /// Hashes the text that a hashing coder writes for the node.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(IRCoder.hashedText(of: self))
  }
}

/// A node that is an object with a key per property.
protocol IRRecord: IRTree {
  /// Passes the properties to a coder in the order of their keys' bytes.
  mutating func codeProperties(_ coder: inout IRCoder)
}

extension IRRecord {
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func code(_ coder: inout IRCoder) {
    coder.beginObject()
    codeProperties(&coder)
    coder.endObject()
  }
}

/// A node that is one of several cases, written as `{"case":{"_0":…}}`.
protocol IRChoice: IRTree {
  /// Every case by its name, each with arbitrary associated values.
  static var cases: [(name: String, blank: Self)] { get }
  /// Begins the current case by its name and passes its values to a coder in the order of their keys' bytes.
  mutating func codeCase(_ coder: inout IRCoder)
}

extension IRChoice {
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func code(_ coder: inout IRCoder) {
    defer { coder.leave() }
    guard coder.enter() else { return }
    guard coder.isReading else {
      codeCase(&coder)
      coder.endObject()
      coder.endObject()
      return
    }
    guard let (name, outer) = coder.enterOnlyMember() else { return }
    if let found = Self.cases.first(where: { $0.name == name }) {
      self = found.blank
      coder.beginObject()
      codeCase(&coder)
    } else {
      coder.fail("'\(name)' is unknown")
    }
    coder.resume(at: outer)
  }
}

/// An enum without associated values, written as its raw string.
protocol IRWord: IRCoded, RawRepresentable where RawValue == String {}

extension IRWord {
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func code(_ coder: inout IRCoder) {
    var word = rawValue
    coder.code(&word)
    guard coder.isReading else { return }
    if let read = Self(rawValue: word) { self = read } else { coder.fail("'\(word)' is unknown") }
  }
}

extension String: IRCoded {
  static var blank: String { "" }
  mutating func code(_ coder: inout IRCoder) { coder.code(&self) }
}

extension Bool: IRCoded {
  static var blank: Bool { false }
  mutating func code(_ coder: inout IRCoder) { coder.code(&self) }
}

extension Int64: IRCoded {
  static var blank: Int64 { 0 }
  mutating func code(_ coder: inout IRCoder) { coder.code(&self) }
}

extension Int: IRCoded {
  static var blank: Int { 0 }
  mutating func code(_ coder: inout IRCoder) {
    var number = Int64(self)
    coder.code(&number)
    if let read = Int(exactly: number) { self = read } else { coder.fail("\(number) is too large") }
  }
}

extension Array: IRCoded where Element: IRCoded {
  static var blank: [Element] { [] }
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func code(_ coder: inout IRCoder) { coder.code(elements: &self) }
}

extension Dictionary: IRCoded where Key == String, Value: IRCoded {
  static var blank: [String: Value] { [:] }
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  mutating func code(_ coder: inout IRCoder) { coder.code(members: &self) }
}
