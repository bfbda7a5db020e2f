package import CDQCodegen
import CDQSyntax

extension GenerateCode {
  /// The explanation of the code; tests run its examples.
  package var explanation: Explanation {
    switch self {
    case .backendClosure:
      Explanation(
        .error, "the closure back end cannot express this in plain Swift",
        """
        It generates Swift that needs nothing but the program's own types, and refuses what only the engine can do. \
        The back end 'memory' has the engine.
        """,
        wrong: .init(.command, "generate Locale.cdq --backend closure --stdout"),
        right: .init(.command, "generate Locale.cdq --backend memory --stdout"))
    case .backendCoreData:
      Explanation(
        .error, "Core Data's SQLite store cannot run this, or may not",
        """
        Fetch requests become SQL, which has no groups that see unsaved changes, no conversions and no indexes; \
        where an equal form exists it is written instead. A form that nobody has reported to run is a warning at its \
        place.
        """,
        wrong: .init(.command, "generate Closure.cdq --backend coredata --stdout"),
        right: .init(.command, "generate Closure.cdq --backend memory --stdout"))
    case .backendSwiftData:
      Explanation(
        .error, "a '#Predicate' cannot express this, or SwiftData may not run it",
        """
        A '#Predicate' can express comparisons, BEGINSWITH and CONTAINS, quantifiers over one relationship and \
        counts. A fetch with a construct that SwiftData cannot run ends the app, so what is reported to fail on a \
        system since the 'deployment' target is refused, and what nobody has reported to run is a warning. Both name \
        the system and the source.
        """,
        wrong: .init(.command, "generate Closure.cdq --backend swiftdata --stdout"),
        right: .init(.command, "generate Closure.cdq --backend memory --stdout"))
    case .backendSQL:
      Explanation(
        .error, "the database has no exact SQL for this",
        """
        A generated function runs one statement, whose result must be that of memory. What a dialect would answer \
        otherwise is refused; the product CDQDatabase runs such a query, too, and tests the rest in memory. An attribute \
        whose column cannot hold its values in the way that the mapping says is refused for the same reason, also where a \
        command opens a database.
        """,
        wrong: .init(.command, "generate Locale.cdq --backend sql --stdout"),
        right: .init(.command, "generate Locale.cdq --backend memory --stdout"))
    case .backendMemory:
      Explanation(
        .error, "the memory back end cannot write the query down",
        """
        Generated code carries its query as text, which is read to a limited depth when the program runs. No text \
        within the default limit of nesting reaches that depth.
        """,
        wrong: .init(.swift, "NOT (NOT (NOT (…300 more…)))"), right: "NOT rank > 100")
    case .invalidConfig:
      Explanation(
        .error, "a 'cdq.json', or a mapping that it names, has something that is not a setting",
        """
        The file holds the settings of a target's code: 'backend', 'accessLevel', 'imports', 'dependencies', \
        'deployment', 'dialect', 'mapping', 'modelVersion', 'rules' and 'writes'. \
        Its form is published as 'Grammar/config.schema.json', that of a mapping as 'Grammar/mapping.schema.json'.
        """,
        wrong: .init(.command, "generate Queries.cdq --config wrong.json --stdout"),
        right: .init(.command, "generate Queries.cdq --config right.json --stdout"))
    case .nameClash:
      Explanation(
        .error, "two generated declarations would have one name",
        """
        Files and queries of a target become files and functions of one module, compared without case where file \
        systems do.
        """,
        wrong: .init(.command, "generate Clash.cdq --stdout"), right: .init(.command, "generate Queries.cdq --stdout"))
    }
  }
}
