import CDQSemantics
package import CDQSyntax

/// The codes of everything that generating code finds.
package enum GenerateCode: String, Hashable, Sendable, CaseIterable {
  /// The closure back end has no plain Swift that means the same.
  case backendClosure = "backend-closure"
  /// Core Data's SQLite store refuses it, or may.
  case backendCoreData = "backend-coredata"
  /// A `#Predicate` or SwiftData cannot run it, or may not.
  case backendSwiftData = "backend-swiftdata"
  /// The memory back end cannot run it.
  case backendMemory = "backend-memory"
  /// Two generated declarations or files would have one name.
  case nameClash = "generated-name-clash"
  /// A `cdq.json` cannot be read.
  case invalidConfig = "invalid-config"
}

extension DiagnosticCode {
  package init(_ code: GenerateCode) {
    self.init(code.rawValue)
  }

  static let backendClosure = DiagnosticCode(GenerateCode.backendClosure)
  static let backendCoreData = DiagnosticCode(GenerateCode.backendCoreData)
  static let backendSwiftData = DiagnosticCode(GenerateCode.backendSwiftData)
  static let backendMemory = DiagnosticCode(GenerateCode.backendMemory)
  static let invalidConfig = DiagnosticCode(GenerateCode.invalidConfig)
  static let nameClash = DiagnosticCode(GenerateCode.nameClash)
}

extension DiagnosticCatalogue {
  /// What checking texts and generating code from them can find.
  package static let compiling = DiagnosticCatalogue(
    checking.levels.map { ($0.key, $0.value) } + GenerateCode.allCases.map { (DiagnosticCode($0), .error) })
}
