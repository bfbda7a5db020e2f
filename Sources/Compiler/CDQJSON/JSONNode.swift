/// A value of a JSON text with its place, for files that people write and in which every error has a position.
package struct JSONNode: Sendable {
  private let tape: JSONTape
  private let index: Int

  /// A member of an object.
  package struct Member: Sendable {
    /// The key with its escapes resolved.
    package let key: String
    /// The bytes of the key, with its quotation marks.
    package let keyRange: Range<Int>
    package let value: JSONNode
  }

  /// The value that a whole text is, which can have comments that start with `//`.
  ///
  /// - Throws: `JSONError` with the offset of the first byte that is wrong.
  package init(utf8 bytes: [UInt8]) throws(JSONError) {
    self.init(tape: try JSONTape(utf8: bytes, allowsComments: true), index: 0)
  }

  private init(tape: JSONTape, index: Int) {
    (self.tape, self.index) = (tape, index)
  }

  package var kind: JSONTape.Kind { tape.kind(at: index) }

  /// The bytes of the value in the text.
  package var range: Range<Int> { tape.range(of: index) }

  /// The members of an object in the order of the text; nil for another value.
  package var members: [Member]? {
    guard kind == .object else { return nil }
    return parts(step: 2).map { key in
      Member(
        key: tape.string(at: key) ?? "", keyRange: tape.range(of: key), value: JSONNode(tape: tape, index: key + 1))
    }
  }

  /// The elements of an array; nil for another value.
  package var elements: [JSONNode]? {
    kind == .array ? parts(step: 1).map { JSONNode(tape: tape, index: $0) } : nil
  }

  /// The text of a string; nil for another value.
  package var string: String? { tape.string(at: index) }

  /// A truth value; nil for another value.
  package var bool: Bool? { kind == .true ? true : kind == .false ? false : nil }

  /// A number that is written as an integer and fits `Int64`; nil for another value.
  package var integer: Int64? { tape.number(at: index).flatMap { Int64($0) } }

  /// The index of each part of a container, of which each takes that many values.
  private func parts(step: Int) -> [Int] {
    var result: [Int] = []
    var part = index + 1
    while part < tape.index(after: index) {
      result.append(part)
      part = tape.index(after: part + step - 1)
    }
    return result
  }
}
