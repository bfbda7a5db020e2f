package import CDQIR

/// Which encodings let a column of a family hold the values of a type: the one table by which a schema, a column and an
/// encoding agree or not. What is not in it is refused where a database is opened or imported.
///
/// With one of these encodings, a comparison, a sum and an order of the database are those of the values in memory, and
/// a value that is not of the type stops the query. Without an encoding SQLite takes the values as they are, so a mapping
/// that has none promises that they are all of the type.
package enum ColumnRules {
  private struct Rule {
    let types: [ValueType]
    let encoding: ColumnEncoding?
    let families: Set<ColumnFamily>

    init(_ types: [ValueType], _ encoding: ColumnEncoding?, _ families: Set<ColumnFamily>) {
      (self.types, self.encoding, self.families) = (types, encoding, families)
    }
  }

  private static let integers: [ValueType] = [.int16, .int32, .int64]
  private static let every = ColumnFamily.affinities
  /// Affinities that store whole numbers as they are given.
  private static let exact: Set<ColumnFamily> = [.integerAffinity, .numericAffinity, .noAffinity]
  private static let numbers: Set<ColumnFamily> = [.int2, .int4, .int8, .numeric, .float4, .float8]
  private static let words: Set<ColumnFamily> = [.text, .char]

  /// The rules; of several for one column the first is the one to choose.
  private static let rules: [Rule] = [
    // SQLite
    Rule([.bool], .checked, exact), Rule([.bool], .boolText, [.textAffinity]), Rule([.bool], .number, every),
    Rule([.bool], .boolText, every), Rule([.bool], nil, exact),
    Rule(integers, .checked, exact), Rule(integers, .number, every), Rule(integers, nil, exact),
    Rule([.float], .number, every),
    Rule([.double], .checked, [.realAffinity]), Rule([.double], .number, every), Rule([.double], nil, [.realAffinity]),
    Rule([.decimal], .number, every), Rule([.decimal], nil, [.textAffinity]),
    Rule([.string, .url], .checked, [.textAffinity, .noAffinity]), Rule([.string, .url], .castToText, every),
    Rule([.string, .url], nil, [.textAffinity, .noAffinity]),
    Rule([.data], .checked, every), Rule([.data, .opaque], nil, every),
    Rule([.uuid], .uuidText, [.textAffinity]), Rule([.uuid], .uuidBytes, every), Rule([.uuid], .uuidText, every),
    Rule([.uuid], nil, [.textAffinity]),
    Rule([.date], .secondsSince1970, [.integerAffinity, .realAffinity]), Rule([.date], .dateText, every),
    Rule([.date], .secondsSince1970, every), Rule([.date], .millisecondsSince1970, every),
    Rule([.date], .secondsSince2001, every), Rule([.date], nil, [.realAffinity]),
    // PostgreSQL
    Rule([.bool], nil, [.bool]), Rule([.bool], .boolText, words),
    Rule([.int16], nil, [.int2]), Rule([.int32], nil, [.int2, .int4]), Rule([.int64], nil, [.int2, .int4, .int8]),
    Rule([.float], nil, [.float4]), Rule([.double], nil, [.float4, .float8]), Rule([.double], .interval, [.interval]),
    Rule([.decimal], nil, [.int2, .int4, .int8, .numeric]),
    Rule(integers + [.float, .double, .decimal], .number, numbers.union(words)),
    Rule([.string, .url], nil, [.text]),
    Rule([.string], .castToText, Set(ColumnFamily.allCases).subtracting(every).subtracting([.text])),
    Rule([.url], .castToText, words.union([.other])),
    Rule([.data, .opaque], nil, [.bytea]),
    Rule([.uuid], nil, [.uuid]), Rule([.uuid], .uuidText, words), Rule([.uuid], .uuidBytes, [.bytea]),
    Rule([.date], nil, [.timestamptz]), Rule([.date], .timestampWithZone, [.timestamptz]),
    Rule([.date], .timestamp, [.timestamp]), Rule([.date], .day, [.date]), Rule([.date], .dateText, words),
    Rule([.date], .secondsSince1970, numbers), Rule([.date], .millisecondsSince1970, numbers),
    Rule([.date], .secondsSince2001, numbers),
  ]

  /// The encodings by which a column of a family holds values of a type, the one to choose first; nil among them is the
  /// usual form. Empty for a column that cannot hold them.
  ///
  /// - Parameter type: The type of the attribute, with an enum represented by its raw type.
  package static func encodings(of type: ValueType, in family: ColumnFamily) -> [ColumnEncoding?] {
    if type.element != nil { return [.textAffinity, .noAffinity, .array].contains(family) ? [nil] : [] }
    return rules.filter { $0.types.contains(type) && $0.families.contains(family) }.map(\.encoding)
  }

  /// The types of attributes that a column of a family holds in its usual form, the usual one first.
  package static func types(in family: ColumnFamily) -> [ValueType] {
    let usual: [ColumnFamily: ValueType] = [
      .integerAffinity: .int64, .realAffinity: .double, .numericAffinity: .decimal, .noAffinity: .data, .int2: .int16,
      .int4: .int32, .int8: .int64, .numeric: .decimal, .float4: .float, .float8: .double, .interval: .double,
    ]
    var result = [ValueType.string, .bool, .uuid, .data, .date].filter {
      usual[family] == nil && encodings(of: $0, in: family).contains { $0 != .castToText }
    }
    if let type = usual[family] { result = [type] }
    return result.isEmpty ? [.string] : result
  }
}
