/// The option `--csv-separator`.
enum CSVSeparator {
  static let spec = OptionSpec.value(
    "csv-separator", "C", "the character between cells of CSV: , ; | or tab (guessed by default)")

  /// The byte that the option names; nil without the option.
  static func value(of arguments: ParsedArguments) throws(Failure) -> UInt8? {
    guard let text = arguments["csv-separator"] else { return nil }
    if ["tab", "\\t", "\t"].contains(text) { return 0x09 }
    guard text.utf8.count == 1, let byte = text.utf8.first, 0x20..<0x7F ~= byte, byte != UInt8(ascii: "\"") else {
      throw .usage("'\(text)' cannot separate the cells of CSV", help: ["--csv-separator ';', or tab"])
    }
    return byte
  }
}
