package import CDQSyntax

/// The codes of findings that occur in Core Data models only. `CDQExplanations` explains each.
package enum ModelCode: String, Hashable, Sendable, CaseIterable {
  case malformedXML = "malformed-xml"
  case notAModel = "not-a-model"
  case binaryModel = "binary-model"
  case compiledModel = "compiled-model"
  case modelWithoutVersions = "model-without-versions"
  case unknownModelVersion = "unknown-model-version"
  case noCurrentModelVersion = "no-current-model-version"
  case unreadableCurrentVersion = "unreadable-current-version"
  case unknownModelElement = "unknown-model-element"
  case unknownModelAttribute = "unknown-model-attribute"
  case missingModelAttribute = "missing-model-attribute"
  case missingDestination = "missing-destination"
  case invalidModelValue = "invalid-model-value"
  case unknownAttributeType = "unknown-attribute-type"
  case ignoredDefault = "ignored-default"
  case ignoredConstraint = "ignored-constraint"
  case compositeAttribute = "composite-attribute"
  case unknownComposite = "unknown-composite"
  case compositeCycle = "composite-cycle"
  case unsupportedIndex = "unsupported-index"
  case unnamedTemplate = "unnamed-template"
  case renamedTemplate = "renamed-template"
  case abstractTemplateEntity = "abstract-template-entity"
  case unknownTemplateEntity = "unknown-template-entity"
  case unknownConfigurationMember = "unknown-configuration-member"

  /// The default level of the code.
  package var level: DiagnosticCatalogue.Level {
    switch self {
    case .noCurrentModelVersion, .unreadableCurrentVersion, .invalidModelValue, .unknownAttributeType, .unknownComposite,
      .unknownTemplateEntity, .unknownConfigurationMember:
      .warning
    case .unknownModelElement, .unknownModelAttribute, .ignoredDefault, .ignoredConstraint, .compositeAttribute,
      .unsupportedIndex, .unnamedTemplate, .renamedTemplate, .abstractTemplateEntity:
      .note
    default: .error
    }
  }
}

extension DiagnosticCode {
  package init(_ code: ModelCode) {
    self.init(code.rawValue)
  }
}
