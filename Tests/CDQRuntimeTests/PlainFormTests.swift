import CDQIR
import Testing

@testable import CDQLoading
@testable import CDQMapping
@testable import CDQPersistence
@testable import CDQStore
@testable import CDQValues
import CDQRuntime

/// Values that are parsed without a `JSONValue` must equal those that are parsed with one.
@Suite struct PlainFormTests {
  static let types: [ValueType] = [
    .bool, .int16, .int32, .int64, .double, .duration, .string, .date, .float, .decimal, .uuid,
  ]
  /// Values as JSON texts; without quotes also cells of CSV.
  static let texts = [
    "0", "-0", "7", "-7", "007", "32767", "32768", "-32768", "-32769", "2147483647", "2147483648", "999999999999999999",
    "-999999999999999999", "1000000000000000000", "9223372036854775807", "9223372036854775808", "1.5", "-1.5", "0.0",
    "-0.0", "00.5", "1.", ".5", "1e5", "1E-5", "1.5e3", "9007199254740992", "9007199254740993", "0.1", "123456.789",
    "0.0000000000000000000001", "0.00000000000000000000001", "1234567890.0123456789", "12345678901234567890.5", "-",
    "+1", "1x", "true", "false", "truex", "tru", "null", #""""#, #""text""#, #""é京""#, #""a\"b""#, #""a\nb""#, #""open"#,
    #""2026-01-31""#, #""2026-02-30""#, #""2026-01-31T10:00:00.25Z""#, #""2026-01-31T10:00+02:00""#, #""1600-02-29""#,
    #""-00044-03-15""#, "", " 1", "1 ", "[1]", "{}",
  ]

  @Test(arguments: types) func readsAsTheSlowWayDoes(type: ValueType) throws {
    let coding = ValueCoding(schema: Schema(entities: []))
    let kind = Column.kind(of: type, in: coding.schema)
    for text in Self.texts {
      let bytes = Array(text.utf8)
      let expected = try? coding.value(from: JSONValue(parsing: text), as: type)
      bytes.withUnsafeBufferPointer { bytes in
        guard let (cell, end) = PlainForm(type).json(bytes, 0, bytes.count), end == bytes.count else { return }
        #expect(expected.map { Self.bits($0, kind) } == Self.bits(cell), "\(type) \(text)")
      }
      let written = try? coding.value(fromText: text, as: type)
      bytes.withUnsafeBufferPointer { bytes in
        guard let cell = PlainForm(type).text(bytes, 0..<bytes.count) else { return }
        #expect(written.map { Self.bits($0, kind) } == Self.bits(cell), "\(type) '\(text)'")
      }
    }
  }

  @Test func takesTheUsualFormsItself() {
    let usual: [(ValueType, String)] = [
      (.bool, "true"), (.int16, "-5"), (.int64, "999999999999999999"), (.double, "123.25"), (.double, "12"),
      (.string, #""text""#), (.date, #""2026-01-31""#), (.duration, "1.5"),
    ]
    for (type, text) in usual {
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        #expect(PlainForm(type).json(bytes, 0, bytes.count)?.end == bytes.count, "\(type) \(text)")
      }
    }
  }

  /// What a column would hold, as text.
  private static func bits(_ cell: RowBatch.Cell) -> String {
    switch cell {
    case .number(let bits): String(bits)
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .null, .value: "no plain form"
    }
  }

  private static func bits(_ value: Value, _ kind: Column.Kind) -> String {
    if case .string(let text) = value { return text }
    var batch = RowBatch(slotCount: 1)
    batch.set(0, value, kind)
    return bits(batch[0])
  }
}
