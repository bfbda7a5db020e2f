import CDQSyntax
import Testing

@Suite struct SuggestionsTests {
  static let words = ["name", "population", "country", "isCapital", "names", "x", "id"]

  static let cases: [(String, String?)] = [
    ("nmae", "name"), ("Name", "name"), ("NAME", "name"), ("populaton", "population"), ("poulatoin", "population"),
    ("contry", "country"), ("iscapital", "isCapital"), ("isCaptial", "isCapital"), ("nam", "name"), ("y", nil),
    ("zzz", nil), ("", nil), ("pop", nil), ("di", "id"), (String(repeating: "n", count: 1000), nil),
  ]

  @Test(arguments: cases) func nearest(_ row: (String, String?)) {
    #expect(Suggestions.nearest(to: row.0, among: SuggestionsTests.words) == row.1)
  }

  @Test(arguments: [
    ("startOfHour", "startOfYear", false), ("startOfYaer", "startOfYear", true), ("startofyear", "startOfYear", true),
    ("SQRT", "sqrt", true), ("lenght", "length", true), ("startOfDays", "startOfDay", true),
  ])
  func `Names agree in each word`(name: String, other: String, agree: Bool) {
    #expect(Suggestions.agreeInWords(name, other) == agree)
  }

  @Test func weightBreaksTies() {
    let candidates = [Suggestions.Candidate("cat", weight: 1), Suggestions.Candidate("car", weight: 0)]
    #expect(Suggestions.nearest(to: "caz", among: candidates) == "car")
    #expect(Suggestions.ranked("caz", candidates) == ["car", "cat"])
  }
}
