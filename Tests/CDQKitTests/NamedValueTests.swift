import CDQKit
import Testing

/// The names of keys and columns, which stand for whole values, so that a short text may mean a very long one.
@Suite struct NamedValueTests {
  private static func codes(_ text: String) throws -> [String] {
    let schema = try Schema(parsing: "entity E { n: Int64 }")
    do throws(QueryError) {
      _ = try CheckedQuery(parsing: text, in: schema)
      return []
    } catch {
      return error.diagnostics.map(\.code.rawValue)
    }
  }

  private static func sum(_ name: String, _ count: Int) -> String {
    Array(repeating: name, count: count).joined(separator: " + ")
  }

  private static func query(_ count: Int) -> String {
    "E group by \(sum("n", count)) as k having \(sum("c", count)) > 0 select \(sum("k", count)) as c"
  }

  @Test func `Names that stand for too much are refused once`() throws {
    #expect(try Self.codes(Self.query(10)) == [])
    #expect(try Self.codes(Self.query(40)) == [])
    #expect(try Self.codes(Self.query(100)) == ["too-many-nodes"])
    #expect(try Self.codes(Self.query(300)) == ["too-many-nodes"])
  }

  @Test func `A column counts at each sort key that names it`() throws {
    let keys = Array(repeating: "c", count: 1_000).joined(separator: ", ")
    #expect(try Self.codes("E select \(Self.sum("n", 50)) as c sort \(keys)") == [])
    #expect(try Self.codes("E select \(Self.sum("n", 150)) as c sort \(keys)") == ["too-many-nodes"])
  }

  @Test func `A name does not hide nesting`() throws {
    func key(_ depth: Int) -> String {
      String(repeating: "abs(", count: depth) + "n" + String(repeating: ")", count: depth)
    }
    #expect(try Self.codes("E group by \(key(20)) as k select k, count()") == [])
    #expect(try Self.codes("E group by \(key(40)) as k select k, count()") == ["nesting-limit"])
  }

  @Test func `A value repeats a key at any depth`() throws {
    #expect(try Self.codes("E group by abs(n) + 1 as k select (abs(n) + 1) * 2 as double, abs(-(abs(n) + 1)) as other") == [])
    #expect(try Self.codes("E group by abs(n) + 1 as k select (abs(n) + 2) * 2 as double") == ["not-a-grouping-key"])
  }
}
