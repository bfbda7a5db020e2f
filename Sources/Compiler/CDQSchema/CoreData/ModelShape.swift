/// The XML attributes and child elements that an element of a model may have, whether or not the importer uses them.
struct ModelShape {
  var attributes: Set<String>
  var children: Set<String>

  init(_ attributes: Set<String>, children: Set<String> = []) {
    self.attributes = attributes
    self.children = children
  }

  static let model = ModelShape(
    [
      "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
      "userDefinedModelVersionIdentifier", "sourceLanguage", "macOSVersion", "iOSVersion", "name", "usedWithSwiftData",
      "usedWithCloudKit", "versionIdentifier",
    ],
    children: ["entity", "elements", "fetchRequest", "configuration", "composite"])

  static let entity = ModelShape(
    [
      "name", "representedClassName", "syncable", "codeGenerationType", "parentEntity", "isAbstract",
      "versionHashModifier", "elementID", "renamingIdentifier", "coreSpotlightDisplayNameExpression", "sourceLanguage",
    ],
    children: [
      "attribute", "relationship", "fetchedProperty", "fetchIndex", "userInfo", "compoundIndexes",
      "uniquenessConstraints",
    ])

  static let attribute = ModelShape(
    [
      "name", "attributeType", "optional", "usesScalarValueType", "defaultValueString", "syncable", "transient",
      "indexed", "valueTransformerName", "customClassName", "versionHashModifier", "elementID", "renamingIdentifier",
      "allowsExternalBinaryDataStorage", "defaultDateTimeInterval", "minValueString", "maxValueString",
      "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString", "spotlightIndexingEnabled",
      "allowsCloudEncryption", "preserveAfterDeletion", "preservesValueInHistoryOnDeletion", "derived",
      "derivationExpression", "composite", "storedInTruthFile",
    ],
    children: ["userInfo"])

  static let relationship = ModelShape(
    [
      "name", "destinationEntity", "deletionRule", "inverseName", "inverseEntity", "optional", "toMany", "maxCount",
      "minCount", "ordered", "syncable", "indexed", "transient", "elementID", "renamingIdentifier",
      "versionHashModifier", "spotlightIndexingEnabled", "storedInTruthFile",
    ],
    children: ["userInfo"])

  static let fetchedProperty = ModelShape(
    ["name", "optional", "syncable", "transient", "indexed", "elementID", "renamingIdentifier", "versionHashModifier"],
    children: ["fetchRequest", "userInfo"])

  static let fetchRequest = ModelShape(
    [
      "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "resultType", "includeSubentities",
      "includePropertyValues", "includesPendingChanges", "returnObjectsAsFaults", "returnDistinctResults",
    ],
    children: ["userInfo"])

  static let fetchIndex = ModelShape(["name", "partialIndexPredicate"], children: ["fetchIndexElement"])
  static let fetchIndexElement = ModelShape(["property", "type", "order", "expression", "expressionType"])
  static let compoundIndexes = ModelShape([], children: ["compoundIndex"])
  static let compoundIndex = ModelShape([], children: ["index"])
  static let index = ModelShape(["value"])
  static let uniquenessConstraints = ModelShape([], children: ["uniquenessConstraint"])
  static let uniquenessConstraint = ModelShape([], children: ["constraint"])
  static let constraint = ModelShape(["value"])
  static let userInfo = ModelShape([], children: ["entry"])
  static let entry = ModelShape(["key", "value"])
  static let configuration = ModelShape(["name", "usedWithCloudKit", "usedWithSwiftData"], children: ["memberEntity"])
  static let memberEntity = ModelShape(["name"])
  static let composite = ModelShape(["name", "elementID", "versionHashModifier"], children: ["attribute", "userInfo"])
}
