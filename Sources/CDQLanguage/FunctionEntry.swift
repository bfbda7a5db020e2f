package import CDQIR

/// What the language says of a function: its types, a line for the reader, and how each back end spells a call.
package struct FunctionEntry: Sendable {
  /// What an argument may be.
  package enum Parameter: Hashable, Sendable {
    /// A number of any type, which the function takes as it is.
    case number
    /// A number, which is converted to Double.
    case double
    /// A number of units of time. NULL is none.
    case amount
    case integer
    case text
    case textOrData
    case date
    /// The name of a time zone in the IANA database: a literal or a parameter, the same for all objects.
    case timeZone
  }

  /// The type of the result.
  package enum Result: Hashable, Sendable {
    /// The type of the first argument; Int64 for integers.
    case sameNumber
    case type(ValueType)
  }

  /// A call in the Swift of generated closures. No argument is nil there.
  package enum SwiftForm: Hashable, Sendable {
    /// A form that follows from the types of the arguments: `ClosureEmitter` writes it.
    case byType
    /// `text.uppercased()`
    case method(String)
    /// `~number`
    case prefix(String)
    /// `number * 60`
    case product(Double)
    /// `Foundation.exp(number)`
    case foundation(String)
    /// `CDQCalendar.year(date, in: zone)`: a static function of a type of the runtime.
    case runtime(String, String)
  }

  /// A call in a format string of Core Data, `name:(argument)`.
  package enum StoreForm: Hashable, Sendable {
    case known
    /// It may run, but no list of Apple's has it.
    case doubted
    /// No store has it; what is missing, as the end of a sentence.
    case refused(String, help: String?)
  }

  package var parameters: [Parameter]
  /// How many arguments at the end may be omitted.
  package var optionalParameters: Int
  package var result: Result
  /// Whether the result may be nil though no argument is.
  package var mayFail: Bool
  /// Whether Apple's language has it, and so strict mode.
  package var isApple: Bool
  /// Whether texts can call it.
  package var isWritten: Bool
  /// What it gives, in a few words.
  package var summary: String
  package var swift: SwiftForm
  package var coreData: StoreForm

  init(
    _ parameters: [Parameter], optional: Int = 0, _ result: Result, mayFail: Bool = false, isApple: Bool = true,
    isWritten: Bool = true, _ summary: String, swift: SwiftForm, coreData: StoreForm
  ) {
    self.parameters = parameters
    optionalParameters = optional
    self.result = result
    self.mayFail = mayFail
    self.isApple = isApple
    self.isWritten = isWritten
    self.summary = summary
    self.swift = swift
    self.coreData = coreData
  }

  /// How many arguments a call may have.
  package var argumentCounts: ClosedRange<Int> { (parameters.count - optionalParameters)...parameters.count }
}
