import CDQIR
import CDQRuntime
import Foundation
import Testing

/// Encoding, decoding, planning, running and dumping a query at the parser's nesting limit fit a stack of 512 KB in a
/// debug build.
@Suite struct EngineStackTests {
  /// A query as deeply nested as the parser allows by default: 128 levels, where an index, a list or a TERNARY counts
  /// as two and a SUBQUERY as three.
  static func query(_ shape: String) -> QueryIR {
    let large = compare(attribute("id", .int64), .greater, int(1))
    var predicate = large
    var number = attribute("id", .int64)
    switch shape {
    case "NOT":
      for _ in 0..<128 { predicate = .not(predicate) }
    case "AND in OR":
      for _ in 0..<64 { predicate = .or([large, .and([large, predicate])]) }
    case "quantifiers", "SUBQUERY":
      for level in 1...42 {
        if shape == "SUBQUERY" {
          let filter = CollectionIR.filter(citiesOfCountry, object(level, "City"), predicate)
          predicate = compare(.aggregate(AggregateIR(.count, filter, type: .int64)), .greaterOrEqual, int(0))
        } else {
          predicate = .quantified(QuantifiedIR(.all, object(level, "City"), in: citiesOfCountry, predicate))
        }
      }
    case "TERNARY":
      for _ in 0..<64 { number = .conditional(ConditionalIR(large, int(1), number, type: .int64)) }
    case "functions":
      for _ in 0..<128 { number = call(.absolute, number, .int64) }
    case "arithmetic":
      for _ in 0..<128 { number = ExpressionIR.arithmetic(ArithmeticIR([.add], [int(1), number], type: .int64)) }
    case "lists":
      for _ in 0..<64 { number = .element(ElementIR(.index(int(0)), of: .literal([number], element: .int64))) }
    default: break
    }
    if case .path = number { return QueryIR(entity: "City", predicate: predicate) }
    return QueryIR(entity: "City", predicate: compare(number, .greater, int(0)))
  }

  @Test(arguments: ["NOT", "AND in OR", "quantifiers", "SUBQUERY", "TERNARY", "functions", "arithmetic", "lists"])
  func theNestingLimitFitsASmallStack(shape: String) async {
    let query = EngineStackTests.query(shape)
    let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
      let thread = Thread {
        let country = TestCountry("1", "One")
        let city = TestCity(id: 7, name: "a", country: country)
        country.cities = [city]
        do {
          let text = try query.json
          guard try QueryIR(json: text) == query else { return continuation.resume(returning: "read as another query") }
          let prepared = try PreparedQuery(query, access: TestModel.cities)
          let isMatch = try prepared.matches(city)
          continuation.resume(returning: query.dump.isEmpty ? "nothing dumped" : "\(isMatch)")
        } catch {
          continuation.resume(returning: "\(error)")
        }
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(outcome == "true")
  }
}
