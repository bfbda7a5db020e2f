import CDQIR
import CDQValues

/// The order among terms and constants that some facts imply.
struct OrderGraph {
  private(set) var terms: [Term] = []
  private var places: [Term: Int] = [:]
  /// For each pair whether the left term is at most the right one (1), less than it (2), or neither is known (0).
  private var reach: [[UInt8]] = []
  private var different: [(Int, Int)] = []
  /// Larger graphs are not searched.
  static let mostTerms = 40

  /// Whether the graph has too many terms to be searched.
  private(set) var isTooLarge = false

  /// Adds that two terms are in one of these orders.
  mutating func add(_ left: Term, _ right: Term, _ orders: UInt8) {
    guard let from = place(left), let to = place(right) else { return }
    switch orders {
    case 1: set(from, to, 2)
    case 3: set(from, to, 1)
    case 2:
      set(from, to, 1)
      set(to, from, 1)
    case 4: set(to, from, 2)
    case 6: set(to, from, 1)
    case 5: different.append((from, to))
    default: break
    }
  }

  private mutating func place(_ term: Term) -> Int? {
    if let place = places[term] { return place }
    guard terms.count < OrderGraph.mostTerms else {
      isTooLarge = true
      return nil
    }
    let place = terms.count
    places[term] = place
    terms.append(term)
    for row in reach.indices { reach[row].append(0) }
    reach.append(Array(repeating: 0, count: place + 1))
    if let constant = term.constant {
      for other in 0..<place {
        guard terms[other].options == term.options, let value = terms[other].constant,
          let order = ValueComparison.order(value, constant, term.options)
        else { continue }
        switch order {
        case 1: set(other, place, 2)
        case 4: set(place, other, 2)
        case 2:
          set(other, place, 1)
          set(place, other, 1)
        default: different.append((other, place))
        }
      }
    }
    return place
  }

  private mutating func set(_ from: Int, _ to: Int, _ strength: UInt8) {
    reach[from][to] = max(reach[from][to], strength)
  }

  /// Follows all chains; false when the facts contradict each other.
  mutating func close() -> Bool {
    let count = terms.count
    for middle in 0..<count {
      for from in 0..<count where reach[from][middle] > 0 {
        for to in 0..<count where reach[middle][to] > 0 {
          let strength = max(reach[from][middle], reach[middle][to])
          if reach[from][to] < strength { reach[from][to] = strength }
        }
      }
    }
    for term in 0..<count where reach[term][term] == 2 { return false }
    return !different.contains { $0 == $1 || reach[$0][$1] > 0 && reach[$1][$0] > 0 }
  }

  /// What the graph says about a term beside constants.
  struct Bounds {
    var low: Value?
    var lowIsStrict = false
    var high: Value?
    var highIsStrict = false
    var excluded: [Value] = []
    /// The constant that the term equals.
    var equal: Value?
  }

  /// The constants around a term; all nil for a term that the graph does not have.
  func bounds(of term: Term) -> Bounds {
    var bounds = Bounds()
    guard let place = places[term] else { return bounds }
    for (other, candidate) in terms.enumerated() {
      guard let value = candidate.constant else { continue }
      let (below, above) = (reach[other][place], reach[place][other])
      if below > 0, above > 0 { bounds.equal = value }
      if below > 0, bounds.low.map({ isTighter(value, than: $0, 4, below == 2) }) ?? true {
        (bounds.low, bounds.lowIsStrict) = (value, below == 2)
      }
      if above > 0, bounds.high.map({ isTighter(value, than: $0, 1, above == 2) }) ?? true {
        (bounds.high, bounds.highIsStrict) = (value, above == 2)
      }
    }
    for (left, right) in different {
      if left == place, let value = terms[right].constant { bounds.excluded.append(value) }
      if right == place, let value = terms[left].constant { bounds.excluded.append(value) }
    }
    return bounds
  }

  private func isTighter(_ value: Value, than other: Value, _ wanted: UInt8, _ isStrict: Bool) -> Bool {
    let order = ValueComparison.order(value, other)
    return order == wanted || order == 2 && isStrict
  }
}
