package import CDQSyntax

/// The explanation of a diagnostic code: what it means, the reason for the rule, the correction, and two examples, one
/// wrong and one right.
package struct Explanation: Hashable, Sendable {
  package typealias Level = DiagnosticCatalogue.Level

  package var level: Level
  /// The title in one line, in lower case, without a full stop.
  package var title: String
  /// The explanation in whole sentences, one paragraph.
  package var text: String
  package var wrong: Example
  package var right: Example

  package init(_ level: Level, _ title: String, _ text: String, wrong: Example, right: Example) {
    self.level = level
    self.title = title
    self.text = text
    self.wrong = wrong
    self.right = right
  }

  /// An example text and the way to read it. It uses `schema` unless it declares a schema of its own.
  package struct Example: Hashable, Sendable, ExpressibleByStringLiteral {
    package enum Form: String, Hashable, Sendable, CaseIterable {
      /// A predicate over `City`.
      case predicate
      /// A predicate over `City` in Apple's language.
      case strict
      case query
      /// A `.cdq` file.
      case document
      /// Several files: each begins with a line `=== NAME`.
      case files
      /// The `contents` of a Core Data model.
      case model
      /// The arguments of a `cdq` command, which runs in a folder with the schema and some data.
      case command
      /// A data file after a line `=== NAME`; it is loaded for a query that fetches all cities.
      case data
      /// Swift code or another text that is shown but not run.
      case swift
    }

    package var form: Form
    package var text: String
    /// Limits low enough for the example to exceed them; nil for the default limits.
    package var limits: TextLimits?
    /// The bytes to read instead of the text, when they are not valid UTF-8; the text then only represents them.
    package var bytes: [UInt8]?

    package init(_ form: Form, _ text: String, limits: TextLimits? = nil, bytes: [UInt8]? = nil) {
      self.form = form
      self.text = text
      self.limits = limits
      self.bytes = bytes
    }

    package init(stringLiteral value: String) {
      self.init(.predicate, value)
    }
  }

  /// The schema that the examples use.
  package static let schema = """
    enum Income: String { low = "Low", high = "High" }

    entity Country {
      id: String @unique
      name: String
      income: Income?
      cities: [City] inverse country
    }

    entity City {
      id: Int64 @unique
      name: String
      nickname: String?
      population: Int64?
      rank: Int16
      area: Double?
      founded: Date?
      isCapital: Bool
      code: UUID?
      photo: Transformable?
      tags: [String]
      country: Country? inverse cities
      streets: ordered [Street] inverse city
    }

    entity Street {
      name: String
      length: Double
      city: City? inverse streets
    }

    """
}
