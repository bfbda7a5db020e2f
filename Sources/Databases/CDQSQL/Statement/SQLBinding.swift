package import CDQIR

/// What a parameter of a statement is bound to, in a statement that is written before the arguments are known.
package enum SQLBinding: Hashable, Sendable {
  /// A value of the query's text.
  case datum(SQLDatum)
  /// A value that is computed when the statement is run.
  case computed(Source, Form)

  /// Where a computed value comes from.
  package enum Source: Hashable, Sendable {
    /// The argument for the parameter with this index.
    case parameter(Int)
    /// A text of the query.
    case literal(String)
    /// The instant of the run.
    case now
  }

  /// How a computed value is bound.
  package enum Form: Hashable, Sendable {
    /// In the usual form of its type; a text in NFC.
    case value
    /// A text as it is given, for functions that see the text as it is stored.
    case stored
    /// A text folded under the options of these letters.
    case folded(String)
    /// All spellings of a text, or of the texts of a list, for a column that need not be in NFC.
    case spellings
    /// The first or second spelling of the beginning of a text, and the least text after all that begin with it.
    case beginning(Int), beginningEnd(Int)
    /// The least text after all texts that begin with the folded text.
    case prefixEnd(String)
    /// The regular expression of a text operator, such as `BEGINSWITH[c]`.
    case pattern(String)
    /// A date in the database's resolution.
    case instant(Rounding)
    /// The elements of a list, folded under the options of these letters.
    case list(String)
    /// The insertion number of an object.
    case recordNumber
    /// One of several values that identify an object together: its index, their number, and its type.
    case keyPart(Int, of: Int, ValueType)
    /// A number of rows, at most the given one.
    case limit(most: Int?)
    /// A number of rows that are skipped.
    case offset
  }

  /// How a date between two instants of the database is bound.
  package enum Rounding: String, Hashable, Sendable {
    case up, down
    /// As NULL, since no column holds it.
    case exact
  }
}

/// The parameters of a query for which a statement is written before their arguments are known.
struct TemplateParameters {
  let parameters: [ParameterIR]
  /// The parameters that have an argument where the condition stands that is being translated.
  var present: Set<Int> = []
  /// The numbers of the bindings that are not repeated.
  var numbers: [SQLBinding: Int] = [:]
  var bindings: [Int: SQLBinding] = [:]
}

/// The parameters whose arguments decide whether a part of a statement is there: one of the sets must be given.
struct SQLPresence: Hashable {
  var terms: Set<Set<String>>

  /// The form in a template, such as `name|age&city`.
  var word: String { terms.map { $0.sorted().joined(separator: "&") }.sorted().joined(separator: "|") }

  /// Both must be given.
  func and(_ other: SQLPresence?) throws(SQLRefusal) -> SQLPresence {
    guard let other else { return self }
    let product = Set(terms.flatMap { term in other.terms.map { term.union($0) } })
    guard product.count <= 32 else { throw SQLRefusal("too many optional parameters decide about one condition") }
    return SQLPresence(terms: product)
  }
}

/// The values of a query's text, for statements that are written before the arguments are known.
struct LiteralConstants: SQLConstants {
  func value(of expression: ExpressionIR) throws(SQLRefusal) -> Value {
    guard case .literal(let value, _) = expression else {
      throw SQLRefusal("a value is only known when the query runs")
    }
    return value
  }

  func values(of collection: CollectionIR) throws(SQLRefusal) -> [Value] {
    guard case .literal(let elements, _) = collection else {
      throw SQLRefusal("a list is only known when the query runs")
    }
    var result: [Value] = []
    for element in elements { result.append(try value(of: element)) }
    return result
  }

  func truth(of predicate: PredicateIR) throws(SQLRefusal) -> Bool {
    throw SQLRefusal("a condition is only known when the query runs")
  }

  func identity(of key: ObjectKey, entity: String) -> SQLIdentity? { nil }

  /// Statements with these constants bind the text and fold it when they run.
  func folded(_ text: String, _ options: TextOptions) -> String { text }
}
