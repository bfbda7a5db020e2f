/// A line of the list that says what became of a construct on Apple's systems, and who reported it.
///
/// A report from a device becomes a line of `table`, which `Tests/Integration/Device` prints, and a test.
package struct AppleStoreReport: Sendable {
  package enum Framework: String, Hashable, Sendable, CaseIterable {
    case swiftData = "SwiftData"
    case coreData = "Core Data"
  }

  /// The result of a fetch; later cases are worse.
  package enum Outcome: String, Hashable, Sendable, CaseIterable, Comparable {
    case runs
    /// It runs, and differs from the language in a case that the source names.
    case differs
    /// Nobody has reported it to run.
    case unknown
    case wrongRows = "wrong rows"
    /// It raises an exception that Swift cannot catch.
    case dies

    package static func < (left: Outcome, right: Outcome) -> Bool { left.rank < right.rank }
    private var rank: Int { Outcome.allCases.firstIndex(of: self) ?? 0 }

    /// Whether generated code must not have it.
    package var isRefused: Bool { self >= .wrongRows }
  }

  package var framework: Framework
  package var shape: AppleStoreShape
  package var outcome: Outcome
  package var systems: ClosedRange<AppleRelease>
  package var source: String

  /// Reads a line of the table; nil for any other text.
  package init?(line: Substring) {
    let cells = line.split(separator: "|").map { cell in
      String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard cells.count == 5, let framework = Framework(rawValue: cells[0]), let shape = AppleStoreShape(rawValue: cells[1]),
      let outcome = Outcome(rawValue: cells[2]), let systems = AppleStoreReport.systems(cells[3]), !cells[4].isEmpty
    else { return nil }
    (self.framework, self.shape, self.outcome, self.systems) = (framework, shape, outcome, systems)
    source = cells[4]
  }

  /// `17-` are all releases since 17, `17-18` those of two years, `26` those of one, `26.5-26` the last of one.
  private static func systems(_ text: String) -> ClosedRange<AppleRelease>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count < 3, let first = AppleRelease(number: ends[0]) else { return nil }
    guard ends.count == 2 else { return first...AppleRelease(first.major, .max) }
    if ends[1].isEmpty { return first...AppleRelease(.max, .max) }
    guard let last = AppleRelease(number: ends[1]) else { return nil }
    let end = ends[1].contains(".") ? last : AppleRelease(last.major, .max)
    return first <= end ? first...end : nil
  }

  /// All lines of the table.
  package static let all = table.split(separator: "\n").compactMap { AppleStoreReport(line: $0) }
  private static let byShape = Dictionary(grouping: all, by: \.shape)

  /// The worst that is reported of a construct on the systems since a deployment target.
  package struct Verdict: Sendable {
    package var outcome: Outcome
    /// The systems, such as `iOS 26` or `iOS 17 and later`.
    package var systems: String
    package var source: String

    /// The systems and the source, for a message.
    package var note: String { "\(systems): \(source)" }
  }

  /// The verdict on a construct. A year without a report counts as unknown.
  package static func verdict(
    on shape: AppleStoreShape, in framework: Framework, since target: AppleRelease
  ) -> Verdict {
    let lines = (byShape[shape] ?? []).filter { $0.framework == framework }
    var worst = Verdict(outcome: .runs, systems: "", source: "")
    let years = AppleRelease.years.filter { $0 >= target.major }
    for year in years.isEmpty ? [target.major] : years {
      let year = max(AppleRelease(year), target)...AppleRelease(year, .max)
      let found = lines.filter { $0.systems.overlaps(year) }.max { $0.outcome < $1.outcome }
      let unknown = Verdict(outcome: .unknown, systems: "\(year.lowerBound)", source: "nobody has reported it to run")
      let next = found.map { report in
        let isOpen = report.systems.upperBound.major == .max
        let first = max(report.systems.lowerBound, target)
        return Verdict(
          outcome: report.outcome, systems: isOpen ? "\(first) and later" : "\(first)", source: report.source)
      }
      if worst.source.isEmpty || (next ?? unknown).outcome > worst.outcome { worst = next ?? unknown }
    }
    return worst
  }
}
