import CDQIR
import CDQSyntax

/// Findings about Core Data models as files.
extension SchemaProblem {
  static func malformedXML(_ error: XMLError) -> SchemaProblem {
    SchemaProblem(.error, "malformed-xml", error.message)
  }

  static func notAModel(root: String) -> SchemaProblem {
    SchemaProblem(.error, "not-a-model", "this is no Core Data model: its root element is '\(root)', not 'model'")
  }

  static let binaryModel = SchemaProblem(
    .error, "binary-model", "this model is in the binary form that Xcode 3 wrote",
    help: ["open it in Xcode and save it, which writes the XML form"])

  static let compiledModel = SchemaProblem(
    .error, "compiled-model", "this is a compiled Core Data model",
    help: ["give the '.xcdatamodeld' that it was compiled from"])

  static let modelWithoutVersions = SchemaProblem(
    .error, "model-without-versions", "this model holds no version: no '.xcdatamodel' is in the folder")

  static let modelWithoutContents = SchemaProblem(
    .error, "model-without-versions", "this model version holds no file called 'contents'")

  static func unknownVersion(_ name: String, available: [String]) -> SchemaProblem {
    SchemaProblem(
      .error, "unknown-model-version", "the model has no version '\(name)'",
      help: ["versions of the model: " + available.map { "'\($0)'" }.joined(separator: ", ")])
  }

  static func danglingCurrentVersion(_ name: String, available: [String]) -> SchemaProblem {
    SchemaProblem(
      .error, "unknown-model-version", "the current version '\(name)' is not in the model",
      help: [
        "versions of the model: " + available.map { "'\($0)'" }.joined(separator: ", "),
        "choose one in Xcode, or with '--model-version NAME'",
      ])
  }

  static func noCurrentVersion(chosen: String, of available: [String]) -> SchemaProblem {
    SchemaProblem(
      .warning, "no-current-model-version",
      "the model has \(available.count) versions and none is marked as the current one; '\(chosen)' is used",
      help: ["choose one in Xcode, or with '--model-version NAME'"])
  }

  static func unreadableCurrentVersion(_ reason: String) -> SchemaProblem {
    SchemaProblem(.warning, "unreadable-current-version", "the current version of the model cannot be read: \(reason)")
  }

  static func unreadable(_ error: FileError) -> SchemaProblem {
    SchemaProblem(.error, "unreadable-file", "cannot read '\(error.path)': \(error.explanation)")
  }

  static func importCycle(of file: String, through target: String) -> SchemaProblem {
    let cycle = file == target ? "'\(file)' imports itself" : "'\(target)' imports this file in turn"
    return SchemaProblem(.error, "import-cycle", "schema files import each other in a circle: \(cycle)")
  }

  static func notASchema(_ path: String) -> SchemaProblem {
    SchemaProblem(
      .error, "not-a-schema", "'\(path)' is no schema",
      help: ["a schema is a '.cdq' file, an '.xcdatamodeld' or an '.xcdatamodel'"])
  }
}

/// Findings inside a Core Data model.
extension SchemaProblem {
  static func unknownElement(_ name: String, in parent: String) -> SchemaProblem {
    SchemaProblem(
      .note, "unknown-model-element", "the element '\(name)' of '\(parent)' is not known and has no effect here")
  }

  static func unknownModelAttribute(_ name: String, of element: String) -> SchemaProblem {
    SchemaProblem(
      .note, "unknown-model-attribute", "the attribute '\(name)' of '\(element)' is not known and has no effect here")
  }

  static func textInModel(_ element: String) -> SchemaProblem {
    SchemaProblem(.note, "unknown-model-element", "text inside '\(element)' has no effect")
  }

  static func missingModelAttribute(_ name: String, of element: String) -> SchemaProblem {
    SchemaProblem(.error, "missing-model-attribute", "'\(element)' has no attribute '\(name)'")
  }

  static func noDestination(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .error, "missing-destination", "the relationship '\(name)' has no destination entity",
      help: ["choose its destination in Xcode"])
  }

  static func invalidModelValue(_ value: String, of attribute: String, expected: String) -> SchemaProblem {
    SchemaProblem(
      .warning, "invalid-model-value", "'\(value)' is no value for '\(attribute)'; expected \(expected)")
  }

  static func unknownAttributeType(_ type: String) -> SchemaProblem {
    SchemaProblem(
      .warning, "unknown-attribute-type",
      "the attribute type '\(type)' is not known; the attribute can only be compared with NULL")
  }

  static func invalidModelDefault(_ text: String, type: ValueType) -> SchemaProblem {
    SchemaProblem(
      .error, "invalid-default", "the default '\(text)' is no \(type)", help: ["write \(expectation(of: type))"])
  }

  static func ignoredDefault(_ text: String, type: String) -> SchemaProblem {
    SchemaProblem(.note, "ignored-default", "the default '\(text)' has no effect on an attribute of type \(type)")
  }

  static func ignoredBound(_ attribute: String, _ text: String, type: String) -> SchemaProblem {
    SchemaProblem(
      .note, "ignored-constraint", "\(attribute) '\(text)' has no effect on an attribute of type \(type)")
  }

  static func invalidPattern(_ pattern: String) -> SchemaProblem {
    SchemaProblem(.error, "invalid-regex", "'\(pattern)' is no regular expression")
  }

  static func emptyRange(_ what: String) -> SchemaProblem {
    SchemaProblem(.error, "empty-range", "the smallest \(what) is above the largest")
  }

  static func compositeAttribute(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, "composite-attribute", "the composite attribute '\(name)' can only be compared with NULL")
  }

  static func unknownComposite(_ name: String) -> SchemaProblem {
    SchemaProblem(.warning, "unknown-composite", "the model has no composite type '\(name)'")
  }

  static func compositeCycle(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, "composite-cycle", "the composite type '\(name)' contains itself")
  }

  static func unsupportedIndex(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, "unsupported-index", "the index '\(name)' has a computed element and is not used")
  }

  static func unnamedTemplate(_ element: String) -> SchemaProblem {
    SchemaProblem(.note, "unnamed-template", "a '\(element)' without a name cannot become a query")
  }

  static func renamedTemplate(_ name: String, to queryName: String) -> SchemaProblem {
    SchemaProblem(.note, "renamed-template", "the query made of '\(name)' is called '\(queryName)'")
  }

  static func abstractTemplateEntity(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, "abstract-template-entity",
      "'\(name)' is abstract and has no objects of its own; the query made of this finds those of its sub-entities")
  }

  static func unknownTemplateEntity(_ name: String) -> SchemaProblem {
    SchemaProblem(.warning, "unknown-template-entity", "the model has no entity '\(name)'")
  }

  static func unknownMember(_ name: String, of configuration: String) -> SchemaProblem {
    SchemaProblem(
      .warning, "unknown-configuration-member",
      "the configuration '\(configuration)' lists '\(name)', which is no entity of the model")
  }

  /// What a default of the type looks like.
  private static func expectation(of type: ValueType) -> String {
    switch type {
    case .bool: "YES or NO"
    case .int16, .int32, .int64: "a whole number within the range of \(type)"
    case .float, .double, .decimal: "a number"
    case .uuid: "8-4-4-4-12 hexadecimal digits"
    case .date: "seconds since 2001-01-01 in 'defaultDateTimeInterval'"
    case .string, .duration, .data, .url, .enumeration, .object, .opaque, .collection, .null: "nothing"
    }
  }
}
