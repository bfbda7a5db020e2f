import CDQConnections
import Foundation
import ShopSQLite
import Testing

/// Generated functions on tables that cdq did not make, by the mapping that `cdq schema import` wrote.
@Suite struct ShopTests {
  private let connection: SQLiteConnection
  private static let token = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")

  init() throws {
    connection = try SQLiteConnection(path: ":memory:", access: .create)
    let rows = """
      INSERT INTO tbl_customer VALUES (1, 'Ångström', '2024-01-31 10:00:00', x'00112233445566778899AABBCCDDEEFF');
      INSERT INTO tbl_customer VALUES (2, 'Andersson', '2025-06-01', NULL);
      INSERT INTO tbl_customer VALUES (3, 'Berg', '2023-02-28T00:00:00Z', NULL);
      INSERT INTO tbl_order VALUES (1, 1, 0, 19.9), (1, 2, 86400, 7), (2, 1, 3600, 0.1);
      INSERT INTO tbl_parcel VALUES ('b', 1, 2, 1.5), ('a', 1, 2, NULL), ('c', 2, 1, 3), ('lost', NULL, NULL, NULL);
      INSERT INTO tag VALUES ('vip'), ('new');
      INSERT INTO customer_tag VALUES (3, 'vip'), (1, 'vip'), (2, 'new');
      """
    for statement in (shopTables + "\n" + rows).split(separator: ";") {
      _ = try connection.rows(String(statement))
    }
  }

  @Test func `Texts, dates and UUIDs are read in their forms`() async throws {
    let named = try await Queries.named(in: connection, prefix: "an")
    #expect(named.map(\.name) == ["Andersson", "Ångström"])
    #expect(named.map { $0.joined.timeIntervalSince1970 } == [1_748_736_000, 1_706_695_200])
    #expect(named.map(\.token) == [nil, Self.token])
    let since = Date(timeIntervalSince1970: 1_706_695_200)
    #expect(try await Queries.named(in: connection, prefix: "AN", since: since).map(\.number) == [2])
    #expect(try await Queries.holder(in: connection, token: Self.token)?.number == 1)
  }

  @Test func `Join tables and keys of several columns are followed`() async throws {
    #expect(try await Queries.tagged(in: connection, tag: "vip").map(\.name) == ["Berg", "Ångström"])
    let orders = try await Queries.orders(in: connection, customer: 1)
    #expect(orders.map(\.sequence) == [1, 2] && orders.map(\.parcels) == [0, 2])
    #expect(orders.map(\.total) == [Decimal(string: "19.9"), 7])
    #expect(orders.map { $0.placed.timeIntervalSince1970 } == [0, 86_400])
  }

  @Test func `An order is known by both attributes of its key`() async throws {
    let order = ObjectKey(root: "Order", identity: .composite(["1", "2"]))
    let parcels = try await Queries.parcels(in: connection, order: order)
    #expect(parcels.map(\.barcode) == ["a", "b"] && parcels.map(\.order) == [order, order])
    let lost = try await Queries.parcels(in: connection, order: nil)
    #expect(lost.map(\.barcode) == ["lost"] && lost.map(\.order) == [nil])
    await #expect(throws: DatabaseError.self) {
      try await Queries.parcels(in: connection, order: ObjectKey(root: "Order", identity: .int(1)))
    }
  }
}
