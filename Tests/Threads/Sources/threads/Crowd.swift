import CDQRuntime
import Foundation

/// A store with enough people for the column engine to divide a query among several threads, and such queries.
struct Crowd: Sendable {
  static let count = 140_000

  private static let schema = Schema(entities: [
    Entity(
      name: "Person",
      properties: [
        .attribute(Attribute(name: "id", type: .int64)),
        .attribute(Attribute(name: "name", type: .string)),
        .attribute(Attribute(name: "age", type: .int64, isOptional: true)),
      ], uniquenessConstraints: [["id"]])
  ])

  let store: Store
  private let questions: [PreparedStoreQuery]

  init() throws {
    let lines = (0..<Crowd.count).map { number in
      let name = number % 9 == 0 ? "Zoë \(number)" : "Ann \(number)"
      return #"{"id":\#(number),"name":"\#(name)","age":\#(number % 5 == 0 ? "null" : String(number % 100))}"#
    }
    let input = LoadInput(
      name: "Person.ndjson", entity: "Person", format: .ndjson, bytes: Data(lines.joined(separator: "\n").utf8))
    store = try StoreLoader(schema: Crowd.schema).load([input]).store
    questions = try Crowd.conditions.map {
      try PreparedStoreQuery(QueryIR(entity: "Person", predicate: $0), schema: Crowd.schema)
    }
  }

  private static func path(_ name: String, _ type: ValueType) -> ExpressionIR {
    .path(PathIR(variable: 0, steps: [StepIR(name, .attribute, of: "Person")], type: OptionalType(type)))
  }

  private static var conditions: [PredicateIR] {
    let (name, age) = (path("name", .string), path("age", .int64))
    func text(_ operation: TextMatchIR.Operator, _ text: String, _ options: TextOptions = []) -> PredicateIR {
      .text(TextMatchIR(operation, name, .literal(.string(text), .string), options: options))
    }
    return [
      .comparison(ComparisonIR(.greater, age, .literal(.int(97), .int64))), .isNull(age),
      text(.contains, "999"), text(.beginsWith, "ZOE 12", [.caseInsensitive, .diacriticInsensitive]),
      text(.matches, ".*(77|é 9).*3"), text(.like, "*4?4*"),
      .and([.not(text(.endsWith, "1")), .comparison(ComparisonIR(.less, age, .literal(.int(4), .int64)))]),
    ]
  }

  /// Changes the ages and names of some people; their number stays the same.
  func change(_ number: Int) throws {
    try store.transaction { transaction in
      for step in 0..<5 {
        let person = ObjectKey(root: "Person", identity: .int(Int64((number * 977 + step * 28_001) % Crowd.count)))
        try transaction.update(person, ["age": .int(Int64(number % 120)), "name": .string("Zoë \(number) 999")])
      }
    }
  }

  /// Runs every query with one thread and with four, which must give the same people in the same order.
  func check() throws {
    let snapshot = store.snapshot
    for question in questions {
      let alone = try people(snapshot.run(question))
      let together = try people(snapshot.run(question, options: ExecutionOptions(threads: 4)))
      if alone.isEmpty || alone != together { throw Failure("\(alone.count) people alone, \(together.count) together") }
    }
  }

  private func people(_ result: QueryResult) throws -> [Int64] {
    guard case .records(let records) = result else { throw Failure("no people") }
    return try records.map { try $0.int64(at: 0) }
  }
}
