import CDQStore

/// Why a snapshot file cannot be opened or saved. Whatever fails leaves the file as it was.
public enum SnapshotError: Error, Hashable, Sendable {
  /// The file is not there, or the system does not give it.
  case unreadable(file: String, reason: String)
  /// The system does not let it be written: no such folder, no right, no space.
  case unwritable(file: String, reason: String)
  /// The file does not begin as a snapshot does.
  case notASnapshot(file: String)
  /// It was written by a newer version of cdq.
  case newerVersion(file: String, version: Int, supported: Int)
  /// A checksum is wrong, or the file is cut off. `section` is such as `the header` or `City.name`.
  case damaged(file: String, section: String, reason: String)
  /// The data was saved with another schema, and what changed cannot be inferred. All problems are listed.
  case notMigratable(file: String, problems: [MigrationProblem])

  /// What kind of error it is; stable.
  public var code: String {
    switch self {
    case .unreadable: Code.unreadable.rawValue
    case .unwritable: Code.unwritable.rawValue
    case .notASnapshot: Code.notASnapshot.rawValue
    case .newerVersion: Code.newerVersion.rawValue
    case .damaged: Code.damaged.rawValue
    case .notMigratable: Code.notMigratable.rawValue
    }
  }

  /// The codes, for whoever explains them.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case unreadable = "unreadable-snapshot"
    case unwritable = "unwritable-snapshot"
    case notASnapshot = "not-a-snapshot"
    case newerVersion = "newer-snapshot"
    case damaged = "damaged-snapshot"
    case notMigratable = "not-migratable"
  }
}

extension SnapshotError: CustomStringConvertible {
  /// What is wrong and what to do; one line, or one more for each problem of a migration.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "cannot read '\(file)': \(reason)"
    case .unwritable(let file, let reason): "cannot write '\(file)': \(reason); what was there is unchanged"
    case .notASnapshot(let file): "'\(file)' is no snapshot of cdq"
    case .newerVersion(let file, let version, let supported):
      "'\(file)' has format \(version), and this cdq reads formats up to \(supported): update cdq to open it"
    case .damaged(let file, let section, let reason):
      "'\(file)' is damaged at \(section): \(reason); restore it from a copy"
    case .notMigratable(let file, let problems):
      (["'\(file)' was saved with another schema and cannot be migrated:"] + problems.map { "  \($0)" })
        .joined(separator: "\n")
    }
  }
}

/// What is wrong with the contents of a section.
struct SectionDamage: Error {
  var reason: String

  static let short = SectionDamage(reason: "it ends too early")
  static let checksum = SectionDamage(reason: "its checksum is wrong")

  init(reason: String) {
    self.reason = reason
  }
}
