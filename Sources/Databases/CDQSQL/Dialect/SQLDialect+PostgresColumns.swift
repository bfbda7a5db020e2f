import CDQIR

extension SQLDialect {
  /// The expressions that read columns of PostgreSQL. Where a text or a number may be no value of the type, a CASE tests
  /// it first and else casts a description of the value to the type, which stops the query; the driver reads the
  /// description in the error.
  static let checkedFormsOfPostgres: [ColumnEncoding: [ValueType: String]] = {
    func checked(_ type: ValueType, _ spelled: String, _ cases: (test: String, value: String)...) -> String {
      let stop = "('cdq:' || json_build_array(#2::text, '\(type)', (#3)::text, left((#1)::text, 60))::text)::\(spelled)"
      let tests = cases.map { " WHEN \($0.test) THEN \($0.value)" }.joined()
      return "(CASE WHEN #1 IS NULL THEN NULL\(tests) ELSE \(stop) END)"
    }
    let digits = "(#1)::text ~ '^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,3})?$'"
    func integer(_ type: ValueType, _ spelled: String, _ range: String) -> String {
      let inner = checked(type, spelled, ("(#1)::text::numeric = trunc((#1)::text::numeric) AND (#1)::text::numeric BETWEEN \(range)", "(#1)::text::numeric::\(spelled)"))
      return checked(type, spelled, (digits, inner))
    }
    func real(_ type: ValueType, _ spelled: String, _ value: String) -> String {
      checked(type, spelled, ("\(digits) OR (#1)::text IN ('NaN', 'Infinity', '-Infinity')", value))
    }
    func seconds(_ factor: String, _ offset: String) -> String {
      let value = "((#1)::double precision\(factor)\(offset))"
      return checked(.date, "timestamptz", ("\(value) BETWEEN -62135596800 AND 253402300799.9999", "to_timestamp\(value)"))
    }
    let day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    let time = "[T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)? ?(Z|[-+]([01][0-9]|2[0-3])(:?[0-5][0-9])?)?"
    return [
      .number: [
        .int16: integer(.int16, "smallint", "-32768 AND 32767"), .int32: integer(.int32, "integer", "-2147483648 AND 2147483647"),
        .int64: integer(.int64, "bigint", "-9223372036854775808 AND 9223372036854775807"),
        .float: real(.float, "real", "(#1)::text::double precision::real"),
        .double: real(.double, "double precision", "(#1)::text::double precision"),
        .decimal: checked(.decimal, "numeric", ("\(digits) OR (#1)::text = 'NaN'", "(#1)::text::numeric")),
      ],
      .boolText: [
        .bool: checked(
          .bool, "boolean", ("lower((#1)::text) IN ('true', 't', 'yes', 'y', '1')", "TRUE"),
          ("lower((#1)::text) IN ('false', 'f', 'no', 'n', '0')", "FALSE"))
      ],
      .castToText: [.string: "(#1)::text", .url: "(#1)::text"],
      .uuidText: [
        .uuid: checked(
          .uuid, "uuid", ("(#1)::text ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'", "(#1)::text::uuid"))
      ],
      .uuidBytes: [.uuid: checked(.uuid, "uuid", ("octet_length(#1) = 16", "encode(#1, 'hex')::uuid"))],
      .dateText: [.date: checked(.date, "timestamptz", ("(#1)::text ~ '^\(day)(\(time))?$'", "(#1)::text::timestamptz"))],
      .secondsSince1970: [.date: seconds("", "")], .millisecondsSince1970: [.date: seconds(" / 1000.0", "")],
      .secondsSince2001: [.date: seconds("", " + 978307200")],
      .timestamp: [.date: "(#1 AT TIME ZONE 'UTC')"], .day: [.date: "((#1)::timestamp AT TIME ZONE 'UTC')"],
      .interval: [.double: "extract(epoch FROM #1)::double precision"],
    ]
  }()
}
