import CDQIR
import CDQSyntax

/// Findings about the files of Core Data models.
extension SchemaProblem {
  static func malformedXML(_ error: XMLError) -> SchemaProblem {
    SchemaProblem(.error, .malformedXML, error.message)
  }

  static func notAModel(root: String) -> SchemaProblem {
    SchemaProblem(.error, .notAModel, "this is no Core Data model: its root element is '\(root)', not 'model'")
  }

  static let binaryModel = SchemaProblem(
    .error, .binaryModel, "this model is in the binary form that Xcode 3 wrote",
    help: ["open it in Xcode and save it, which writes the XML form"])

  static let compiledModel = SchemaProblem(
    .error, .compiledModel, "this compiled Core Data model cannot be read here",
    help: ["give the '.xcdatamodeld' that it was compiled from, or what 'cdq schema import' makes of it"])

  static let modelWithoutVersions = SchemaProblem(
    .error, .modelWithoutVersions, "this model holds no version: no '.xcdatamodel' is in the folder")

  static let modelWithoutContents = SchemaProblem(
    .error, .modelWithoutVersions, "this model version holds no file called 'contents'")

  static func unknownVersion(_ name: String, available: [String]) -> SchemaProblem {
    SchemaProblem(
      .error, .unknownModelVersion, "the model has no version '\(name)'",
      help: ["versions of the model: " + available.map { "'\($0)'" }.joined(separator: ", ")])
  }

  static func danglingCurrentVersion(_ name: String, available: [String]) -> SchemaProblem {
    SchemaProblem(
      .error, .unknownModelVersion, "the current version '\(name)' is not in the model",
      help: [
        "versions of the model: " + available.map { "'\($0)'" }.joined(separator: ", "),
        "choose one in Xcode, or with '--model-version NAME'",
      ])
  }

  static func noCurrentVersion(chosen: String, of available: [String]) -> SchemaProblem {
    SchemaProblem(
      .warning, .noCurrentModelVersion,
      "the model has \(available.count) versions and none is marked as the current one; '\(chosen)' is used",
      help: ["choose one in Xcode, or with '--model-version NAME'"])
  }

  static func unreadableCurrentVersion(_ reason: String) -> SchemaProblem {
    SchemaProblem(.warning, .unreadableCurrentVersion, "the current version of the model cannot be read: \(reason)")
  }

  static func unreadable(_ error: FileError) -> SchemaProblem {
    SchemaProblem(.error, .unreadableFile, "cannot read '\(error.path)': \(error.explanation)")
  }

  static func importCycle(of file: String, through target: String) -> SchemaProblem {
    let cycle = file == target ? "'\(file)' imports itself" : "'\(target)' imports this file in turn"
    return SchemaProblem(.error, .importCycle, "schema files import each other in a circle: \(cycle)")
  }

  static func notASchema(_ path: String) -> SchemaProblem {
    SchemaProblem(
      .error, .notASchema, "'\(path)' is no schema",
      help: ["a schema is a '.cdq' file, an '.xcdatamodeld' or an '.xcdatamodel'"])
  }
}

/// Findings about the content of Core Data models.
extension SchemaProblem {
  static func unknownElement(_ name: String, in parent: String) -> SchemaProblem {
    SchemaProblem(
      .note, .unknownModelElement, "the element '\(name)' of '\(parent)' is not known and has no effect here")
  }

  static func unknownModelAttribute(_ name: String, of element: String) -> SchemaProblem {
    SchemaProblem(
      .note, .unknownModelAttribute, "the attribute '\(name)' of '\(element)' is not known and has no effect here")
  }

  static func textInModel(_ element: String) -> SchemaProblem {
    SchemaProblem(.note, .unknownModelElement, "text inside '\(element)' has no effect")
  }

  static func missingModelAttribute(_ name: String, of element: String) -> SchemaProblem {
    SchemaProblem(.error, .missingModelAttribute, "'\(element)' has no attribute '\(name)'")
  }

  static func noDestination(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .error, .missingDestination, "the relationship '\(name)' has no destination entity",
      help: ["choose its destination in Xcode"])
  }

  static func invalidModelValue(_ value: String, of attribute: String, expected: String) -> SchemaProblem {
    SchemaProblem(
      .warning, .invalidModelValue, "'\(value)' is no value for '\(attribute)'; expected \(expected)")
  }

  static func unknownAttributeType(_ type: String) -> SchemaProblem {
    SchemaProblem(
      .warning, .unknownAttributeType,
      "the attribute type '\(type)' is not known; the attribute can only be compared with NULL")
  }

  /// - Parameter substitute: the text of the value that is used instead; nil when the attribute has no default then.
  static func invalidModelDefault(_ text: String, type: ValueType, substitute: String?) -> SchemaProblem {
    let effect = substitute.map { "it is read as \($0)" } ?? "the attribute has no default"
    return SchemaProblem(
      .warning, .invalidDefault, "the default '\(text)' is not a value of type \(type); \(effect)",
      help: ["write \(expectation(of: type))"])
  }

  static func ignoredDefault(_ text: String, type: String) -> SchemaProblem {
    SchemaProblem(.note, .ignoredDefault, "the default '\(text)' has no effect on an attribute of type \(type)")
  }

  static func ignoredBound(_ attribute: String, _ text: String, type: String) -> SchemaProblem {
    SchemaProblem(
      .note, .ignoredConstraint, "\(attribute) '\(text)' has no effect on an attribute of type \(type)")
  }

  static func invalidPattern(_ pattern: String) -> SchemaProblem {
    SchemaProblem(.error, .invalidRegex, "'\(pattern)' is no regular expression")
  }

  static func emptyRange(_ what: String) -> SchemaProblem {
    SchemaProblem(.error, .emptyRange, "the smallest \(what) is above the largest")
  }

  static func compositeAttribute(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, .compositeAttribute, "the composite attribute '\(name)' can only be compared with NULL")
  }

  static func unknownComposite(_ name: String) -> SchemaProblem {
    SchemaProblem(.warning, .unknownComposite, "the model has no composite type '\(name)'")
  }

  static func compositeCycle(_ name: String) -> SchemaProblem {
    SchemaProblem(.error, .compositeCycle, "the composite type '\(name)' contains itself")
  }

  static func unsupportedIndex(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, .unsupportedIndex, "the index '\(name)' has a computed element and is not used")
  }

  static func unnamedTemplate(_ element: String) -> SchemaProblem {
    SchemaProblem(.note, .unnamedTemplate, "a '\(element)' without a name cannot become a query")
  }

  static func renamedTemplate(_ name: String, to queryName: String) -> SchemaProblem {
    SchemaProblem(.note, .renamedTemplate, "the query made of '\(name)' has the name '\(queryName)'")
  }

  static func abstractTemplateEntity(_ name: String) -> SchemaProblem {
    SchemaProblem(
      .note, .abstractTemplateEntity,
      "'\(name)' is abstract and has no objects of its own; the query made of this finds those of its sub-entities")
  }

  static func unknownTemplateEntity(_ name: String) -> SchemaProblem {
    SchemaProblem(.warning, .unknownTemplateEntity, "the model has no entity '\(name)'")
  }

  static func unknownMember(_ name: String, of configuration: String) -> SchemaProblem {
    SchemaProblem(
      .warning, .unknownConfigurationMember,
      "the configuration '\(configuration)' lists '\(name)', which is no entity of the model")
  }

  /// A description of valid defaults of the type, for help texts.
  private static func expectation(of type: ValueType) -> String {
    switch type {
    case .bool: "YES or NO"
    case .int16, .int32, .int64: "a whole number within the range of \(type)"
    case .float, .double, .decimal: "a number"
    case .uuid: "8-4-4-4-12 hexadecimal digits"
    case .date: "seconds since 2001-01-01 in 'defaultDateTimeInterval'"
    default: "nothing"
    }
  }
}
