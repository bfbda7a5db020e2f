import Foundation
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Compares columns with plain arrays under random changes, with chunks so small that there are many.
@Suite struct ColumnTests {
  static let types: [ValueType] = [
    .bool, .int16, .int64, .double, .date, .duration, .uuid, .string, .decimal, .opaque,
  ]

  static func value(_ type: ValueType, _ random: inout RandomQueries) -> Value {
    if random.chance(20) { return .null }
    switch type {
    case .int16: return .int(Int64(random.pick([-1, 0, 7])))
    case .duration: return .duration(random.pick(RandomQueries.doubles.filter { !$0.isNaN }))
    case .uuid: return .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, random.pick([1, 200]))))
    case .string:
      return .string(random.chance(3) ? String(repeating: "é", count: 40_000) : random.pick(RandomQueries.texts))
    case .opaque: return .string("{}")
    default:
      let value = random.value(type)
      if case .double(let number) = value, number.isNaN { return .double(-0.0) }
      return value
    }
  }

  /// Whether two values are equal, and texts equal byte by byte: the store does not normalize texts.
  static func isSame(_ left: Value, _ right: Value) -> Bool {
    guard case .string(let left) = left, case .string(let right) = right else { return left == right }
    return Array(left.utf8) == Array(right.utf8)
  }

  @Test(arguments: types)
  func keepsWhatIsWritten(type: ValueType) {
    var random = RandomQueries(seed: 7)
    var column = Column(Column.kind(of: type, in: Schema(entities: [])), shift: 6)
    var expected: [Value] = []
    var snapshots: [(Column, [Value])] = []
    for step in 0..<600 {
      let value = Self.value(type, &random)
      if expected.isEmpty || random.chance(60) {
        column.append(value)
        expected.append(value)
      } else {
        let row = Int.random(in: 0..<expected.count, using: &random.generator)
        column.set(row, value)
        expected[row] = value
      }
      if step % 97 == 0 { snapshots.append((column, expected)) }
    }
    snapshots.append((column, expected))
    // Copies do not change with the original.
    for (column, expected) in snapshots {
      #expect(column.count == expected.count)
      for row in expected.indices where !Self.isSame(column.value(at: row), expected[row]) {
        Issue.record("\(type), row \(row): \(column.value(at: row)) instead of \(expected[row])")
        return
      }
      #expect(column.chunks.map(\.nullCount).reduce(0, +) == expected.count { $0.isNull })
      #expect(expected.indices.allSatisfy { column.isNull(at: $0) == expected[$0].isNull })
    }
  }

  @Test func knowsWhichTextsItMayReadByBytes() {
    var column = Column(.text, shift: 6)
    let texts = ["a", "é", "日本語", "e\u{301}", "", "👨‍👩‍👧", "İ", String(repeating: "x", count: 70_000)]
    for text in texts { column.append(.string(text)) }
    let chunk = column.texts(0)
    #expect(chunk.notASCII[0] == 0b1111_1110 & ~0b1_0000)
    #expect(chunk.notPlain[0] == 0b1010_1000)
    column.set(3, .string("e"))
    column.set(7, .null)
    column.set(0, .string("ψ"))
    #expect(column.texts(0).notASCII[0] == 0b0110_0111 && column.texts(0).notASCIICount == 5)
    #expect(column.texts(0).notPlain[0] == 0b0010_0000 && column.texts(0).notPlainCount == 1)
  }

  /// The kernels of `[c]` rely on this: among the letters of Latin-1 only `ß` folds to ASCII.
  @Test func lettersOfLatin1DoNotFoldToASCII() {
    for code in (UInt32(0x80)...0xFF) where code != 0xDF {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let folded = TextFolding.folded(String(scalar), .caseInsensitive)
      #expect(folded.unicodeScalars.allSatisfy { !$0.isASCII } && folded.count == 1, "U+\(String(code, radix: 16))")
    }
    #expect(TextFolding.folded("ß", .caseInsensitive) == "ss")
  }

  @Test func plainScalarsStandForThemselves() {
    var previous: Unicode.Scalar = "a"
    for code in PlainText.ranges.joined() {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let text = String(scalar)
      var isSound = text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([scalar])
      isSound = isSound && scalar.properties.canonicalCombiningClass == .notReordered
      // The scalar neither forms a cluster with its neighbours nor changes when it is composed with them.
      let pair = String(previous) + text + "z"
      isSound = isSound && pair.count == 3
      isSound = isSound && Array(pair.precomposedStringWithCanonicalMapping.utf8) == Array(pair.utf8)
      guard isSound else {
        Issue.record("U+\(String(code, radix: 16)) is not plain")
        return
      }
      previous = scalar
    }
  }
}
