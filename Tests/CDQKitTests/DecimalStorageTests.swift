import CDQIR
import CDQKit
import CDQRuntime
import Foundation
import Testing

/// Decimal values with as many digits as the type holds: what a program calculates can be stored and read again.
@Suite struct DecimalStorageTests {
  static let values: [Decimal] = {
    var values: [Decimal] = []
    for number in [1, 2, 4, 5, 7, 10, 340, 3402] {
      let number = Decimal(number)
      values += [number / 3, -number / 7, number / 9_999_999]
    }
    for text in ["340282366920938463463374607431768211455", "99999999999999999999999999999999999999"] {
      if let value = Decimal(string: text) { values.append(value) }
    }
    return values
  }()

  @Test(arguments: values) func `A text of a Decimal is read as the same value`(value: Decimal) {
    #expect(DecimalText.decimal(from: value.description) == value)
  }

  @Test(arguments: ["340282366920938463463374607431768211456", "999999999999999999999999999999999999999", "3402823669209384634633746074317682114550001"])
  func `Digits that a Decimal does not hold are refused, and not rounded`(text: String) {
    #expect(DecimalText.decimal(from: text) == nil)
    #expect(DecimalText.decimal(from: "0.\(text)") == nil)
  }

  @Test func `A snapshot and a file of JSON give them back`() throws {
    let schema = try Schema(parsing: "entity Price { id: Int64 @unique  amount: Decimal }")
    let store = Store(schema: schema)
    try store.transaction { transaction in
      for (id, value) in Self.values.enumerated() { try transaction.insert("Price", ["id": .int(Int64(id)), "amount": .decimal(value)]) }
    }
    let url = FileManager.default.temporaryDirectory.appending(path: "cdq-decimals-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try store.save(to: url)
    let json = try StoreWriter(store.snapshot).json(of: "Price")
    let loaded = try StoreLoader(schema: schema).load([LoadInput(name: "Price.json", entity: "Price", format: .json, bytes: json)]).store
    for snapshot in [try Snapshot(contentsOf: url, schema: schema), loaded.snapshot] {
      let found = snapshot.records(of: "Price").map { $0["amount"] }
      #expect(found == Self.values.map { Value.decimal($0) })
    }
  }
}
