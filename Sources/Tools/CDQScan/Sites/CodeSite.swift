/// A place in a source file where a predicate or a key path is written.
struct CodeSite {
  enum Content {
    /// A format with its arguments; the arguments are nil where an array or a list at run time has them.
    case format(Range<Int>, arguments: [Range<Int>]?)
    /// An expression that gives a key path as a text.
    case keyPath(Range<Int>)
    /// A key path of Swift, such as `\City.name`.
    case swiftKeyPath(Range<Int>)
    /// The `{` of a `#Predicate`; nil when there is none.
    case macro(body: Int?)
    /// What has nothing to check of its own, with the reason or nil.
    case plain(reason: String?)
  }

  var kind: ScanKind
  /// The token that the report points to.
  var token: Int
  /// The tokens of the whole call.
  var range: Range<Int>
  var content: Content
  /// The call in a helper function that the format and the arguments are passed on to; nil for a predicate itself.
  var target: Range<Int>?
  /// Whether it is an `#Expression` that gives a value, and not a condition.
  var isValue = false
  /// The entity that a helper function of another file asks for.
  var entity: String?
  /// Whether a helper function puts the arguments into an array, so that numbers become objects.
  var isBoxed = false
}
