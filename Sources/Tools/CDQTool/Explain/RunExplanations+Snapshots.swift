import CDQExplanations
import CDQRuntime
import CDQSyntax

/// Explanations of the errors of snapshot files.
extension RunExplanations {
  static let snapshots: [(DiagnosticCode, Explanation)] =
    SnapshotError.Code.allCases.map { (DiagnosticCode($0.rawValue), explain($0)) }

  private static func explain(_ code: SnapshotError.Code) -> Explanation {
    switch code {
    case .unreadable:
      Explanation(
        .error, "a snapshot file cannot be read", "It is missing, or the system refuses to read it.",
        wrong: .init(.swift, "Store(contentsOf: folder)"), right: .init(.swift, "Store(contentsOf: file)"))
    case .unwritable:
      Explanation(
        .error, "a snapshot file cannot be written",
        "The folder is missing, or permission or space is lacking. An existing file is unchanged.",
        wrong: .init(.command, "snapshot --data data -o missing/cities.cdqdata"),
        right: .init(.command, "snapshot --data data -o cities.cdqdata"))
    case .notASnapshot:
      Explanation(
        .error, "a file is no snapshot", "Snapshot files are written by 'store.save' and 'cdq snapshot'.",
        wrong: .init(.command, "eval City --data notes.cdqdata"), right: .init(.command, "eval City --data data"))
    case .newerVersion:
      Explanation(
        .error, "a snapshot file has a newer format", "Update cdq to open it.",
        wrong: .init(.swift, "Store(contentsOf: newer)"), right: .init(.swift, "Store(contentsOf: own)"))
    case .damaged:
      Explanation(
        .error, "a snapshot file is damaged",
        """
        A checksum is wrong or the file is cut off. Saving replaces the file in one step, so no crash does this: the \
        file was changed afterwards. Restore it from a copy.
        """,
        wrong: .init(.swift, "Store(contentsOf: truncated)"), right: .init(.swift, "Store(contentsOf: copy)"))
    case .notMigratable:
      Explanation(
        .error, "data was saved with another schema, and what changed cannot be inferred",
        """
        cdq infers added and removed properties and entities, renames with @renamed(from:), defaults, wider numbers \
        and new enum cases. For everything else the message says what to declare.
        """,
        wrong: .init(.swift, "Store(contentsOf: file, schema: Schema(parsing: \"entity City { mayor: String }\"))"),
        right: .init(.swift, "Store(contentsOf: file, schema: Schema(parsing: \"entity City { mayor: String? }\"))"))
    }
  }
}
