import CDQSemantics
package import CDQSyntax

/// The codes of diagnostics that generating code can report.
package enum GenerateCode: String, Hashable, Sendable, CaseIterable {
  /// A query needs something that plain Swift, and so the closure back end, cannot express.
  case backendClosure = "backend-closure"
  /// Core Data's SQLite store cannot run a query (an error), or may not (a warning).
  case backendCoreData = "backend-coredata"
  /// SwiftData or its `#Predicate` cannot run a query (an error), or may not (a warning).
  case backendSwiftData = "backend-swiftdata"
  /// A query has no exact SQL in the dialect.
  case backendSQL = "backend-sql"
  /// The memory back end cannot run a query.
  case backendMemory = "backend-memory"
  /// Two generated declarations or files would have the same name, or one has a name that Swift or a framework
  /// reserves.
  case nameClash = "generated-name-clash"
  /// A `cdq.json` is not valid.
  case invalidConfig = "invalid-config"
}

extension DiagnosticCode {
  package init(_ code: GenerateCode) {
    self.init(code.rawValue)
  }

  static let backendClosure = DiagnosticCode(GenerateCode.backendClosure)
  static let backendCoreData = DiagnosticCode(GenerateCode.backendCoreData)
  static let backendSwiftData = DiagnosticCode(GenerateCode.backendSwiftData)
  static let backendSQL = DiagnosticCode(GenerateCode.backendSQL)
  static let backendMemory = DiagnosticCode(GenerateCode.backendMemory)
  static let invalidConfig = DiagnosticCode(GenerateCode.invalidConfig)
  static let nameClash = DiagnosticCode(GenerateCode.nameClash)
}

extension DiagnosticCatalogue {
  /// The diagnostics of checking texts and of generating code from them, with their default levels.
  package static let compiling = DiagnosticCatalogue(
    checking.levels.map { ($0.key, $0.value) } + GenerateCode.allCases.map { (DiagnosticCode($0), .error) })
}
