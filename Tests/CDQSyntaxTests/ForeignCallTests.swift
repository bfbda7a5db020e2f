import CDQSyntax
import Testing

@Suite struct ForeignCallTests {
  @Test(arguments: [
    ("date_trunc", ["'month'", "d"], "startOfMonth(d)"), ("DATE_TRUNC", ["\"Week\"", "d", "'UTC'"], "startOfWeek(d, 'UTC')"),
    ("datetrunc", ["year", "d"], "startOfYear(d)"), ("date_trunc", ["'quarter'", "d"], nil), ("strftime", ["'%Y-%m'", "d"], "startOfMonth(d)"),
    ("strftime", ["'%H'", "d"], "hour(d)"), ("strftime", ["'%j'", "d"], nil), ("date_format", ["d", "'%Y-%m-%d'"], "startOfDay(d)"),
    ("substr", ["s", "1", "n"], "prefix(s, n)"), ("substr", ["s", "3", "n"], "substring(s, 2, n)"), ("substr", ["s", "-3"], "suffix(s, 3)"),
    ("substr", ["s", "-3", "3"], "suffix(s, 3)"), ("substr", ["s", "-3", "2"], nil), ("substr", ["s", "0", "2"], nil),
    ("substr", ["s", "2"], nil), ("substr", ["s", "k", "2"], nil), ("substr", ["s", "-9223372036854775808"], nil),
    ("left", ["s", "3"], "prefix(s, 3)"), ("RIGHT", ["s", "3"], "suffix(s, 3)"), ("replace", ["s", "'a'", "'b'"], "replacing(s, 'a', 'b')"),
    ("concat", ["a", "b", "c"], "a + b + c"), ("concat", ["a"], nil), ("left", ["s"], nil), ("foo", ["s"], nil), ("substr", [], nil),
    ("DATE", ["d"], "startOfDay(d)"), ("date", ["'2026-01-31'"], "date('2026-01-31')"), ("date", ["'now'"], "startOfDay(now())"),
    ("cast", ["d as date"], "startOfDay(d)"), ("cast", ["'2026-01-31' AS DATE"], "date('2026-01-31')"),
    ("cast", ["a + b AS decimal(10, 2)"], "CAST(a + b, \"Decimal\")"), ("cast", ["d as money"], nil), ("cast", ["as date"], nil),
    ("today", [], "startOfDay(now())"), ("today", [""], "startOfDay(now())"), ("getdate", [], "now()"),
  ] as [(String, [String], String?)])
  func `A call of another language has a counterpart, or none`(name: String, arguments: [String], written: String?) {
    #expect(ForeignCall.translation(of: name, arguments) == written)
  }

  @Test(arguments: [
    ("JOIN Order o ON o . email = p . email", "SUBQUERY(Order, $o, $o.email == email).@count > 0"),
    ("inner join Order AS o on p . mail == o . email where x", "SUBQUERY(Order, $o, $o.email == mail).@count > 0"),
    ("JOIN Order ON Order . email = email", "SUBQUERY(Order, $o, $o.email == email).@count > 0"),
    ("JOIN Order o USING ( email )", nil), ("JOIN Order o ON o . a = o . b", nil), ("JOIN Order o ON", nil), ("JOIN", nil),
    ("JOIN Order o ON o . email > p . email", nil), ("ON JOIN", nil), ("JOIN Order ON 5 = email", nil),
  ] as [(String, String?)])
  func `A join without a relationship is a condition`(text: String, condition: String?) {
    #expect(ForeignJoin.condition(text.split(separator: " ").map(String.init)) == condition)
  }
}
