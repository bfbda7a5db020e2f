package import CDQIR

/// The description of a function: its types, a line for the reader, and the spelling of a call in each back end.
package struct FunctionEntry: Sendable {
  /// The kinds of argument.
  package enum Parameter: Hashable, Sendable {
    /// A number of any type, without conversion.
    case number
    /// A number, which is converted to Double.
    case double
    /// A number of units of time; `NULL` is refused.
    case amount
    case integer
    case text
    case textOrData
    case date
    /// The IANA name of a time zone: a literal or a parameter, so that it is the same for all objects.
    case timeZone
  }

  /// The type of the result.
  package enum Result: Hashable, Sendable {
    /// The type of the first argument; Int64 for integers.
    case sameNumber
    case type(ValueType)
  }

  /// The spelling of a call in generated Swift closures, where no argument is nil.
  package enum SwiftForm: Hashable, Sendable {
    /// A form that depends on the types of the arguments; `ClosureEmitter` writes it.
    case byType
    /// A method without arguments: `text.uppercased()`.
    case method(String)
    /// A prefix operator: `~number`.
    case prefix(String)
    /// A multiplication: `number * 60`.
    case product(Double)
    /// A function of Foundation: `Foundation.exp(number)`.
    case foundation(String)
    /// A static function of a type of the runtime: `CDQCalendar.year(date, in: zone)`.
    case runtime(String, String)
    /// The same, of a function that throws.
    case throwing(String, String)
  }

  /// The spelling of a call in a format string of Core Data, `name:(argument)`.
  package enum StoreForm: Hashable, Sendable {
    case known
    /// The SQLite store may run it, but Apple does not document it.
    case doubted
    /// No store has it. The first text, which ends a sentence, says what is missing.
    case refused(String, help: String?)
  }

  package var parameters: [Parameter]
  /// The number of arguments at the end that may be omitted.
  package var optionalParameters: Int
  package var result: Result
  /// Whether the result may be nil even when no argument is.
  package var mayFail: Bool
  /// Whether Apple's language, and so strict mode, has the function.
  package var isApple: Bool
  /// Whether query texts can call it; false for functions that only rewriting introduces.
  package var isWritten: Bool
  /// Its result in a few words, such as "a text in upper case".
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

  /// The numbers of arguments that a call may have.
  package var argumentCounts: ClosedRange<Int> { (parameters.count - optionalParameters)...parameters.count }
}
