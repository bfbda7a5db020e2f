import CDQJSON
import CDQStore

import Foundation

/// A collector of errors and warnings about data, which also finds the line and column of an offset.
struct IssueCollector {
  /// The greatest number of errors that are listed.
  static let errorLimit = 100

  /// A place in an input, for an issue.
  struct Place {
    /// The index of the input.
    var input: Int
    /// The 1-based number of the record.
    var record: Int?
    var key: String?
    /// The 0-based offset in bytes.
    var offset: Int?

    func with(key: String?, offset: Int?) -> Place {
      Place(input: input, record: record, key: key, offset: offset ?? self.offset)
    }
  }

  /// A warning that is listed once for all records that it is about.
  private struct Repeated {
    var issue: LoadIssue
    var subject: String
    var count = 1
  }
  private struct RepeatedKey: Hashable {
    var code: LoadIssue.Code
    var entity: String
    var key: String
  }

  private let inputs: [LoadInput]
  private(set) var errors: [LoadIssue] = []
  private var warnings: [LoadIssue] = []
  private var repeated: [RepeatedKey: Int] = [:]
  private var repeatedIssues: [Repeated] = []
  /// An offset of an input with its line.
  private struct LinePlace {
    var offset = 0
    var line = 1
    /// The offset at which the line begins.
    var lineStart = 0
  }
  /// For each input the last place that was looked up, from which counting continues.
  private var places: [LinePlace]
  /// Root entities of which some records could not be read. An unresolved reference to one of them may be right, so it
  /// is not reported.
  var incompleteRoots: Set<Int> = []

  init(_ inputs: [LoadInput]) {
    self.inputs = inputs
    places = Array(repeating: LinePlace(), count: inputs.count)
  }

  var isFull: Bool { errors.count >= IssueCollector.errorLimit }

  mutating func error(_ code: LoadIssue.Code, _ place: Place, _ message: String, help: String? = nil) {
    if isFull {
      if errors.last?.code != .tooManyErrors {
        errors.append(
          LoadIssue(
            code: .tooManyErrors, file: inputs[place.input].name, message: "too many errors; the rest is not listed"))
      }
      return
    }
    errors.append(issue(.error, code, place, message, help))
  }

  mutating func error(_ error: ValueCodingError, _ place: Place) {
    self.error(error.code, place, error.message, help: error.help)
  }

  mutating func error(_ error: JSONError, _ place: Place, isCSV: Bool = false) {
    let code: LoadIssue.Code =
      switch error.code {
      case .invalidJSON: isCSV ? .invalidCSV : .invalidJSON
      case .invalidUTF8: .invalidUTF8
      case .nestingTooDeep: .nestingTooDeep
      }
    self.error(code, place.with(key: nil, offset: error.offset), error.message)
  }

  mutating func warning(_ code: LoadIssue.Code, _ place: Place, _ message: String, help: String? = nil) {
    guard warnings.count < IssueCollector.errorLimit else { return }
    warnings.append(issue(.warning, code, place, message, help))
  }

  /// Adds a warning about a key. It is listed once per entity, at its first record, with the number of records that
  /// have the key.
  mutating func keyWarning(
    _ code: LoadIssue.Code, entity: String, key: String, _ place: Place, _ message: String,
    help: @autoclosure () -> String? = nil
  ) {
    let id = RepeatedKey(code: code, entity: entity, key: key)
    if let index = repeated[id] {
      repeatedIssues[index].count += 1
      return
    }
    guard repeatedIssues.count < IssueCollector.errorLimit else { return }
    repeated[id] = repeatedIssues.count
    repeatedIssues.append(
      Repeated(issue: issue(.warning, code, place.with(key: key, offset: nil), message, help()), subject: entity))
  }

  /// All warnings; those about keys come first.
  func allWarnings() -> [LoadIssue] {
    repeatedIssues.map { repeated in
      var issue = repeated.issue
      let records = repeated.count == 1 ? "1 record" : "\(repeated.count) records"
      issue.message += " (\(records) of \(repeated.subject))"
      return issue
    } + warnings
  }

  private mutating func issue(
    _ severity: LoadIssue.Severity, _ code: LoadIssue.Code, _ place: Place, _ message: String, _ help: String?
  ) -> LoadIssue {
    var issue = LoadIssue(
      severity: severity, code: code, file: inputs[place.input].name, record: place.record, key: place.key,
      offset: place.offset, message: message, help: help)
    if let offset = place.offset {
      let found = find(offset, in: place.input)
      issue.line = found.line
      issue.column = found.offset - found.lineStart + 1
    }
    return issue
  }

  private mutating func find(_ offset: Int, in input: Int) -> LinePlace {
    var place = places[input].offset <= offset ? places[input] : LinePlace()
    inputs[input].bytes.withUnsafeBytes { bytes in
      let end = min(offset, bytes.count)
      for index in place.offset..<max(place.offset, end) where bytes[index] == 0x0A {
        place.line += 1
        place.lineStart = index + 1
      }
      place.offset = end
    }
    places[input] = place
    return place
  }
}
