import CDQIR

/// A translator whose result is preceded by Swift statements, such as a `#Predicate` or a fetch request: what is the same
/// for all objects is computed by them.
protocol PrologueWriter {
  var types: SwiftTypeNames { get }
  var query: QueryIR { get }
  var parameterNames: [String] { get }
  var names: SwiftNameScope { get set }
  /// The statements so far.
  var prologue: [SwiftStatement] { get set }
  var isThrowing: Bool { get set }
  var needsFoundation: Bool { get set }
}

extension PrologueWriter {
  /// Adds the statements that compute a value, and returns the value with the emitter that wrote them.
  mutating func compute<Value>(
    _ emit: (inout ClosureEmitter) throws(Refusal) -> Value
  ) throws(Refusal) -> (value: Value, emitter: ClosureEmitter) {
    var emitter = ClosureEmitter(query, types: types, parameterNames: parameterNames, names: names)
    emitter.open()
    // The names are moved there and back: with two owners, each new name would copy all others.
    names = SwiftNameScope()
    let value: Value
    do throws(Refusal) {
      value = try emit(&emitter)
    } catch {
      names = emitter.names
      throw error
    }
    let statements = emitter.close()
    prologue += emitter.prologue + statements
    names = emitter.names
    emitter.names = SwiftNameScope()
    isThrowing = isThrowing || emitter.isThrowing
    needsFoundation = needsFoundation || emitter.needsFoundation
    return (value, emitter)
  }

  /// Adds the statements that compute a test which is the same for all objects. Returns nil, and adds nothing, where the
  /// test depends on the object, on an absent parameter or on an object parameter, or where Swift cannot evaluate it.
  mutating func computeTest(_ predicate: PredicateIR) -> SwiftExpression? {
    let reads = RowVariables(predicate)
    guard reads.isRowFree else { return nil }
    for index in reads.parameters {
      if query.parameters[index].isOmittable { return nil }
      if case .object = query.parameters[index].type.base { return nil }
    }
    return try? compute { emitter throws(Refusal) in try emitter.holds(predicate) }.value
  }
}
