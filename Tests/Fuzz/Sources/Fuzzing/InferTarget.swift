import CDQFuzzSupport
import CDQKit
import CDQRuntime
import Foundation

/// Infers a schema from data, and loads the data with it. The first line of an input is as for `DataTarget`.
public struct InferTarget: FuzzTarget {
  public static let name = "infer"

  public init() {}

  public static func seeds() -> [[UInt8]] {
    DataTarget.seeds()
      + [
        "csv my-people\nid;first name;born;note\n1;Ann;2001-02-03;\n2;\"B;C\";;007\n",
        "json Order\n[{\"id\":1,\"customer_id\":null,\"lines\":[1,2],\"address\":{\"city\":\"x\"},\"a b\":1.5}]",
        "all\n{\"City\":[{\"id\":1,\"country\":\"NO\"}],\"Country\":[{\"code\":\"NO\",\"cities\":[1]}]}",
        "all\n[{\"x\":1},{\"x\":\"1\"},{\"x\":[]},{}]", "all\nx,x\n1,2\n", "all\n{\"a\":1}\n{\"a\":2.5,\"\":3}\n",
      ].map { Array($0.utf8) }
  }

  public static var dictionary: [String] { DataTarget.dictionary + ["_id", "Id", "-", " ", ";", "\t", "|", "order_id"] }

  /// The codes of data that no schema could load.
  private static let malformed: Set<LoadIssue.Code> = [
    .invalidJSON, .invalidCSV, .invalidUTF8, .nestingTooDeep, .unexpectedShape, .tooManyErrors, .outOfRange,
  ]

  public func run(_ input: [UInt8]) throws -> Set<String> {
    guard let source = DataTarget.input(input) else { return [] }
    let inferred = DataInference([source])
    guard let schema = inferred.schema else { return ["no records"] }
    try require(inferred.errors.isEmpty, "an inferred schema is sound", inferred.errors.joined(separator: "; "))
    var features = Set(schema.entities.flatMap { schema.allProperties(of: $0.name).map { "\($0.type)" } }.prefix(20))
    do throws(LoadError) {
      _ = try StoreLoader(schema: schema).load(inferred.inputs)
      features.insert("loaded")
    } catch {
      let codes = Set(error.issues.map(\.code))
      try require(
        !codes.isDisjoint(with: InferTarget.malformed), "data loads with its inferred schema",
        "\(error.description) with \(inferred.text)")
      features.formUnion(codes.map(\.rawValue))
    }
    return features
  }
}
