/// Gives the parameters of a statement their numbers anew: those of conditions that turned out to be constant are gone,
/// and a database wants all numbers to be used.
struct ParameterNumbers {
  /// The numbers that the text used, in the order of their new numbers.
  private(set) var used: [Int] = []
  private(set) var text = ""

  /// - Parameter mark: what stands in front of a number, such as `?`, `$` or `:p`.
  init(_ original: String, mark: String) {
    let mark = Array(mark.utf8)
    var places: [Int: Int] = [:]
    var bytes: [UInt8] = []
    let source = Array(original.utf8)
    var quote: UInt8?
    var index = 0
    while index < source.count {
      let byte = source[index]
      index += 1
      bytes.append(byte)
      if let open = quote {
        // A doubled quotation mark ends and begins a quoted part, which makes no difference here.
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`") {
        quote = byte
      } else if source[(index - 1)...].starts(with: mark) {
        bytes += mark.dropFirst()
        index += mark.count - 1
        var number = 0
        while index < source.count, (0x30...0x39).contains(source[index]) {
          number = number * 10 + Int(source[index] - 0x30)
          index += 1
        }
        let place = places[number] ?? used.count + 1
        if place > used.count {
          used.append(number)
          places[number] = place
        }
        bytes += Array(String(place).utf8)
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
