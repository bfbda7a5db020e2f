package import CDQSyntax

/// The long text of a code: what it means, why it is so, how to mend it, and both a wrong and a right example.
package struct Explanation: Hashable, Sendable {
  package typealias Level = DiagnosticCatalogue.Level

  package var level: Level
  /// One line, lower case, no full stop.
  package var title: String
  /// Whole sentences, one paragraph.
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

  /// A text, with what it is read as. Unless it declares a schema of its own, it is about `schema`.
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
      /// What stands behind `cdq`, run beside the schema and some data.
      case command
      /// A file of data, behind a line `=== NAME`; it is loaded for a query for all cities.
      case data
      /// Swift, or another thing that only a program can do: shown and not run.
      case swift
    }

    package var form: Form
    package var text: String
    /// Limits under which the example shows what it is for.
    package var limits: TextLimits?
    /// Bytes instead of the text, which then only shows them.
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

  /// The schema of the examples.
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
