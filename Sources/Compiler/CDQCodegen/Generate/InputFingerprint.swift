/// A hash of the inputs of a generated file, which shows whether checked-in code is up to date.
///
/// The hash is FNV-1a with 64 bits, which is the same on every machine. It does not protect against inputs that
/// somebody chose so that their hashes collide.
package struct InputFingerprint: Hashable, Sendable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// Adds a part and its length, so that moving bytes from one part to the next changes the hash.
  package mutating func combine(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { for byte in $0 { mix(byte) } }
    let count = UInt64(bytes.count)
    for shift in stride(from: UInt64(0), to: 64, by: 8) { mix(UInt8(truncatingIfNeeded: count >> shift)) }
  }

  private mutating func mix(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// The hash as `fnv1a64:` and 16 hexadecimal digits.
  package var text: String {
    let digits = String(state, radix: 16)
    return "fnv1a64:" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
