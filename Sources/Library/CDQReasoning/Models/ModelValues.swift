import CDQIR
import CDQValues
import CDQWhy
import Foundation

/// The choice of values for the attributes and parameters of a branch, so that its facts hold.
struct ModelValues {
  private let theory: Theory
  /// The attributes, elements and parameters whose values the facts depend on, in a fixed order.
  let inputs: [ExpressionIR]
  private(set) var values = ExpressionTable<Value>()

  init(_ branch: Tableau.Branch, _ theory: Theory) {
    self.theory = theory
    var found: Set<ExpressionKey> = []
    func add(_ node: IRNode) {
      node.walk { node in
        switch node {
        case .expression(.path(let path)) where path.type.base != .opaque:
          found.insert(ExpressionKey(ExpressionIR.path(path).normalized))
        case .expression(.parameter(let index, let type)): found.insert(ExpressionKey(.parameter(index, type)))
        case .expression, .predicate, .collection: break
        }
        return true
      }
    }
    for fact in branch.facts {
      switch fact {
      case .state(let value, _): add(.expression(value))
      case .order(let left, let right, _):
        add(.expression(left.expression))
        add(.expression(right.expression))
      case .text(_, let term, _, _), .member(let term, _, _): add(.expression(term.expression))
      case .opaque(let condition, _): add(.predicate(condition))
      }
    }
    let text = IRPrinter()
    inputs = found.map { (text.text($0.expression), $0.expression) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Chooses a value for each input.
  ///
  /// - Parameter attempt: another attempt chooses other values where there are several.
  mutating func choose(attempt: Int) {
    values = ExpressionTable()
    for (index, input) in inputs.enumerated() {
      let candidates = candidates(for: input).filter { isPossible($0, for: input) }
      guard !candidates.isEmpty else {
        values[input] = ValueSamples.sample(of: input.type) ?? .null
        continue
      }
      values[input] = candidates[attempt == 0 ? 0 : ModelValues.mixed(attempt, index) % candidates.count]
    }
  }

  /// A number without a pattern in the attempt and the index, the same in each run.
  private static func mixed(_ attempt: Int, _ index: Int) -> Int {
    var bits = UInt64(truncatingIfNeeded: attempt) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: index) &* 0xC2B2_AE3D_27D4_EB4F
    bits = (bits ^ bits >> 31) &* 0xD6E8_FEB8_6659_FD93
    return Int(bits >> 33)
  }

  /// Whether a value fits the facts about the input and the values chosen so far.
  private func isPossible(_ value: Value, for input: ExpressionIR) -> Bool {
    let states = theory.states[input] ?? .any
    if value.isNull { return states.contains(.null) }
    if value.number?.isNaN == true || value == .decimal(.nan) { return states.contains(.notANumber) }
    guard states.contains(.value), theory.isPossible(value, for: input) else { return false }
    for (other, orders) in theory.relations(of: input) {
      guard let known = values[other.expression], let order = ValueComparison.order(value, known, other.options) else { continue }
      if order & orders == 0 { return false }
    }
    return true
  }

  private func candidates(for input: ExpressionIR) -> [Value] {
    let states = theory.states[input] ?? .any
    guard states.contains(.value) else {
      return states.contains(.null) ? [.null] : [input.type == .decimal ? .decimal(.nan) : .double(.nan)]
    }
    var result: [Value] = []
    func add(_ value: Value?) {
      if let value, result.count < 48 { result.append(ValueSamples.converted(value, to: input.type)) }
    }
    for value in (theory.domains[input] ?? []).prefix(16) { add(value) }
    for bounds in theory.bounds(of: input) {
      add(bounds.equal)
      if let low = bounds.low {
        if !bounds.lowIsStrict { add(low) }
        add(ValueSamples.neighbour(of: low, isAbove: true))
      }
      if let high = bounds.high {
        if !bounds.highIsStrict { add(high) }
        add(ValueSamples.neighbour(of: high, isAbove: false))
      }
      if let low = bounds.low, let high = bounds.high {
        add(ModelValues.between(low, high, 0.5))
        if !input.type.isInteger { for share in [0.25, 0.75] { add(ModelValues.between(low, high, share)) } }
      }
      for value in bounds.excluded.prefix(4) {
        add(ValueSamples.neighbour(of: value, isAbove: true))
        add(ValueSamples.neighbour(of: value, isAbove: false))
      }
    }
    for (other, _) in theory.relations(of: input) {
      guard let known = values[other.expression] ?? other.constant else { continue }
      add(known)
      add(ValueSamples.neighbour(of: known, isAbove: true))
      add(ValueSamples.neighbour(of: known, isAbove: false))
    }
    for text in texts(for: input) { add(.string(text)) }
    if case .enumeration(let name) = input.type {
      for item in theory.nullness.schema.enumeration(named: name)?.cases ?? [] { add(item.rawValue) }
    }
    for sample in ModelValues.samples(of: input.type) { add(sample) }
    if states.contains(.null) { result.append(.null) }
    return result
  }

  /// A value at a share of the way from one to another.
  private static func between(_ low: Value, _ high: Value, _ share: Double) -> Value? {
    switch (low, high) {
    case (.int(let first), .int(let second)) where share == 0.5:
      let (sum, overflows) = first.addingReportingOverflow(second)
      return overflows ? nil : .int(sum / 2)
    case (.string(let low), .string): return .string(low + " ")
    default:
      guard let first = low.asDouble, let second = high.asDouble else { return nil }
      let middle = first + (second - first) * share
      if case .date = low { return .date(Date(timeIntervalSinceReferenceDate: middle)) }
      if case .duration = low { return .duration(middle) }
      return .double(middle)
    }
  }

  /// Texts that match all wanted patterns, as far as joining them gives such texts.
  private func texts(for input: ExpressionIR) -> [String] {
    let patterns = theory.patterns(of: input)
    guard !patterns.isEmpty else { return [] }
    var (start, middle, end) = ("", "", "")
    var result: [String] = []
    for (operation, pattern, holds) in patterns where holds {
      switch operation.pattern {
      case .needle(.prefix): if pattern.count > start.count { start = pattern }
      case .needle(.suffix): if pattern.count > end.count { end = pattern }
      case .needle: middle += pattern
      case .wildcards: result.append(ValueSamples.text(like: pattern))
      case .expression: result.append(pattern.filter { $0.isLetter || $0.isNumber })
      }
    }
    result += [start + middle + end, start + " " + middle + " " + end, start, end]
    for (operation, pattern, _) in patterns where operation.pattern == .wildcards { result.append(ValueSamples.text(like: pattern)) }
    return result + ["", "z", "A1"]
  }

  /// A few plain values of a type.
  private static func samples(of type: ValueType) -> [Value] {
    switch type {
    case .int16, .int32, .int64: [.int(1), .int(0), .int(2), .int(-1), .int(10), .int(100), .int(3)]
    case .float, .double: [.double(1), .double(0), .double(2), .double(-1), .double(0.5), .double(100)]
    case .decimal: [.decimal(1), .decimal(0), .decimal(2), .decimal(-1)]
    case .string: [.string("a"), .string("b"), .string(""), .string("abc"), .string("B"), .string("zz")]
    case .date: [0, 1, 86_400, -86_400].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .duration: [.duration(1), .duration(0), .duration(-1)]
    case .bool: [.bool(true), .bool(false)]
    case .uuid:
      [1, 2].map { .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0))) }
    case .data: [.data(Data([1])), .data(Data()), .data(Data([1, 2]))]
    case .url: ["https://example.com", "https://example.org"].compactMap { URL(string: $0) }.map { .url($0) }
    case .enumeration, .object, .opaque, .collection, .null: []
    }
  }
}

extension Value {
  fileprivate var asDouble: Double? {
    if case .int(let number) = self { return Double(number) }
    return number
  }
}
