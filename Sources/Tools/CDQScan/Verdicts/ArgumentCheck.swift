import CDQSyntax

/// Compares the types of a format's arguments with what its conversions take.
struct ArgumentCheck {
  /// How the arguments reach the format.
  enum Passing {
    /// As C does it: `%@` reads an object, `%d` a number.
    case variadic
    /// In an array, in which numbers are objects.
    case array
  }

  let file: CodeFile
  let module: ModuleTypes
  let passing: Passing
  /// Whether values of Swift in an array are converted, as Realm does it.
  let converts: Bool

  private enum Wanted {
    case object, integer, floating, bytes, keyPath
  }

  private static func wanted(_ conversion: String) -> Wanted? {
    switch conversion.last {
    case "@": .object
    case "K": .keyPath
    case "d", "D", "i", "u", "U", "x", "X", "o", "O", "c", "C": .integer
    case "f", "F", "e", "E", "g", "G", "a", "A": .floating
    case "s", "S": .bytes
    default: nil
    }
  }

  /// The error for an argument; nil when nothing is known to be wrong.
  ///
  /// - Parameters:
  ///   - conversion: such as `%@`, with its place in the file where the file has it byte for byte.
  ///   - type: the type of the argument; unknown for most.
  ///   - isRebound: whether the argument is a name that the function binds again, perhaps unwrapped.
  func problem(
    _ conversion: String, at place: SourceSpan?, _ argument: Range<Int>, _ type: TypeName, isRebound: Bool
  ) -> Diagnostic? {
    guard let wanted = ArgumentCheck.wanted(conversion), !type.name.isEmpty,
      let kind = ArgumentType(type, module)
    else { return nil }
    let isWrong = passing == .variadic ? isWrong(kind, wanted) : isWrongInArray(kind, wanted)
    if !isWrong {
      guard type.isOptional, !type.isImplicit, !isRebound, file.language == .swift, passing == .variadic, !converts else {
        return nil
      }
      return finding(
        "\(shown(argument)) is optional, and '\(conversion)' takes a value", argument,
        ["unwrap it before, or write a condition without it"], [])
    }
    return finding(
      "'\(conversion)' takes \(ArgumentCheck.taken(wanted)), and \(shown(argument)) is \(kind.phrase)", argument,
      ArgumentCheck.help(kind, wanted), fixIt(kind, wanted, conversion, place, argument).map { [$0] } ?? [])
  }

  private func isWrong(_ kind: ArgumentType, _ wanted: Wanted) -> Bool {
    switch wanted {
    case .object: kind.isScalar || kind == .enumeration || kind == .structure || kind == .keyPath || kind == .bytes
    case .integer: !(kind == .integer || kind == .boolean)
    case .floating: kind != .floating
    case .bytes: kind != .bytes
    case .keyPath: kind != .text
    }
  }

  /// In an array all values are objects; a value of a Swift type is one that nothing can compare.
  private func isWrongInArray(_ kind: ArgumentType, _ wanted: Wanted) -> Bool {
    switch wanted {
    case .object: !converts && (kind == .enumeration || kind == .structure)
    case .keyPath: kind.isScalar || kind == .number || kind == .date || kind == .identifier
    case .integer, .floating, .bytes: false
    }
  }

  private static func taken(_ wanted: Wanted) -> String {
    switch wanted {
    case .object: "an object"
    case .integer: "an integer"
    case .floating: "a floating-point number"
    case .bytes: "a pointer to the bytes of a C string"
    case .keyPath: "a text with a key path"
    }
  }

  private static func help(_ kind: ArgumentType, _ wanted: Wanted) -> [String] {
    switch (kind, wanted) {
    case (.enumeration, _), (.structure, _): ["pass its raw value, or a property that is stored"]
    case (.keyPath, _): ["write #keyPath(Type.property), which is a text that the compiler checks"]
    case (.integer, .object), (.integer, .floating): ["write %ld, or make it an NSNumber"]
    case (.floating, .object), (.floating, .integer): ["write %f, or make it an NSNumber"]
    case (.boolean, _): ["make it an NSNumber: the bits of true are no object"]
    case (_, .keyPath): ["pass the name of a property"]
    default: ["write %@"]
    }
  }

  /// The fix-it that makes the argument what the conversion takes, or the conversion one that takes the argument.
  private func fixIt(
    _ kind: ArgumentType, _ wanted: Wanted, _ conversion: String, _ place: SourceSpan?, _ argument: Range<Int>
  ) -> FixIt? {
    if wanted == .object, kind.isScalar {
      var range = argument
      if let cast = range.first(where: { file.holds($0, "as") && file.parent($0) == file.parent(range.lowerBound) }) {
        range = range.lowerBound..<cast
      }
      let inner = file.text(of: range)
      let text = file.language == .swift ? "NSNumber(value: \(inner))" : "@(\(inner))"
      return FixIt("make it an NSNumber", .maybe, [.init(file.span(argument), text)])
    }
    guard let place, [.integer, .floating, .bytes].contains(where: { $0 == wanted }) else { return nil }
    let other: String
    switch kind {
    case .text, .date, .identifier, .number, .object: other = "%@"
    case .integer where file.text(of: argument).utf8.count < 200: other = "%ld"
    case .floating: other = "%f"
    default: return nil
    }
    return FixIt("write '\(other)'", .maybe, [.init(place, other)])
  }

  private func shown(_ range: Range<Int>) -> String {
    let text = file.text(of: range)
    return text.count > 40 || text.contains("\n") ? "the argument" : "'\(text)'"
  }

  private func finding(_ message: String, _ argument: Range<Int>, _ help: [String], _ fixIts: [FixIt]) -> Diagnostic {
    .scan(.argumentType, message, file: file.source.name, at: file.span(argument), help: help, fixIts: fixIts)
  }
}
