import CDQJSON

extension StringLiteral {
  /// Rewrites a literal in single quotes with double quotes, escaping as needed: `'say "no"'` becomes `"say \"no\""`.
  /// Escapes other than `\'` are kept; a literal that is already in double quotes is returned unchanged.
  static func requoted(_ written: [UInt8]) -> [UInt8] {
    guard written.count >= 2, written.first == 0x27 else { return written }
    var result: [UInt8] = [0x22]
    result.reserveCapacity(written.count + 8)
    var index = 1
    while index < written.count - 1 {
      let byte = written[index]
      if byte == 0x5C, index + 1 < written.count - 1 {
        // `\'` needs no escape between double quotes; other escapes are kept with what they escape.
        if written[index + 1] != 0x27 { result.append(byte) }
        result.append(written[index + 1])
        index += 2
      } else {
        if byte == 0x22 { result.append(0x5C) }
        result.append(byte)
        index += 1
      }
    }
    result.append(0x22)
    return result
  }
}
