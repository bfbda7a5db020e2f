import CDQIR
import CDQValues
import Foundation

/// The rows of a shape for all objects that have the relationship, made at once. The related objects are read in the order
/// of their rows: the values of one object after the other are beside each other in memory, while those of the objects
/// that one owner is related to are anywhere.
final class ShapeTable {
  /// The snapshot and the run to which the rows belong.
  let snapshot: ObjectIdentifier
  let run: Int
  private var owners = OwnerNumbers()
  private var lists: [[Value]] = []

  /// - Parameters:
  ///   - row: An object that has the relationship.
  ///   - values: Makes the row of a related object.
  ///   - columns: The sort columns of the shape.
  ///   - limit: The greatest number of rows of an owner; at least 1.
  init(
    _ place: RecordPlace, _ row: Row, _ inverse: InverseAccess, _ execution: Execution, where test: (Row) -> Bool,
    values: (Row) -> Value, columns: [SortColumn], limit: Int
  ) {
    (snapshot, run) = (place.snapshot, execution.runs)
    // Local variables, because each access to a property of an object is checked.
    var owners = OwnerNumbers()
    var lists: [[Value]] = []
    defer { (self.owners, self.lists) = (owners, lists) }
    guard !columns.isEmpty else {
      inverse.forEach(row) { owner, related in
        guard execution.tick() else { return false }
        guard test(related) else { return true }
        let number = owners.number(of: owner)
        if number == lists.count { lists.append([]) }
        if lists[number].count < limit { lists[number].append(values(related)) }
        return true
      }
      return
    }
    let selection = SortedSelection(columns, capacity: limit)
    var all: [Value] = []
    var count = 0
    inverse.forEach(row) { owner, related in
      guard execution.tick() else { return false }
      let isWanted = test(related)
      if isWanted { selection.insert(related, tag: count, group: owners.number(of: owner)) }
      if limit == .max { all.append(isWanted ? values(related) : .null) }
      count += 1
      return true
    }
    let tags = selection.sortedTagsByGroup()
    lists = tags.map { [Value](repeating: .null, count: $0.count) }
    if limit == .max {
      for (number, tags) in tags.enumerated() { for (place, tag) in tags.enumerated() { lists[number][place] = all[tag] } }
      return
    }
    // The values of the rows that are kept are read in the order of the rows, too.
    var places = [(number: Int32, place: Int32)](repeating: (-1, 0), count: count)
    for (number, tags) in tags.enumerated() {
      for (place, tag) in tags.enumerated() {
        places[tag] = (Int32(truncatingIfNeeded: number), Int32(truncatingIfNeeded: place))
      }
    }
    count = 0
    inverse.forEach(row) { _, related in
      guard count < places.count else { return false }
      let (number, place) = places[count]
      if number >= 0 { lists[Int(number)][Int(place)] = values(related) }
      count += 1
      return true
    }
  }

  /// The rows of an owner.
  func rows(of owner: Int64) -> [Value] {
    owners.known(owner).map { lists[$0] } ?? []
  }
}

/// Numbers owners by their places, in the order of their first appearance.
private struct OwnerNumbers {
  /// By entity and row; negative where there is no number.
  private var numbers: [[Int32]] = []
  private var count: Int32 = 0

  mutating func number(of place: Int64) -> Int {
    let (entity, row) = (Int(place >> 32), Int(place & 0xFFFF_FFFF))
    while entity >= numbers.count { numbers.append([]) }
    while row >= numbers[entity].count { numbers[entity].append(-1) }
    if numbers[entity][row] < 0 {
      numbers[entity][row] = count
      count += 1
    }
    return Int(numbers[entity][row])
  }

  /// The number of an owner; nil if it has none.
  func known(_ place: Int64) -> Int? {
    let (entity, row) = (Int(place >> 32), Int(place & 0xFFFF_FFFF))
    guard entity < numbers.count, row < numbers[entity].count, numbers[entity][row] >= 0 else { return nil }
    return Int(numbers[entity][row])
  }
}
