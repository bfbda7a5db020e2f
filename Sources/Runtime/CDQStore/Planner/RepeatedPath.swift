import CDQIR
import CDQValues

/// The elements of a path that reaches one object on many ways, such as `country.cities.country.cities`: the number of
/// ways grows with each further step, while the number of objects does not.
///
/// Conditions that ask only which elements there are (`ANY`, `ALL`, `IN`, distinct elements, minimum and maximum) follow
/// the path from each object once. Numbers of elements and sums of integers take each object once with the number of ways
/// that lead to it. What depends on the order of the elements, such as a sum of Doubles, enumerates all ways.
struct RepeatedPath {
  /// Enumerates each element at least once, and leaves out most repetitions. The first appearances of elements are in the
  /// order of the path.
  let once: (Row, (Row) -> Bool) -> Bool
  /// Enumerates elements with the number of ways that lead to them, in parts whose sum is the number of occurrences.
  let counted: (Row, (Row, Int) -> Bool) -> Bool
  /// The run, which fails when a number of ways exceeds the integers.
  let execution: Execution

  /// The elements for which `test` holds.
  func filtered(_ enter: @escaping (Row) -> Void, _ test: @escaping (Row) -> Bool) -> RepeatedPath {
    let (once, counted) = (once, counted)
    return RepeatedPath(
      once: { row, body in
        enter(row)
        return once(row) { !test($0) || body($0) }
      },
      counted: { row, body in
        enter(row)
        return counted(row) { !test($0) || body($0, $1) }
      }, execution: execution)
  }

  /// The elements that `elements` has for each of some rows; nil if neither has many ways.
  static func joined(_ rows: Elements, _ elements: Elements) -> RepeatedPath? {
    guard let execution = (rows.repeated ?? elements.repeated)?.execution else { return nil }
    let (once, onceAgain) = (rows.forEachOnce, elements.forEachOnce)
    let (counted, countedAgain) = (rows.forEachCounted, elements.forEachCounted)
    return RepeatedPath(
      once: { row, body in once(row) { onceAgain($0, body) } },
      counted: { row, body in
        counted(row) { element, ways in
          countedAgain(element) { body($0, execution.product(ways, $1)) }
        }
      }, execution: execution)
  }

  /// The same path, from the row that `place` leads to; where there is none, a nil element or none.
  func lifted(_ place: @escaping (Row) -> Row, hasAbsent: Bool) -> RepeatedPath {
    let (once, counted) = (once, counted)
    return RepeatedPath(
      once: { outer, body in
        if let row = place(outer) { return once(row, body) }
        return hasAbsent ? body(nil) : true
      },
      counted: { outer, body in
        if let row = place(outer) { return counted(row, body) }
        return hasAbsent ? body(nil, 1) : true
      }, execution: execution)
  }
}

extension RowAccess {
  /// Plans the leaves of a path, with the ways to enumerate it without most repetitions if it has many.
  func path(_ steps: ArraySlice<StepIR>, _ execution: Execution) throws(ExecutionError) -> Elements {
    let all = try leaves(steps, execution)
    guard all.mayRepeat, steps.count(where: { $0.kind == .toMany }) > 1, let shape else { return all }
    let places = RepeatedPath.meetingPlaces(of: steps, from: shape)
    guard !places.isEmpty else { return all }
    var parts: [Elements] = []
    var start = steps.startIndex
    for place in places {
      parts.append(try (parts.last?.access ?? self).leaves(steps[start...place], execution))
      start = place + 1
    }
    parts.append(try (parts.last?.access ?? self).leaves(steps[start...], execution))
    all.repeated = RepeatedPath(parts, execution)
    return all
  }
}

extension RepeatedPath {
  /// The indexes of the steps that lead to objects in which ways meet, and from which further to-manys follow.
  fileprivate static func meetingPlaces(of steps: ArraySlice<StepIR>, from start: RecordShape) -> [Int] {
    guard let last = steps.lastIndex(where: { $0.kind == .toMany }) else { return [] }
    var places: [Int] = []
    var shape = start
    // Whether there may be several objects, and whether ways may have met since the last place.
    var (areMany, haveMet) = (false, false)
    for index in steps.startIndex..<last {
      switch shape.property(steps[index].name) {
      case .toOne(let relation):
        haveMet = haveMet || areMany
        shape = relation.target()
      case .toMany(let relation):
        haveMet = haveMet || areMany && relation.isShared
        areMany = true
        shape = relation.target()
      case .attribute, nil: return places
      }
      if haveMet, shape.place != nil {
        places.append(index)
        haveMet = false
      }
    }
    return places
  }
}

extension RepeatedPath {
  /// Makes the path from its parts, each of which ends where ways meet, but the last.
  init(_ parts: [Elements], _ execution: Execution) {
    let loops = parts.map(\.forEachOnce)
    let countedLoops = parts.map(\.forEachCounted)
    let numbers = parts.map { $0.access.shape?.place }
    let accesses = parts.map(\.access)
    func number(_ row: Row, _ part: Int) -> Int64 {
      guard row != nil, let place = numbers[part] else { return -1 }
      return place(row).number
    }
    self.execution = execution
    once = { row, body in
      var visited: [Set<Int64>] = Array(repeating: [], count: loops.count)
      func visit(_ part: Int, _ row: Row) -> Bool {
        if part == loops.count - 1 { return loops[part](row, body) }
        return loops[part](row) { element in
          !visited[part].insert(number(element, part)).inserted || visit(part + 1, element)
        }
      }
      return visit(0, row)
    }
    counted = { row, body in
      var (rows, ways) = ([row], [1])
      // The copies to which `rows` lead.
      var kept: [KeptRow] = []
      for part in 0..<(loops.count - 1) {
        var places: [Int64: Int] = [:]
        var (next, nextWays): ([KeptRow], [Int]) = ([], [])
        for (row, ways) in zip(rows, ways) {
          let isComplete = countedLoops[part](row) { element, times in
            let number = number(element, part)
            let ways = execution.product(ways, times)
            if let place = places[number] {
              nextWays[place] = execution.sum(nextWays[place], ways)
            } else {
              places[number] = next.count
              next.append(accesses[part].copy(element))
              nextWays.append(ways)
            }
            return true
          }
          guard isComplete else { return false }
        }
        (kept, ways) = (next, nextWays)
        rows = kept.map(\.row)
      }
      return withExtendedLifetime(kept) {
        for (row, ways) in zip(rows, ways) {
          guard countedLoops[loops.count - 1](row, { body($0, execution.product(ways, $1)) }) else { return false }
        }
        return true
      }
    }
  }
}

extension Execution {
  /// The sum of two numbers of ways; more than the greatest integer ends the run.
  func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, isOver) = left.addingReportingOverflow(right)
    if isOver { fail(.stepLimit(.max)) }
    return isOver ? .max : sum
  }

  /// The product of two numbers of ways; more than the greatest integer ends the run.
  func product(_ left: Int, _ right: Int) -> Int {
    let (product, isOver) = left.multipliedReportingOverflow(by: right)
    if isOver { fail(.stepLimit(.max)) }
    return isOver ? .max : product
  }
}
