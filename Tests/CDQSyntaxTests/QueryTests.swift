import CDQSyntax
import Testing

@Suite struct QueryTests {
  /// Queries, each with its tree.
  static let texts: [(TextKind, String, String)] = [
    (.query, "City", "(query City)"),
    (.query, "count City", "(query City :count)"),
    (.query, "one City only where isCapital", "(query City :one :only (where (bare (path isCapital))))"),
    (.query, "count where a == 5", "(query count (where (== (path a) 5)))"),
    (.query, "count", "(query count)"),
    (.query, "first first", "(query first :first)"),
    (.query, "exists #count where x == 1", "(query count :exists (where (== (path x) 1)))"),
    (.query, "delete City where id IN $ids", "(query City :delete (where (IN (path id) $ids)))"),
    (.query, "update City set name = 'x'", "(query City :update (set (= (path name) \"x\")))"),
    (
      .query, "update City only where a == 1 set a = a + 1, country = $c?, limit = nil",
      """
      (query City :update :only (where (== (path a) 1)) (set (= (path a) (chain (path a) + 1)) (= (path country) $c?) \
      (= (path limit) NULL)))
      """
    ),
    // 'set' and 'update' are names where they are no keywords.
    (.query, "update where set == 1 sort set", "(query update (where (== (path set) 1)) (sort (path set)))"),
    (.query, "count set where a == 1", "(query set :count (where (== (path a) 1)))"),
    (.query, "City select name as set", "(query City (select (as (path name) set)))"),
    (.query, "update set where set == 1 set set = set, where = where", """
      (query set :update (where (== (path set) 1)) (set (= (path set) (path set)) (= (path where) (path where))))
      """),
    (
      .query,
      #"""
      City where name == "x" sort name desc, population [c] asc nulls last, country.name nulls first limit 5 \#
      offset $n?
      """#,
      #"""
      (query City (where (== (path name) "x")) (sort (key (path name) :descending) (key (path population) [c] \#
      :ascending :nulls-last) (key (path country.name) :nulls-first)) (limit 5) (offset $n?))
      """#
    ),
    (
      .query,
      "City sort sort, limit, desc desc, nulls nulls first, #where, count(x), sum:(y) desc",
      """
      (query City (sort (path sort) (path limit) (key (path desc) :descending) (key (path nulls) \
      :nulls-first) (path where) (call count (path x)) (key (call sum: (path y)) :descending)))
      """
    ),
    (
      .query,
      "City sort name [cd] desc limit $n offset 0",
      "(query City (sort (key (path name) [cd] :descending)) (limit $n) (offset 0))"
    ),
    (
      .query,
      "City sort $order in (name, population desc)",
      "(query City (sort-choice $order (path name) (key (path population) :descending)))"
    ),
    (.query, "City sort $order? in (name [c])", "(query City (sort-choice $order? (key (path name) [c])))"),
    (
      .query,
      """
      City group by country.continent, year having count() > 5 AND sum(population) > 1 select \
      country.continent as continent, count() as like, avg(distinct x) sort continent
      """,
      """
      (query City (group-by (path country.continent) (path year)) (having (AND (> (call count) 5) (> (call \
      sum (path population)) 1))) (select (as (path country.continent) continent) (as (call count) like) \
      (call avg :distinct (path x))) (sort (path continent)))
      """
    ),
    (
      .query,
      "City select distinct name, population * 2 as double",
      "(query City (select :distinct (path name) (as (chain (path population) * 2) double)))"
    ),
    (.query, "City select distinct, name", "(query City (select (path distinct) (path name)))"),
    (.query, "City select distinct as x, distinct.y", "(query City (select (as (path distinct) x) (path distinct.y)))"),
    (
      .query,
      "City select distinct union distinct as z",
      "(query City (select (as (chain (path distinct) UNION (path distinct)) z)))"
    ),
    (.query, "only only where only == 1", "(query only :only (where (== (path only) 1)))"),
  ]

  @Test(arguments: texts) func parses(_ row: (TextKind, String, String)) {
    let (kind, text, tree) = row
    let (dump, findings) = parse(kind, text)
    #expect(findings.map(\.message) == [])
    #expect(dump == tree)
  }
}
