import CDQIR
public import CDQRuntime
public import Foundation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension CheckedPredicate {
  /// The predicate as one of Foundation's, which SwiftData and other frameworks take.
  ///
  ///     let large = try CheckedPredicate(parsing: "population > $n AND country.name == 'Norway'", for: "City", in: schema)
  ///     let predicate = try large.foundationPredicate(
  ///       for: City.self, keyPaths: ["population": \.population, "country.name": \.countryName], ["n": 1_000_000])
  ///     let found = try cities.filter { try predicate.evaluate($0) }
  ///
  /// The following can be expressed: AND, OR, NOT; comparisons of a property with a value, a NULL or a property of the
  /// same type; BETWEEN, IN with a list; BEGINSWITH and CONTAINS without options; Bool properties. Of optional properties
  /// a comparison with a value is false where they are nil, as everywhere in cdq.
  ///
  /// - Parameters:
  ///   - type: The type whose values are tested.
  ///   - keyPaths: The key path of each property in the predicate, by the name that the predicate has for it. Each is
  ///     one property of the type, as Foundation reads no longer key paths: for `country.name`, and for the raw value of
  ///     an enum, give the type a computed property.
  ///   - arguments: The arguments of the predicate, which become values in the result.
  /// - Throws: `ExecutionError.malformedQuery` with the part that Foundation cannot express, or the property whose key
  ///   path is missing or of another type; the errors of `binding(_:)`.
  public func foundationPredicate<Root>(
    for type: Root.Type = Root.self, keyPaths: [String: any PartialKeyPath<Root> & Sendable],
    _ arguments: Arguments = [:]
  ) throws(ExecutionError) -> Predicate<Root> {
    let bound = try arguments.values.isEmpty ? self : binding(arguments)
    if let name = bound.parameters.first?.name { throw .missingArgument(name: name) }
    let condition = bound.ir.predicate
    var failure: ExecutionError?
    let predicate = Predicate<Root> { variable in
      let builder = FoundationBuilder(variable: variable, keyPaths: keyPaths)
      do throws(ExecutionError) {
        return try builder.condition(condition)
      } catch {
        failure = error
        return PredicateExpressions.build_Arg(false)
      }
    }
    if let failure { throw failure }
    return predicate
  }
}
