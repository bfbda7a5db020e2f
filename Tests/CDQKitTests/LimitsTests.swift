import CDQKit
import Testing

/// Every limit accepts the largest value that fits and reports anything more with its own error.
@Suite struct LimitsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var arguments: Arguments = [:]
    /// The smallest value of the limit that accepts the text.
    var fits: Int
    var code: String
    var column: Int?
    var limit: @Sendable (inout Limits, Int) -> Void
    var testDescription: String { "\(code) \(text)" }
  }

  static let cases: [Case] = [
    Case(text: "id == 1", fits: 7, code: "text-too-long", column: 1) { $0.text.length = $1 },
    Case(text: "id == 1 ", fits: 3, code: "too-many-tokens", column: 7) { $0.text.tokens = $1 },
    Case(text: "id == 1 AND country.name == 'x'", fits: 7, code: "too-many-nodes", column: 29) { $0.text.nodes = $1 },
    Case(text: "id == 1 OR id == 2 OR id == 3", fits: 9, code: "too-many-nodes", column: 29) { $0.text.nodes = $1 },
    Case(text: "ids[0].x == 1", fits: 6, code: "too-many-nodes", column: 13) { $0.text.nodes = $1 },
    Case(text: "((id == 1))", fits: 2, code: "nesting-limit", column: 2) { $0.text.nesting = $1 },
    Case(text: "NOT NOT NOT id == 1", fits: 3, code: "nesting-limit", column: 9) { $0.text.nesting = $1 },
    Case(text: "id IN {1, 2, 3}", fits: 3, code: "list-too-long", column: 14) { $0.values.list = $1 },
    Case(text: "id BETWEEN {1, 2}", fits: 2, code: "list-too-long", column: 16) { $0.values.list = $1 },
    Case(text: "id IN $ids", arguments: ["ids": [1, 2, 3]], fits: 3, code: "list-too-long") { $0.values.list = $1 },
    Case(text: "name MATCHES 'ä*'", fits: 3, code: "regex-too-long", column: 14) { $0.values.regex = $1 },
    Case(text: "name MATCHES $p", arguments: ["p": "ä*"], fits: 3, code: "regex-too-long") { $0.values.regex = $1 },
    Case(text: "'x' MATCHES name", fits: 5, code: "regex-too-long") { $0.values.regex = $1 },
    Case(text: "id > 0", fits: 4, code: "step-limit") { $0.steps = $1 },
  ]

  static let schemaText = """
    entity Country { name: String }
    entity City { id: Int64  name: String  country: Country?  ids: [Int64] }
    """

  struct City: Sendable {
    var id: Int64
    var name = "Paris"
  }

  static let access: RecordAccess<City> = RecordAccess("City") {
    $0.attribute("id", \.id)
    $0.attribute("name", \.name)
    $0.toOne("country", { _ in nil }, RecordAccess<Int>("Country") { $0.attribute("name", { _ in "x" }) })
  }

  /// The code of the thrown error, and the column if it is a diagnostic; nil when nothing is thrown.
  private func outcome(_ item: Case, _ limit: Int) throws -> (code: String, column: Int?)? {
    var limits = Limits()
    item.limit(&limits, limit)
    do {
      let predicate = try CheckedPredicate(
        parsing: item.text, for: "City", in: try Schema(parsing: LimitsTests.schemaText), limits: limits)
      _ = try predicate.filter((1...4).map { City(id: $0) }, with: LimitsTests.access, item.arguments)
      return nil
    } catch let error as QueryError {
      #expect(error.diagnostics.count == 1, "\(error)")
      return error.diagnostics.first.map { ($0.code.rawValue, Int($0.point?.start ?? $0.span.start) + 1) }
    } catch let error as ExecutionError {
      return (error.code, nil)
    }
  }

  @Test(arguments: cases) func theLimitIsTheLastThatFits(_ item: Case) throws {
    for room in [0, 1, 1000] {
      let found = try outcome(item, item.fits + room)
      // The parser accepts `ids[0].x`; the checker then refuses it because of its types.
      #expect(found?.code == (item.text.contains("[") ? "member-of-value" : nil))
    }
    for room in [item.fits - 1, 0, -1] {
      let found = try outcome(item, room)
      #expect(found?.code == item.code)
      if room == item.fits - 1 { #expect(found?.column == item.column) }
    }
  }

  /// The page Limits names these values.
  @Test func runsAreLimitedByDefault() throws {
    #expect(Limits().steps == 1_000_000_000)
    #expect(Limits().time == .seconds(30))
    let before = ContinuousClock.now
    let options = Limits().executionOptions()
    #expect(options.maximumSteps == 1_000_000_000)
    #expect(try #require(options.deadline) >= before + .seconds(30))
    let free = Limits(steps: nil, time: nil).executionOptions()
    #expect(free.maximumSteps == nil && free.deadline == nil)
    #expect(ExecutionOptions().maximumSteps == nil && ExecutionOptions().deadline == nil)
  }

  /// A key of a unique index is looked up under the default limits, too; only one without a step left needs a plan.
  @Test func lookupsKeepTheirIndexUnderLimits() throws {
    let schema = try Schema(parsing: "entity Town { id: Int64 @unique  name: String }")
    let store = Store(schema: schema)
    for id in 0..<3 { _ = try store.insert("Town", ["id": .int(Int64(id)), "name": .string("t")]) }
    for (limits, code) in [(Limits(), nil), (Limits(steps: 0), "step-limit"), (Limits(time: .zero), "deadline-exceeded")] {
      let query = try CheckedQuery(parsing: "count Town where id == 2", in: schema, limits: limits)
      do throws(ExecutionError) {
        let count = try query.count(in: store)
        #expect(count == 1 && code == nil)
      } catch {
        #expect(error.code == code)
      }
    }
  }

  @Test func aRunEndsAtItsDeadline() throws {
    var limits = Limits()
    for (time, code) in [(Duration.zero, "deadline-exceeded"), (.seconds(3600), nil), (nil, nil)] {
      limits.time = time
      let predicate = try CheckedPredicate(
        parsing: "id > 0", for: "City", in: try Schema(parsing: LimitsTests.schemaText), limits: limits)
      do {
        #expect(try predicate.filter([City(id: 1)], with: LimitsTests.access).count == 1)
        #expect(code == nil)
      } catch {
        #expect(error.code == code)
      }
    }
  }

  /// Limits in the options of a run replace those of the predicate.
  @Test func optionsOfARunReplaceItsLimits() throws {
    let predicate = try CheckedPredicate(
      parsing: "id > 0", for: "City", in: try Schema(parsing: LimitsTests.schemaText), limits: Limits(steps: 0))
    #expect(throws: ExecutionError.stepLimit(0)) { try predicate.filter([City(id: 1)], with: LimitsTests.access) }
    let free = ExecutionOptions()
    #expect(try predicate.filter([City(id: 1)], with: LimitsTests.access, options: free).count == 1)
  }
}
