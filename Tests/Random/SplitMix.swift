/// A source of random numbers (SplitMix64): the same numbers for the same seed on every machine.
public struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A stream of its own for each seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 up to, not including, `bound`; 0 when there is none.
  package mutating func below(_ bound: Int) -> Int { bound <= 1 ? 0 : Int(next() % UInt64(bound)) }

  /// True in so many of a hundred cases.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// True once in so many cases.
  package mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// Invariant: not empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// One of the elements, or nil where there is none.
  package mutating func pickAny<Element>(_ elements: [Element]) -> Element? { elements.isEmpty ? nil : pick(elements) }
}
