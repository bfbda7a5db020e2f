import CDQIR
import CDQRandom
import Foundation
import Testing

@Suite struct LoadingDateTests {
  @Test(
    arguments: [
      ("2001-01-01", 0), ("2000-12-31T23:59:59Z", -1), ("2000-12-31T23:59:59.75Z", -0.25), ("2001-01-01T00:00", 0),
      ("2001-01-01T00:00:00", 0), ("2001-01-01 00:00:01z", 1), ("2001-01-01T02:30:00+02:30", 0),
      ("2001-01-01T00:00:00-0130", 5400), ("2001-01-01T05:00:00+05", 0), ("1970-01-01", -978_307_200),
      ("2000-02-29", -26_524_800), ("2024-02-29T12:00:00,5Z", 730_900_800.5), ("0001-01-01", -63_113_904_000),
      ("2001-01-01T00:00:00.123456789012345678Z", 0.123456789012345678), ("2001-01-01T00:00:00.000Z", 0),
      ("+12345-06-07", 326_438_640_000), ("1999-12-31T23:59:59.999999999Z", -31_622_400.000000001),
    ] as [(String, Double)])
  func reads(_ text: String, _ seconds: Double) {
    #expect(ISO8601.date(from: text)?.timeIntervalSinceReferenceDate == seconds)
  }

  @Test(arguments: [
    "", "2001", "2001-1-1", "2001-02-29", "2001-13-01", "2001-00-01", "2001-01-00", "2001-01-01T", "2001-01-01T24:00",
    "2001-01-01T00:60", "2001-01-01T00:00:60Z", "2001-01-01T00:00:00.Z", "2001-01-01T00:00:00ZZ",
    "2001-01-01T00:00:00+1",
    "2001-01-01T00", "20010101", "2001-01-01Z", " 2001-01-01", "+2001-01-01", "2001-01-01T00:00:00+24:00",
    "٢٠٠١-01-01", "2001-01-32", "2001-04-31", "200a-01-01", "2001-01-0:", "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z",
    "2001-01-01T00:00:6aZ", "2001-01-01T00:00-00Z", "2001/01-01",
  ])
  func refuses(_ text: String) {
    #expect(ISO8601.date(from: text) == nil)
  }

  /// The usual forms of dates, for which the parser has a fast path, give the same values as the general path.
  @Test func readsTheUsualFormsAsTheOthers() {
    func padded(_ number: Int, _ width: Int) -> String {
      String(String(number + 100_000).suffix(width))
    }
    for number in stride(from: 0, to: 9999 * 12 * 31, by: 97) {
      let (year, month, day) = (number / 372, number / 31 % 12 + 1, number % 31 + 1)
      let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      let time = "\(padded(number % 24, 2)):\(padded(number % 60, 2)):\(padded(number / 7 % 60, 2))"
      #expect(ISO8601.date(from: date) == ISO8601.date(from: date + "T00:00:00.0Z"), "\(date)")
      for usual in ["\(date)T\(time)Z", "\(date)T\(time)", "\(date) \(time)"] {
        #expect(ISO8601.date(from: usual) == ISO8601.date(from: "\(date) \(time)+00"), "\(usual)")
      }
    }
  }

  @Test func roundTripsExactly() {
    var generator = SplitMix(seed: 2001)
    var samples: [Double] = [
      0, -0.25, 0.1, -0.1, 1e-9, -1e-9, 1e15, -63_114_076_800, 252_423_993_600, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude,
    ]
    for _ in 0..<2000 {
      samples.append(Double.random(in: -1e10...1e10, using: &generator))
      samples.append(Double(Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator)) / 1000)
    }
    for seconds in samples {
      let text = ISO8601.text(Date(timeIntervalSinceReferenceDate: seconds))
      #expect(text.flatMap { ISO8601.date(from: $0) }?.timeIntervalSinceReferenceDate == seconds, "\(text ?? "nil")")
    }
    #expect(ISO8601.text(Date(timeIntervalSinceReferenceDate: .nan)) == nil)
    #expect(ISO8601.text(Date(timeIntervalSinceReferenceDate: -978_307_200)) == "1970-01-01T00:00:00Z")
  }

  @Test(arguments: [
    ("0", "0"), ("-0.50", "-0.5"), ("1e3", "1000"), ("1E-3", "0.001"), ("000012.5000", "12.5"), (".5", "0.5"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
    ("100000000000000000000000000000000000000000", "100000000000000000000000000000000000000000"),
    ("1e127", "1" + String(repeating: "0", count: 127)), ("0e999", "0"),
  ])
  func readsDecimals(_ text: String, _ expected: String) {
    #expect(DecimalText.decimal(from: text)?.description == expected)
  }

  @Test(arguments: [
    "", "-", "1.", "1x", "1e", "1 ", "--1", "1e200", "1e-200", "923456789012345678901234567890123456789", "e5",
  ])
  func refusesDecimals(_ text: String) {
    #expect(DecimalText.decimal(from: text) == nil)
  }
}
