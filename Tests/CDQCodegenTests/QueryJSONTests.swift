import CDQIR
import CDQSemantics
import Foundation
import Testing

@testable import CDQCodegen

/// The text of a query must be what `JSONEncoder` writes, which is what checked-in code holds.
@Suite struct QueryJSONTests {
  private static let corpora = [
    CodegenCorpus.towns, CodegenCorpus.shop, CodegenCorpus.shelf, CodegenCorpus.words,
  ]

  private static func expected(_ query: QueryIR) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(query), as: UTF8.self)
  }

  private static func written(_ query: QueryIR) -> String? {
    QueryJSON(query).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: corpora.indices) func writesWhatTheEncoderWrites(corpus: Int) throws {
    let queries = Self.corpora[corpus].queries
    #expect(!queries.isEmpty)
    for query in queries { #expect(Self.written(query.ir) == (try Self.expected(query.ir)), "\(query.name)") }
  }

  @Test func writesEveryKindOfNode() throws {
    let path = PathIR(variable: 0, steps: [StepIR("a/b", .scalarCollection, of: "E")], type: OptionalType(.string))
    let one = ExpressionIR.literal(.int(-1), .int64)
    let text = ExpressionIR.literal(.string("q\" \\ \n \u{7F} \u{2028} é/ #"), .string)
    let list = CollectionIR.literal([one, text], element: .collection(element: .object("E"), isOrdered: true))
    let variable = VariableIR(id: 3, type: OptionalType(.enumeration("Kind"), isOptional: true))
    let predicates: [PredicateIR] = [
      .constant(false), .not(.constant(true)), .isNull(.path(path)), .boolean(.parameter(0, .bool)),
      .comparison(ComparisonIR(.lessOrEqual, one, text, options: [.caseInsensitive])),
      .text(TextMatchIR(.like, .path(path), text)), .between(BetweenIR(one, .negate(one), one)),
      .membership(MembershipIR(one, in: list)), .membership(MembershipIR(one, in: .path(path))),
      .membership(MembershipIR(one, in: .parameter(0, element: .date))),
      .membership(MembershipIR(one, in: .distinct(list))),
      .quantified(QuantifiedIR(.all, variable, in: .filter(list, variable, .constant(true)), .constant(false))),
      .whenPresent(parameters: [0, 1], .or([.constant(true)])),
      .isNull(.conditional(ConditionalIR(.constant(true), one, text, type: .string))),
      .isNull(.literal(.double(0.1), .double)), .isNull(.literal(.null, .null)), .isNull(.literal(.bool(true), .bool)),
      .isNull(.cast(one, .url)),
    ]
    let collections: [CollectionIR] = [
      .filter(list, variable, .constant(true)), .map(list, variable, one), .flatMap(list, variable, list),
      .distinct(list), .set(.minus, list, .parameter(1, element: .uuid)), .mode(list), .path(path),
    ]
    let date = Date(timeIntervalSinceReferenceDate: -0.25)
    let values: [Value] = [
      .null, .bool(true), .int(.min), .double(0.1), .double(.infinity), .double(-0.0), .decimal(Decimal(-1.5)),
      .string(""), .date(date), .duration(1e100), .data(Data([0, 255, 62, 63])), .uuid(UUID()),
      .list([.int(1), .string("/#"), .null]),
    ]
    let expressions: [ExpressionIR] =
      values.map { .literal($0, .opaque) } + [
        .arithmetic(ArithmeticIR([.divide, .shiftLeft], [one, text, one], type: .double)),
        .function(FunctionIR(.lowercase, [text], type: .string)), .function(FunctionIR(.now, [], type: .date)),
        .aggregate(AggregateIR(.standardDeviation, list, type: .double)),
        .groupAggregate(GroupAggregateIR(.count, isDistinct: false, argument: nil, type: .int64)),
        .groupAggregate(GroupAggregateIR(.sum, isDistinct: true, argument: one, type: .int64)),
        .element(ElementIR(.first, of: list)), .element(ElementIR(.last, of: list)),
        .element(ElementIR(.index(one), of: list)), .cast(text, .collection(element: .null, isOrdered: false)),
      ]
    let key = SortKeyIR(name: "k", expression: one, options: [.diacriticInsensitive], nullsFirst: true)
    let projection = ProjectionIR(
      grouping: [one], isGrouped: true, having: .constant(true),
      items: [.init(name: "n", expression: one, type: OptionalType(.uuid, isOptional: true))], isDistinct: true)
    let parameters = [ParameterIR(name: "p", type: OptionalType(.data), isOmittable: true, size: 2)]
    let all =
      predicates + expressions.map { .isNull($0) } + collections.map { .membership(MembershipIR(one, in: $0)) }
    let queries = [
      QueryIR(
        entity: "E", includesSubentities: false, cardinality: .one, parameters: parameters, predicate: .and(all),
        sort: .keys([key]), limit: .constant(5), offset: .parameter(1), projection: projection),
      QueryIR(entity: "E", sort: .choice(parameter: 0, keys: [key])),
    ]
    for query in queries { #expect(Self.written(query) == (try Self.expected(query))) }
  }
}
