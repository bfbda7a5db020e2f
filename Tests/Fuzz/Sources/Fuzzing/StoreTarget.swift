import CDQFuzzSupport
import Foundation

/// Reads stores of Core Data and their parts. The first line of an input is `store`, `cache`, `model` or `value`; the rest
/// is the bytes of that form.
public struct StoreTarget: FuzzTarget {
  public static let name = "store"

  public init() {}

  public static func seeds() -> [[UInt8]] {
    var result: [[UInt8]] = []
    if let store = try? Data(contentsOf: RepositoryFiles.root.appending(path: "Samples/Notes/Notes.sqlite")) {
      result.append(Array("store\n".utf8) + store)
    }
    for part in StoreReading.parts(ofStore: RepositoryFiles.root.appending(path: "Samples/Notes/Notes.sqlite").path) {
      result.append(Array("\(part.form.rawValue)\n".utf8) + part.bytes)
    }
    return result
  }

  public static var dictionary: [String] {
    ["bplist00", "$objects", "$top", "$class", "NSEntities", "NSProperties", "NSKeyedArchiver", "Z_PRIMARYKEY", "Z_ENT"]
  }

  public func run(_ input: [UInt8]) throws -> Set<String> {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")),
      let form = StoreReading.Form(rawValue: String(decoding: input[..<end], as: UTF8.self))
    else { return [] }
    let reading = StoreReading(form, Array(input[(end + 1)...]))
    if let violation = reading.violation { throw Violation("a store is only read", violation) }
    return Set(reading.features.map { "\(form.rawValue) \($0)" })
  }
}
