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
    guard !columns.isEmpty else {
      makeRowsInOrder(row, inverse, execution, test, values, limit)
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
    if limit == .max {
      lists = tags.map { tags in ShapeTable.taken(tags, from: &all) }
      return
    }
    lists = tags.map { [Value](repeating: .null, count: $0.count) }
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

  /// Makes the rows of a shape without sort keys. The rows of all owners are made one after the other, and then divided:
  /// to append each to the list of its owner would wait for the memory of another list each time.
  private func makeRowsInOrder(
    _ row: Row, _ inverse: InverseAccess, _ execution: Execution, _ test: (Row) -> Bool, _ values: (Row) -> Value,
    _ limit: Int
  ) {
    var owners = OwnerNumbers()
    var all: [Value] = []
    // By row, and by owner.
    var numbers: [Int32] = []
    var counts: [Int] = []
    inverse.forEach(row) { owner, related in
      guard execution.tick() else { return false }
      guard test(related) else { return true }
      let number = owners.number(of: owner)
      if number == counts.count { counts.append(0) }
      guard counts[number] < limit else { return true }
      counts[number] += 1
      numbers.append(Int32(truncatingIfNeeded: number))
      all.append(values(related))
      return true
    }
    self.owners = owners
    var next: [Int] = []
    var first = 0
    for count in counts {
      next.append(first)
      first += count
    }
    var order = [Int](repeating: 0, count: all.count)
    for (place, number) in numbers.enumerated() {
      order[next[Int(number)]] = place
      next[Int(number)] += 1
    }
    lists.reserveCapacity(counts.count)
    for (number, count) in counts.enumerated() {
      lists.append(ShapeTable.taken(order[(next[number] - count)..<next[number]], from: &all))
    }
  }

  /// Moves values to a list of their own. To copy them would count the references of each, whose memory is anywhere.
  private static func taken(_ places: some RandomAccessCollection<Int>, from all: inout [Value]) -> [Value] {
    all.withUnsafeMutableBufferPointer { all in
      [Value](unsafeUninitializedCapacity: places.count) { list, count in
        for place in places {
          list.initializeElement(at: count, to: all.moveElement(from: place))
          all.initializeElement(at: place, to: .null)
          count += 1
        }
      }
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
