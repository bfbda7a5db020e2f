import CDQStore

/// The reason why a snapshot file could not be opened or saved. A failed save leaves the file as it was.
public enum SnapshotError: Error, Hashable, Sendable {
  /// The file does not exist, or the system does not let it be read.
  case unreadable(file: String, reason: String)
  /// The system does not let the file be written, for example without the folder, the permission or free space.
  case unwritable(file: String, reason: String)
  /// The file does not begin with the magic bytes of a snapshot.
  case notASnapshot(file: String)
  /// A newer version of cdq wrote the file, in a format version that this one does not support.
  case newerVersion(file: String, version: Int, supported: Int)
  /// A checksum is wrong, or the file is cut off. `section` names the damaged part, such as `the header` or
  /// `City.name`.
  case damaged(file: String, section: String, reason: String)
  /// The data was saved with another schema, and the migration cannot be inferred. `problems` lists all reasons.
  case notMigratable(file: String, problems: [MigrationProblem])

  /// The stable code of the error, such as `damaged-snapshot`.
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

  /// The stable codes, which `cdq explain` knows.
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
  /// The message for people. It has one line, and for a failed migration another one for each problem.
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

/// The defect that was found in a section.
struct SectionDamage: Error {
  var reason: String

  static let short = SectionDamage(reason: "it ends too early")
  static let checksum = SectionDamage(reason: "its checksum is wrong")

  init(reason: String) {
    self.reason = reason
  }
}
