/// A copy of generated Swift for Apple's frameworks that compiles on Linux with the stub modules of
/// `Tests/Integration/AppleStubs`: without attributes that need Objective-C, and with bodies for what Core Data
/// implements.
enum AppleCopy {
  static func of(_ text: String) -> String {
    // The stub of Core Data re-exports Foundation, and its declarations hide those that are unavailable on Linux. A
    // file that imports Foundation itself would see the unavailable ones.
    let hasCoreData = text.contains("import CoreData\n")
    var isModel = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
      let start = line.drop { $0 == " " }
      if hasCoreData, start.hasSuffix("import Foundation") { return nil }
      if start.hasPrefix("@objc(") || start == "@nonobjc" { return nil }
      if start == "@Model" { isModel = true }
      let attributes = ["@Model", "@Attribute(", "@Relationship(", "@Transient", "@available("]
      if attributes.contains(where: { start.hasPrefix($0) }) { return nil }
      if isModel, start.hasSuffix(" {"), start.contains("class ") {
        isModel = false
        // A subclass inherits `PersistentModel` from its parent.
        return start.contains(":") ? String(line) : line.dropLast(2) + ": PersistentModel {"
      }
      if start.hasPrefix("@NSManaged") { return managed(String(line)) }
      return String(line).replacing(/#selector\(NSString\.(\w+)\(_:\)\)/) { "Selector(\"\($0.1)\")" }
    }
    return lines.joined(separator: "\n")
  }

  private static func managed(_ line: String) -> String {
    let bare = line.replacing("@NSManaged ", with: "")
    return bare + (bare.contains("func ") ? " {}" : " { get { managed() } set {} }")
  }
}
