/// The long text of a code: what it means, why it is so, how to mend it, and both a wrong and a right example.
package struct Explanation: Hashable, Sendable {
  /// How bad findings of the code are by themselves.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// Cannot be allowed.
    case error
    /// On unless allowed.
    case warning
    /// Off unless asked for.
    case lint
    /// Worth knowing, never wrong.
    case note
  }

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

/// The explanations of the codes that one or several stages use.
package struct DiagnosticCatalogue: Sendable {
  package struct Entry: Hashable, Sendable {
    package var code: DiagnosticCode
    package var explanation: Explanation
  }

  /// Each code once, by the alphabet.
  package let entries: [Entry]
  private let index: [DiagnosticCode: Int]

  /// A catalogue of the given entries; of two for one code the first counts.
  package init(_ entries: [(DiagnosticCode, Explanation)]) {
    var seen: Set<DiagnosticCode> = []
    let sorted = entries.filter { seen.insert($0.0).inserted }.map { Entry(code: $0.0, explanation: $0.1) }
      .sorted { $0.code.rawValue < $1.code.rawValue }
    self.entries = sorted
    index = Dictionary(sorted.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(code: DiagnosticCode) -> Explanation? {
    entry(of: code)?.explanation
  }

  package func entry(of code: DiagnosticCode) -> Entry? {
    index[code].map { entries[$0] }
  }

  /// The known code that a misspelt one was probably meant to be.
  package func nearest(to code: String) -> String? {
    Suggestions.nearest(to: code, among: entries.map(\.code.rawValue))
  }
}
