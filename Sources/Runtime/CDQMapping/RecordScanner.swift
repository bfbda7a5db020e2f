import CDQIR
import CDQStore
import CDQLoading
import Foundation

/// The scanner that finds the records in JSON and passes them on one by one, so that only one of them is in memory at a
/// time.
struct RecordScanner {
  /// The greatest nesting of arrays. They use no stack, but make the path to each record longer.
  static let nestingLimit = 1024

  private var scanner: JSONScanner
  private var path: [JSONStep] = []
  private let body: (JSONValue, [JSONStep], Int) throws -> Void

  /// Calls `body` with each record, the path to it, and the offset after it.
  ///
  /// - Parameter way: the path from the whole JSON to the records: an object, an array of objects, or arrays of such
  ///   arrays.
  /// - Throws: `DecodeError` for what is no JSON or has another shape, and what `body` throws.
  static func scan(
    _ data: Data, at way: [JSONStep], _ body: (JSONValue, [JSONStep], Int) throws -> Void
  ) throws {
    do {
      try withoutActuallyEscaping(body) { body in
        try data.withUnsafeBytes { raw in
          try raw.withMemoryRebound(to: UInt8.self) { bytes in
            var scan = RecordScanner(scanner: try JSONScanner(validating: bytes), body: body)
            do {
              try scan.descend(way[...])
              try scan.scanner.expectEnd()
            } catch let error as JSONError {
              throw DecodeError(error, in: data, at: scan.path)
            }
          }
        }
      }
    } catch let error as JSONError {
      throw DecodeError(error, in: data)
    }
  }

  private init(scanner: JSONScanner, body: @escaping (JSONValue, [JSONStep], Int) throws -> Void) {
    self.scanner = scanner
    self.body = body
  }

  private mutating func descend(_ way: ArraySlice<JSONStep>) throws {
    guard let step = way.first else { return try records() }
    switch step {
    case .key(let key): try member(key, way.dropFirst())
    case .index(let index): try element(index, way.dropFirst())
    }
  }

  private mutating func member(_ key: String, _ rest: ArraySlice<JSONStep>) throws {
    guard scanner.take(UInt8(ascii: "{")) else { throw try unexpected("an object with the key '\(key)'") }
    var isFound = false
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        let name = try scanner.readString()
        try scanner.expect(UInt8(ascii: ":"))
        if name == key, !isFound {
          isFound = true
          path.append(.key(key))
          try descend(rest)
          path.removeLast()
        } else {
          _ = try scanner.readValue()
        }
      } while scanner.take(UInt8(ascii: ","))
      try scanner.expect(UInt8(ascii: "}"))
    }
    if !isFound { throw DecodeError(.unexpectedShape, at: path, "there is no key '\(key)'") }
  }

  private mutating func element(_ wanted: Int, _ rest: ArraySlice<JSONStep>) throws {
    guard scanner.take(UInt8(ascii: "[")) else { throw try unexpected("an array") }
    var count = 0
    if !scanner.take(UInt8(ascii: "]")) {
      repeat {
        if count == wanted {
          path.append(.index(count))
          try descend(rest)
          path.removeLast()
        } else {
          _ = try scanner.readValue()
        }
        count += 1
      } while scanner.take(UInt8(ascii: ","))
      try scanner.expect(UInt8(ascii: "]"))
    }
    if count <= wanted { throw DecodeError(.unexpectedShape, at: path, "there is no element \(wanted)") }
  }

  /// Scans the records in nested arrays with a loop instead of recursion.
  private mutating func records() throws {
    let base = path.count
    repeat {
      switch scanner.peek() {
      case UInt8(ascii: "["):
        guard path.count - base < RecordScanner.nestingLimit else {
          // The error has no path, which would have more than a thousand steps.
          throw DecodeError(.nestingTooDeep, "more than \(RecordScanner.nestingLimit) nested arrays")
        }
        scanner.position += 1
        if !scanner.take(UInt8(ascii: "]")) {
          path.append(.index(0))
          continue
        }
      case UInt8(ascii: "{"):
        let value = try scanner.readValue()
        try body(value, path, scanner.position)
      default: throw try unexpected("an object or an array of objects")
      }
      // The end of a value can also be the end of the arrays around it.
      while path.count > base, case .index(let index) = path[path.count - 1] {
        if scanner.take(UInt8(ascii: ",")) {
          path[path.count - 1] = .index(index + 1)
          break
        }
        guard scanner.take(UInt8(ascii: "]")) else { throw scanner.unexpected("',' or ']'") }
        path.removeLast()
      }
    } while path.count > base
  }

  private mutating func unexpected(_ expected: String) throws -> DecodeError {
    let value = try scanner.readValue()
    return DecodeError(.unexpectedShape, at: path, "expected \(expected), found \(value.kindName)")
  }
}
