/// Something that is wrong with data, or looks wrong, and where it is.
public struct LoadIssue: Hashable, Sendable, CustomStringConvertible {
  /// Whether the data was refused for it.
  public enum Severity: String, Hashable, Sendable {
    case error, warning
  }

  /// What kind of issue it is; the raw value is stable.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case invalidJSON = "invalid-json"
    case invalidCSV = "invalid-csv"
    case invalidUTF8 = "invalid-utf8"
    case nestingTooDeep = "nesting-too-deep"
    /// A file is no array of objects, or a record no object.
    case unexpectedShape = "unexpected-shape"
    case unknownEntity = "unknown-entity"
    /// Records of an abstract entity.
    case abstractEntity = "abstract-entity"
    /// Warning; once per key and entity.
    case unknownKey = "unknown-key"
    /// Warning; once per key and entity.
    case transientKey = "transient-key"
    /// Warning; once per key and entity. The last one counts.
    case duplicateKey = "duplicate-key"
    /// No value where one is required.
    case missingValue = "missing-value"
    /// A value of another kind than the type.
    case typeMismatch = "type-mismatch"
    /// A number that the type cannot hold.
    case outOfRange = "out-of-range"
    /// A value that `@range`, `@length` or `@matches` does not allow.
    case refusedValue = "refused-value"
    /// A text that is no date, UUID, URL, base64 or number.
    case invalidValue = "invalid-value"
    /// A raw value that is no case of the enum.
    case unknownCase = "unknown-case"
    /// Two records with one `@unique` value.
    case duplicateValue = "duplicate-value"
    /// A reference to an object that is not there.
    case unresolvedReference = "unresolved-reference"
    /// A reference that fits objects of several sub-entities.
    case ambiguousReference = "ambiguous-reference"
    /// Warning: one object twice in one to-many.
    case repeatedReference = "repeated-reference"
    /// The two sides of a relationship contradict each other.
    case conflictingInverse = "conflicting-inverse"
    /// More errors than are listed.
    case tooManyErrors = "too-many-errors"
  }

  /// Whether the data was refused for it.
  public var severity: Severity
  /// What kind of issue it is.
  public var code: Code
  /// Name of the input, as the caller gave it.
  public var file: String
  /// 1-based number of the record in its file; nil when it concerns no single record.
  public var record: Int?
  /// The key, or the name of the CSV column.
  public var key: String?
  /// 1-based line in the file.
  public var line: Int?
  /// What is wrong.
  public var message: String
  /// What to write instead.
  public var help: String?

  /// An issue of the given parts.
  public init(
    severity: Severity = .error, code: Code, file: String, record: Int? = nil, key: String? = nil, line: Int? = nil,
    message: String, help: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.file = file
    self.record = record
    self.key = key
    self.line = line
    self.message = message
    self.help = help
  }

  /// `City.json:12: error: record 3, key 'population': … [type-mismatch]`; the first record is number 1.
  public var description: String {
    var result = file
    if let line { result += ":\(line)" }
    result += ": \(severity.rawValue): "
    let place = [record.map { "record \($0)" }, key.map { "key '\($0)'" }].compactMap { $0 }.joined(separator: ", ")
    if !place.isEmpty { result += place + ": " }
    result += "\(message) [\(code.rawValue)]"
    if let help { result += "\n  help: \(help)" }
    return result
  }
}

/// Why data was not loaded: every error that was found, up to a limit, in file order.
public struct LoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errors; never empty.
  public var issues: [LoadIssue]
  /// What was found beside them.
  public var warnings: [LoadIssue]

  /// An error of the given issues.
  public init(issues: [LoadIssue], warnings: [LoadIssue] = []) {
    self.issues = issues
    self.warnings = warnings
  }

  /// One issue per line.
  public var description: String {
    issues.map(\.description).joined(separator: "\n")
  }
}
