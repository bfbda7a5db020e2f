/// A generator of random numbers (SplitMix64) that gives the same numbers for the same seed on every machine.
public struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator; each seed gives another stream of numbers.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits of the stream.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 to `bound - 1`; 0 when `bound` is less than 1.
  package mutating func below(_ bound: Int) -> Int { bound <= 1 ? 0 : Int(next() % UInt64(bound)) }

  /// True in `percent` of a hundred calls on average.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// True in one of `count` calls on average.
  package mutating func once(in count: Int) -> Bool { below(count) == 0 }

  /// A random element of an array, which must not be empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// A random element; nil for an empty array.
  package mutating func pickAny<Element>(_ elements: [Element]) -> Element? { elements.isEmpty ? nil : pick(elements) }
}
