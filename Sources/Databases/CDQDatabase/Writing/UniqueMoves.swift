import CDQIR
import CDQSQL
import CDQStore

/// The objects that get other unique values.
struct UniqueMoves {
  struct Move {
    let object: ObjectRow
    let owner: String
    let names: [String]
    let new: [Value]
    let oldKey: UniqueKey?
    let newKey: UniqueKey?
  }

  /// A constraint, by the entity that declares it and its attributes.
  private struct Constraint: Hashable {
    let owner: String
    let names: [String]

    init(_ move: Move) { (owner, names) = (move.owner, move.names) }
  }

  private(set) var all: [Move] = []
  private var leaving: [Constraint: Set<ObjectRow>] = [:]
  private var arrivals: [Constraint: [UniqueKey: Int]] = [:]
  private let roundsDates: Bool

  /// - Parameter roundsDates: Whether the database holds dates to a microsecond, so that dates which differ by less are
  ///   the same.
  init(roundsDates: Bool) {
    self.roundsDates = roundsDates
  }

  /// Adds an object if its values under a constraint change.
  mutating func add(
    _ object: ObjectRow, _ owner: String, _ names: [String], _ before: [String: Value], _ after: [String: Value]
  ) {
    let new = names.map { after[$0] ?? .null }
    let move = Move(
      object: object, owner: owner, names: names, new: new, oldKey: key(of: names.map { before[$0] ?? .null }),
      newKey: key(of: new))
    if move.oldKey == move.newKey { return }
    all.append(move)
    leaving[Constraint(move), default: []].insert(object)
    if let key = move.newKey { arrivals[Constraint(move), default: [:]][key, default: 0] += 1 }
  }

  /// The key of values as the database tells them apart.
  private func key(of values: [Value]) -> UniqueKey? {
    guard roundsDates else { return UniqueKey(values) }
    return UniqueKey(
      values.map { value -> Value in
        // What cannot be stored is refused when it is written.
        guard case .date(let date) = value, let instant = try? Microseconds(nearest: date) else { return value }
        return .int(instant.count)
      })
  }

  /// Whether an object gives up its values under the constraint of a move.
  func leaves(_ object: ObjectRow, _ move: Move) -> Bool { leaving[Constraint(move)]?.contains(object) ?? false }

  /// Whether no other object gets the values of a move.
  func isOnly(_ move: Move) -> Bool { move.newKey.map { arrivals[Constraint(move)]?[$0] == 1 } ?? true }

  /// Whether another object gets the values that the object of a move has now.
  func isTaken(_ move: Move) -> Bool { move.oldKey.map { arrivals[Constraint(move)]?[$0] != nil } ?? false }

  /// The integers among the new values of an attribute.
  func newNumbers(of name: String) -> [Int64] {
    all.flatMap { move in
      zip(move.names, move.new).compactMap { other, value -> Int64? in
        if other == name, case .int(let number) = value { number } else { nil }
      }
    }
  }
}
