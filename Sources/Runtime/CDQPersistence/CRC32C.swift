import CDQStore

/// The CRC-32C (Castagnoli) checksum of headers and sections. It detects every error burst of up to 32 bits and every
/// odd number of flipped bits. Lookup tables process eight bytes at a time.
struct CRC32C {
  private static let polynomial: UInt32 = 0x82F6_3B78
  /// `tables[k * 256 + b]` is the contribution of byte `b` when `k` more bytes follow it: 8 tables of 256 entries.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
      tables[byte] = value
    }
    for place in 256..<tables.count {
      let before = tables[place - 256]
      tables[place] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  private var state: UInt32 = ~0

  /// The checksum of all bytes added so far.
  var value: UInt32 { ~state }

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = CRC32C()
    checksum.add(bytes)
    return checksum.value
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    CRC32C.tables.withUnsafeBufferPointer { table in
      var crc = state
      var index = 0
      while index + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(crc)
        // One statement per byte, because a single expression takes the type checker seconds.
        crc = table[7 * 256 + Int(word & 0xFF)]
        crc ^= table[6 * 256 + Int(word >> 8 & 0xFF)]
        crc ^= table[5 * 256 + Int(word >> 16 & 0xFF)]
        crc ^= table[4 * 256 + Int(word >> 24 & 0xFF)]
        crc ^= table[3 * 256 + Int(word >> 32 & 0xFF)]
        crc ^= table[2 * 256 + Int(word >> 40 & 0xFF)]
        crc ^= table[256 + Int(word >> 48 & 0xFF)]
        crc ^= table[Int(word >> 56)]
        index += 8
      }
      while index < bytes.count {
        crc = crc >> 8 ^ table[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
        index += 1
      }
      state = crc
    }
  }
}
