import CDQRuntime
import Foundation

/// A store of bank accounts in branches. Transfers never change the total amount of money.
struct Bank: Sendable {
  static let accounts = 200
  static let branches = 5
  static let start: Int64 = 1000

  static let schema = Schema(entities: [
    Entity(
      name: "Account",
      properties: [
        .attribute(Attribute(name: "id", type: .int64)),
        .attribute(Attribute(name: "owner", type: .string)),
        .attribute(Attribute(name: "money", type: .int64)),
        .relationship(Relationship(name: "branch", destination: "Branch", inverse: "accounts")),
      ], uniquenessConstraints: [["id"]]),
    Entity(
      name: "Branch",
      properties: [
        .attribute(Attribute(name: "name", type: .string)),
        .relationship(
          Relationship(name: "accounts", destination: "Account", isToMany: true, isOrdered: true, inverse: "branch")),
      ], uniquenessConstraints: [["name"]]),
  ])

  let store = Store(schema: Bank.schema)

  init() throws {
    try store.transaction { transaction in
      for branch in 0..<Bank.branches { try transaction.insert("Branch", ["name": .string("b\(branch)")]) }
      for account in 0..<Bank.accounts {
        try transaction.insert(
          "Account",
          [
            "id": .int(Int64(account)), "owner": .string("Zoë \(account)"), "money": .int(Bank.start),
            "branch": .object(Bank.branch(account % Bank.branches)),
          ])
      }
    }
  }

  static func account(_ id: Int) -> ObjectKey { ObjectKey(root: "Account", identity: .int(Int64(id))) }
  static func branch(_ id: Int) -> ObjectKey { ObjectKey(root: "Branch", identity: .string("b\(id)")) }

  /// Moves money and renames an owner; sometimes it replaces an account with another of the same amount.
  func transfer(_ number: Int) throws {
    try store.transaction { transaction in
      let (from, to) = (Bank.account(number % Bank.accounts), Bank.account(number * 7 % Bank.accounts))
      guard from != to, let giver = transaction.record(from), let taker = transaction.record(to) else { return }
      let amount = Int64(number % 50)
      try transaction.update(from, ["money": .int(try giver.int64(at: 2) - amount)])
      let mark = transaction.savepoint()
      try transaction.delete([to])
      if number % 3 == 0 {
        try transaction.insert(
          "Account",
          [
            "id": .int(try taker.int64(at: 0)), "owner": .string("new \(number)"),
            "money": .int(try taker.int64(at: 2) + amount), "branch": .object(Bank.branch(number % Bank.branches)),
          ])
      } else {
        try transaction.rollBack(to: mark)
        try transaction.update(to, ["money": .int(try taker.int64(at: 2) + amount), "owner": .string("o\(number)é")])
        try transaction.move([to], to: 0, in: "accounts", of: Bank.branch(number % Bank.branches))
      }
    }
  }

  static let money = ExpressionIR.path(
    PathIR(variable: 0, steps: [StepIR("money", .attribute, of: "Account")], type: OptionalType(.int64)))

  /// A query for the sum of all accounts that satisfy a condition.
  static func sum(where predicate: PredicateIR) throws -> PreparedStoreQuery {
    let sum = ExpressionIR.groupAggregate(
      GroupAggregateIR(.sum, isDistinct: false, argument: money, type: .int64))
    return try PreparedStoreQuery(
      QueryIR(
        entity: "Account", predicate: predicate,
        projection: ProjectionIR(
          isGrouped: true, items: [.init(name: "sum", expression: sum, type: OptionalType(.int64))])),
      schema: schema)
  }

  static let limit = PredicateIR.comparison(ComparisonIR(.less, money, .literal(.int(1000), .int64)))

  /// A query for the three richest accounts.
  static func richest() throws -> PreparedStoreQuery {
    try PreparedStoreQuery(
      QueryIR(
        entity: "Account",
        sort: .keys([SortKeyIR(name: "money", expression: money, isDescending: true, nullsFirst: false)]),
        limit: .constant(3)), schema: schema)
  }

  /// Adds up the money of a snapshot in several ways, which must agree.
  static func check(_ snapshot: Snapshot, _ poor: PreparedStoreQuery, _ rich: PreparedStoreQuery) throws {
    var sum: Int64 = 0
    for query in [poor, rich] {
      guard case .rows(let rows) = try snapshot.run(query), case .int(let part) = rows[0][0] else {
        throw Failure("no sum")
      }
      sum += part
    }
    let expected = Int64(accounts) * start
    if sum != expected { throw Failure("the columns add up to \(sum)") }
    let records = snapshot.records(of: "Account")
    let total = try records.reduce(0) { try $0 + $1.int64(at: 2) }
    if total != expected || records.count != accounts { throw Failure("the records add up to \(total)") }
    let members = snapshot.records(of: "Branch").map { $0.references("accounts").count }
    if members.reduce(0, +) != accounts { throw Failure("the branches have \(members)") }
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
