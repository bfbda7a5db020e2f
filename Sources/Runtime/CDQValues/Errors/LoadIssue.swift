/// An error or warning about loaded data, with its location.
public struct LoadIssue: Hashable, Sendable, CustomStringConvertible {
  /// Whether the issue is an error, for which the data is refused, or a warning.
  public enum Severity: String, Hashable, Sendable {
    case error, warning
  }

  /// The kind of an issue. The raw values are stable.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case invalidJSON = "invalid-json"
    case invalidCSV = "invalid-csv"
    case invalidUTF8 = "invalid-utf8"
    case nestingTooDeep = "nesting-too-deep"
    /// A file that is no array of objects, or a record that is no object.
    case unexpectedShape = "unexpected-shape"
    case unknownEntity = "unknown-entity"
    /// Records of an abstract entity, which can have none.
    case abstractEntity = "abstract-entity"
    /// Warning, once per key and entity: the entity has no such property.
    case unknownKey = "unknown-key"
    /// Warning, once per key and entity: the property is transient and not loaded.
    case transientKey = "transient-key"
    /// Warning, once per key and entity: a record has the key twice. The last value counts.
    case duplicateKey = "duplicate-key"
    /// A required property without a value.
    case missingValue = "missing-value"
    /// A JSON value of another kind than the property's type.
    case typeMismatch = "type-mismatch"
    /// A number that the property's type cannot hold.
    case outOfRange = "out-of-range"
    /// A value that `@range`, `@length` or `@matches` does not allow.
    case refusedValue = "refused-value"
    /// A text that is not a valid date, UUID, URL, base64 or number.
    case invalidValue = "invalid-value"
    /// A raw value that belongs to no case of the enum.
    case unknownCase = "unknown-case"
    /// Two records with the same `@unique` value.
    case duplicateValue = "duplicate-value"
    /// A reference to an object that does not exist.
    case unresolvedReference = "unresolved-reference"
    /// A reference that matches objects of several sub-entities.
    case ambiguousReference = "ambiguous-reference"
    /// Warning: a to-many that refers to one object twice.
    case repeatedReference = "repeated-reference"
    /// The two sides of a relationship contradict each other.
    case conflictingInverse = "conflicting-inverse"
    /// There are more errors than the report lists.
    case tooManyErrors = "too-many-errors"
  }

  /// Whether the issue is an error or a warning.
  public var severity: Severity
  /// The kind of issue, for programs.
  public var code: Code
  /// The name of the input, as the caller passed it.
  public var file: String
  /// The 1-based number of the record in its file; nil when the issue is not about a single record.
  public var record: Int?
  /// The JSON key or the name of the CSV column; nil when the issue is not about one.
  public var key: String?
  /// The 1-based line in the file; nil when it is not known.
  public var line: Int?
  /// The 1-based column in the line, in bytes of UTF-8; nil when it is not known.
  public var column: Int?
  /// The 0-based offset in the file, in bytes; nil when it is not known.
  public var offset: Int?
  /// The message for people, in one line.
  public var message: String
  /// A suggestion how to fix the data; nil when there is none.
  public var help: String?

  /// Creates an issue from its parts.
  public init(
    severity: Severity = .error, code: Code, file: String, record: Int? = nil, key: String? = nil, line: Int? = nil,
    column: Int? = nil, offset: Int? = nil, message: String, help: String? = nil
  ) {
    self.severity = severity
    self.code = code
    self.file = file
    self.record = record
    self.key = key
    self.line = line
    self.column = column
    self.offset = offset
    self.message = message
    self.help = help
  }

  /// The issue as one line, followed by the help if there is one: `City.json:12:40: error: record 3, key 'population':
  /// … [type-mismatch]`.
  public var description: String {
    var result = file
    for number in [line, column] { if let number { result += ":\(number)" } }
    result += ": \(severity.rawValue): \(placedMessage) [\(code.rawValue)]"
    if let help { result += "\n  help: \(help)" }
    return result
  }

  /// The message after its record and key: `record 3, key 'population': …`.
  package var placedMessage: String {
    let place = [record.map { "record \($0)" }, key.map { "key '\($0)'" }].compactMap { $0 }.joined(separator: ", ")
    return place.isEmpty ? message : "\(place): \(message)"
  }
}

/// The failure to load data, with all errors that were found, up to a limit and in file order.
public struct LoadError: Error, Hashable, Sendable, CustomStringConvertible {
  public var issues: [LoadIssue]
  /// The warnings that were found as well.
  public var warnings: [LoadIssue]

  /// Creates an error from its issues.
  public init(issues: [LoadIssue], warnings: [LoadIssue] = []) {
    self.issues = issues
    self.warnings = warnings
  }

  /// The descriptions of the errors, one after another.
  public var description: String {
    issues.map(\.description).joined(separator: "\n")
  }
}
