import CDQIR
import CDQSemantics
import CDQSyntax

/// Combining predicates of one entity. The result is checked like a text: its canonical text, its IR and its
/// `NSPredicate` format are those of the combined text.
///
///     let filter = try CheckedPredicate(parsing: text, for: "City", allowing: allowance)
///     let mine = try CheckedPredicate(parsing: "owner == $owner", for: "City", in: schema)
///     let cities = try City.all(in: store, where: filter && mine, ["owner": .int(7)])
///
/// A parameter that several predicates have is one parameter of the result. When they give it different types, the error
/// names both; ``renaming(_:to:)`` keeps the parameters apart. Bound values never meet: they get other names.
extension CheckedPredicate {
  /// The predicate that every object satisfies, of any entity: the neutral element of `&&`.
  public static let everything = CheckedPredicate(true)

  /// The predicate that no object satisfies, of any entity: the neutral element of `||`.
  public static let nothing = CheckedPredicate(false)

  /// The predicate that is true where both are.
  ///
  /// - Throws: `QueryError` when the predicates are about unrelated entities or of different schemas, when they give a
  ///   parameter different types, or when the result exceeds the default limits of a text.
  public static func && (left: CheckedPredicate, right: CheckedPredicate) throws(QueryError) -> CheckedPredicate {
    try PredicateCombination([left, right]).joined(by: .and)
  }

  /// The predicate that is true where one of both is.
  ///
  /// - Throws: `QueryError` as `&&` does.
  public static func || (left: CheckedPredicate, right: CheckedPredicate) throws(QueryError) -> CheckedPredicate {
    try PredicateCombination([left, right]).joined(by: .or)
  }

  /// The predicate that is true where the other is false.
  ///
  /// - Throws: `QueryError` when the result exceeds the default limits of a text.
  public static prefix func ! (operand: CheckedPredicate) throws(QueryError) -> CheckedPredicate {
    if case .constant(let value) = operand.form { return CheckedPredicate(!value) }
    let combination = try PredicateCombination([operand])
    return try combination.checked(.not(NotPredicate(combination.nodes[0], span: SyntaxRewriting.noSpan)))
  }

  /// The predicate that is true where all of the given ones are: ``everything`` for none. It is checked once, however
  /// many there are.
  ///
  /// - Throws: `QueryError` as `&&` does.
  public static func all(_ predicates: [CheckedPredicate]) throws(QueryError) -> CheckedPredicate {
    try PredicateCombination(predicates).joined(by: .and)
  }

  /// The predicate that is true where one of the given ones is: ``nothing`` for none. It is checked once, however many
  /// there are.
  ///
  /// - Throws: `QueryError` as `&&` does.
  public static func any(_ predicates: [CheckedPredicate]) throws(QueryError) -> CheckedPredicate {
    try PredicateCombination(predicates).joined(by: .or)
  }

  /// The predicate with another name for a parameter; the same predicate when it has no such parameter.
  ///
  /// - Throws: `QueryError` when the predicate has a parameter of the new name, too, or the name is no identifier.
  public func renaming(_ parameter: String, to name: String) throws(QueryError) -> CheckedPredicate {
    guard let checked, parameters.contains(where: { $0.name == parameter }), name != parameter else { return self }
    let combination = try PredicateCombination([self])
    if let problem = combination.problem(with: name) { throw QueryError([problem], [checked.source]) }
    var rewriting = SyntaxRewriting()
    rewriting.parameters[parameter] = .parameter(name)
    return try combination.checked(rewriting.predicate(combination.nodes[0]))
  }

  /// The predicate with values in place of parameters. The others remain parameters of the result.
  ///
  ///     let large = try CheckedPredicate(parsing: "population > $n", for: "City", in: schema).binding(["n": 1_000_000])
  ///     print(large)    // population > 1000000
  ///
  /// - Throws: `ExecutionError` when the predicate has no parameter of a name, a value has another type, or the
  ///   predicate reads properties of the parameter's object, as in `$user.name`.
  public func binding(_ arguments: Arguments) throws(ExecutionError) -> CheckedPredicate {
    guard let checked else {
      if let name = arguments.values.keys.min() { throw .unknownArgument(name: name) }
      return self
    }
    return CheckedPredicate(try checked.binding(arguments))
  }
}

extension CheckedText {
  fileprivate func binding(_ arguments: Arguments) throws(ExecutionError) -> CheckedText {
    let given = ir.parameters.filter { arguments[$0.name] != nil }
    let binding = try ArgumentBinding(arguments, to: given, limits: limits.values)
    var places: [Int: Value] = [:]
    for (parameter, value) in zip(given, binding.values) {
      guard let index = ir.parameters.firstIndex(of: parameter) else { continue }
      places[index] = value
    }
    let bound = ir.binding(places)
    if bound.parameters.count != ir.parameters.count - given.count { throw .needsStore }
    return CheckedText(self, ir: bound, bound: Dictionary(uniqueKeysWithValues: zip(given.map(\.name), binding.values)))
  }
}
